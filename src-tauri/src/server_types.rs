// Generated from the server's types: UPDATE_HOST_TYPES=1 cargo test page_types. Do not edit.

//! The fields that the shell reads of what the server sends.

use serde::Deserialize;
use serde_json::Value;

#[derive(Clone, Debug, PartialEq, Deserialize)]
pub(crate) struct Envelope {
    pub(crate) success: bool,
    pub(crate) value: Option<Value>,
    pub(crate) message: Option<String>,
    pub(crate) instruction: Option<String>,
    pub(crate) error: Option<String>,
    pub(crate) error_type: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
pub(crate) struct Stats {
    pub(crate) home: String,
    pub(crate) entries: u64,
    pub(crate) cache: CacheStats,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
pub(crate) struct CacheStats {
    pub(crate) offline: bool,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
pub(crate) struct Kept {
    pub(crate) chosen: Option<String>,
    pub(crate) campaigns: Vec<Campaign>,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
pub(crate) struct Campaign {
    pub(crate) name: String,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
pub(crate) struct Export {
    pub(crate) content: String,
}

/// The tools that the page calls.
pub(crate) const PAGE_TOOLS: [&str; 12] = [
    "browse_entries", "campaign", "change_settings", "clear_cache", "delete_document", "list_documents",
    "list_open5e", "plan_encounter", "read_book", "read_entry", "roll", "save_entry",
];
