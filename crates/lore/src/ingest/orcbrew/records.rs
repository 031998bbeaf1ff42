use super::{Item, Normalised, normalise};
use crate::ingest::batch::checked;
use crate::model::{DocumentKey, Record, RecordKey};

/// The records of a book. Each is made of its item when it is needed: a million of them would take gigabytes.
#[derive(Debug, Default)]
pub(crate) struct Records {
    items: Vec<Item>,
    keys: Vec<RecordKey>,
    /// The names under which the book stands in the file, each with the place of the first item under it.
    names: Vec<(usize, String)>,
}

impl Records {
    /// Adds the items that follow under a name of the book.
    pub(crate) fn begin(&mut self, book: &str) {
        self.names.push((self.items.len(), book.to_owned()));
    }

    /// Adds an item with the key of its record.
    pub(crate) fn push(&mut self, item: Item, key: RecordKey) {
        self.items.push(item);
        self.keys.push(key);
    }

    pub(crate) fn len(&self) -> usize {
        self.items.len()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// The keys of the records, in their order.
    pub(crate) fn keys(&self) -> &[RecordKey] {
        &self.keys
    }

    /// The record at a place.
    pub(crate) fn get(&self, place: usize) -> Option<Record> {
        let item = self.items.get(place)?;
        let name = self.names.partition_point(|(first, _)| *first <= place).checked_sub(1)?;
        let (_, book) = self.names.get(name)?;
        made(item, book).ok().map(|made| made.record)
    }
}

/// An item of a book as a valid record. The document it will belong to is not known yet.
///
/// # Errors
/// Why it is none, in a sentence.
pub(super) fn made(item: &Item, book: &str) -> Result<Normalised, String> {
    let Normalised { record, notes } = normalise(item, book, &DocumentKey::new(book))?;
    Ok(Normalised { record: checked(record)?, notes })
}
