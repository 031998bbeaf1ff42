//! Writes the rows of a planned import.

use std::borrow::Cow;
use std::collections::HashMap;

use content::error::{Error, Result};
use content::facts::Facts;
use content::model::{DocumentKey, Record, RecordKey, Slug, fold};
use content::progress::Job;
use ingest::Batch;
use ingest::orcbrew::PreparedBook;

use super::plan::{NewRecord, Plan, Step, StoredEntry};
use crate::sql::{ROWS_PER_STATEMENT, sql};
use crate::transaction::Transaction;

/// Records to be written: their keys for the plan, and each record with its facts when it is written.
pub(super) struct Rows<'a> {
    keys: Cow<'a, [RecordKey]>,
    record_at: Box<dyn Fn(usize) -> Option<WithFacts<'a>> + Send + Sync + 'a>,
}

/// A record and the facts about it, which are read before a transaction begins.
pub(super) type WithFacts<'a> = (Cow<'a, Record>, Cow<'a, Facts>);

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

    pub(super) fn of_book(book: &'a PreparedBook) -> Self {
        Self {
            keys: Cow::Borrowed(&book.keys),
            record_at: Box::new(|place| {
                book.record(place).map(|(record, facts)| (Cow::Owned(record), Cow::Owned(facts)))
            }),
        }
    }

    pub(super) fn wanted(&self) -> Vec<NewRecord<'_>> {
        self.keys
            .iter()
            .map(|key| NewRecord { kind: key.kind.as_str(), slug: &key.slug, hash: &key.hash })
            .collect()
    }

    /// Writes to a document at a time. Returns the entry id of each row, in order.
    pub(super) async fn write(
        &self,
        transaction: &mut Transaction,
        plan: &Plan,
        target: (i64, &str),
        job: &Job,
    ) -> Result<Vec<i64>> {
        let last = sql!("SELECT seq FROM library.sqlite_sequence WHERE name = 'entries'");
        let mut next_id = transaction.value(last).await?.unwrap_or(0) + 1;
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
            chunk.push(self.row(place, id, &placed.slug, is_new)?);
            if chunk.len() == ROWS_PER_STATEMENT {
                job.check_cancelled()?;
                transaction.write_chunk(&chunk, target).await?;
                chunk.clear();
            }
        }
        job.check_cancelled()?;
        transaction.write_chunk(&chunk, target).await?;
        for id in &plan.gone {
            transaction.run(sql!("DELETE FROM entries WHERE id = ?", [id])).await?;
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

impl Transaction {
    async fn write_chunk(&mut self, rows: &[Row<'_>], (document_id, now): (i64, &str)) -> Result<()> {
        let fresh: Vec<&Row<'_>> = rows.iter().filter(|row| row.is_new).collect();
        self.insert_entries(&fresh, document_id, now).await?;
        for row in rows.iter().filter(|row| !row.is_new) {
            self.update_entry(row, now).await?;
            self.delete_facets(row.id).await?;
        }
        let facets_of: Vec<(i64, &Record, &Facts)> =
            rows.iter().map(|row| (row.id, row.record.as_ref(), row.facts.as_ref())).collect();
        self.insert_facets(&facets_of).await
    }

    pub(super) async fn stored_entries(
        &mut self,
        document_id: i64,
        file_id: Option<i64>,
    ) -> Result<Vec<StoredEntry>> {
        self.rows(sql!(
            "SELECT e.id, e.kind, e.slug, ifnull(e.hash, x'') AS hash,
                    EXISTS (SELECT 1 FROM entry_files f WHERE f.entry_id = e.id AND f.file_id = ?2) AS ours,
                    EXISTS (SELECT 1 FROM entry_files f WHERE f.entry_id = e.id AND f.file_id IS NOT ?2) AS others
             FROM entries e WHERE e.document_id = ?1",
            [document_id, file_id]
        ))
        .await
    }

    async fn insert_entries(&mut self, rows: &[&Row<'_>], document_id: i64, now: &str) -> Result<()> {
        let insert = "INSERT INTO entries
             (id, document_id, kind, slug, name, folded, hash, page, created_at, updated_at) ";
        self.insert_rows(insert, rows, |mut values, row| {
            values
                .push_bind(row.id)
                .push_bind(document_id)
                .push_bind(row.record.kind.as_str())
                .push_bind(row.slug.clone())
                .push_bind(row.record.name.clone())
                .push_bind(row.folded.clone())
                .push_bind(row.hash.to_vec())
                .push_bind(row.record.page.map(i64::from))
                .push_bind(now.to_owned())
                .push_bind(now.to_owned());
        })
        .await?;
        self.insert_rows("INSERT INTO texts (entry_id, body, details, sources) ", rows, |mut values, row| {
            values
                .push_bind(row.id)
                .push_bind(row.record.body.clone())
                .push_bind(row.details.clone())
                .push_bind(row.record.sources.clone());
        })
        .await
    }

    async fn update_entry(&mut self, row: &Row<'_>, now: &str) -> Result<()> {
        let Record { name, body, sources, page, .. } = row.record.as_ref();
        self.run(sql!(
            "UPDATE entries SET name = ?, folded = ?, hash = ?, page = ?, updated_at = ? WHERE id = ?",
            [name, row.folded, row.hash.to_vec(), page.map(i64::from), now, row.id]
        ))
        .await?;
        let update = "UPDATE texts SET body = ?, details = ?, sources = ? WHERE entry_id = ?";
        self.run(sql!(update, [body, row.details, sources, row.id])).await
    }
}
