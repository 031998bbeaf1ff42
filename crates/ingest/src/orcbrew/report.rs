//! The report of an import.

use std::collections::BTreeMap;
use std::str::FromStr;

use ::orcbrew::{ItemProblem, Repair};
use content::error::Error;
use content::model::{DocumentKey, Kind, Slug};
use content::named;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

named! {
    /// The treatment of a book with the same name as a document from another file.
    #[derive(Default)]
    pub enum ImportPolicy {
        /// One document holds the entries of both; where two differ, both are kept.
        #[default]
        Merge = "merge",
        /// The new book's entries replace the document's.
        Replace = "replace",
        /// The new book becomes a separate document.
        KeepBoth = "keep_both",
    }
}

impl FromStr for ImportPolicy {
    type Err = String;

    /// Parses the name in any case, with `-` or a space for `_`.
    fn from_str(text: &str) -> Result<Self, String> {
        let name = text.trim().to_lowercase().replace(['-', ' '], "_");
        serde_json::from_value(name.into())
            .map_err(|_| format!("there is no policy `{text}`; there are merge, replace and keep_both"))
    }
}

/// The outcome of importing a book.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum BookOutcome {
    /// The book became a new document.
    New,
    /// The book updated the document that an earlier import of the file created.
    Updated,
    /// The book was merged into a document from another file.
    Merged,
    /// The book replaced a document from another file.
    Replaced,
    /// The book became a new document beside that of another file.
    KeptBoth,
    /// Nothing was stored, because the book holds no valid entry.
    Empty,
    /// The document was removed, because the file no longer holds the book.
    Removed,
}

/// The report of one book.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct BookReport {
    /// The book's name in the file.
    pub name: String,
    /// The key of its document; absent if it has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub document_key: Option<DocumentKey>,
    /// The outcome.
    pub what: BookOutcome,
    /// The number of stored entries by kind.
    pub kinds: BTreeMap<String, u64>,
    /// The number of the book's entries that are now in the library.
    pub stored: u64,
    /// The number of stored entries that are new.
    pub added: u64,
    /// The number of stored entries that changed.
    pub changed: u64,
    /// The number of stored entries that did not change.
    pub unchanged: u64,
    /// The number of entries that were removed from the document.
    pub removed: u64,
}

/// Two different entries under one key. Both are kept.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Conflict {
    /// The book.
    pub book: String,
    /// The kind of the entries.
    pub kind: Kind,
    /// The slug of both according to their key.
    pub slug: Slug,
    /// The name of this file's entry.
    pub name: String,
    /// The resolution, in a sentence.
    pub what: String,
}

/// The report of an OrcBrew file. `read` always equals `stored` plus the number of rejected entries.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ImportReport {
    /// The file's name.
    pub file: String,
    /// The path from which it was read.
    pub path: String,
    /// The time of the import (RFC 3339).
    pub imported_at: String,
    /// True if this was a dry run, which changes nothing in the library.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub dry_run: bool,
    /// True if brackets or quotation marks were missing in the file, so that entries may be missing, too.
    pub damaged: bool,
    /// The books.
    pub books: Vec<BookReport>,
    /// The number of different entries in the file.
    pub read: u64,
    /// The number of these entries that are now in the library.
    pub stored: u64,
    /// The number of stored entries that are new.
    pub added: u64,
    /// The number of stored entries that changed.
    pub changed: u64,
    /// The number of stored entries that did not change.
    pub unchanged: u64,
    /// The number of entries from this file that were removed.
    pub removed: u64,
    /// The number of entries that repeat another one exactly; they do not count as read.
    pub repeated: u64,
    /// The number of stored entries by kind.
    pub kinds: BTreeMap<String, u64>,
    /// The repairs that were necessary to read the file.
    pub repairs: Vec<Repair>,
    /// Fields that could not be used; their entries are kept without them.
    pub notes: Vec<ItemProblem>,
    /// The entries that could not be kept.
    pub rejected: Vec<ItemProblem>,
    /// Different entries under one key.
    pub conflicts: Vec<Conflict>,
    /// Remarks for the user, in sentences.
    pub messages: Vec<String>,
    /// The number of lines left out of each list here; the library keeps the whole report.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub left_out: BTreeMap<String, usize>,
    /// The duration of the import, in seconds.
    pub seconds: f64,
}

/// The result of importing one or several files.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ImportedFiles {
    /// The report of each imported file.
    pub files: Vec<ImportReport>,
    /// The files from which nothing was imported.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub refused: Vec<UnreadableFile>,
}

/// A file from which nothing was imported.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct UnreadableFile {
    /// The code of the error, such as `not_orcbrew`.
    pub error_type: String,
    /// The file and the problem, in a sentence.
    pub error: String,
}

impl From<&Error> for UnreadableFile {
    fn from(error: &Error) -> Self {
        Self { error_type: error.code().to_owned(), error: error.to_string() }
    }
}

impl ImportReport {
    /// Returns the length of the longest list.
    pub fn lines(&self) -> usize {
        let Self { books, repairs, notes, rejected, conflicts, .. } = self;
        let lists = [books.len(), repairs.len(), notes.len(), rejected.len(), conflicts.len()];
        lists.into_iter().max().unwrap_or(0)
    }

    /// Shortens each list to `max_lines` and notes in `left_out` how many lines that leaves out.
    #[must_use]
    pub fn shortened(mut self, max_lines: usize) -> Self {
        let Self { books, repairs, notes, rejected, conflicts, left_out, .. } = &mut self;
        let mut shorten = |list: &str, length: usize| {
            if length > max_lines {
                left_out.insert(list.to_owned(), length - max_lines);
            }
            max_lines
        };
        books.truncate(shorten("books", books.len()));
        repairs.truncate(shorten("repairs", repairs.len()));
        notes.truncate(shorten("notes", notes.len()));
        rejected.truncate(shorten("rejected", rejected.len()));
        conflicts.truncate(shorten("conflicts", conflicts.len()));
        self
    }
}

#[cfg(test)]
mod tests;
