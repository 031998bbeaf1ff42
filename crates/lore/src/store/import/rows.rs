use sqlx::{QueryBuilder, SqliteConnection};

use super::plan::{Plan, Step, Stored, Wanted};
use crate::error::{Error, Result};
use crate::model::{Record, Slug, fold};
use crate::progress::Job;
use crate::store::contents::Content;
use crate::store::{Lossy, Store, facets};

/// Rows written by one statement; SQLite takes 32,766 values in one.
const CHUNK: usize = 400;

/// The document that is written to, and when.
#[derive(Debug, Clone, Copy)]
pub(super) struct Target<'a> {
    pub(super) document_id: i64,
    pub(super) now: &'a str,
}

/// Why a plan could not be written down.
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
    /// What it means to the user.
    pub(super) fn of(self, store: &Store) -> Error {
        match self {
            Failure::Database(error) => store.error(error),
            Failure::Stopped(error) => error,
        }
    }
}

/// Records on their way into the database.
pub(super) struct Rows<'a>(Vec<Row<'a>>);

struct Row<'a> {
    record: &'a Record,
    folded: String,
    details: String,
    hash: Vec<u8>,
}

/// A row with its place in the database.
struct Fresh<'a> {
    id: i64,
    slug: &'a Slug,
    row: &'a Row<'a>,
}

impl<'a> Rows<'a> {
    /// Makes rows of records.
    pub(super) fn of(records: impl Iterator<Item = &'a Record>) -> Result<Self> {
        records.map(Row::new).collect::<Result<_>>().map(Self)
    }

    /// The rows as a plan is made for them.
    pub(super) fn wanted(&self) -> Vec<Wanted<'_>> {
        let rows = self.0.iter();
        rows.map(|Row { record, hash, .. }| Wanted { kind: record.kind.as_str(), slug: &record.slug, hash })
            .collect()
    }

    /// Carries a plan out; gives the number of each row's entry, in their order.
    pub(super) async fn write(
        &self,
        connection: &mut SqliteConnection,
        plan: &Plan,
        target: Target<'_>,
        job: &Job,
    ) -> Result<Vec<i64>, Failure> {
        let mut next_id = last_id(connection).await? + 1;
        let mut ids = Vec::with_capacity(self.0.len());
        let mut fresh = Vec::new();
        let mut facets_of = Vec::new();
        for (row, placed) in self.0.iter().zip(&plan.placed) {
            let id = match placed.step {
                Step::Keep(id) => id,
                Step::Update(id) => {
                    update(connection, id, row, target.now).await?;
                    facets::delete(connection, id).await?;
                    facets_of.push((id, row.record));
                    id
                }
                Step::Insert => {
                    let id = next_id;
                    next_id += 1;
                    facets_of.push((id, row.record));
                    fresh.push(Fresh { id, slug: &placed.slug, row });
                    id
                }
            };
            ids.push(id);
        }
        for chunk in fresh.chunks(CHUNK) {
            job.go_on().map_err(Failure::Stopped)?;
            insert(connection, chunk, target).await?;
        }
        facets::insert(connection, &facets_of).await?;
        for id in &plan.gone {
            sqlx::query("DELETE FROM entries WHERE id = ?").bind(*id).execute(&mut *connection).await?;
        }
        Ok(ids)
    }
}

impl<'a> Row<'a> {
    fn new(record: &'a Record) -> Result<Self> {
        let unwritable = |error: serde_json::Error| Error::Internal(format!("{}: {error}", record.slug));
        let details = record.stored_fields().map_err(unwritable)?;
        let Record { name, body, raw, page, .. } = record;
        let hash = Content { name, body, details: &details, raw, page: page.map(i64::from) }.hash();
        Ok(Self { record, folded: fold(&record.name), details, hash })
    }
}

/// Every entry of a document; of a file that is named, whether it holds them.
pub(super) async fn stored_entries(
    connection: &mut SqliteConnection,
    document_id: i64,
    file_id: Option<i64>,
) -> Result<Vec<Stored>, sqlx::Error> {
    type Parts = (i64, Lossy, Lossy, Option<Vec<u8>>, bool, bool);
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
        Stored { id, kind, slug, hash: hash.unwrap_or_default(), ours, others }
    };
    Ok(rows.into_iter().map(stored).collect())
}

/// The highest number any entry ever had.
async fn last_id(connection: &mut SqliteConnection) -> Result<i64, sqlx::Error> {
    let last: Option<i64> = sqlx::query_scalar("SELECT seq FROM sqlite_sequence WHERE name = 'entries'")
        .fetch_optional(connection)
        .await?;
    Ok(last.unwrap_or(0))
}

async fn insert(
    connection: &mut SqliteConnection,
    rows: &[Fresh<'_>],
    target: Target<'_>,
) -> Result<(), sqlx::Error> {
    let mut entries = QueryBuilder::new(
        "INSERT INTO entries (id, document_id, kind, slug, name, folded, hash, page, created_at, updated_at) ",
    );
    entries.push_values(rows, |mut values, Fresh { id, slug, row }| {
        values
            .push_bind(*id)
            .push_bind(target.document_id)
            .push_bind(row.record.kind.as_str())
            .push_bind((*slug).clone())
            .push_bind(row.record.name.clone())
            .push_bind(row.folded.clone())
            .push_bind(row.hash.clone())
            .push_bind(row.record.page.map(i64::from))
            .push_bind(target.now.to_owned())
            .push_bind(target.now.to_owned());
    });
    entries.build().execute(&mut *connection).await?;
    let mut texts = QueryBuilder::new("INSERT INTO texts (entry_id, body, details, raw) ");
    texts.push_values(rows, |mut values, Fresh { id, row, .. }| {
        values
            .push_bind(*id)
            .push_bind(row.record.body.clone())
            .push_bind(row.details.clone())
            .push_bind(row.record.raw.clone());
    });
    texts.build().execute(&mut *connection).await?;
    Ok(())
}

async fn update(
    connection: &mut SqliteConnection,
    id: i64,
    row: &Row<'_>,
    now: &str,
) -> Result<(), sqlx::Error> {
    sqlx::query("UPDATE entries SET name = ?, folded = ?, hash = ?, page = ?, updated_at = ? WHERE id = ?")
        .bind(row.record.name.clone())
        .bind(row.folded.clone())
        .bind(row.hash.clone())
        .bind(row.record.page.map(i64::from))
        .bind(now.to_owned())
        .bind(id)
        .execute(&mut *connection)
        .await?;
    sqlx::query("UPDATE texts SET body = ?, details = ?, raw = ? WHERE entry_id = ?")
        .bind(row.record.body.clone())
        .bind(row.details.clone())
        .bind(row.record.raw.clone())
        .bind(id)
        .execute(&mut *connection)
        .await?;
    Ok(())
}
