//! Documents, their keys, the titles under which they are displayed, and their deletion.

use std::collections::HashMap;

use content::error::Result;
use content::model::{Document, DocumentKey, Edition, NewDocument, Provider, excerpt, fold};
use content::progress::Job;
use content::query::{KEY_MARK, OfficialNames, is_reserved};
use ingest::LeftOut;
use sqlx::{AssertSqlSafe, FromRow};

use super::row_hash::DOCUMENTS;
use super::sql::{homebrew_providers, sql};
use super::transaction::Transaction;
use super::{EntryRow, Store};

const MAX_KEY_CHARS: usize = 200;

/// A stored document.
#[derive(Debug, Clone, FromRow)]
pub struct DocumentRow {
    pub id: i64,
    pub key: DocumentKey,
    /// The title to display. Homebrew that could be mistaken for an official document is marked.
    pub name: String,
    /// The title given by its source.
    #[sqlx(default)]
    pub source_name: String,
    #[sqlx(try_from = "String")]
    pub provider: Provider,
    publisher: Option<String>,
    license: Option<String>,
    notice: Option<String>,
    /// The game system, such as `5th Edition 2014`.
    pub game_system: Option<String>,
    url: Option<String>,
    entry_count: i64,
    pub updated_at: String,
    /// The time when all of it was last stored.
    pub whole_at: Option<String>,
}

impl DocumentRow {
    /// Returns the edition of the rules that it is for.
    pub fn edition(&self) -> Edition {
        Edition::of(self.game_system.as_deref())
    }

    /// Returns true for homebrew.
    pub fn is_homebrew(&self) -> bool {
        self.provider.is_homebrew()
    }

