// Generated from the server's types: UPDATE_HOST_TYPES=1 cargo test page_types. Do not edit.

//! The fields that the shell reads of what the server sends.

use serde::Deserialize;
use serde_json::Value;

/// The structured content of every tool result. Absent fields are omitted.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub(crate) struct Envelope {
    /// True when the tool succeeded.
    pub(crate) success: bool,
    /// The tool's value.
    pub(crate) value: Option<Value>,
    /// Information for the user.
    pub(crate) message: Option<String>,
    /// Advice for the assistant.
    pub(crate) instruction: Option<String>,
    /// The error, in a sentence.
    pub(crate) error: Option<String>,
    /// The type of the failure: `invalid_arguments`, `no_such_document`, `network_error` …
    pub(crate) error_type: Option<String>,
}

/// The statistics of a library.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub(crate) struct Stats {
    /// The library's folder.
    pub(crate) home: String,
    /// Number of entries.
    pub(crate) entries: u64,
    /// The cache of queries to Open5e.
    pub(crate) cache: CacheStats,
}

/// Statistics of the cache of API queries.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub(crate) struct CacheStats {
    /// True if Open5e is asked only when a sync is started.
    pub(crate) offline: bool,
}

/// What the user keeps for the table.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub(crate) struct Kept {
    /// The name of the chosen campaign.
    pub(crate) chosen: Option<String>,
    /// The campaigns, by name.
    pub(crate) campaigns: Vec<Campaign>,
}

/// What a group plays: the edition whose entries come first, and the documents that count.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub(crate) struct Campaign {
    /// The name.
    pub(crate) name: String,
}

/// An exported file before it is written.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub(crate) struct Export {
    /// The content of the file.
    pub(crate) content: String,
}

/// The tools that the page calls.
pub(crate) const PAGE_TOOLS: [&str; 10] = [
    "browse_entries", "campaign", "change_settings", "clear_cache", "delete_document", "list_documents",
    "list_open5e", "plan_encounter", "read_entry", "save_entry",
];
