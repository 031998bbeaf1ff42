// Generated from the server's types: UPDATE_HOST_TYPES=1 cargo test page_types. Do not edit.

//! The fields that the shell reads of what the server sends.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;

use crate::pass_through::PassThrough;

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
    /// True if calls of tools are noted.
    pub(crate) notes_calls: bool,
    /// The cache of queries to Open5e.
    pub(crate) cache: CacheStats,
}

/// Statistics of the cache of API queries.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub(crate) struct CacheStats {
    /// True if Open5e is asked only when a sync is started.
    pub(crate) offline: bool,
}

/// The current settings.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub(crate) struct LibrarySettings {
    /// True if tool calls are recorded.
    pub(crate) keep_activity: bool,
    /// True if Open5e is queried only during a sync.
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

/// A call of a tool.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub(crate) struct ToolCall {
    /// When it was answered (RFC 3339).
    pub(crate) at: String,
    /// The name and version of the client.
    pub(crate) client: String,
}

/// The result of a sync.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub(crate) struct SyncAnswer {
    /// The report of what was stored.
    pub(crate) report: Option<Value>,
    /// Messages for the user.
    pub(crate) notes: Option<Vec<String>>,
}

/// An exported file before it is written.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub(crate) struct Export {
    /// The content of the file.
    pub(crate) content: String,
}

/// The result of importing one or several files.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub(crate) struct ImportAnswer {
    /// The report of each imported file.
    pub(crate) files: Vec<PassThrough<ImportReport>>,
    /// The files from which nothing was imported.
    pub(crate) refused: Option<Vec<UnreadableFile>>,
}

/// A file from which nothing was imported.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub(crate) struct UnreadableFile {
    /// The file and the problem, in a sentence.
    pub(crate) error: String,
}

/// The report of an OrcBrew file. `read` always equals `stored` plus the number of rejected entries.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub(crate) struct ImportReport {
    /// The file's name.
    pub(crate) file: String,
    /// The path from which it was read.
    pub(crate) path: String,
    /// The time of the import (RFC 3339).
    pub(crate) imported_at: String,
    /// The books.
    pub(crate) books: Vec<BookReport>,
    /// The number of lines left out of each list here to keep the report short; the library keeps the whole report.
    pub(crate) left_out: Option<BTreeMap<String, u64>>,
}

/// The report of one book.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub(crate) struct BookReport {
    /// The key of its document; absent if it has none.
    pub(crate) document_key: Option<String>,
}
