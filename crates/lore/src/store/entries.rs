use sqlx::{FromRow, QueryBuilder, Sqlite};

use super::Store;
use crate::error::Result;
use crate::model::{DocumentKey, EntryId, Kind, Provider, Slug};

/// An entry with the document it belongs to, as a lookup reads it.
#[derive(Debug, Clone, FromRow)]
pub(crate) struct EntryRow {
    pub(crate) id: EntryId,
    pub(crate) document_id: i64,
    #[sqlx(try_from = "String")]
    pub(crate) kind: Kind,
    pub(crate) slug: Slug,
    pub(crate) name: String,
    pub(crate) page: Option<u16>,
    pub(crate) updated_at: String,
    pub(crate) document_key: DocumentKey,
    pub(crate) document_name: String,
    #[sqlx(try_from = "String")]
    pub(crate) provider: Provider,
    pub(crate) publisher: Option<String>,
    pub(crate) license: Option<String>,
    /// When its document was last stored whole.
    pub(crate) whole_at: Option<String>,
    /// When it was last seen by itself.
    pub(crate) checked_at: Option<String>,
    pub(crate) body: String,
    pub(crate) details: String,
}

/// The columns of an [`EntryRow`], from `entries e`, `documents d` and `texts t`.
pub(super) const COLUMNS: &str =
    "e.id, e.document_id, e.kind, e.slug, e.name, e.page, e.updated_at, d.key AS document_key, d.name AS document_name,
     d.provider, d.publisher, d.license, d.whole_at,
     (SELECT checked_at FROM entry_checks WHERE entry_id = e.id) AS checked_at, t.body, t.details";

impl TryFrom<String> for Kind {
    type Error = crate::model::UnknownKind;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

impl Store {
    /// One entry by its place.
    pub(crate) async fn entry(&self, document: &str, kind: Kind, slug: &str) -> Result<Option<EntryRow>> {
        let mut sql = QueryBuilder::<Sqlite>::new("SELECT ");
        sql.push(COLUMNS).push(
            " FROM documents d JOIN entries e ON e.document_id = d.id JOIN texts t ON t.entry_id = e.id WHERE d.key = ",
        );
        sql.push_bind(document.to_owned());
        sql.push(" AND e.kind = ").push_bind(kind.as_str());
        sql.push(" AND e.slug = ").push_bind(slug.to_owned());
        let row =
            sql.build_query_as().fetch_optional(&self.reader).await.map_err(|error| self.error(error))?;
        Ok(self.with_shown_names(Vec::from_iter(row)).await?.pop())
    }

    /// The object of an entry as its source gave it, as JSON text.
    pub(crate) async fn raw(&self, id: EntryId) -> Result<Option<String>> {
        sqlx::query_scalar("SELECT raw FROM texts WHERE entry_id = ?")
            .bind(id)
            .fetch_optional(&self.reader)
            .await
            .map_err(|error| self.error(error))
    }

    /// The number of entries of each kind.
    pub(crate) async fn count_by_kind(&self) -> Result<Vec<(String, i64)>> {
        sqlx::query_as("SELECT kind, count(*) FROM entries GROUP BY kind ORDER BY count(*) DESC, kind")
            .fetch_all(&self.reader)
            .await
            .map_err(|error| self.error(error))
    }

    /// The names of entries that begin with some folded text, for completion.
    pub(crate) async fn slugs_starting_with(
        &self,
        document: &str,
        kind: &str,
        start: &str,
        limit: u32,
    ) -> Result<Vec<String>> {
        sqlx::query_scalar(
            "SELECT DISTINCT e.slug FROM entries e JOIN documents d ON d.id = e.document_id
             WHERE (?1 = '' OR d.key = ?1) AND (?2 = '' OR e.kind = ?2) AND substr(e.slug, 1, length(?3)) = ?3
             ORDER BY e.slug LIMIT ?4",
        )
        .bind(document.to_owned())
        .bind(kind.to_owned())
        .bind(start.to_owned())
        .bind(limit)
        .fetch_all(&self.reader)
        .await
        .map_err(|error| self.error(error))
    }
}
