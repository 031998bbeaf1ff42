//! The items of homebrew files as entries.

use super::Item;
use crate::model::{DocumentKey, Record};

/// What an item became.
#[derive(Debug)]
pub(crate) struct Normalised {
    /// The entry.
    pub(crate) record: Record,
    /// Fields that could not be used, each in a sentence; the entry is whole but for them.
    pub(crate) notes: Vec<String>,
}

/// Turns an item of the book called `book` into an entry of `document`.
///
/// # Errors
/// When nothing of it can be an entry; says why in a sentence.
pub(crate) fn normalise(item: &Item, book: &str, document: &DocumentKey) -> Result<Normalised, String> {
    let _ = (item, book, document);
    Err("not yet".to_owned())
}
