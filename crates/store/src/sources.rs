//! What is kept of the sources of entries.

use content::error::Result;
use content::model::{DocumentKey, Slug};
use sqlx::FromRow;

use super::Store;
use super::sql::sql;

/// What is kept of the sources of an entry, and its identity.
#[derive(Debug, Clone, FromRow)]
pub struct EntrySources {
    pub document: DocumentKey,
    pub kind: String,
    pub slug: Slug,
    pub name: String,
    pub sources: Option<String>,
}

impl Store {
    /// Returns what is kept of the sources of the entries of one document or all, sorted by name.
    pub async fn sources_in(&self, document: Option<&DocumentKey>) -> Result<Vec<EntrySources>> {
        self.all(sql!(
            "SELECT d.key AS document, e.kind, e.slug, e.name, t.sources
             FROM entries e JOIN documents d ON d.id = e.document_id JOIN texts t ON t.entry_id = e.id
             WHERE (?1 IS NULL OR d.key = ?1) AND t.sources IS NOT NULL
             ORDER BY e.folded, e.kind, e.slug",
            [document]
        ))
        .await
    }

    /// Returns the entries of a kind with one of these slugs, in any document.
    pub async fn sources_of(&self, kind: &str, slugs: &[Slug]) -> Result<Vec<EntrySources>> {
        let slugs: Vec<&str> = slugs.iter().map(Slug::as_str).collect();
        self.all(sql!(
            "SELECT d.key AS document, e.kind, e.slug, e.name, t.sources
             FROM entries e JOIN documents d ON d.id = e.document_id JOIN texts t ON t.entry_id = e.id
             WHERE e.kind = ? AND e.slug IN (SELECT value FROM json_each(?))",
            [kind, serde_json::Value::from(slugs).to_string()]
        ))
        .await
    }
}
