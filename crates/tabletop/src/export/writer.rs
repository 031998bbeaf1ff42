//! What each format implements.

use content::model::Document;
use content::query::Entry;

use super::licences::Licences;

/// A file that takes one entry after the other.
pub trait Writer: Send {
    /// Adds an entry. Returns false if the format has no place for it.
    fn add(&mut self, entry: &Entry, document: &Document) -> bool;

    fn finish(self: Box<Self>, licences: &Licences) -> String;
}
