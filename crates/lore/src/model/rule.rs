use serde::{Deserialize, Serialize};

/// The fields of a rule, a condition, a skill and the other small reference entries.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Rule {
    /// The chapter that a section of the rules stands in, such as `Combat`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub section: Option<String>,
    /// The ability score a skill is used with, such as `Strength`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ability_score: Option<String>,
    /// A short form: `LG` for an alignment, `STR` for an ability.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub abbreviation: Option<String>,
    /// What sort it is: `Exotic` of a language, `Mastery` of a weapon property, `Artisan's Tools` of a proficiency.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub category: Option<String>,
}
