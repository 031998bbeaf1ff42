//! The entries and documents of a snapshot.

use content::model::{DocumentKey, Edition, Kind, Provider};
use content::query::is_srd;

/// A document that entries belong to.
#[derive(Debug, Clone, PartialEq)]
pub struct DocumentInfo {
    /// Its number in the database.
    pub id: i64,
    /// Its key.
    pub key: DocumentKey,
    /// Its name.
    pub name: String,
    /// The edition for which it is written.
    pub edition: Edition,
    /// Where it is from.
    pub provider: Provider,
    /// The place of its entries among those of the same name in other documents, from 0.
    pub place: u8,
}

impl DocumentInfo {
    /// Returns the place of a document's entries among those of the same name: first those of the preferred
    /// edition, then those of the core rules and of homebrew, then all others.
    pub fn place(key: &DocumentKey, provider: Provider, is_preferred: bool) -> u8 {
        match provider {
            _ if is_preferred => 0,
            provider if provider.is_homebrew() => 1,
            _ if is_srd(key.as_str()) => 1,
            _ => 2,
        }
    }
}

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
    pub(super) values: Box<[u32]>,
    /// The positions of its columns' values in the snapshot.
    pub(super) cells: Box<[u32]>,
    /// Equal for entries that are the same thing in other documents and editions.
    pub(super) thing: u64,
    pub(super) summary: String,
    /// The class, race or other entry that a character option belongs to; the chapter of a rule.
    pub(super) parent: Option<String>,
    pub(super) page: Option<i64>,
}
