//! The fields of encounters.

use serde::{Deserialize, Serialize};

/// The fields of a prepared encounter.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Encounter {
    /// The participants, in the order of the source.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub creatures: Vec<Participant>,
}

/// A creature in an encounter.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Participant {
    /// The creature's name, such as `Goblin`.
    pub name: String,
    /// The number of these creatures.
    pub number: u32,
}
