//! The rows of creatures that encounters are planned from.

use sqlx::FromRow;

use super::{LossyText, Store};
use crate::error::Result;
use crate::model::Kind;

/// A creature without its text.
#[derive(Debug, Clone, FromRow)]
pub(crate) struct CreatureRow {
    pub(crate) id: i64,
    pub(crate) document_id: i64,
    #[sqlx(try_from = "LossyText")]
    pub(crate) slug: String,
    #[sqlx(try_from = "LossyText")]
    pub(crate) name: String,
    /// Its fields as JSON.
    #[sqlx(try_from = "LossyText")]
    pub(crate) details: String,
}

/// The fields of a creature as JSON, and its body.
#[derive(Debug, Clone, FromRow)]
pub(crate) struct StatBlockRow {
    #[sqlx(try_from = "LossyText")]
    pub(crate) details: String,
    #[sqlx(try_from = "LossyText")]
    pub(crate) body: String,
}

impl Store {
    /// Returns the creatures of a document.
    pub(crate) async fn stat_blocks(&self, document: &str) -> Result<Vec<StatBlockRow>> {
        let query = sqlx::query(
            "SELECT t.details, t.body FROM entries e JOIN texts t ON t.entry_id = e.id
             JOIN documents d ON d.id = e.document_id WHERE d.key = ? AND e.kind = ? ORDER BY e.slug",
        );
        self.all(query.bind(document).bind(Kind::Creature.as_str())).await
    }

    /// Returns every creature, by name.
    pub(crate) async fn creatures(&self) -> Result<Vec<CreatureRow>> {
        let query = sqlx::query(
            "SELECT e.id, e.document_id, e.slug, e.name, t.details FROM entries e JOIN texts t ON t.entry_id = e.id
             WHERE e.kind = ? ORDER BY e.folded, e.document_id, e.slug",
        );
        self.all(query.bind(Kind::Creature.as_str())).await
    }
}
