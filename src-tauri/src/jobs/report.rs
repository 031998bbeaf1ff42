//! The server's reports of syncs and imports. The page gets them as they are; here stands only what the shell looks at.

use serde::Deserialize;
use serde_json::{Map, Value};

/// The answer of a sync.
#[derive(Debug, Deserialize)]
pub(super) struct Synced {
    pub(super) report: Option<Value>,
}

/// The answer of an import; its reports are shortened.
#[derive(Debug, Deserialize)]
pub(super) struct Imported {
    pub(super) files: Vec<ImportReport>,
}

/// The report of the import of one file.
#[derive(Clone, Debug, Deserialize)]
#[serde(try_from = "Value")]
pub(super) struct ImportReport {
    /// The whole of it.
    pub(super) value: Value,
    head: Head,
}

/// The fields by which a report is told from others, and by which it is seen whether it is whole.
#[derive(Clone, Debug, Deserialize)]
struct Head {
    file: String,
    path: String,
    imported_at: String,
    books: Vec<Book>,
    #[serde(default)]
    left_out: Map<String, Value>,
}

#[derive(Clone, Debug, Deserialize)]
struct Book {
    document_key: Option<String>,
}

impl TryFrom<Value> for ImportReport {
    type Error = serde_json::Error;

    fn try_from(value: Value) -> Result<Self, Self::Error> {
        Ok(Self { head: Head::deserialize(&value)?, value })
    }
}

impl ImportReport {
    /// Whether its lists are shortened.
    pub(super) fn is_short(&self) -> bool {
        !self.head.left_out.is_empty()
    }

    /// The documents that its books became; each of them knows the whole report.
    pub(super) fn documents(&self) -> impl Iterator<Item = &str> {
        self.head.books.iter().filter_map(|book| book.document_key.as_deref())
    }

    /// Whether another report is of the same import.
    pub(super) fn is_same(&self, other: &Self) -> bool {
        let (one, other) = (&self.head, &other.head);
        (&one.path, &one.file, &one.imported_at) == (&other.path, &other.file, &other.imported_at)
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

    #[test]
    fn a_report_of_an_import_is_kept_whole_and_known_again() {
        let value = json!({
            "file": "ember.orcbrew", "path": "/books/ember.orcbrew", "imported_at": "2026-11-21T10:00:00Z", "read": 2,
            "books": [{ "name": "Ember", "document_key": "ember" }, { "name": "Empty" }], "left_out": { "repairs": 12 }
        });
        let report: ImportReport = serde_json::from_value(value.clone()).unwrap();
        assert!(report.is_short());
        assert_eq!(report.documents().collect::<Vec<_>>(), ["ember"]);
        assert_eq!(report.value, value);
        assert!(report.is_same(&report.clone()));
        let mut other = value;
        other["imported_at"] = json!("2026-11-22T10:00:00Z");
        assert!(!report.is_same(&serde_json::from_value(other).unwrap()));
    }

    #[test]
    fn a_step_is_read_from_its_words() {
        assert_eq!(step("storing: 120 of 4000"), Some(("storing", 120.0, 4000.0)));
        assert_eq!(step("going on"), None);
        assert_eq!(step("storing: many of them"), None);
    }
}
