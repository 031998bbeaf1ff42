use sqlx::FromRow;

use super::{LossyText, Store};
use crate::browse::Row;
use crate::error::Result;
use crate::model::Kind;

/// How many changes are read at once.
const ROWS_PER_STATEMENT: u32 = 2_000;

#[derive(FromRow)]
struct ChangedRow {
    number: i64,
    entry_id: i64,
    document_id: Option<i64>,
    kind: Option<LossyText>,
    slug: Option<LossyText>,
    name: Option<LossyText>,
    details: Option<LossyText>,
}

impl From<ChangedRow> for Row {
    fn from(row: ChangedRow) -> Self {
        Self {
            id: row.entry_id,
            document: row.document_id,
            kind: row.kind.and_then(|kind| Kind::try_from(kind).ok()),
            slug: row.slug.unwrap_or_default().into(),
            name: row.name.unwrap_or_default().into(),
            details: row.details.unwrap_or_default().into(),
        }
    }
}

impl Store {
    /// The next entries that were written or deleted after a change, and the number of the last of those changes; `None` when there
    /// are no more.
    pub(crate) async fn rows_after(&self, change: i64) -> Result<Option<(Vec<Row>, i64)>> {
        let query = sqlx::query(
            "SELECT c.number, c.entry_id, e.document_id, e.kind, e.slug, e.name, t.details
             FROM changes c LEFT JOIN entries e ON e.id = c.entry_id LEFT JOIN texts t ON t.entry_id = c.entry_id
             WHERE c.number > ? ORDER BY c.number LIMIT ?",
        );
        let rows: Vec<ChangedRow> = self.all(query.bind(change).bind(ROWS_PER_STATEMENT)).await?;
        let Some(last) = rows.last().map(|row| row.number) else { return Ok(None) };
        Ok(Some((rows.into_iter().map(Row::from).collect(), last)))
    }
}
