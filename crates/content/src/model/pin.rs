//! Pinned entries, and notes on entries.

use serde::{Deserialize, Serialize};

/// A pinned entry.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Pin {
    /// The address of the entry.
    pub uri: String,
    /// Its name when it was pinned.
    pub name: String,
    /// True if the library no longer has the entry.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_missing: bool,
}

/// The user's note on an entry.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Note {
    /// The address of the entry.
    pub uri: String,
    /// Its name when the note was written.
    pub name: String,
    /// The text, as Markdown.
    pub text: String,
    /// The time at which it was written (RFC 3339).
    pub written_at: String,
}
