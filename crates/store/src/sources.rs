//! Raw records with several sources.

use content::error::Result;
use content::model::{DocumentKey, Slug};
use ingest::SEVERAL;
use sqlx::FromRow;

use super::Store;
use super::sql::sql;

/// The raw record of an entry and its identity.
#[derive(Debug, Clone, FromRow)]
pub struct RawRow {
    pub document: DocumentKey,
    pub kind: String,
    pub slug: Slug,
    pub name: String,
    pub raw: String,
}

impl Store {
    /// Returns raw records with several sources, of one document or all, sorted by name.
    pub async fn raw_records_with_several_sources(
        &self,
        document: Option<&DocumentKey>,
    ) -> Result<Vec<RawRow>> {
        self.all(sql!(
            "SELECT d.key AS document, e.kind, e.slug, e.name, t.raw
             FROM entries e JOIN documents d ON d.id = e.document_id JOIN texts t ON t.entry_id = e.id
             WHERE (?1 IS NULL OR d.key = ?1) AND substr(t.raw, 1, length(?2)) = ?2
             ORDER BY e.folded, e.kind, e.slug",
            [document, SEVERAL]
        ))
        .await
    }

    /// Returns the raw records of a kind with one of these slugs, in any document.
    pub async fn raw_records_of(&self, kind: &str, slugs: &[Slug]) -> Result<Vec<RawRow>> {
        let slugs: Vec<&str> = slugs.iter().map(Slug::as_str).collect();
        self.all(sql!(
            "SELECT d.key AS document, e.kind, e.slug, e.name, t.raw
             FROM entries e JOIN documents d ON d.id = e.document_id JOIN texts t ON t.entry_id = e.id
             WHERE e.kind = ? AND e.slug IN (SELECT value FROM json_each(?))",
            [kind, serde_json::Value::from(slugs).to_string()]
        ))
        .await
    }
}
