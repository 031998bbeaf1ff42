//! Change numbers, by which projections catch up.

use sqlx::FromRow;

use super::{LossyText, Store};
use crate::error::Result;

/// The position of a projection: a library and its last change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct IndexPosition {
    /// The library's id.
    pub(crate) library: String,
    /// The number of the last change.
    pub(crate) number: i64,
}

/// An entry that was written or deleted. Absent columns mean that it was deleted.
#[derive(Debug, Clone, FromRow)]
pub(crate) struct Change {
    /// The change number.
    pub(crate) number: i64,
    /// The id of the entry.
    pub(crate) entry_id: i64,
    /// The id of its document.
    pub(crate) document_id: Option<i64>,
    /// Its kind.
    pub(crate) kind: Option<LossyText>,
    /// Its name.
    pub(crate) name: Option<LossyText>,
    /// The folded name of the mundane item that a magic item is made from.
    pub(crate) base_item: Option<LossyText>,
    /// Its Markdown body.
    pub(crate) body: Option<LossyText>,
}

impl Store {
    /// Returns the last change number; 0 for a new library.
    pub(crate) async fn last_change(&self) -> Result<i64> {
        sqlx::query_scalar("SELECT ifnull(max(number), 0) FROM changes")
            .fetch_one(&mut *self.reader().await?)
            .await
            .map_err(|error| self.error(error))
    }

    /// Counts the changes after a number.
    pub(crate) async fn count_changes_after(&self, number: i64) -> Result<u64> {
        let count: i64 = sqlx::query_scalar("SELECT count(*) FROM changes WHERE number > ?")
            .bind(number)
            .fetch_one(&mut *self.reader().await?)
            .await
            .map_err(|error| self.error(error))?;
        Ok(u64::try_from(count).unwrap_or(0))
    }

    /// Returns the next changes after a number, oldest first, at most `limit`.
    pub(crate) async fn changes_after(&self, number: i64, limit: u32) -> Result<Vec<Change>> {
        let query = sqlx::query(
            "SELECT c.number, c.entry_id, e.document_id, e.kind, e.name, q.base_item, t.body
             FROM changes c LEFT JOIN entries e ON e.id = c.entry_id LEFT JOIN texts t ON t.entry_id = c.entry_id
             LEFT JOIN equipment q ON q.entry_id = c.entry_id
             WHERE c.number > ? ORDER BY c.number LIMIT ?",
        );
        self.all(query.bind(number).bind(limit)).await
    }
}
