//! Single entries and their raw records.

use content::error::Result;
use content::model::{DocumentKey, EntryId, Kind, Provider, Slug};
use sqlx::{AssertSqlSafe, FromRow};

use super::Store;
use super::contents::{self, Content};
use super::sql::{Statement, sql};

/// An entry with its document, as read by a lookup.
#[derive(Debug, Clone, FromRow)]
pub struct EntryRow {
    pub id: EntryId,
    pub document_id: i64,
    #[sqlx(try_from = "String")]
    pub kind: Kind,
    pub slug: Slug,
    pub name: String,
    pub page: Option<u16>,
    pub updated_at: String,
    pub document_key: DocumentKey,
    pub document_name: String,
    #[sqlx(try_from = "String")]
    pub provider: Provider,
    pub publisher: Option<String>,
    pub license: Option<String>,
    /// The time when all of its document was last stored.
    pub whole_at: Option<String>,
    /// The time when an on-demand answer last contained it.
    pub checked_at: Option<String>,
    pub body: String,
    pub details: String,
    pub raw: String,
    pub facts: Option<String>,
    /// The user's note on it.
    pub note: Option<String>,
    hash: Vec<u8>,
    /// Whether the index of the keys has it at its key, which its hash does not cover.
    is_at_its_key: bool,
}

impl EntryRow {
    fn content(&self) -> Content<'_> {
        let Self { name, body, details, raw, page, .. } = self;
        Content { name, body, details, raw, page: page.map(i64::from) }
    }
}

/// An [`EntryRow`]'s columns, with the note at `entry_address`, from `entries e`, `documents d`, `texts t`.
pub(super) const ENTRY_COLUMNS: &str =
    "e.id, e.document_id, e.kind, e.slug, e.name, e.page, e.updated_at, d.key AS document_key, d.name AS document_name,
     d.provider, d.publisher, d.license, d.whole_at,
     (SELECT checked_at FROM entry_checks WHERE entry_id = e.id) AS checked_at, t.body, t.details, t.raw,
     (SELECT facts FROM facts WHERE entry_id = e.id) AS facts,
     (SELECT text FROM notes WHERE uri = 'lore://entry/' || d.key || '/' || e.kind || '/' || e.slug) AS note, e.hash,
     e.id IS (SELECT id FROM entries WHERE document_id = e.document_id AND kind = e.kind AND slug = e.slug) AS is_at_its_key";

impl Store {
    /// Returns the entry with this document, kind and slug.
    pub async fn entry(&self, document: &str, kind: Kind, slug: &str) -> Result<Option<EntryRow>> {
        // An entry without its text is damaged, which is reported when it is decoded.
        let select = AssertSqlSafe(format!(
            "SELECT {ENTRY_COLUMNS}
             FROM documents d JOIN entries e ON e.document_id = d.id LEFT JOIN texts t ON t.entry_id = e.id
             WHERE d.key = ? AND e.kind = ? AND e.slug = ?"
        ));
        Ok(self.undamaged_entries(sql!(select, [document, kind.as_str(), slug])).await?.pop())
    }

    /// Reads entries. Damaged ones, and those with another key in the keys' index, are reported and left out.
    pub(super) async fn undamaged_entries(&self, query: Statement<'_>) -> Result<Vec<EntryRow>> {
        let mut rows: Vec<EntryRow> = self.all(query).await?;
        rows.retain(|row| {
            let is_sound = row.content().has_hash(&row.hash);
            if !row.is_at_its_key {
                self.report_damaged_index();
            }
            if !is_sound {
                let EntryRow { kind, name, document_key, .. } = row;
                self.report_damage(&contents::describe_entry(kind.as_str(), name, document_key.as_str()));
            }
            is_sound && row.is_at_its_key
        });
        self.with_shown_names(rows).await
    }

    /// Returns the number of entries of each kind.
    pub async fn count_by_kind(&self) -> Result<Vec<(String, i64)>> {
        let select = "SELECT kind, count(*) FROM entries GROUP BY kind ORDER BY count(*) DESC, kind";
        self.all(sql!(select)).await
    }

    /// Returns slugs with this prefix, for completion.
    pub async fn slugs_starting_with(
        &self,
        document: &str,
        kind: &str,
        start: &str,
        limit: u32,
    ) -> Result<Vec<String>> {
        self.values(sql!(
            "SELECT DISTINCT e.slug FROM entries e JOIN documents d ON d.id = e.document_id
             WHERE (?1 = '' OR d.key = ?1) AND (?2 = '' OR e.kind = ?2) AND substr(e.slug, 1, length(?3)) = ?3
             ORDER BY e.slug LIMIT ?4",
            [document, kind, start, limit]
        ))
        .await
    }
}

#[cfg(test)]
mod tests;
