use sqlx::{FromRow, SqliteConnection};

use super::{Store, calls};
use crate::error::Result;
use crate::model::{Document, DocumentKey, NewDocument, Provider, UnknownProvider};
use crate::progress::Job;
use crate::query::is_reserved;

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
    /// The game system, such as `5th Edition 2014`.
    pub(crate) game_system: Option<String>,
    url: Option<String>,
    entry_count: i64,
    updated_at: String,
    /// When it was last stored whole.
    pub(crate) whole_at: Option<String>,
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
            partial: row.whole_at.is_none() && row.provider.is_open5e(),
            import: None,
        }
    }
}

impl Store {
    /// Every document, those with the most entries first.
    pub(crate) async fn documents(&self) -> Result<Vec<DocumentRow>> {
        sqlx::query_as(
            "SELECT id, key, name, provider, publisher, license, notice, game_system, url, entry_count, updated_at,
                    whole_at
             FROM documents ORDER BY entry_count DESC, key",
        )
        .fetch_all(&self.reader)
        .await
        .map_err(|error| self.error(error))
    }

    /// Deletes a document with all its entries, and forgets files that have no other; false when there is none of that
    /// key. Unless it is from the user's own files, it is noted that the user does not want it.
    pub(crate) async fn delete_document(&self, document: &Document, job: &Job) -> Result<bool> {
        let key = &document.document_key;
        let wrong = |error| self.error(error);
        let mut transaction = self.writer.begin_with("BEGIN IMMEDIATE").await.map_err(wrong)?;
        sqlx::query("INSERT OR IGNORE INTO declined_documents SELECT key FROM documents WHERE key = ? AND provider <> ?")
            .bind(key.clone())
            .bind(Provider::OrcBrew.as_str())
            .execute(&mut *transaction)
            .await
            .map_err(wrong)?;
        let deleted = sqlx::query("DELETE FROM documents WHERE key = ?")
            .bind(key.clone())
            .execute(&mut *transaction)
            .await
            .map_err(wrong)?;
        calls::note(self, &mut transaction, job, document).await?;
        transaction.commit().await.map_err(wrong)?;
        self.forget_unused_files().await?;
        Ok(deleted.rows_affected() > 0)
    }
}

/// Writes a document and gives its number. Its entries stay as they are. `whole` says whether all of it is stored now.
pub(super) async fn upsert(
    connection: &mut SqliteConnection,
    document: &NewDocument,
    whole: bool,
    now: &str,
) -> Result<i64, sqlx::Error> {
    sqlx::query("DELETE FROM declined_documents WHERE key = ?")
        .bind(document.key.clone())
        .execute(&mut *connection)
        .await?;
    sqlx::query_scalar(
        "INSERT INTO documents (key, name, provider, publisher, license, notice, game_system, url, description, created_at, updated_at, whole_at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?10, ?11)
         ON CONFLICT (key) DO UPDATE SET name = ?2, provider = ?3, publisher = ?4, license = ?5, notice = ?6, game_system = ?7,
             url = ?8, description = ?9, updated_at = ?10, whole_at = ?11
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
    .bind(whole.then(|| now.to_owned()))
    .fetch_one(connection)
    .await
}

/// The number of the document that has a key, and where it came from.
pub(super) async fn holder(
    connection: &mut SqliteConnection,
    key: &DocumentKey,
) -> Result<Option<(i64, Provider)>, sqlx::Error> {
    let found: Option<(i64, String)> = sqlx::query_as("SELECT id, provider FROM documents WHERE key = ?")
        .bind(key.clone())
        .fetch_optional(connection)
        .await?;
    let read = |(id, provider): (i64, String)| {
        let provider = provider.parse().map_err(|unknown| sqlx::Error::Decode(Box::new(unknown)))?;
        Ok((id, provider))
    };
    found.map(read).transpose()
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

/// A key that no document has and that no alias means: the wanted one, or the wanted one with a number behind it. `number`
/// is the first to try, 1 for none, and afterwards the one behind the key.
pub(super) async fn free_key(
    connection: &mut SqliteConnection,
    wanted: &DocumentKey,
    number: &mut u32,
) -> Result<DocumentKey, sqlx::Error> {
    loop {
        let key = if *number == 1 { wanted.clone() } else { DocumentKey::new(&format!("{wanted}-{number}")) };
        let taken: bool = sqlx::query_scalar("SELECT EXISTS (SELECT 1 FROM documents WHERE key = ?)")
            .bind(key.clone())
            .fetch_one(&mut *connection)
            .await?;
        if !taken && !is_reserved(key.as_str()) {
            return Ok(key);
        }
        *number = number.saturating_add(1);
    }
}

/// Gives a document of the user's own files that has this key another one; `None` when there is none.
pub(super) async fn make_room(
    connection: &mut SqliteConnection,
    key: &DocumentKey,
) -> Result<Option<DocumentKey>, sqlx::Error> {
    let Some((id, Provider::OrcBrew)) = holder(&mut *connection, key).await? else { return Ok(None) };
    let free = free_key(connection, key, &mut 1).await?;
    sqlx::query("UPDATE documents SET key = ? WHERE id = ?")
        .bind(free.clone())
        .bind(id)
        .execute(&mut *connection)
        .await?;
    Ok(Some(free))
}
