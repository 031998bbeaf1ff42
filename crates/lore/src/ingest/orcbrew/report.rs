use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::{Repair, Unusable};
use crate::error::Error;
use crate::model::{DocumentKey, Kind, Slug};

/// What happens to a book whose name is that of a document which another file brought.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Policy {
    /// One document holds the entries of both; where two differ, both are kept.
    #[default]
    Merge,
    /// The new book's entries replace the document's.
    Replace,
    /// The new book becomes a document of its own.
    KeepBoth,
}

/// The text names no policy; holds that text.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("there is no policy `{0}`; there are merge, replace and keep_both")]
pub struct UnknownPolicy(pub String);

impl Policy {
    /// Every policy.
    pub const ALL: [Policy; 3] = [Policy::Merge, Policy::Replace, Policy::KeepBoth];

    /// The policy's lasting name, such as `keep_both`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Policy::Merge => "merge",
            Policy::Replace => "replace",
            Policy::KeepBoth => "keep_both",
        }
    }
}

impl fmt::Display for Policy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for Policy {
    type Err = UnknownPolicy;

    /// Whatever the case, with `-` or a space for `_`.
    fn from_str(text: &str) -> Result<Self, UnknownPolicy> {
        let wanted = text.trim().to_lowercase().replace(['-', ' '], "_");
        Policy::ALL
            .into_iter()
            .find(|policy| policy.as_str() == wanted)
            .ok_or_else(|| UnknownPolicy(text.to_owned()))
    }
}

/// What became of a book.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Fate {
    /// A new document.
    New,
    /// The document that this file brought before, up to date again.
    Updated,
    /// A part of a document that another file brought.
    Merged,
    /// The whole of a document that another file brought.
    Replaced,
    /// A new document beside that of another file.
    KeptBoth,
    /// Nothing: there is no entry in it that could be kept.
    Empty,
    /// Gone: the file held it before and does not any more.
    Removed,
}

/// What became of one book of a file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct BookReport {
    /// Its name in the file.
    pub name: String,
    /// The key of its document; absent when it has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub document_key: Option<DocumentKey>,
    /// What became of it.
    pub what: Fate,
    /// Its stored entries by kind.
    pub kinds: BTreeMap<String, u64>,
    /// How many of its entries are in the library now.
    pub stored: u64,
    /// Of the stored: how many are new.
    pub added: u64,
    /// Of the stored: how many differ from before.
    pub changed: u64,
    /// Of the stored: how many are as before.
    pub unchanged: u64,
    /// How many entries of its document are gone.
    pub removed: u64,
}

/// Two different entries under one key; both are kept.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Conflict {
    /// The book.
    pub book: String,
    /// What sort of entries they are.
    pub kind: Kind,
    /// The slug that both have by their key.
    pub slug: Slug,
    /// The name of this file's entry.
    pub name: String,
    /// What was done, in a sentence.
    pub what: String,
}

/// What the import of one OrcBrew file did. `read = stored + rejected` always holds.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct ImportReport {
    /// The file's name.
    pub file: String,
    /// Where it was read.
    pub path: String,
    /// When it was imported (RFC 3339).
    pub imported_at: String,
    /// Whether it was only tried: then nothing in the library was changed.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub dry_run: bool,
    /// Whether brackets or quotation marks were missing in it, so that entries may be missing, too.
    pub damaged: bool,
    /// Its books.
    pub books: Vec<BookReport>,
    /// How many different entries were read.
    pub read: u64,
    /// How many are in the library now.
    pub stored: u64,
    /// Of the stored: how many are new.
    pub added: u64,
    /// Of the stored: how many differ from before.
    pub changed: u64,
    /// Of the stored: how many are as before.
    pub unchanged: u64,
    /// How many entries that came from this file are gone.
    pub removed: u64,
    /// How many entries stand in it a second time, word for word; they are not counted as read.
    pub repeated: u64,
    /// The stored entries by kind.
    pub kinds: BTreeMap<String, u64>,
    /// What had to be mended to read it.
    pub repairs: Vec<Repair>,
    /// Fields that could not be used; their entries are kept without them.
    pub notes: Vec<Unusable>,
    /// The entries that could not be kept.
    pub rejected: Vec<Unusable>,
    /// Different entries under one key.
    pub conflicts: Vec<Conflict>,
    /// What a person should know, in sentences.
    pub messages: Vec<String>,
    /// How many lines of each list are left out here to keep it short; the whole report is in the library.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub left_out: BTreeMap<String, usize>,
    /// How long it took, in seconds.
    pub seconds: f64,
}

/// What importing one or several files did.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Imported {
    /// What the import of each file did.
    pub files: Vec<ImportReport>,
    /// Files of which nothing was imported.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub refused: Vec<Refused>,
}

/// A file of which nothing was imported.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Refused {
    /// What sort of failure it is, such as `not_orcbrew`.
    pub error_type: String,
    /// Which file it is and what is wrong with it, in a sentence.
    pub error: String,
}

impl From<&Error> for Refused {
    fn from(error: &Error) -> Self {
        Self { error_type: error.code().to_owned(), error: error.to_string() }
    }
}

impl ImportReport {
    /// The length of its longest list.
    #[must_use]
    pub fn lines(&self) -> usize {
        let Self { books, repairs, notes, rejected, conflicts, .. } = self;
        let lists = [books.len(), repairs.len(), notes.len(), rejected.len(), conflicts.len()];
        lists.into_iter().max().unwrap_or(0)
    }

    /// The report with at most so many lines in each list, and the number of those that are left out.
    #[must_use]
    pub fn shortened(mut self, most: usize) -> Self {
        let mut cut = |list: &str, length: usize| {
            if length > most {
                self.left_out.insert(list.to_owned(), length - most);
            }
        };
        cut("books", self.books.len());
        cut("repairs", self.repairs.len());
        cut("notes", self.notes.len());
        cut("rejected", self.rejected.len());
        cut("conflicts", self.conflicts.len());
        self.books.truncate(most);
        self.repairs.truncate(most);
        self.notes.truncate(most);
        self.rejected.truncate(most);
        self.conflicts.truncate(most);
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_policy_is_read_however_it_is_written() {
        for text in ["keep_both", "Keep-Both", " KEEP BOTH "] {
            assert_eq!(text.parse(), Ok(Policy::KeepBoth));
        }
        assert!("both".parse::<Policy>().unwrap_err().to_string().contains("keep_both"));
        for policy in Policy::ALL {
            assert_eq!(serde_json::to_value(policy).unwrap(), policy.as_str());
        }
    }

    #[test]
    fn a_shortened_report_says_how_much_of_it_is_missing() {
        let repair = Repair { line: 1, what: "a bracket".to_owned() };
        let report = ImportReport { repairs: vec![repair; 23], ..ImportReport::default() };
        let short = report.clone().shortened(20);
        assert_eq!((short.repairs.len(), short.left_out.get("repairs")), (20, Some(&3)));
        assert_eq!(report.clone().shortened(30), report);
    }
}
