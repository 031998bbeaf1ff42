//! The entries and documents of a snapshot.

use crate::model::{DocumentKey, Edition, Kind, Provider};
use crate::query::is_srd;

/// A document that entries belong to.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct DocumentInfo {
    pub(crate) id: i64,
    pub(crate) key: DocumentKey,
    pub(crate) name: String,
    pub(crate) edition: Edition,
    pub(crate) provider: Provider,
    /// The place of its entries among those of the same name in other documents, from 0.
    pub(crate) place: u8,
}

impl DocumentInfo {
    /// Returns the place of a document's entries among those of the same name: first those of the preferred edition, then those of
    /// the core rules and of homebrew, then all others.
    pub(crate) fn place(key: &DocumentKey, provider: Provider, is_preferred: bool) -> u8 {
        match provider {
            _ if is_preferred => 0,
            provider if provider.is_homebrew() => 1,
            _ if is_srd(key.as_str()) => 1,
            _ => 2,
        }
    }
}

/// An entry with the values by which it is browsed.
#[derive(Debug, Clone)]
pub(super) struct CatalogueEntry {
    pub(super) id: i64,
    pub(super) kind: Kind,
    pub(super) slug: String,
    pub(super) name: String,
    /// The name as it is searched.
    pub(super) searched: String,
    /// The position of its document in the snapshot.
    pub(super) document: usize,
    pub(super) challenge_rating: Option<f64>,
    /// The positions of its values in the snapshot.
    pub(super) values: Vec<u32>,
    pub(super) summary: String,
    /// The class, race or other entry that a character option belongs to.
    pub(super) parent: Option<String>,
}
