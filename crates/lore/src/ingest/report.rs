use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::model::DocumentKey;

/// An entry that could not be kept, and why.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Rejection {
    /// Where it was read, such as `/v2/spells/`.
    pub source: String,
    /// Its key there.
    pub key: String,
    /// What is wrong with it, in a sentence.
    pub reason: String,
}

/// What became of the objects of one endpoint or file. `read = stored + rejected` always holds.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct SourceCount {
    /// How many objects came from there.
    pub objects: u64,
    /// How many of them make no entry of their own because they are part of other entries: a size or a licence, or
    /// a weapon that is listed among the items, too.
    pub folded: u64,
    /// How many entries the other objects hold.
    pub read: u64,
    /// How many of these entries are kept.
    pub stored: u64,
    /// How many of these entries are rejected.
    pub rejected: u64,
}

impl std::ops::AddAssign for SourceCount {
    fn add_assign(&mut self, other: Self) {
        self.objects += other.objects;
        self.folded += other.folded;
        self.read += other.read;
        self.stored += other.stored;
        self.rejected += other.rejected;
    }
}

/// A document of the user's own files whose key was needed for another; it stays, with all its entries.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Rekeyed {
    /// The key it had.
    pub from: DocumentKey,
    /// The key it has now.
    pub to: DocumentKey,
}

/// Entries of a kind that a document would lose because its source no longer lists them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Removal {
    /// The document.
    pub document: DocumentKey,
    /// The kind of entry, such as `creature`.
    pub kind: String,
    /// How many entries of this kind the document has.
    pub held: u64,
    /// How many of them would go.
    pub removed: u64,
}

/// A list that had objects at the last sync and has none now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EmptiedList {
    /// Its path, such as `/v2/spells/`.
    pub path: &'static str,
    /// How many objects it had.
    pub held: u64,
}

/// What a sync would take away, and does not without the user's consent.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Removals {
    /// The entries that would go.
    pub entries: Vec<Removal>,
    /// The lists that became empty.
    pub lists: Vec<EmptiedList>,
}

/// How many removals are told one by one.
const MOST_TOLD: usize = 12;

impl fmt::Display for Removals {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let entries = self.entries.iter().map(|Removal { document, kind, held, removed }| {
            let kind = kind.replace('_', " ");
            if removed == held {
                format!("every {kind} of `{document}` ({held})")
            } else {
                format!("{removed} of the {held} entries of kind {kind} of `{document}`")
            }
        });
        let lists = self.lists.iter().map(|EmptiedList { path, held }| {
            format!("the list `{path}`, which is empty now and had {held} objects at the last sync")
        });
        let parts: Vec<String> = entries.chain(lists).collect();
        f.write_str(&parts.iter().take(MOST_TOLD).cloned().collect::<Vec<_>>().join("; "))?;
        match parts.len().saturating_sub(MOST_TOLD) {
            0 => Ok(()),
            more => write!(f, "; and {more} more like these"),
        }
    }
}

/// What an import did. `read = stored + rejected` always holds.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Report {
    /// The documents that were stored.
    pub documents: Vec<DocumentKey>,
    /// How many entries were read.
    pub read: u64,
    /// How many are in the library now.
    pub stored: u64,
    /// Of the stored: how many are new.
    pub added: u64,
    /// Of the stored: how many differ from before.
    pub changed: u64,
    /// Of the stored: how many are as before.
    pub unchanged: u64,
    /// How many entries of these documents are gone.
    pub removed: u64,
    /// The entries that could not be kept.
    pub rejected: Vec<Rejection>,
    /// The counts by endpoint or file.
    pub sources: BTreeMap<String, SourceCount>,
    /// The stored entries by kind.
    pub kinds: BTreeMap<String, u64>,
    /// Documents of the user's own files that had a key which is now another's.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rekeyed: Vec<Rekeyed>,
    /// How long it took, in seconds.
    pub seconds: f64,
}
