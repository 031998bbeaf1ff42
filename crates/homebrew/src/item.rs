//! Items: what a reader makes of a file.

use content::model::Record;

/// An item of a file, such as a spell.
#[derive(Debug, Clone, PartialEq)]
pub struct Item {
    /// The content type as the format calls it, such as `monster`.
    pub content_type: String,
    /// The item's key or name, by which its author finds it; its place, such as `3rd`, if it has neither.
    pub key: String,
    /// The file, if several files make the source.
    pub file: Option<String>,
    /// The line on which the item begins, from 1.
    pub line: u32,
    /// The record, with problems of single fields, each in a sentence; or else the reason why there is no
    /// record, as a sentence that begins in lower case, such as `it has no name`.
    ///
    /// The record's document is ignored. Its slug is made of the key or name; it need not be unique.
    pub record: Result<(Record, Vec<String>), String>,
}

/// Where a reader puts the items, one at a time, so that a large file takes little memory.
pub struct Output<'a> {
    sink: &'a mut dyn FnMut(&str, Item) -> bool,
    continues: bool,
}

impl<'a> Output<'a> {
    /// `sink` takes an item of a book and returns false once the reading is to stop.
    pub fn new(sink: &'a mut dyn FnMut(&str, Item) -> bool) -> Self {
        Self { sink, continues: true }
    }

    /// Adds an item of a book. Items of one book need not follow each other. Returns false once the reading
    /// is to stop.
    pub fn add(&mut self, book: &str, item: Item) -> bool {
        self.continues = self.continues && (self.sink)(book, item);
        self.continues
    }

    /// Returns false once the reading is to stop.
    pub fn continues(&self) -> bool {
        self.continues
    }
}
