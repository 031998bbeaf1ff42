//! What each format implements.

use super::licences::Licences;
use crate::model::Document;
use crate::query::Entry;

/// A file that takes one entry after the other.
pub(crate) trait Writer: Send {
    /// Adds an entry. Returns false if the format has no place for it.
    fn add(&mut self, entry: &Entry, document: &Document) -> bool;

    /// Returns the content of the file.
    fn finish(self: Box<Self>, licences: &Licences) -> String;
}
