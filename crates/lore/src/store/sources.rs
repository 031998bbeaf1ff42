//! Raw records with several sources.

use sqlx::FromRow;

use super::{LossyText, Store};
use crate::error::Result;
use crate::ingest::SEVERAL;
use crate::model::{DocumentKey, Slug};

/// The raw record of an entry and its identity.
#[derive(Debug, Clone, FromRow)]
pub(crate) struct RawRow {
    /// The key of its document.
    #[sqlx(try_from = "LossyText")]
    pub(crate) document: DocumentKey,
    /// Its kind, as stored.
    #[sqlx(try_from = "LossyText")]
    pub(crate) kind: String,
    /// Its slug.
    #[sqlx(try_from = "LossyText")]
    pub(crate) slug: Slug,
    /// Its name.
    #[sqlx(try_from = "LossyText")]
    pub(crate) name: String,
    /// The raw record.
    #[sqlx(try_from = "LossyText")]
    pub(crate) raw: String,
}

impl Store {
    /// Returns raw records with several sources, of one document or all, sorted by name.
    pub(crate) async fn raw_records_with_several_sources(
        &self,
        document: Option<&DocumentKey>,
    ) -> Result<Vec<RawRow>> {
        let query = sqlx::query(
            "SELECT d.key AS document, e.kind, e.slug, e.name, t.raw
             FROM entries e JOIN documents d ON d.id = e.document_id JOIN texts t ON t.entry_id = e.id
             WHERE (?1 IS NULL OR d.key = ?1) AND substr(t.raw, 1, length(?2)) = ?2
             ORDER BY e.folded, e.kind, e.slug",
        );
        self.all(query.bind(document.cloned()).bind(SEVERAL)).await
    }

    /// Returns the raw records of a kind with one of these slugs, in any document.
    pub(crate) async fn raw_records_of(&self, kind: &str, slugs: &[Slug]) -> Result<Vec<RawRow>> {
        let slugs: Vec<&str> = slugs.iter().map(Slug::as_str).collect();
        let query = sqlx::query(
            "SELECT d.key AS document, e.kind, e.slug, e.name, t.raw
             FROM entries e JOIN documents d ON d.id = e.document_id JOIN texts t ON t.entry_id = e.id
             WHERE e.kind = ? AND e.slug IN (SELECT value FROM json_each(?))",
        );
        self.all(query.bind(kind.to_owned()).bind(serde_json::Value::from(slugs).to_string())).await
    }
}
