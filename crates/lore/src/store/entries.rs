//! Single entries and their raw records.

use sqlx::{FromRow, QueryBuilder, Sqlite};

use super::contents::{self, Content};
use super::{LossyText, Store};
use crate::error::Result;
use crate::model::{DocumentKey, EntryId, Kind, Provider, Slug};

/// An entry with its document, as read by a lookup.
#[derive(Debug, Clone, FromRow)]
pub(crate) struct EntryRow {
    pub(crate) id: EntryId,
    pub(crate) document_id: i64,
    #[sqlx(try_from = "LossyText")]
    pub(crate) kind: Kind,
    #[sqlx(try_from = "LossyText")]
    pub(crate) slug: Slug,
    #[sqlx(try_from = "LossyText")]
    pub(crate) name: String,
    pub(crate) page: Option<u16>,
    #[sqlx(try_from = "LossyText")]
    pub(crate) updated_at: String,
    #[sqlx(try_from = "LossyText")]
    pub(crate) document_key: DocumentKey,
    #[sqlx(try_from = "LossyText")]
    pub(crate) document_name: String,
    #[sqlx(try_from = "LossyText")]
    pub(crate) provider: Provider,
    pub(crate) publisher: Option<LossyText>,
    pub(crate) license: Option<LossyText>,
    /// The time when all of its document was last stored.
    pub(crate) whole_at: Option<LossyText>,
    /// The time when an on-demand answer last contained it.
    pub(crate) checked_at: Option<LossyText>,
    #[sqlx(try_from = "LossyText")]
    pub(crate) body: String,
    #[sqlx(try_from = "LossyText")]
    pub(crate) details: String,
    #[sqlx(try_from = "LossyText")]
    raw: String,
    pub(crate) facts: Option<LossyText>,
    /// The user's note on it.
    pub(crate) note: Option<LossyText>,
    hash: Vec<u8>,
    /// Whether the index of the keys has it at its key, which its hash does not cover.
    is_at_its_key: bool,
}

impl EntryRow {
    /// Returns the content that the hash covers.
    fn content(&self) -> Content<'_> {
        let Self { name, body, details, raw, page, .. } = self;
        Content { name, body, details, raw, page: page.map(i64::from) }
    }
}

/// The columns of an [`EntryRow`], with the note at the address that `entry_address` makes, from `entries e`, `documents d` and `texts t`.
pub(super) const ENTRY_COLUMNS: &str =
    "e.id, e.document_id, e.kind, e.slug, e.name, e.page, e.updated_at, d.key AS document_key, d.name AS document_name,
     d.provider, d.publisher, d.license, d.whole_at,
     (SELECT checked_at FROM entry_checks WHERE entry_id = e.id) AS checked_at, t.body, t.details, t.raw,
     (SELECT facts FROM facts WHERE entry_id = e.id) AS facts,
     (SELECT text FROM notes WHERE uri = 'lore://entry/' || d.key || '/' || e.kind || '/' || e.slug) AS note, e.hash,
     e.id IS (SELECT id FROM entries WHERE document_id = e.document_id AND kind = e.kind AND slug = e.slug) AS is_at_its_key";

impl Store {
    /// Returns the entry with this document, kind and slug.
    pub(crate) async fn entry(&self, document: &str, kind: Kind, slug: &str) -> Result<Option<EntryRow>> {
        let mut sql = QueryBuilder::<Sqlite>::new("SELECT ");
        // An entry without its text is damaged, which is reported when it is decoded.
        sql.push(ENTRY_COLUMNS).push(
            " FROM documents d JOIN entries e ON e.document_id = d.id LEFT JOIN texts t ON t.entry_id = e.id WHERE d.key = ",
        );
        sql.push_bind(document.to_owned());
        sql.push(" AND e.kind = ").push_bind(kind.as_str());
        sql.push(" AND e.slug = ").push_bind(slug.to_owned());
        Ok(self.undamaged_entries(sql.build()).await?.pop())
    }

    /// Reads entries. A damaged one is reported and left out, and so is one whose key is another in the index of the keys.
    pub(super) async fn undamaged_entries(
        &self,
        query: sqlx::query::Query<'_, Sqlite, sqlx::sqlite::SqliteArguments>,
    ) -> Result<Vec<EntryRow>> {
        let mut rows: Vec<EntryRow> = self.all(query).await?;
        rows.retain(|row| {
            let is_sound = row.content().has_hash(&row.hash);
            if !row.is_at_its_key {
                self.report_damaged_index();
            }
            if !is_sound {
                self.report_damage(&contents::describe_entry(
                    row.kind.as_str(),
                    &row.name,
                    row.document_key.as_str(),
                ));
            }
            is_sound && row.is_at_its_key
        });
        self.with_shown_names(rows).await
    }

    /// Returns the raw record of an entry, as JSON.
    pub(crate) async fn raw(&self, id: EntryId) -> Result<Option<String>> {
        let found: Option<LossyText> = sqlx::query_scalar("SELECT raw FROM texts WHERE entry_id = ?")
            .bind(id)
            .fetch_optional(&mut *self.reader().await?)
            .await
            .map_err(|error| self.error(error))?;
        Ok(found.map(String::from))
    }

    /// Returns the number of entries of each kind.
    pub(crate) async fn count_by_kind(&self) -> Result<Vec<(String, i64)>> {
        let query =
            sqlx::query("SELECT kind, count(*) FROM entries GROUP BY kind ORDER BY count(*) DESC, kind");
        let counts: Vec<(LossyText, i64)> = self.all(query).await?;
        Ok(counts.into_iter().map(|(kind, count)| (kind.into(), count)).collect())
    }

    /// Returns slugs with this prefix, for completion.
    pub(crate) async fn slugs_starting_with(
        &self,
        document: &str,
        kind: &str,
        start: &str,
        limit: u32,
    ) -> Result<Vec<String>> {
        let query = sqlx::query(
            "SELECT DISTINCT e.slug FROM entries e JOIN documents d ON d.id = e.document_id
             WHERE (?1 = '' OR d.key = ?1) AND (?2 = '' OR e.kind = ?2) AND substr(e.slug, 1, length(?3)) = ?3
             ORDER BY e.slug LIMIT ?4",
        )
        .bind(document.to_owned())
        .bind(kind.to_owned())
        .bind(start.to_owned())
        .bind(limit);
        self.texts(query).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn an_entry_that_lost_its_text_is_reported_when_it_is_opened() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&folder.path().join("library.db")).await.unwrap();
        for sql in [
            "INSERT INTO documents (id, key, name, provider, entry_count, created_at, updated_at)
             VALUES (7, 'tome', 'The Tome', 'open5e_v2', 1, '2030-01-01', '2030-01-01')",
            "INSERT INTO entries (id, document_id, kind, slug, name, folded, hash, created_at, updated_at)
             VALUES (9, 7, 'spell', 'plum-ward', 'Plum Ward', 'plum ward', x'00', '2030-01-01', '2030-01-01')",
        ] {
            sqlx::query(sql).execute(&store.writer).await.unwrap();
        }
        assert!(store.entry("tome", Kind::Spell, "fig-ward").await.unwrap().is_none());
        assert_eq!(store.damaged_rows(), Vec::<String>::new());
        assert!(store.entry("tome", Kind::Spell, "plum-ward").await.unwrap().is_none());
        let damaged = store.damaged_rows();
        assert!(damaged.len() == 1 && damaged[0].contains("Plum Ward"), "{damaged:?}");
    }
}
