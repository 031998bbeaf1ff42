//! The library's documents, its numbers, and what was asked of it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// A document of the library.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, TS)]
#[serde(rename_all(serialize = "camelCase"))]
#[ts(rename_all = "camelCase")]
pub(crate) struct Document {
    pub(crate) document_key: String,
    pub(crate) document_name: String,
    /// `open5e_v2`, `open5e_v1`, `dnd5e_api` or `orcbrew`.
    pub(crate) source_api: String,
    pub(crate) entity_count: u32,
    pub(crate) publisher: Option<String>,
    pub(crate) license: Option<String>,
    /// The words its licence asks to be shown with its content.
    pub(crate) notice: Option<String>,
    pub(crate) game_system: Option<String>,
    pub(crate) url: Option<String>,
    pub(crate) updated_at: String,
    /// Only what was asked for is here; a sync fetches all of it.
    #[serde(default)]
    pub(crate) partial: bool,
    /// Of a document from the user's own files.
    pub(crate) import: Option<ImportSummary>,
}

/// How the import of a document went, in numbers.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, TS)]
#[serde(rename_all(serialize = "camelCase"))]
#[ts(rename_all = "camelCase")]
pub(crate) struct ImportSummary {
    pub(crate) files: Vec<String>,
    pub(crate) imported_at: String,
    pub(crate) repairs: u32,
    pub(crate) notes: u32,
    pub(crate) rejected: u32,
    pub(crate) conflicts: u32,
}

/// The documents that Open5e offers.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, TS)]
#[serde(rename_all(serialize = "camelCase"))]
#[ts(rename_all = "camelCase")]
pub(crate) struct Open5eDocuments {
    pub(crate) documents: Vec<Open5eDocument>,
    /// Why the list could not be fetched just now, if so; it is the last known one then, or empty.
    pub(crate) message: Option<String>,
}

/// A document that Open5e offers.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, TS)]
#[serde(rename_all(serialize = "camelCase"))]
#[ts(rename_all = "camelCase")]
pub(crate) struct Open5eDocument {
    pub(crate) key: String,
    pub(crate) name: String,
    pub(crate) publisher: Option<String>,
    pub(crate) license: Option<String>,
    pub(crate) game_system: Option<String>,
    pub(crate) description: Option<String>,
    /// How many entries of it the library holds, and whether those are all.
    pub(crate) held: u32,
    pub(crate) whole: bool,
}

/// The library in numbers.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, TS)]
#[serde(rename_all(serialize = "camelCase"))]
#[ts(rename_all = "camelCase")]
pub(crate) struct Statistics {
    pub(crate) home: String,
    pub(crate) entries: u32,
    pub(crate) documents: u32,
    #[ts(type = "Record<string, number>")]
    pub(crate) kinds: BTreeMap<String, u32>,
    pub(crate) indexed_entries: u32,
    pub(crate) changes_to_index: u32,
    pub(crate) database_bytes: f64,
    pub(crate) index_bytes: f64,
    /// In words, whether search by meaning works and why not.
    pub(crate) semantic_search: String,
    pub(crate) embedded_entries: u32,
    pub(crate) entries_to_embed: u32,
    pub(crate) cache: CacheStatistics,
}

/// What was asked of Open5e.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, TS)]
#[serde(rename_all(serialize = "camelCase"))]
#[ts(rename_all = "camelCase")]
pub(crate) struct CacheStatistics {
    /// How many different questions are remembered, and how many of them are fresh, stale or failed.
    pub(crate) questions: u32,
    pub(crate) fresh: u32,
    pub(crate) stale: u32,
    pub(crate) failures: u32,
    /// How many lookups needed no request and how many did, since the server started.
    pub(crate) hits: u32,
    pub(crate) misses: u32,
    pub(crate) offline: bool,
}

/// A call of a tool.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, TS)]
#[serde(rename_all(serialize = "camelCase"))]
#[ts(rename_all = "camelCase")]
pub(crate) struct Call {
    /// When it was answered (RFC 3339).
    pub(crate) at: String,
    /// The name and the version of the program that asked.
    pub(crate) client: String,
    pub(crate) tool: String,
    /// As JSON; the end of long ones is cut off.
    pub(crate) arguments: String,
    pub(crate) results: Option<u32>,
    pub(crate) milliseconds: f64,
    pub(crate) error: Option<String>,
    /// The first of the entries that it gave.
    #[serde(default)]
    pub(crate) entries: Vec<CallEntry>,
}

/// An entry that a call gave.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, TS)]
#[serde(rename_all(serialize = "camelCase"))]
#[ts(rename_all = "camelCase")]
pub(crate) struct CallEntry {
    pub(crate) name: String,
    pub(crate) uri: String,
}
