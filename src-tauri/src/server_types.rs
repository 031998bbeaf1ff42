// Generated from the server's types: UPDATE_HOST_TYPES=1 cargo test page_types. Do not edit.

//! The fields that the shell reads of what the server sends.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;

use crate::pass_through::PassThrough;

/// The structured content of every tool's answer. What is absent is left out.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub(crate) struct Envelope {
    /// Whether the tool did what it was asked.
    pub(crate) success: bool,
    /// The answer.
    pub(crate) value: Option<Value>,
    /// What the user should know.
    pub(crate) message: Option<String>,
    /// What the assistant should do next.
    pub(crate) instruction: Option<String>,
    /// What went wrong, in a sentence.
    pub(crate) error: Option<String>,
    /// What sort of failure it is: `invalid_arguments`, `no_such_document`, `network_error` …
    pub(crate) error_type: Option<String>,
}

/// The library in numbers.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub(crate) struct Stats {
    /// The folder that holds it.
    pub(crate) home: String,
    /// How many entries it holds.
    pub(crate) entries: u64,
    /// Whether calls of tools are noted.
    pub(crate) notes_calls: bool,
    /// What is remembered of questions to Open5e.
    pub(crate) cache: CacheStats,
}

/// What is remembered of questions to Open5e, in numbers.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub(crate) struct CacheStats {
    /// Whether Open5e is asked only when a sync is started.
    pub(crate) offline: bool,
}

/// The settings as they are now.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub(crate) struct LibrarySettings {
    /// Whether calls of tools are noted.
    pub(crate) keep_activity: bool,
    /// Whether Open5e is asked only when a sync is started.
    pub(crate) offline: bool,
}

/// A call of a tool.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub(crate) struct ToolCall {
    /// When it was answered (RFC 3339).
    pub(crate) at: String,
    /// The name and the version of the program that asked.
    pub(crate) client: String,
}

/// What a sync did.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub(crate) struct SyncAnswer {
    /// What was stored.
    pub(crate) report: Option<Value>,
}

/// What importing one or several files did.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub(crate) struct ImportAnswer {
    /// What the import of each file did.
    pub(crate) files: Vec<PassThrough<ImportReport>>,
}

/// What the import of one OrcBrew file did. `read = stored + rejected` always holds.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub(crate) struct ImportReport {
    /// The file's name.
    pub(crate) file: String,
    /// Where it was read.
    pub(crate) path: String,
    /// When it was imported (RFC 3339).
    pub(crate) imported_at: String,
    /// Its books.
    pub(crate) books: Vec<BookReport>,
    /// How many lines of each list are left out here to keep it short; the whole report is in the library.
    pub(crate) left_out: Option<BTreeMap<String, u64>>,
}

/// What became of one book of a file.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub(crate) struct BookReport {
    /// The key of its document; absent when it has none.
    pub(crate) document_key: Option<String>,
}
