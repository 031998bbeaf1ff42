use std::collections::HashMap;

use sha2::{Digest, Sha256};
use sqlx::{QueryBuilder, SqliteConnection};

use super::{Store, documents, facets};
use crate::error::{Error, Result};
use crate::ingest::Batch;
use crate::model::{DocumentKey, Record, fold};
use crate::progress::{Job, Step};

/// Rows written by one statement; SQLite takes 32,766 values in one.
const CHUNK: usize = 400;

/// What an import means to the library as a whole, noted in the same transaction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Occasion {
    /// Some documents are replaced.
    Documents,
    /// The starter content comes in, unless it already did.
    Starter,
    /// Every list of Open5e was read.
    FullSync,
}

/// What happens to entries of a replaced document that the batch does not hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Absent {
    /// They go.
    Removed,
    /// They stay, because a part of the source could not be read.
    Kept,
}

/// What the import changed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Changed {
    pub(crate) added: u64,
    pub(crate) changed: u64,
    pub(crate) unchanged: u64,
    pub(crate) removed: u64,
}

/// A record on its way into the database.
struct Row<'a> {
    id: i64,
    document_id: i64,
    record: &'a Record,
    folded: String,
    details: String,
    hash: Vec<u8>,
}

impl Store {
    /// Replaces the batch's documents by what the batch holds, in one transaction. Documents without records are
    /// left out. `None` when the starter content was already offered to this library.
    ///
    /// # Errors
    /// On any error, and when the job is cancelled, nothing is changed.
    pub(crate) async fn import(
        &self,
        batch: &Batch,
        occasion: Occasion,
        absent: Absent,
        job: &Job,
        now: &str,
    ) -> Result<Option<Changed>> {
        self.settings().await?;
        let mut transaction =
            self.writer.begin_with("BEGIN IMMEDIATE").await.map_err(|error| self.error(error))?;
        if !note(&mut transaction, occasion, now).await.map_err(|error| self.error(error))? {
            return Ok(None);
        }
        let mut by_document: HashMap<&DocumentKey, Vec<&Record>> = HashMap::new();
        for record in batch.records() {
            by_document.entry(&record.document).or_default().push(record);
        }
        let total = batch.records().len() as u64;
        let mut done = 0;
        let mut sum = Changed::default();
        for (key, document) in batch.documents() {
            let Some(records) = by_document.get(key) else { continue };
            job.go_on()?;
            let document_id = documents::upsert(&mut transaction, document, now)
                .await
                .map_err(|error| self.error(error))?;
            let changed = self.replace(&mut transaction, document_id, records, absent, job, now).await?;
            documents::recount(&mut transaction, document_id).await.map_err(|error| self.error(error))?;
            sum.added += changed.added;
            sum.changed += changed.changed;
            sum.unchanged += changed.unchanged;
            sum.removed += changed.removed;
            done += records.len() as u64;
            job.tell(Step::Storing, done, total);
        }
        job.go_on()?;
        transaction.commit().await.map_err(|error| self.error(error))?;
        self.empty_log().await;
        Ok(Some(sum))
    }

    /// Moves what was written from the log into the database, so that lookups do not search a log as large as the
    /// import. Someone who reads meanwhile can prevent it; then a later write does it.
    async fn empty_log(&self) {
        if let Err(error) = sqlx::query("PRAGMA wal_checkpoint(TRUNCATE)").execute(&self.writer).await {
            tracing::debug!(%error, "the database's log was left as it is");
        }
    }

    async fn replace(
        &self,
        connection: &mut SqliteConnection,
        document_id: i64,
        records: &[&Record],
        absent: Absent,
        job: &Job,
        now: &str,
    ) -> Result<Changed> {
        let wrong = |error| self.error(error);
        let mut before = stored_entries(connection, document_id).await.map_err(wrong)?;
        let mut next_id = last_id(connection).await.map_err(wrong)? + 1;
        let mut sum = Changed::default();
        let mut fresh = Vec::new();
        let mut facets_of = Vec::new();
        for record in records {
            let mut row = Row::new(document_id, record)?;
            match before.remove(&(record.kind.as_str().to_owned(), record.slug.as_str().to_owned())) {
                Some((_, hash)) if hash == row.hash => sum.unchanged += 1,
                Some((id, _)) => {
                    row.id = id;
                    update(connection, &row, now).await.map_err(wrong)?;
                    facets::delete(connection, id).await.map_err(wrong)?;
                    facets_of.push((id, *record));
                    sum.changed += 1;
                }
                None => {
                    row.id = next_id;
                    next_id += 1;
                    facets_of.push((row.id, *record));
                    fresh.push(row);
                    sum.added += 1;
                }
            }
        }
        for chunk in fresh.chunks(CHUNK) {
            job.go_on()?;
            insert(connection, chunk, now).await.map_err(wrong)?;
        }
        facets::insert(connection, &facets_of).await.map_err(wrong)?;
        let gone = if absent == Absent::Removed { before } else { HashMap::new() };
        for (id, _) in gone.into_values() {
            sqlx::query("DELETE FROM entries WHERE id = ?")
                .bind(id)
                .execute(&mut *connection)
                .await
                .map_err(wrong)?;
            sum.removed += 1;
        }
        Ok(sum)
    }
}

