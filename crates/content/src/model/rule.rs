//! The fields of rules and other reference entries.

use serde::{Deserialize, Serialize};

/// The fields of a rule, condition, skill or other reference entry.
#[serde_with_macros::skip_serializing_none]
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Rule {
    /// The chapter of a section of the rules, such as `Combat`.
    pub section: Option<String>,
    /// The ability score of a skill, such as `Strength`.
    pub ability_score: Option<String>,
    /// An abbreviation: `LG` for an alignment, `STR` for an ability.
    pub abbreviation: Option<String>,
    /// A category: `Exotic` for a language, `Mastery` for a weapon property, `Artisan's Tools` for a
    /// proficiency.
    pub category: Option<String>,
}
