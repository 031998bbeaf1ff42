//! Documents, their keys, and the titles under which they are displayed.

use std::collections::HashMap;

use sqlx::{FromRow, SqliteConnection};

use super::row_hash::DOCUMENTS;
use super::{EntryRow, LossyText, Store, calls};
use crate::error::Result;
use crate::ingest::LeftOut;
use crate::model::{Document, DocumentKey, NewDocument, Provider, excerpt, fold};
use crate::progress::Job;
use crate::query::{KEY_MARK, OfficialNames, is_reserved};

/// The maximum length of a key derived from a book's name, in characters.
const MAX_KEY_CHARS: usize = 200;

/// A stored document.
#[derive(Debug, Clone, FromRow)]
pub(crate) struct DocumentRow {
    /// Its id.
    pub(crate) id: i64,
    /// Its key.
    #[sqlx(try_from = "LossyText")]
    pub(crate) key: DocumentKey,
    /// The title to display. Homebrew that could be mistaken for an official document is marked.
    #[sqlx(try_from = "LossyText")]
    pub(crate) name: String,
    /// The title given by its source.
    #[sqlx(default, try_from = "LossyText")]
    pub(crate) source_name: String,
    /// Its provider.
    #[sqlx(try_from = "LossyText")]
    pub(crate) provider: Provider,
    publisher: Option<LossyText>,
    license: Option<LossyText>,
    notice: Option<LossyText>,
    game_system: Option<LossyText>,
    url: Option<LossyText>,
    entry_count: i64,
    #[sqlx(try_from = "LossyText")]
    updated_at: String,
    /// The time when all of it was last stored.
    pub(crate) whole_at: Option<LossyText>,
}

impl DocumentRow {
    /// Returns true for homebrew.
    pub(crate) fn is_homebrew(&self) -> bool {
        self.provider.is_homebrew()
    }

    /// Returns true if this homebrew document is what a text could mistake for an official one: by its
    /// unmarked title, or by a reserved key from an older library.
    pub(crate) fn resembles_official(&self, text: &str) -> bool {
        let by_name = self.name != self.source_name && fold(&self.source_name) == fold(text);
        self.is_homebrew() && (by_name || is_reserved(self.key.as_str()))
    }

    /// Returns the time of the last change.
    pub(crate) fn updated_at(&self) -> &str {
        &self.updated_at
    }

    /// Returns the game system, such as `5th Edition 2014`.
    pub(crate) fn game_system(&self) -> Option<&str> {
        self.game_system.as_ref().map(|system| system.0.as_str())
    }
}

impl From<DocumentRow> for Document {
    fn from(row: DocumentRow) -> Self {
        Document {
            document_key: row.key,
            document_name: row.name,
            source_api: row.provider,
            entity_count: u64::try_from(row.entry_count).unwrap_or(0),
            publisher: row.publisher.map(String::from),
            license: row.license.map(String::from),
            notice: row.notice.map(String::from),
            game_system: row.game_system.map(String::from),
            url: row.url.map(String::from),
            updated_at: row.updated_at,
            partial: row.whole_at.is_none() && row.provider.is_open5e(),
            import: None,
        }
    }
}

impl Store {
    /// Returns every document, largest first.
    pub(crate) async fn documents(&self) -> Result<Vec<DocumentRow>> {
        let query = sqlx::query(
            "SELECT id, key, name, name AS source_name, provider, publisher, license, notice, game_system, url, entry_count, updated_at,
                    whole_at
             FROM documents ORDER BY entry_count DESC, key",
        );
        let mut rows: Vec<DocumentRow> = self.all(query).await?;
        if rows.iter().any(DocumentRow::is_homebrew) {
            let official = rows.iter().filter(|row| !row.is_homebrew());
            let official = OfficialNames::with(official.map(|row| row.name.as_str()));
            rows.iter_mut()
                .filter(|row| row.is_homebrew())
                .for_each(|row| row.name = official.shown(&row.name));
        }
        Ok(rows)
    }

    /// Returns the entries that the last sync left out of a document. If they cannot be read, there are none.
    pub(crate) async fn left_out(&self, document: &DocumentKey) -> Result<Vec<LeftOut>> {
        let query = sqlx::query("SELECT left_out FROM documents WHERE key = ? AND left_out IS NOT NULL");
        let stored = self.texts(query.bind(document.clone())).await?;
        Ok(stored.first().and_then(|json| serde_json::from_str(json).ok()).unwrap_or_default())
    }

    /// Replaces the document names of entries by the titles to display.
    pub(super) async fn with_shown_names(&self, mut rows: Vec<EntryRow>) -> Result<Vec<EntryRow>> {
        if rows.iter().any(|row| row.provider.is_homebrew()) {
            let query = sqlx::query("SELECT name FROM documents WHERE provider NOT IN (?, ?)")
                .bind(Provider::OrcBrew.as_str())
                .bind(Provider::Own.as_str());
            let official = self.texts(query).await?;
            let official = OfficialNames::with(official.iter().map(String::as_str));
            // Entries usually share a document.
            let mut shown: HashMap<String, String> = HashMap::new();
            for row in rows.iter_mut().filter(|row| row.provider.is_homebrew()) {
                let name = std::mem::take(&mut row.document_name);
                row.document_name = shown.entry(name).or_insert_with_key(|name| official.shown(name)).clone();
            }
        }
        Ok(rows)
    }

