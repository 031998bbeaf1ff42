//! The rows of creatures that encounters are planned from.

use content::error::Result;
use content::model::Kind;
use sqlx::FromRow;

use super::Store;
use super::sql::sql;

/// A creature without its text.
#[derive(Debug, Clone, FromRow)]
pub struct CreatureRow {
    pub id: i64,
    pub document_id: i64,
    pub slug: String,
    pub name: String,
    pub details: String,
}

impl Store {
    /// Returns the fields of the creatures of a document as JSON, with their bodies.
    pub async fn stat_blocks(&self, document: &str) -> Result<Vec<(String, String)>> {
        self.all(sql!(
            "SELECT t.details, t.body FROM entries e JOIN texts t ON t.entry_id = e.id
             JOIN documents d ON d.id = e.document_id WHERE d.key = ? AND e.kind = ? ORDER BY e.slug",
            [document, Kind::Creature.as_str()]
        ))
        .await
    }

    /// Returns every creature, by name.
    pub async fn creatures(&self) -> Result<Vec<CreatureRow>> {
        self.all(sql!(
            "SELECT e.id, e.document_id, e.slug, e.name, t.details
             FROM entries e JOIN texts t ON t.entry_id = e.id
             WHERE e.kind = ? ORDER BY e.folded, e.document_id, e.slug",
            [Kind::Creature.as_str()]
        ))
        .await
    }
}
