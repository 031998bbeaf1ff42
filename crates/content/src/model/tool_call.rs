//! Calls of tools, as the activity log records them.

use serde::{Deserialize, Serialize};

/// A call of a tool.
#[serde_with_macros::skip_serializing_none]
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct ToolCall {
    /// When it was answered (RFC 3339).
    pub at: String,
    /// The name and version of the client.
    pub client: String,
    /// The name of the tool.
    pub tool: String,
    /// The arguments as JSON; the end of long ones is cut off.
    pub arguments: String,
    /// Number of results, if the result is a list.
    pub results: Option<u64>,
    /// The duration in milliseconds.
    pub milliseconds: f64,
    /// The error, if it failed.
    pub error: Option<String>,
    /// The first entries of the result.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub entries: Vec<CalledEntry>,
}

/// An entry in the result of a call.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct CalledEntry {
    /// Its name.
    pub name: String,
    /// The address of the whole entry.
    pub uri: String,
}