impl<'a> Row<'a> {
    fn new(document_id: i64, record: &'a Record) -> Result<Self> {
        let unwritable = |error: serde_json::Error| Error::Internal(format!("{}: {error}", record.slug));
        let details = record.stored_fields().map_err(unwritable)?;
        let mut hash = Sha256::new();
        for part in [record.name.as_str(), &record.body, &details, &record.raw] {
            hash.update((part.len() as u64).to_le_bytes());
            hash.update(part);
        }
        Ok(Self {
            id: 0,
            document_id,
            record,
            folded: fold(&record.name),
            details,
            hash: hash.finalize().to_vec(),
        })
    }
}

/// Notes the occasion; false when the import must not happen.
async fn note(connection: &mut SqliteConnection, occasion: Occasion, now: &str) -> Result<bool, sqlx::Error> {
    match occasion {
        Occasion::Documents => Ok(true),
        Occasion::Starter => {
            let noted = sqlx::query("UPDATE library SET starter_offered = 1 WHERE starter_offered = 0")
                .execute(connection)
                .await?;
            Ok(noted.rows_affected() > 0)
        }
        Occasion::FullSync => {
            sqlx::query("UPDATE library SET open5e_synced_at = ?")
                .bind(now.to_owned())
                .execute(connection)
                .await?;
            Ok(true)
        }
    }
}

/// The number and hash of every entry of a document, by kind and slug.
async fn stored_entries(
    connection: &mut SqliteConnection,
    document_id: i64,
) -> Result<HashMap<(String, String), (i64, Vec<u8>)>, sqlx::Error> {
    let rows: Vec<(String, String, i64, Vec<u8>)> =
        sqlx::query_as("SELECT kind, slug, id, hash FROM entries WHERE document_id = ?")
            .bind(document_id)
            .fetch_all(connection)
            .await?;
    Ok(rows.into_iter().map(|(kind, slug, id, hash)| ((kind, slug), (id, hash))).collect())
}

/// The highest number any entry ever had.
async fn last_id(connection: &mut SqliteConnection) -> Result<i64, sqlx::Error> {
    let last: Option<i64> = sqlx::query_scalar("SELECT seq FROM sqlite_sequence WHERE name = 'entries'")
        .fetch_optional(connection)
        .await?;
    Ok(last.unwrap_or(0))
}

async fn insert(connection: &mut SqliteConnection, rows: &[Row<'_>], now: &str) -> Result<(), sqlx::Error> {
    let mut entries = QueryBuilder::new(
        "INSERT INTO entries (id, document_id, kind, slug, name, folded, hash, created_at, updated_at) ",
    );
    entries.push_values(rows, |mut values, row| {
        values
            .push_bind(row.id)
            .push_bind(row.document_id)
            .push_bind(row.record.kind.as_str())
            .push_bind(row.record.slug.clone())
            .push_bind(row.record.name.clone())
            .push_bind(row.folded.clone())
            .push_bind(row.hash.clone())
            .push_bind(now.to_owned())
            .push_bind(now.to_owned());
    });
    entries.build().execute(&mut *connection).await?;
    let mut texts = QueryBuilder::new("INSERT INTO texts (entry_id, body, details, raw) ");
    texts.push_values(rows, |mut values, row| {
        values
            .push_bind(row.id)
            .push_bind(row.record.body.clone())
            .push_bind(row.details.clone())
            .push_bind(row.record.raw.clone());
    });
    texts.build().execute(&mut *connection).await?;
    Ok(())
}

async fn update(connection: &mut SqliteConnection, row: &Row<'_>, now: &str) -> Result<(), sqlx::Error> {
    sqlx::query("UPDATE entries SET name = ?, folded = ?, hash = ?, updated_at = ? WHERE id = ?")
        .bind(row.record.name.clone())
        .bind(row.folded.clone())
        .bind(row.hash.clone())
        .bind(now.to_owned())
        .bind(row.id)
        .execute(&mut *connection)
        .await?;
    sqlx::query("UPDATE texts SET body = ?, details = ?, raw = ? WHERE entry_id = ?")
        .bind(row.record.body.clone())
        .bind(row.details.clone())
        .bind(row.record.raw.clone())
        .bind(row.id)
        .execute(&mut *connection)
        .await?;
    Ok(())
}
