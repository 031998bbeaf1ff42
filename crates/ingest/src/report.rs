//! The result of an import.

use std::collections::BTreeMap;

use content::model::{DocumentKey, Kind};
use serde::{Deserialize, Serialize};

/// A rejected entry.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Rejection {
    /// The endpoint or file it was read from, such as `/v2/spells/`.
    pub source: String,
    /// Its key there.
    pub key: String,
    /// The reason, as a sentence.
    pub reason: String,
}

/// The counts of one endpoint or file. `read = stored + rejected` always holds.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct SourceCount {
    /// The number of objects.
    pub objects: u64,
    /// Objects that are part of others, such as sizes, licences, or weapons that are listed as items, too.
    pub folded: u64,
    /// Entries read from the other objects.
    pub read: u64,
    /// Valid entries.
    pub stored: u64,
    /// Rejected entries.
    pub rejected: u64,
}

/// A homebrew document that was renamed because another document needs its key. It keeps all its entries.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Rekeyed {
    /// The old key.
    pub from: DocumentKey,
    /// The new key.
    pub to: DocumentKey,
}

/// An entry of Open5e that is not stored, because the pages of its book have none of the kind and name.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, schemars::JsonSchema)]
pub struct LeftOut {
    /// Its document.
    pub document: DocumentKey,
    /// Its kind.
    pub kind: Kind,
    /// Its name there.
    pub name: String,
}

/// The result of an import. `read = stored + rejected` always holds.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Report {
    /// The stored documents.
    pub documents: Vec<DocumentKey>,
    /// Entries read.
    pub read: u64,
    /// Entries stored.
    pub stored: u64,
    /// Stored entries that are new.
    pub added: u64,
    /// Stored entries that changed.
    pub changed: u64,
    /// Stored entries that did not change.
    pub unchanged: u64,
    /// Removed entries.
    pub removed: u64,
    /// Rejected entries.
    pub rejected: Vec<Rejection>,
    /// Counts by endpoint or file.
    pub sources: BTreeMap<String, SourceCount>,
    /// Stored entries by kind.
    pub kinds: BTreeMap<String, u64>,
    /// Homebrew documents that were given another key.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rekeyed: Vec<Rekeyed>,
    /// Entries of Open5e that the books do not have under that name, by document, kind and name.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub left_out: Vec<LeftOut>,
    /// The duration in seconds.
    pub seconds: f64,
}
