use serde::{Deserialize, Serialize};

/// The fields of an encounter that was prepared beforehand.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Encounter {
    /// Who takes part, in the order in which they were put down.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub creatures: Vec<Participant>,
}

/// A creature that takes part in an encounter.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Participant {
    /// The creature's name, such as `Goblin`.
    pub name: String,
    /// How many of them there are.
    pub number: u32,
}
