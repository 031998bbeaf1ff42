//! Removals of content by a sync.

use std::fmt;

use super::DocumentKey;

/// Entries of a kind that a document would lose because its source no longer lists them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Removal {
    /// The document.
    pub document: DocumentKey,
    /// The kind of entry, such as `creature`.
    pub kind: String,
    /// Number of entries of this kind in the document.
    pub held: u64,
    /// Number of those that would be removed.
    pub removed: u64,
}

/// A list that had objects at the last sync and has none now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EmptiedList {
    /// Its path, such as `/v2/spells/`.
    pub path: &'static str,
    /// Number of objects that it had.
    pub held: u64,
}

/// Removals for which a sync needs the user's consent.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Removals {
    /// The entries that would be removed.
    pub entries: Vec<Removal>,
    /// The lists that are empty now.
    pub lists: Vec<EmptiedList>,
}

const MAX_LISTED_REMOVALS: usize = 12;

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
        f.write_str(&parts.iter().take(MAX_LISTED_REMOVALS).cloned().collect::<Vec<_>>().join("; "))?;
        match parts.len().saturating_sub(MAX_LISTED_REMOVALS) {
            0 => Ok(()),
            more => write!(f, "; and {more} more like these"),
        }
    }
}
