//! Change numbers, by which projections catch up, also the snapshot for browsing.

use content::error::Result;
use content::facts::Facts;
use content::model::Kind;
use sqlx::FromRow;

use super::sql::sql;
use super::{Store, read_facts};

const CHANGES_PER_STATEMENT: u32 = 2_000;

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

/// An entry that was written or deleted. Document and kind are absent if it was deleted.
#[derive(Debug, Clone)]
pub struct BrowseRow {
    pub id: i64,
    pub document: Option<i64>,
    pub kind: Option<Kind>,
    pub slug: String,
    pub name: String,
    /// The page of the printed book, if known.
    pub page: Option<i64>,
    /// The fields of its kind as JSON.
    pub details: String,
    pub facts: Facts,
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

    /// Returns the next entries written or deleted after a change, if any, and the number of the last change.
    pub async fn rows_after(&self, change: i64) -> Result<Option<(Vec<BrowseRow>, i64)>> {
        let query = sql!(
            "SELECT c.number, c.entry_id, e.document_id, e.kind, e.slug, e.name, e.page, t.details, f.facts
             FROM changes c LEFT JOIN entries e ON e.id = c.entry_id
             LEFT JOIN texts t ON t.entry_id = c.entry_id
             LEFT JOIN facts f ON f.entry_id = c.entry_id
             WHERE c.number > ? ORDER BY c.number LIMIT ?",
            [change, CHANGES_PER_STATEMENT]
        );
        type Text = Option<String>;
        type Parts = (i64, i64, Option<i64>, Text, Text, Text, Option<i64>, Text, Text);
        let rows: Vec<Parts> = self.all(query).await?;
        let Some(last) = rows.last().map(|(number, ..)| *number) else { return Ok(None) };
        let row = |(_, id, document, kind, slug, name, page, details, facts): Parts| BrowseRow {
            id,
            document,
            kind: kind.and_then(|kind| Kind::try_from(kind).ok()),
            slug: slug.unwrap_or_default(),
            name: name.unwrap_or_default(),
            page,
            details: details.unwrap_or_default(),
            facts: read_facts(facts.as_deref()),
        };
        Ok(Some((rows.into_iter().map(row).collect(), last)))
    }
}
