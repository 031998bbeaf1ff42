use std::collections::BTreeMap;

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
