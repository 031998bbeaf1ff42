use sqlx::{FromRow, SqliteConnection};

use super::Store;
use crate::error::Result;
use crate::model::{Document, DocumentKey, NewDocument, Provider, UnknownProvider};

/// A document as it stands in the database.
#[derive(Debug, Clone, FromRow)]
pub(crate) struct DocumentRow {
    /// Its number.
    pub(crate) id: i64,
    /// Its key.
    pub(crate) key: DocumentKey,
    /// Its title.
    pub(crate) name: String,
    /// Where it came from.
    #[sqlx(try_from = "String")]
    pub(crate) provider: Provider,
    publisher: Option<String>,
    license: Option<String>,
    notice: Option<String>,
    game_system: Option<String>,
    url: Option<String>,
    entry_count: i64,
    updated_at: String,
}

impl TryFrom<String> for Provider {
    type Error = UnknownProvider;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

impl From<DocumentRow> for Document {
    fn from(row: DocumentRow) -> Self {
        Document {
            document_key: row.key,
            document_name: row.name,
            source_api: row.provider,
            entity_count: u64::try_from(row.entry_count).unwrap_or(0),
            publisher: row.publisher,
            license: row.license,
            notice: row.notice,
            game_system: row.game_system,
            url: row.url,
            updated_at: row.updated_at,
        }
    }
}

impl Store {
    /// Every document, those with the most entries first.
    pub(crate) async fn documents(&self) -> Result<Vec<DocumentRow>> {
        sqlx::query_as(
            "SELECT id, key, name, provider, publisher, license, notice, game_system, url, entry_count, updated_at
             FROM documents ORDER BY entry_count DESC, key",
        )
        .fetch_all(&self.reader)
        .await
        .map_err(|error| self.error(error))
    }

    /// Deletes a document with all its entries; false when there is none of that key.
    pub(crate) async fn delete_document(&self, key: &DocumentKey) -> Result<bool> {
        let deleted = sqlx::query("DELETE FROM documents WHERE key = ?")
            .bind(key.clone())
            .execute(&self.writer)
            .await
            .map_err(|error| self.error(error))?;
        Ok(deleted.rows_affected() > 0)
    }
}

/// Writes a document and gives its number. Its entries stay as they are.
pub(super) async fn upsert(
    connection: &mut SqliteConnection,
    document: &NewDocument,
    now: &str,
) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar(
        "INSERT INTO documents (key, name, provider, publisher, license, notice, game_system, url, description, created_at, updated_at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?10)
         ON CONFLICT (key) DO UPDATE SET name = ?2, provider = ?3, publisher = ?4, license = ?5, notice = ?6, game_system = ?7,
             url = ?8, description = ?9, updated_at = ?10
         RETURNING id",
    )
    .bind(document.key.clone())
    .bind(document.name.clone())
    .bind(document.provider.as_str())
    .bind(document.publisher.clone())
    .bind(document.license.clone())
    .bind(document.notice.clone())
    .bind(document.game_system.clone())
    .bind(document.url.clone())
    .bind(document.description.clone())
    .bind(now.to_owned())
    .fetch_one(connection)
    .await
}

/// Sets the number of entries that the lists of documents show.
pub(super) async fn recount(connection: &mut SqliteConnection, document_id: i64) -> Result<(), sqlx::Error> {
    sqlx::query(
        "UPDATE documents SET entry_count = (SELECT count(*) FROM entries WHERE document_id = ?1) WHERE id = ?1",
    )
    .bind(document_id)
    .execute(connection)
    .await?;
    Ok(())
}
