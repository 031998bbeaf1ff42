//! Writes the entries that the user writes: each change with its version, in one transaction.

use content::error::{Error, Result};
use content::model::{Campaign, DocumentKey, Kind, NewDocument, Provider, Record, Slug};
use content::progress::Job;
use serde::Serialize;

use super::plan::{Plan, PlannedRecord, Step};
use super::rows::{Rows, WithFacts, with_facts};
use crate::Store;
use crate::sql::sql;
use crate::transaction::Transaction;

/// A change of an own entry.
#[derive(Debug)]
pub struct OwnChange {
    /// The key of its book, which is created if there is none.
    pub document: DocumentKey,
    /// The title of that book.
    pub book: String,
    pub kind: Kind,
    pub slug: Slug,
    pub name: String,
    /// The entry; `None` to delete it.
    pub record: Option<Record>,
    /// The version that the change repeats, 0 for none.
    pub repeats: Option<i64>,
}

impl Store {
    /// Changes own entries with their versions, in one transaction. `campaign` is stored with them.
    ///
    /// # Errors
    /// If a book is not the user's own, or the database cannot be written. Then nothing is changed.
    pub async fn change_own(
        &self,
        changes: &[OwnChange],
        campaign: Option<&Campaign>,
        result: &(impl Serialize + Sync),
        job: &Job,
        now: &str,
    ) -> Result<()> {
        let records: Vec<Option<WithFacts<'_>>> =
            changes.iter().map(|change| change.record.as_ref().map(with_facts)).collect();
        let mut transaction = self.begin().await?;
        for (change, record) in changes.iter().zip(&records) {
            let document_id = transaction.own_document(change, now).await?;
            let query = sql!(
                "SELECT id FROM entries WHERE document_id = ? AND kind = ? AND slug = ?",
                [document_id, change.kind.as_str(), change.slug]
            );
            let found: Option<i64> = transaction.value(query).await?;
            match (record, found) {
                (Some(record), found) => {
                    let step = found.map_or(Step::Insert, Step::Update);
                    let placed = PlannedRecord { step, slug: change.slug.clone(), taken_by: None };
                    let plan = Plan { placed: vec![placed], ..Plan::default() };
                    let rows = Rows::of([record])?;
                    rows.write(&mut transaction, &plan, (document_id, now), job).await?;
                }
                (None, Some(id)) => transaction.run(sql!("DELETE FROM entries WHERE id = ?", [id])).await?,
                (None, None) => {}
            }
            transaction.add_version(change, now).await?;
            transaction.set_existing(change).await?;
            transaction.finish_book(document_id, now).await?;
        }
        if let Some(campaign) = campaign {
            let documents = serde_json::to_string(&campaign.documents)?;
            let update =
                sql!("UPDATE campaigns SET documents = ? WHERE name = ?", [documents, campaign.name]);
            transaction.run(update).await?;
        }
        transaction.record_call(job, result).await?;
        transaction.advance().await?;
        transaction.commit().await
    }
}

impl Transaction {
    async fn own_document(&mut self, change: &OwnChange, now: &str) -> Result<i64> {
        match self.document_with_key(&change.document).await? {
            Some((id, Provider::Own)) => Ok(id),
            Some(_) => Err(Error::is_not(change.document.as_str(), "a book of your own")),
            None => {
                let document = NewDocument::own(change.document.clone(), change.book.clone());
                self.upsert(&document, true, now).await
            }
        }
    }

    async fn add_version(&mut self, change: &OwnChange, now: &str) -> Result<()> {
        let OwnChange { document, book, kind, slug, name, record, repeats } = change;
        let content = record.as_ref().and_then(|record| record.sources.as_deref()).unwrap_or_default();
        self.run(sql!(
            "INSERT INTO own_versions (document, kind, slug, version, name, book, content, repeats, saved_at)
             SELECT ?1, ?2, ?3, ifnull(max(version), 0) + 1, ?4, ?5, ?6, ?7, ?8
             FROM own_versions WHERE document = ?1 AND kind = ?2 AND slug = ?3",
            [document, kind.as_str(), slug, name, book, content, repeats, now]
        ))
        .await
    }

    async fn set_existing(&mut self, change: &OwnChange) -> Result<()> {
        let OwnChange { document, kind, slug, record, .. } = change;
        let sql = if record.is_some() {
            "INSERT OR IGNORE INTO own_entries (document, kind, slug) VALUES (?, ?, ?)"
        } else {
            "DELETE FROM own_entries WHERE document = ? AND kind = ? AND slug = ?"
        };
        self.run(sql!(sql, [document, kind.as_str(), slug])).await
    }

    /// Updates the count and the time of a book, and deletes it when it is empty.
    async fn finish_book(&mut self, document_id: i64, now: &str) -> Result<()> {
        self.recount(document_id).await?;
        self.run(sql!("UPDATE documents SET updated_at = ? WHERE id = ?", [now, document_id])).await?;
        self.run(sql!("DELETE FROM documents WHERE id = ? AND entry_count = 0", [document_id])).await
    }
}
