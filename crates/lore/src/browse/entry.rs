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
    /// True if its entries precede entries of the same name in other documents.
    pub(crate) is_first: bool,
}

impl DocumentInfo {
    /// Returns true if entries of a document precede entries of the same name in others: those of the core rules and of homebrew do.
    pub(crate) fn is_first(key: &DocumentKey, provider: Provider) -> bool {
        provider == Provider::OrcBrew || is_srd(key.as_str())
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