    /// Deletes a document with its entries, and files that hold no other document. Returns false if there is
    /// no such document. Unless it is homebrew, it is recorded as unwanted.
    pub(crate) async fn delete_document(&self, document: &Document, job: &Job) -> Result<bool> {
        let key = &document.document_key;
        let error = |error| self.error(error);
        let mut transaction = self.begin().await?;
        sqlx::query("INSERT OR IGNORE INTO declined_documents SELECT key FROM documents WHERE key = ? AND provider NOT IN (?, ?)")
            .bind(key.clone())
            .bind(Provider::OrcBrew.as_str())
            .bind(Provider::Own.as_str())
            .execute(&mut *transaction)
            .await
            .map_err(error)?;
        let deleted = sqlx::query("DELETE FROM documents WHERE key = ?")
            .bind(key.clone())
            .execute(&mut *transaction)
            .await
            .map_err(error)?;
        calls::record(self, &mut transaction, job, document).await?;
        self.commit(transaction).await?;
        self.delete_unused_files().await?;
        Ok(deleted.rows_affected() > 0)
    }
}

/// Inserts or updates a document and returns its id. `whole` says if all of it is being stored.
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
    let id = sqlx::query_scalar(
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
    .fetch_one(&mut *connection)
    .await?;
    DOCUMENTS.seal(connection, id).await?;
    Ok(id)
}

/// Returns the id and provider of the document with a key.
pub(super) async fn document_with_key(
    connection: &mut SqliteConnection,
    key: &DocumentKey,
) -> Result<Option<(i64, Provider)>, sqlx::Error> {
    let found: Option<(i64, LossyText)> = sqlx::query_as("SELECT id, provider FROM documents WHERE key = ?")
        .bind(key.clone())
        .fetch_optional(connection)
        .await?;
    // A document with an unreadable provider may be homebrew and is treated as such.
    Ok(found.map(|(id, provider)| (id, Provider::try_from(provider).unwrap_or(Provider::OrcBrew))))
}

/// Stores which entries a sync left out of a document, as JSON.
pub(super) async fn set_left_out(
    connection: &mut SqliteConnection,
    document_id: i64,
    left_out: String,
) -> Result<(), sqlx::Error> {
    let query = sqlx::query("UPDATE documents SET left_out = ? WHERE id = ?");
    query.bind(left_out).bind(document_id).execute(connection).await.map(drop)
}

/// Updates the entry count of a document.
pub(super) async fn recount(connection: &mut SqliteConnection, document_id: i64) -> Result<(), sqlx::Error> {
    sqlx::query(
        "UPDATE documents SET entry_count = (SELECT count(*) FROM entries WHERE document_id = ?1) WHERE id = ?1",
    )
    .bind(document_id)
    .execute(connection)
    .await?;
    Ok(())
}

/// Returns the key of a homebrew document, which never resembles an official one.
pub(crate) fn homebrew_key(name: &str) -> DocumentKey {
    let key = DocumentKey::new(&excerpt(name, MAX_KEY_CHARS));
    let poses = is_reserved(key.as_str()) || OfficialNames::default().resembles(name);
    let is_marked = !poses || key.as_str().ends_with(KEY_MARK);
    if is_marked { key } else { with_homebrew_mark(&key) }
}

/// Returns an unused key: the wanted one, or one with a number appended. `number` is the first number to try
/// (1 means none) and is advanced past the result.
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
        if !taken {
            return Ok(key);
        }
        *number = number.saturating_add(1);
    }
}

/// Gives a homebrew document with this key another one. Returns `None` if there is none.
pub(super) async fn rekey_homebrew(
    connection: &mut SqliteConnection,
    key: &DocumentKey,
) -> Result<Option<DocumentKey>, sqlx::Error> {
    let Some((id, provider)) = document_with_key(&mut *connection, key).await? else { return Ok(None) };
    if !provider.is_homebrew() {
        return Ok(None);
    }
    let free = free_key(connection, &with_homebrew_mark(key), &mut 1).await?;
    let is_sound = DOCUMENTS.is_sound(connection, id).await?;
    sqlx::query("UPDATE documents SET key = ? WHERE id = ?")
        .bind(free.clone())
        .bind(id)
        .execute(&mut *connection)
        .await?;
    if is_sound {
        DOCUMENTS.seal(connection, id).await?;
    }
    // The history of its entries goes with it.
    sqlx::query("UPDATE own_versions SET document = ? WHERE document = ?")
        .bind(free.clone())
        .bind(key.clone())
        .execute(&mut *connection)
        .await?;
    Ok(Some(free))
}

/// Returns a key marked as homebrew.
fn with_homebrew_mark(key: &DocumentKey) -> DocumentKey {
    DocumentKey::new(&format!("{key}{KEY_MARK}"))
}
