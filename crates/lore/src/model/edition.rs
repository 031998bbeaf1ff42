use serde::{Deserialize, Serialize};

/// The edition of the rules that a document is written for.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, schemars::JsonSchema,
)]
pub enum Edition {
    /// The rules of 2014 (SRD 5.1).
    #[serde(rename = "2014")]
    Of2014,
    /// The rules of 2024 (SRD 5.2).
    #[serde(rename = "2024")]
    Of2024,
    /// Another system, homebrew, or not known.
    #[serde(rename = "other")]
    Other,
}

impl Edition {
    /// The edition of a document by its game system, such as `5th Edition 2014`.
    #[must_use]
    pub fn of(game_system: Option<&str>) -> Self {
        match game_system {
            Some(system) if system.contains("2014") => Edition::Of2014,
            Some(system) if system.contains("2024") => Edition::Of2024,
            _ => Edition::Other,
        }
    }

    /// The edition's lasting name, such as `2014`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Edition::Of2014 => "2014",
            Edition::Of2024 => "2024",
            Edition::Other => "other",
        }
    }
}
