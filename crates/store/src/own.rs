//! The history of the entries that the user writes.

use content::error::Result;
use content::model::Kind;
use sqlx::FromRow;

use super::Store;
use super::sql::sql;

/// A version of an own entry.
#[derive(Debug, Clone, FromRow)]
pub struct OwnVersionRow {
    pub document: String,
    #[sqlx(try_from = "String")]
    pub kind: Kind,
    pub slug: String,
    pub version: i64,
    pub name: String,
    pub book: String,
    /// The entry as JSON; empty for a deletion.
    pub content: String,
    /// The version that this one repeats, 0 for none.
    pub repeats: Option<i64>,
    pub saved_at: String,
}

impl Store {
    /// Returns the versions of an entry, the first one first.
    pub async fn own_versions(&self, document: &str, kind: Kind, slug: &str) -> Result<Vec<OwnVersionRow>> {
        self.all(sql!(
            "SELECT document, kind, slug, version, name, book, content, repeats, saved_at
             FROM own_versions WHERE document = ? AND kind = ? AND slug = ?
             ORDER BY version",
            [document, kind.as_str(), slug]
        ))
        .await
    }

    /// Returns a book's entries as they were written, by kind and name; a copy for others has them, too.
    pub async fn own_entries(&self, document_id: i64) -> Result<Vec<String>> {
        self.values(sql!(
            "SELECT t.sources FROM entries e JOIN texts t ON t.entry_id = e.id
             WHERE e.document_id = ? AND t.sources IS NOT NULL ORDER BY e.kind, e.folded, e.slug",
            [document_id]
        ))
        .await
    }

    /// Returns the latest version of every existing own entry, books and their entries alphabetically.
    pub async fn existing_own_entries(&self) -> Result<Vec<OwnVersionRow>> {
        self.all(sql!(
            "SELECT v.document, v.kind, v.slug, max(v.version) AS version, v.name, v.book, v.content,
             v.repeats, v.saved_at
             FROM own_entries o JOIN own_versions v USING (document, kind, slug)
             GROUP BY v.document, v.kind, v.slug ORDER BY v.document, v.kind, v.slug"
        ))
        .await
    }
}
