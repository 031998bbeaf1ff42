//! Change numbers, by which projections catch up.

use content::error::Result;
use sqlx::FromRow;

use super::Store;
use super::sql::sql;

/// An entry that was written or deleted. Absent columns mean that it was deleted.
#[derive(Debug, Clone, FromRow)]
pub struct Change {
    pub number: i64,
    pub entry_id: i64,
    pub document_id: Option<i64>,
    pub kind: Option<String>,
    pub name: Option<String>,
    /// The folded name of the mundane item that a magic item is made from.
    pub base_item: Option<String>,
    pub details: Option<String>,
    pub body: Option<String>,
}

impl Store {
    /// Returns the last change number; 0 for a new library.
    pub async fn last_change(&self) -> Result<i64> {
        self.value(sql!("SELECT ifnull(max(number), 0) FROM changes")).await
    }

    /// Counts the changes after a number.
    pub async fn count_changes_after(&self, number: i64) -> Result<u64> {
        self.count(sql!("SELECT count(*) FROM changes WHERE number > ?", [number])).await
    }

    /// Returns the next changes after one number and up to another, oldest first, at most `limit`.
    pub async fn changes_after(&self, number: i64, last: i64, limit: u32) -> Result<Vec<Change>> {
        self.all(sql!(
            "SELECT c.number, c.entry_id, e.document_id, e.kind, e.name, q.base_item, t.details, t.body
             FROM changes c LEFT JOIN entries e ON e.id = c.entry_id
             LEFT JOIN texts t ON t.entry_id = c.entry_id
             LEFT JOIN equipment q ON q.entry_id = c.entry_id
             WHERE c.number > ? AND c.number <= ? ORDER BY c.number LIMIT ?",
            [number, last, limit]
        ))
        .await
    }
}
