//! The contents of a file: books, their items, and everything that had to be repaired or rejected.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The maximum length of a book's name, in characters. A longer one keeps one more, so that it is noticed.
pub const MAX_BOOK_NAME_CHARS: usize = 200;

/// The contents of an OrcBrew file.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct OrcBrewFile {
    /// The books that hold items, in the order of the file.
    pub books: Vec<Book>,
    /// The repairs that were necessary to read the file, by line.
    pub repairs: Vec<Repair>,
    /// The items that have no fields.
    pub rejected: Vec<ItemProblem>,
    /// True if brackets or quotation marks were missing, so that items may be missing, too.
    pub damaged: bool,
}

/// A book of a file.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Book {
    /// The name; never empty.
    pub name: String,
    /// The items, in the order of the file.
    pub items: Vec<Item>,
    /// The number of items that were left out because the book holds an identical one.
    pub repeated: u64,
}

/// An item of a book, such as a spell.
#[derive(Debug, Clone, PartialEq)]
pub struct Item {
    /// The content type without its namespace, such as `spells`.
    pub content_type: String,
    /// The key without its colon, such as `fire-bolt-`; the name if there is no key, or empty without either.
    pub key: String,
    /// The line on which the item begins, from 1.
    pub line: u32,
    /// True if the item or its book is switched off.
    pub disabled: bool,
    /// The fields as the text of a JSON object, which takes a fraction of the memory of a value. Keywords are
    /// strings without their colon; sets and lists are arrays.
    pub json: Box<str>,
}

impl Item {
    /// Parses the fields.
    pub fn fields(&self) -> serde_json::Value {
        serde_json::from_str(&self.json).unwrap_or_default()
    }
}

/// A repair of a damaged file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Repair {
    /// The line of the file, from 1.
    pub line: u32,
    /// The damage and its repair, in a sentence.
    pub what: String,
}

/// An item, or a field of an item, that could not be used.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ItemProblem {
    /// The book.
    pub book: String,
    /// The content type, such as `spells`.
    pub content_type: String,
    /// The item's key.
    pub key: String,
    /// The line on which the item begins, from 1.
    pub line: u32,
    /// The problem, in a sentence.
    pub reason: String,
}
