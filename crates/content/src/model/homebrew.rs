//! The additional fields of homebrew.

use serde::{Deserialize, Serialize};

use super::{CopiedFrom, Edition};

/// Data of a homebrew entry beside the fields of its kind.
#[serde_with_macros::skip_serializing_none]
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Homebrew {
    /// The pack that the entry names, if it differs from its book.
    pub option_pack: Option<String>,
    /// True if the entry or its book was disabled in the program that wrote the file.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub disabled: bool,
    /// The edition of the rules for which an own entry is written, if its author says so.
    pub edition: Option<Edition>,
    /// The entry of which an own entry is a changed copy.
    pub copied_from: Option<Box<CopiedFrom>>,
}

impl Homebrew {
    /// Reads it from stored fields; empty for other entries.
    pub fn read(stored: &str) -> Self {
        serde_json::from_str(stored).unwrap_or_default()
    }
}
