//! Writes the rows of a planned import.

use std::borrow::Cow;
use std::collections::HashMap;

use sqlx::{QueryBuilder, SqliteConnection};

use super::plan::{NewRecord, Plan, Step, StoredEntry};
use crate::error::{Error, Result};
use crate::facts::Facts;
use crate::ingest::Batch;
use crate::ingest::orcbrew::BookRecords;
use crate::model::{DocumentKey, Record, RecordKey, Slug, fold};
use crate::progress::Job;
use crate::store::{LossyText, Store, facets};

/// Rows per statement. SQLite binds at most 32,766 values.
const ROWS_PER_STATEMENT: usize = 400;

/// The document to write and the time of the import.
#[derive(Debug, Clone, Copy)]
pub(super) struct Target<'a> {
    pub(super) document_id: i64,
    pub(super) now: &'a str,
}

/// An error while writing a plan.
#[derive(Debug)]
pub(super) enum Failure {
    Database(sqlx::Error),
    Stopped(Error),
}

impl From<sqlx::Error> for Failure {
    fn from(error: sqlx::Error) -> Self {
        Failure::Database(error)
    }
}

impl Failure {
    /// Converts to the library's error.
    pub(super) fn of(self, store: &Store) -> Error {
        match self {
            Failure::Database(error) => store.error(error),
            Failure::Stopped(error) => error,
        }
    }
}

/// Records to be written: their keys for the plan, and each record with the facts about it when it is written.
pub(super) struct Rows<'a> {
    keys: Cow<'a, [RecordKey]>,
    record_at: Box<dyn Fn(usize) -> Option<WithFacts<'a>> + Send + Sync + 'a>,
}

/// A record and the facts about it, which are read before a transaction begins.
pub(super) type WithFacts<'a> = (Cow<'a, Record>, Cow<'a, Facts>);

/// Reads the facts about a record.
pub(super) fn with_facts(record: &Record) -> WithFacts<'_> {
    (Cow::Borrowed(record), Cow::Owned(Facts::of_record(record)))
}

/// Reads the facts about the records of each document. Other tasks run in between.
pub(super) async fn read_facts(batch: &Batch) -> HashMap<&DocumentKey, Vec<WithFacts<'_>>> {
    let mut read: HashMap<_, Vec<_>> = HashMap::new();
    for record in batch.records() {
        read.entry(&record.document).or_default().push(with_facts(record));
        tokio::task::yield_now().await;
    }
    read
}

/// A record with its slug and hash.
struct Row<'a> {
    id: i64,
    slug: &'a Slug,
    record: Cow<'a, Record>,
    folded: String,
    details: String,
    facts: Cow<'a, Facts>,
    hash: &'a [u8],
    is_new: bool,
}

impl<'a> Rows<'a> {
    /// Creates the rows of records.
    pub(super) fn of(records: impl IntoIterator<Item = &'a WithFacts<'a>>) -> Result<Self> {
        let records: Vec<&WithFacts<'_>> = records.into_iter().collect();
        let keys: Result<_, String> = records.iter().map(|(record, _)| record.key()).collect();
        Ok(Self {
            keys: Cow::Owned(keys.map_err(Error::Internal)?),
            record_at: Box::new(move |place| {
                records
                    .get(place)
                    .map(|(record, facts)| (Cow::Borrowed(record.as_ref()), Cow::Borrowed(facts.as_ref())))
            }),
        })
    }

    /// The rows of a book.
    pub(super) fn of_book(records: &'a BookRecords) -> Self {
        Self {
            keys: Cow::Borrowed(records.keys()),
            record_at: Box::new(|place| {
                records.get(place).map(|(record, facts)| (Cow::Owned(record), Cow::Owned(facts)))
            }),
        }
    }

