//! OrcBrew: the homebrew files that OrcPub and Dungeon Master's Vault write.
//!
//! A file is one EDN map of books, each a map of content types, each a map of items. Reading never fails on what is in
//! a file: what is broken is mended and told, so that an import is as complete as the file allows.

mod books;
mod edn;
mod encoding;
mod file;
mod lines;
mod namesakes;
mod normalise;
mod prepare;
mod reading;
mod records;
mod report;
mod salvage;
#[cfg(test)]
mod tests;

pub(crate) use file::{ReadFiles, Source, read};
pub(crate) use normalise::{LONGEST_BOOK, Normalised, normalise};
pub(crate) use prepare::{Prepared, PreparedBook, count_items, prepare};
pub use reading::read_text;
pub(crate) use records::Records;
pub use report::{BookReport, Conflict, Fate, ImportReport, Imported, Policy, Refused, UnknownPolicy};

/// A file as it was read.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct OrcBrewFile {
    /// Its books, in the order of the file.
    pub books: Vec<Book>,
    /// What had to be mended to read it, in the order of the file.
    pub repairs: Vec<Repair>,
    /// Items that are no entries.
    pub rejected: Vec<Unusable>,
    /// Whether brackets or quotation marks were missing, so that items may be missing, too.
    pub damaged: bool,
}

/// A book: what one document becomes.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Book {
    /// Its name; never empty.
    pub name: String,
    /// Its items, in the order of the file.
    pub items: Vec<Item>,
    /// How many items stand twice in it, word for word; only one of each is kept.
    pub repeated: u64,
}

/// An item: what one entry becomes.
#[derive(Debug, Clone, PartialEq)]
pub struct Item {
    /// The content type without its namespace, such as `spells`.
    pub content_type: String,
    /// The key without its colon, such as `fire-bolt-`; the name where there is none, and empty without either.
    pub key: String,
    /// The line of the file on which it begins, from 1.
    pub line: u32,
    /// Whether it or its book is switched off.
    pub disabled: bool,
    /// Its fields, a JSON object: keywords are texts without their colon, sets and lists are arrays.
    pub fields: ItemFields,
}

/// The fields of an item as JSON text, which takes a fraction of the memory of a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ItemFields(Box<str>);

impl ItemFields {
    /// The fields as a value.
    #[must_use]
    pub fn value(&self) -> serde_json::Value {
        serde_json::from_str(&self.0).unwrap_or_default()
    }
}

impl From<serde_json::Value> for ItemFields {
    fn from(value: serde_json::Value) -> Self {
        Self(value.to_string().into_boxed_str())
    }
}

impl std::fmt::Display for ItemFields {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl Item {
    /// Whether it stands under the same content type and key.
    fn is_called_like(&self, other: &Self) -> bool {
        (&self.content_type, &self.key) == (&other.content_type, &other.key)
    }
}

/// Something that was mended.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize, schemars::JsonSchema)]
pub struct Repair {
    /// The line of the file, from 1.
    pub line: u32,
    /// What was wrong and what was made of it, in a sentence.
    pub what: String,
}

/// An item, or a field of one, that could not be used.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize, schemars::JsonSchema)]
pub struct Unusable {
    /// The book.
    pub book: String,
    /// The content type, such as `spells`.
    pub content_type: String,
    /// The item's key.
    pub key: String,
    /// The line of the file on which the item begins, from 1.
    pub line: u32,
    /// What is wrong, in a sentence.
    pub reason: String,
}
