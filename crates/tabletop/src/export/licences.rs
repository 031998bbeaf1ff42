//! The books that exported entries come from, with their licences.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use content::model::{Document, DocumentKey};
use content::query::Entry;

pub(super) const UNKNOWN: &str = "licence unknown, for your own table only";

/// The books, by their titles.
#[derive(Debug, Default)]
pub struct Licences(BTreeMap<(String, DocumentKey), Document>);

impl Licences {
    /// Adds the book of an entry.
    pub fn add(&mut self, document: &Document) {
        let key = (document.document_name.clone(), document.document_key.clone());
        self.0.entry(key).or_insert_with(|| document.clone());
    }

    pub(super) fn lines(&self) -> Vec<String> {
        let line = |document: &Document| {
            let mut line = document.document_name.clone();
            line.extend(document.publisher.as_ref().map(|publisher| format!(", {publisher}")));
            let _ = write!(line, ": {}.", document.known_licence().unwrap_or(UNKNOWN));
            line.extend(document.notice.as_ref().map(|notice| format!(" {}", notice.trim())));
            line
        };
        self.0.values().map(line).collect()
    }

    pub(super) fn to_markdown(&self) -> String {
        let mut text = "## Sources and licences\n\n".to_owned();
        for line in self.lines() {
            let _ = writeln!(text, "- {line}");
        }
        text
    }
}

pub(super) fn source(entry: &Entry, document: &Document) -> String {
    let book = entry.citation.as_ref().unwrap_or(&document.document_name);
    format!("{book} — {}", document.known_licence().unwrap_or(UNKNOWN))
}