    /// Returns true if this homebrew document is what a text could mistake for an official one: by its
    /// unmarked title, or by a reserved key from an older library.
    pub fn resembles_official(&self, text: &str) -> bool {
        let by_name = self.name != self.source_name && fold(&self.source_name) == fold(text);
        self.is_homebrew() && (by_name || is_reserved(self.key.as_str()))
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
    /// Returns every document, largest first.
    pub async fn documents(&self) -> Result<Vec<DocumentRow>> {
        let mut rows: Vec<DocumentRow> = self
            .all(sql!(
                "SELECT id, key, name, name AS source_name, provider, publisher, license, notice,
             game_system, url, entry_count, updated_at, whole_at
             FROM documents ORDER BY entry_count DESC, key"
            ))
            .await?;
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
    pub async fn left_out(&self, document: &DocumentKey) -> Result<Vec<LeftOut>> {
        let query = sql!("SELECT left_out FROM documents WHERE key = ? AND left_out IS NOT NULL", [document]);
        let stored: Vec<String> = self.values(query).await?;
        Ok(stored.first().and_then(|json| serde_json::from_str(json).ok()).unwrap_or_default())
    }

    pub(super) async fn with_shown_names(&self, mut rows: Vec<EntryRow>) -> Result<Vec<EntryRow>> {
        if rows.iter().any(|row| row.provider.is_homebrew()) {
            let query = sql!(
                "SELECT name FROM documents WHERE provider NOT IN (SELECT value FROM json_each(?))",
                [homebrew_providers()]
            );
            let official: Vec<String> = self.values(query).await?;
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

    /// Deletes the books that the user no longer has.
    pub async fn delete_orphans(&self) -> Result<()> {
        self.run(sql!(
            "DELETE FROM documents WHERE (provider = ? AND key NOT IN (SELECT document FROM own_entries))
                OR (provider = ? AND key NOT IN (SELECT document FROM imported_books))",
            [Provider::Own.as_str(), Provider::OrcBrew.as_str()]
        ))
        .await
    }

    /// Deletes a document with its entries, and files that hold no other document. Returns false if there is
    /// no such document. Unless it is homebrew, it is recorded as unwanted.
    pub async fn delete_document(&self, document: &Document, job: &Job) -> Result<bool> {
        let key = &document.document_key;
        let mut transaction = self.begin().await?;
        let decline = sql!(
            "INSERT OR IGNORE INTO declined_documents
             SELECT key FROM documents WHERE key = ? AND provider NOT IN (SELECT value FROM json_each(?))",
            [key, homebrew_providers()]
        );
        transaction.run(decline).await?;
        let deleted = transaction.count_changed(sql!("DELETE FROM documents WHERE key = ?", [key])).await?;
        transaction.run(sql!("DELETE FROM imported_books WHERE document = ?", [key])).await?;
        transaction.run(sql!("DELETE FROM own_entries WHERE document = ?", [key])).await?;
        transaction.delete_unused_files().await?;
        transaction.record_call(job, document).await?;
        transaction.advance().await?;
        transaction.commit().await?;
        Ok(deleted > 0)
    }
}

impl Transaction {
    /// Returns the document's id. `whole` says if all of it is being stored.
    pub(super) async fn upsert(&mut self, document: &NewDocument, whole: bool, now: &str) -> Result<i64> {
        self.run(sql!("DELETE FROM declined_documents WHERE key = ?", [document.key])).await?;
        let NewDocument { key, name, publisher, license, notice, game_system, url, description, .. } =
            document;
        let (provider, whole_at) = (document.provider.as_str(), whole.then_some(now));
        let upsert = sql!(
            "INSERT INTO documents (key, name, provider, publisher, license, notice, game_system, url, description,
                 created_at, updated_at, whole_at)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?10, ?11)
             ON CONFLICT (key) DO UPDATE SET name = ?2, provider = ?3, publisher = ?4, license = ?5, notice = ?6,
                 game_system = ?7, url = ?8, description = ?9, updated_at = ?10, whole_at = ?11
             RETURNING id",
            [key, name, provider, publisher, license, notice, game_system, url, description, now, whole_at]
        );
        let id = self.value(upsert).await?.unwrap_or_default();
        self.seal(&DOCUMENTS, id).await?;
        Ok(id)
    }

    pub(super) async fn document_with_key(&mut self, key: &DocumentKey) -> Result<Option<(i64, Provider)>> {
        let found: Option<(i64, String)> =
            self.row(sql!("SELECT id, provider FROM documents WHERE key = ?", [key])).await?;
        // A document with an unreadable provider may be homebrew and is treated as such.
        Ok(found.map(|(id, provider)| (id, provider.parse().unwrap_or(Provider::OrcBrew))))
    }

    pub(super) async fn recount(&mut self, document_id: i64) -> Result<()> {
        self.run(sql!(
            "UPDATE documents SET entry_count = (SELECT count(*) FROM entries WHERE document_id = ?1) WHERE id = ?1",
            [document_id]
        ))
        .await
    }

    /// `number` is the first number to append to the key (1 means none), and becomes the one that is used.
    pub(super) async fn free_key(&mut self, wanted: &DocumentKey, number: &mut u32) -> Result<DocumentKey> {
        loop {
            let key =
                if *number == 1 { wanted.clone() } else { DocumentKey::new(&format!("{wanted}-{number}")) };
            if self.document_with_key(&key).await?.is_none() {
                return Ok(key);
            }
            *number = number.saturating_add(1);
        }
    }

    /// Returns `None` if no homebrew document has the key.
    pub(super) async fn rekey_homebrew(&mut self, key: &DocumentKey) -> Result<Option<DocumentKey>> {
        let Some((id, provider)) = self.document_with_key(key).await? else { return Ok(None) };
        if !provider.is_homebrew() {
            return Ok(None);
        }
        let free = self.free_key(&with_homebrew_mark(key), &mut 1).await?;
        let is_sound = self.is_sound(&DOCUMENTS, id).await?;
        self.run(sql!("UPDATE documents SET key = ? WHERE id = ?", [free, id])).await?;
        if is_sound {
            self.seal(&DOCUMENTS, id).await?;
        }
        // What is known of its entries and files goes with it.
        for table in ["own_versions", "own_entries", "imported_books"] {
            let update = AssertSqlSafe(format!("UPDATE {table} SET document = ? WHERE document = ?"));
            self.run(sql!(update, [free, key])).await?;
        }
        self.advance().await?;
        Ok(Some(free))
    }
}

/// Returns the key of a homebrew document, which never resembles an official one.
pub fn homebrew_key(name: &str) -> DocumentKey {
    let key = DocumentKey::new(&excerpt(name, MAX_KEY_CHARS));
    let poses = is_reserved(key.as_str()) || OfficialNames::default().resembles(name);
    let is_marked = !poses || key.as_str().ends_with(KEY_MARK);
    if is_marked { key } else { with_homebrew_mark(&key) }
}

fn with_homebrew_mark(key: &DocumentKey) -> DocumentKey {
    DocumentKey::new(&format!("{key}{KEY_MARK}"))
}
