//! Campaigns.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::{DocumentKey, Edition, counted};

/// What a group plays: the edition whose entries come first, and the documents that count.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Campaign {
    /// The name.
    pub name: String,
    /// The edition whose entries come first, `2014` or `2024`; absent for none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub edition: Option<Edition>,
    /// The keys of the documents that count; empty for all.
    pub documents: Vec<DocumentKey>,
}

impl fmt::Display for Campaign {
    /// Writes the name, the edition and the number of documents: `Salt Road (2024 rules first, 3 books)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let edition = self.edition.map(|edition| format!("{edition} rules first"));
        let books = self.documents.len() as u64;
        let books = (books > 0).then(|| counted(books, "book", "books"));
        let limits: Vec<String> = edition.into_iter().chain(books).collect();
        f.write_str(&self.name)?;
        if limits.is_empty() { Ok(()) } else { write!(f, " ({})", limits.join(", ")) }
    }
}