    /// Returns the input of the plan.
    pub(super) fn wanted(&self) -> Vec<NewRecord<'_>> {
        self.keys
            .iter()
            .map(|key| NewRecord { kind: key.kind.as_str(), slug: &key.slug, hash: &key.hash })
            .collect()
    }

    /// Writes a plan. Returns the entry id of each row, in order.
    pub(super) async fn write(
        &self,
        connection: &mut SqliteConnection,
        plan: &Plan,
        target: Target<'_>,
        job: &Job,
    ) -> Result<Vec<i64>, Failure> {
        let mut next_id = last_id(connection).await? + 1;
        let mut ids = Vec::with_capacity(plan.placed.len());
        let mut chunk = Vec::new();
        for (place, placed) in plan.placed.iter().enumerate() {
            let (id, is_new) = match placed.step {
                Step::Keep(id) => {
                    ids.push(id);
                    continue;
                }
                Step::Update(id) => (id, false),
                Step::Insert => (next_id, true),
            };
            next_id += i64::from(is_new);
            ids.push(id);
            chunk.push(self.row(place, id, &placed.slug, is_new).map_err(Failure::Stopped)?);
            if chunk.len() == ROWS_PER_STATEMENT {
                job.check_cancelled().map_err(Failure::Stopped)?;
                write_chunk(connection, &chunk, target).await?;
                chunk.clear();
            }
        }
        job.check_cancelled().map_err(Failure::Stopped)?;
        write_chunk(connection, &chunk, target).await?;
        for id in &plan.gone {
            sqlx::query("DELETE FROM entries WHERE id = ?").bind(*id).execute(&mut *connection).await?;
        }
        Ok(ids)
    }

    fn row<'r>(&'r self, place: usize, id: i64, slug: &'r Slug, is_new: bool) -> Result<Row<'r>> {
        let lost = || Error::Internal(format!("the record of {slug} cannot be read back"));
        let (record, facts) = (self.record_at)(place).ok_or_else(lost)?;
        let hash = self.keys.get(place).map(|key| key.hash.as_slice()).ok_or_else(lost)?;
        let unwritable = |error: serde_json::Error| Error::Internal(format!("{slug}: {error}"));
        let details = record.stored_fields().map_err(unwritable)?;
        let folded = fold(&record.name);
        Ok(Row { id, slug, record, folded, details, facts, hash, is_new })
    }
}

async fn write_chunk(
    connection: &mut SqliteConnection,
    rows: &[Row<'_>],
    target: Target<'_>,
) -> Result<(), sqlx::Error> {
    let fresh: Vec<&Row<'_>> = rows.iter().filter(|row| row.is_new).collect();
    if !fresh.is_empty() {
        insert(connection, &fresh, target).await?;
    }
    for row in rows.iter().filter(|row| !row.is_new) {
        update(connection, row, target.now).await?;
        facets::delete(connection, row.id).await?;
    }
    let facets_of: Vec<(i64, &Record, &Facts)> =
        rows.iter().map(|row| (row.id, row.record.as_ref(), row.facts.as_ref())).collect();
    facets::insert(connection, &facets_of).await
}

/// Returns every entry of a document, marked by whether the file holds it.
pub(super) async fn stored_entries(
    connection: &mut SqliteConnection,
    document_id: i64,
    file_id: Option<i64>,
) -> Result<Vec<StoredEntry>, sqlx::Error> {
    type Parts = (i64, LossyText, LossyText, Option<Vec<u8>>, bool, bool);
    let rows: Vec<Parts> = sqlx::query_as(
        "SELECT e.id, e.kind, e.slug, e.hash,
                EXISTS (SELECT 1 FROM entry_files f WHERE f.entry_id = e.id AND f.file_id = ?2),
                EXISTS (SELECT 1 FROM entry_files f WHERE f.entry_id = e.id AND f.file_id IS NOT ?2)
         FROM entries e WHERE e.document_id = ?1",
    )
    .bind(document_id)
    .bind(file_id)
    .fetch_all(connection)
    .await?;
    let stored = |(id, kind, slug, hash, ours, others): Parts| {
        let (kind, slug) = (kind.into(), slug.into());
        StoredEntry { id, kind, slug, hash: hash.unwrap_or_default(), ours, others }
    };
    Ok(rows.into_iter().map(stored).collect())
}

/// Returns the highest entry id ever used.
async fn last_id(connection: &mut SqliteConnection) -> Result<i64, sqlx::Error> {
    let last: Option<i64> = sqlx::query_scalar("SELECT seq FROM sqlite_sequence WHERE name = 'entries'")
        .fetch_optional(connection)
        .await?;
    Ok(last.unwrap_or(0))
}

async fn insert(
    connection: &mut SqliteConnection,
    rows: &[&Row<'_>],
    target: Target<'_>,
) -> Result<(), sqlx::Error> {
    let mut entries = QueryBuilder::new(
        "INSERT INTO entries (id, document_id, kind, slug, name, folded, hash, page, created_at, updated_at) ",
    );
    entries.push_values(rows, |mut values, row| {
        values
            .push_bind(row.id)
            .push_bind(target.document_id)
            .push_bind(row.record.kind.as_str())
            .push_bind(row.slug.clone())
            .push_bind(row.record.name.clone())
            .push_bind(row.folded.clone())
            .push_bind(row.hash.to_vec())
            .push_bind(row.record.page.map(i64::from))
            .push_bind(target.now.to_owned())
            .push_bind(target.now.to_owned());
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
    sqlx::query("UPDATE entries SET name = ?, folded = ?, hash = ?, page = ?, updated_at = ? WHERE id = ?")
        .bind(row.record.name.clone())
        .bind(row.folded.clone())
        .bind(row.hash.to_vec())
        .bind(row.record.page.map(i64::from))
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
