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

impl Store {
    /// Returns every creature, by name.
    pub(crate) async fn creatures(&self) -> Result<Vec<CreatureRow>> {
        let query = sqlx::query(
            "SELECT e.id, e.document_id, e.slug, e.name, t.details FROM entries e JOIN texts t ON t.entry_id = e.id
             WHERE e.kind = ? ORDER BY e.folded, e.document_id, e.slug",
        );
        self.all(query.bind(Kind::Creature.as_str())).await
    }
}
