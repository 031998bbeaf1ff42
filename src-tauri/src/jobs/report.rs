//! What the server tells of syncs and imports, as the page shows it.

use serde::Deserialize;

use crate::page::jobs::{Book, Conflict, ImportReport, Rejected, Repair, SyncReport};

/// The answer of a sync.
#[derive(Debug, Deserialize)]
pub(super) struct Synced {
    pub(super) report: Option<ToldSync>,
}

/// Its report.
#[derive(Debug, Deserialize)]
pub(super) struct ToldSync {
    read: u32,
    stored: u32,
    added: u32,
    changed: u32,
    unchanged: u32,
    removed: u32,
    rejected: Vec<Rejection>,
}

#[derive(Debug, Deserialize)]
struct Rejection {
    source: String,
    key: String,
    reason: String,
}

impl From<ToldSync> for SyncReport {
    fn from(told: ToldSync) -> Self {
        let ToldSync { read, stored, added, changed, unchanged, removed, rejected } = told;
        let rejected = rejected.into_iter().map(|Rejection { source, key, reason }| Rejected {
            place: source,
            key,
            line: None,
            reason,
        });
        Self { read, stored, added, changed, unchanged, removed, rejected: rejected.collect() }
    }
}

/// The answer of an import; its reports are shortened.
#[derive(Debug, Deserialize)]
pub(super) struct Imported {
    pub(super) files: Vec<ToldImport>,
}

/// The report of the import of one file.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct ToldImport {
    file: String,
    path: String,
    imported_at: String,
    read: u32,
    stored: u32,
    added: u32,
    changed: u32,
    unchanged: u32,
    removed: u32,
    books: Vec<Book>,
    repairs: Vec<Repair>,
    notes: Vec<Unusable>,
    rejected: Vec<Unusable>,
    conflicts: Vec<Conflict>,
    messages: Vec<String>,
    #[serde(default)]
    left_out: serde_json::Map<String, serde_json::Value>,
}

#[derive(Clone, Debug, Deserialize)]
struct Unusable {
    book: String,
    key: String,
    line: Option<u32>,
    reason: String,
}

impl ToldImport {
    /// Whether its lists are shortened.
    pub(super) fn is_short(&self) -> bool {
        !self.left_out.is_empty()
    }

    /// The documents that its books became; each of them knows the whole report.
    pub(super) fn documents(&self) -> impl Iterator<Item = &str> {
        self.books.iter().filter_map(|book| book.document_key.as_deref())
    }

    /// Whether another report is of the same import.
    pub(super) fn is_same(&self, other: &Self) -> bool {
        (&self.path, &self.file, &self.imported_at) == (&other.path, &other.file, &other.imported_at)
    }
}

impl From<ToldImport> for ImportReport {
    fn from(told: ToldImport) -> Self {
        let all = |list: Vec<Unusable>| list.into_iter().map(Rejected::from).collect();
        Self {
            file: told.file,
            read: told.read,
            stored: told.stored,
            added: told.added,
            changed: told.changed,
            unchanged: told.unchanged,
            removed: told.removed,
            books: told.books,
            repairs: told.repairs,
            notes: all(told.notes),
            rejected: all(told.rejected),
            conflicts: told.conflicts,
            messages: told.messages,
        }
    }
}

impl From<Unusable> for Rejected {
    fn from(Unusable { book, key, line, reason }: Unusable) -> Self {
        Self { place: book, key, line, reason }
    }
}

/// The step, and how much of it is done, from the words `storing: 120 of 4000` of a note of progress.
pub(super) fn step(words: &str) -> Option<(&str, f64, f64)> {
    let (step, numbers) = words.rsplit_once(": ")?;
    let (done, total) = numbers.split_once(" of ")?;
    Some((step, done.parse().ok()?, total.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn told() -> serde_json::Value {
        json!({
            "file": "ember.orcbrew", "path": "/books/ember.orcbrew", "imported_at": "2026-11-21T10:00:00Z", "damaged": true,
            "books": [{ "name": "Ember", "document_key": "ember", "what": "new", "kinds": { "spell": 1 }, "stored": 1,
                        "added": 1, "changed": 0, "unchanged": 0, "removed": 0 },
                      { "name": "Empty", "what": "empty", "kinds": {}, "stored": 0, "added": 0, "changed": 0,
                        "unchanged": 0, "removed": 0 }],
            "read": 2, "stored": 1, "added": 1, "changed": 0, "unchanged": 0, "removed": 0, "repeated": 0, "kinds": { "spell": 1 },
            "repairs": [{ "line": 3, "what": "a bracket" }],
            "notes": [],
            "rejected": [{ "book": "Ember", "content_type": "spells", "key": "nothing", "line": 7, "reason": "It has no name." }],
            "conflicts": [{ "book": "Ember", "kind": "spell", "slug": "glow", "name": "Glow", "what": "Both are kept." }],
            "messages": ["Look at it."], "left_out": { "repairs": 12 }, "seconds": 0.1
        })
    }

    #[test]
    fn an_import_is_told_with_places_and_lines() {
        let told: ToldImport = serde_json::from_value(told()).unwrap();
        assert!(told.is_short());
        assert_eq!(told.documents().collect::<Vec<_>>(), ["ember"]);
        let report = ImportReport::from(told);
        assert_eq!((report.read, report.stored, report.books.len()), (2, 1, 2));
        let lost = Rejected {
            place: "Ember".to_owned(),
            key: "nothing".to_owned(),
            line: Some(7),
            reason: "It has no name.".to_owned(),
        };
        assert_eq!(report.rejected, [lost]);
        assert_eq!(report.conflicts, [Conflict { book: "Ember".to_owned(), name: "Glow".to_owned() }]);
    }

    #[test]
    fn a_sync_is_told_with_its_endpoints() {
        let synced: Synced = serde_json::from_value(json!({
            "fetched": true, "fetched_at": "2026-11-21T10:00:00Z",
            "report": { "documents": ["tob"], "read": 2, "stored": 1, "added": 1, "changed": 0, "unchanged": 0, "removed": 0,
                        "rejected": [{ "source": "/v2/spells/", "key": "tob_x", "reason": "It has no name." }],
                        "sources": {}, "kinds": {}, "seconds": 1.5 }
        }))
        .unwrap();
        let report = SyncReport::from(synced.report.unwrap());
        assert_eq!(report.rejected[0].place, "/v2/spells/");
        let fresh: Synced =
            serde_json::from_value(json!({ "fetched": false, "fetched_at": "2026-11-21T10:00:00Z" }))
                .unwrap();
        assert!(fresh.report.is_none());
    }

    #[test]
    fn a_step_is_read_from_its_words() {
        assert_eq!(step("storing: 120 of 4000"), Some(("storing", 120.0, 4000.0)));
        assert_eq!(step("going on"), None);
        assert_eq!(step("storing: many of them"), None);
    }
}
