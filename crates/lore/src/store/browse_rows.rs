//! The rows that the snapshot for browsing is made of.

use sqlx::FromRow;

use super::{LossyText, Store, read_facts};
use crate::error::Result;
use crate::facts::Facts;
use crate::model::Kind;

/// The number of changes that one statement reads.
const CHANGES_PER_STATEMENT: u32 = 2_000;

/// An entry that was written or deleted. Document and kind are absent if it was deleted.
#[derive(Debug, Clone)]
pub(crate) struct BrowseRow {
    pub(crate) id: i64,
    pub(crate) document: Option<i64>,
    pub(crate) kind: Option<Kind>,
    pub(crate) slug: String,
    pub(crate) name: String,
    /// The fields of its kind as JSON.
    pub(crate) details: String,
    pub(crate) facts: Facts,
}

#[derive(FromRow)]
struct ChangedRow {
    number: i64,
    entry_id: i64,
    document_id: Option<i64>,
    kind: Option<LossyText>,
    slug: Option<LossyText>,
    name: Option<LossyText>,
    details: Option<LossyText>,
    facts: Option<LossyText>,
}

impl From<ChangedRow> for BrowseRow {
    fn from(row: ChangedRow) -> Self {
        Self {
            id: row.entry_id,
            document: row.document_id,
            kind: row.kind.and_then(|kind| Kind::try_from(kind).ok()),
            slug: row.slug.unwrap_or_default().into(),
            name: row.name.unwrap_or_default().into(),
            details: row.details.unwrap_or_default().into(),
            facts: read_facts(row.facts.as_ref()),
        }
    }
}

impl Store {
    /// Returns the next entries that were written or deleted after a change, and the number of the last of those changes.
    /// `None` if there are no more.
    pub(crate) async fn rows_after(&self, change: i64) -> Result<Option<(Vec<BrowseRow>, i64)>> {
        let query = sqlx::query(
            "SELECT c.number, c.entry_id, e.document_id, e.kind, e.slug, e.name, t.details, f.facts
             FROM changes c LEFT JOIN entries e ON e.id = c.entry_id LEFT JOIN texts t ON t.entry_id = c.entry_id
             LEFT JOIN facts f ON f.entry_id = c.entry_id
             WHERE c.number > ? ORDER BY c.number LIMIT ?",
        );
        let rows: Vec<ChangedRow> = self.all(query.bind(change).bind(CHANGES_PER_STATEMENT)).await?;
        let Some(last) = rows.last().map(|row| row.number) else { return Ok(None) };
        Ok(Some((rows.into_iter().map(BrowseRow::from).collect(), last)))
    }
}
