use serde::{Deserialize, Serialize};

/// What an entry of a homebrew file says of itself beside the fields of its kind.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Homebrew {
    /// The pack the entry names as its own, where that is not the book it stands in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub option_pack: Option<String>,
    /// Whether the entry or its book was switched off in the program that wrote the file.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub disabled: bool,
}

impl Homebrew {
    /// Reads it back from the stored fields of an entry; fields without it are of an entry that is no homebrew.
    #[must_use]
    pub(crate) fn read(stored: &str) -> Self {
        serde_json::from_str(stored).unwrap_or_default()
    }

    /// With the name of its pack as it is shown.
    #[must_use]
    pub(crate) fn with_pack(self, shown: impl Fn(&str) -> String) -> Self {
        Self { option_pack: self.option_pack.map(|pack| shown(&pack)), ..self }
    }
}
