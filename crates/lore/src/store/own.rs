//! The history of the entries that the user writes.

use sqlx::{FromRow, SqliteConnection};

use super::{LossyText, Store};
use crate::error::Result;
use crate::model::Kind;

/// A version of an own entry.
#[derive(Debug, Clone, FromRow)]
pub(crate) struct OwnVersionRow {
    #[sqlx(try_from = "LossyText")]
    pub(crate) document: String,
    #[sqlx(try_from = "LossyText")]
    pub(crate) kind: Kind,
    #[sqlx(try_from = "LossyText")]
    pub(crate) slug: String,
    pub(crate) version: i64,
    #[sqlx(try_from = "LossyText")]
    pub(crate) name: String,
    /// The title of the book.
    #[sqlx(try_from = "LossyText")]
    pub(crate) book: String,
    /// The entry as JSON; empty for a deletion.
    #[sqlx(try_from = "LossyText")]
    pub(crate) content: String,
    /// The version that this one repeats, 0 for none.
    pub(crate) repeats: Option<i64>,
    #[sqlx(try_from = "LossyText")]
    pub(crate) saved_at: String,
}

impl Store {
    /// Returns the versions of an entry, the first one first.
    pub(crate) async fn own_versions(
        &self,
        document: &str,
        kind: Kind,
        slug: &str,
    ) -> Result<Vec<OwnVersionRow>> {
        let query = sqlx::query(
            "SELECT document, kind, slug, version, name, book, content, repeats, saved_at FROM own_versions
             WHERE document = ? AND kind = ? AND slug = ? ORDER BY version",
        );
        self.all(query.bind(document.to_owned()).bind(kind.as_str()).bind(slug.to_owned())).await
    }

    /// Returns the source objects of a book's entries, by kind and name.
    pub(crate) async fn own_entries(&self, document_id: i64) -> Result<Vec<String>> {
        let query = sqlx::query(
            "SELECT t.raw FROM entries e JOIN texts t ON t.entry_id = e.id WHERE e.document_id = ?
             ORDER BY e.kind, e.folded, e.slug",
        );
        self.texts(query.bind(document_id)).await
    }

    /// Stores versions that were recovered from a damaged database.
    pub(crate) async fn restore_own_versions(&self, versions: &[OwnVersionRow]) -> Result<()> {
        let mut transaction = self.begin().await?;
        for version in versions {
            insert(&mut transaction, version).await.map_err(|error| self.error(error))?;
        }
        self.commit(transaction).await
    }
}

/// Adds a version.
pub(super) async fn insert(
    connection: &mut SqliteConnection,
    version: &OwnVersionRow,
) -> Result<(), sqlx::Error> {
    sqlx::query(
        "INSERT OR REPLACE INTO own_versions (document, kind, slug, version, name, book, content, repeats, saved_at)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
    )
    .bind(version.document.clone())
    .bind(version.kind.as_str())
    .bind(version.slug.clone())
    .bind(version.version)
    .bind(version.name.clone())
    .bind(version.book.clone())
    .bind(version.content.clone())
    .bind(version.repeats)
    .bind(version.saved_at.clone())
    .execute(connection)
    .await
    .map(drop)
}
