//! Writes the entries that the user writes: each change with its version, in one transaction.

use serde::Serialize;
use sqlx::SqliteConnection;

use super::plan::{Plan, PlannedRecord, Step};
use super::rows::{Rows, Target, WithFacts, with_facts};
use crate::error::{Error, Result};
use crate::model::{Campaign, DocumentKey, Kind, NewDocument, OWN_LICENSE, Provider, Record, Slug};
use crate::progress::Job;
use crate::store::own::{OwnVersionRow, insert};
use crate::store::{Store, calls, campaigns, documents};

/// A change of an own entry.
#[derive(Debug)]
pub(crate) struct OwnChange {
    /// The key of its book, which is created if there is none.
    pub(crate) document: DocumentKey,
    /// The title of that book.
    pub(crate) book: String,
    pub(crate) kind: Kind,
    pub(crate) slug: Slug,
    pub(crate) name: String,
    /// The entry; `None` to delete it.
    pub(crate) record: Option<Record>,
    /// The version that the change repeats, 0 for none.
    pub(crate) repeats: Option<i64>,
}

impl Store {
    /// Carries out changes of own entries with their versions, in one transaction. `campaign` is stored with them.
    ///
    /// # Errors
    /// If a book is not the user's own, or the database cannot be written. Then nothing is changed.
    pub(crate) async fn change_own(
        &self,
        changes: &[OwnChange],
        campaign: Option<&Campaign>,
        result: &(impl Serialize + Sync),
        job: &Job,
        now: &str,
    ) -> Result<()> {
        let error = |error| self.error(error);
        let records: Vec<Option<WithFacts<'_>>> =
            changes.iter().map(|change| change.record.as_ref().map(with_facts)).collect();
        let mut transaction = self.begin().await?;
        for (change, record) in changes.iter().zip(&records) {
            let document_id = self.own_document(&mut transaction, change, now).await?;
            let found = entry_id(&mut transaction, document_id, change).await.map_err(error)?;
            match (record, found) {
                (Some(record), found) => {
                    let step = found.map_or(Step::Insert, Step::Update);
                    let placed = PlannedRecord { step, slug: change.slug.clone(), taken_by: None };
                    let plan = Plan { placed: vec![placed], ..Plan::default() };
                    let rows = Rows::of([record])?;
                    let written = rows.write(&mut transaction, &plan, Target { document_id, now }, job).await;
                    written.map_err(|failure| failure.of(self))?;
                }
                (None, Some(id)) => delete(&mut transaction, id).await.map_err(error)?,
                (None, None) => {}
            }
            self.add_version(&mut transaction, change, now).await?;
            finish_book(&mut transaction, document_id, now).await.map_err(error)?;
        }
        if let Some(campaign) = campaign {
            campaigns::set_documents(&mut transaction, campaign).await.map_err(error)?;
        }
        calls::record(self, &mut transaction, job, result).await?;
        self.commit(transaction).await
    }

    /// Returns the id of the book of a change, creating it if necessary.
    async fn own_document(
        &self,
        connection: &mut SqliteConnection,
        change: &OwnChange,
        now: &str,
    ) -> Result<i64> {
        let error = |error| self.error(error);
        match documents::document_with_key(connection, &change.document).await.map_err(error)? {
            Some((id, Provider::Own)) => return Ok(id),
            Some(_) => {
                let key = &change.document;
                return Err(Error::Invalid(format!("the document `{key}` is not a book of your own")));
            }
            None => {}
        }
        let document = NewDocument {
            key: change.document.clone(),
            name: change.book.clone(),
            provider: Provider::Own,
            publisher: None,
            license: Some(OWN_LICENSE.to_owned()),
            notice: None,
            game_system: None,
            url: None,
            description: None,
        };
        documents::upsert(connection, &document, true, now).await.map_err(error)
    }

    async fn add_version(
        &self,
        connection: &mut SqliteConnection,
        change: &OwnChange,
        now: &str,
    ) -> Result<()> {
        let error = |error| self.error(error);
        let last: Option<i64> = sqlx::query_scalar(
            "SELECT max(version) FROM own_versions WHERE document = ? AND kind = ? AND slug = ?",
        )
        .bind(change.document.clone())
        .bind(change.kind.as_str())
        .bind(change.slug.clone())
        .fetch_one(&mut *connection)
        .await
        .map_err(error)?;
        let version = OwnVersionRow {
            document: change.document.to_string(),
            kind: change.kind,
            slug: change.slug.to_string(),
            version: last.unwrap_or(0) + 1,
            name: change.name.clone(),
            book: change.book.clone(),
            content: change.record.as_ref().map(|record| record.raw.clone()).unwrap_or_default(),
            repeats: change.repeats,
            saved_at: now.to_owned(),
        };
        insert(connection, &version).await.map_err(error)
    }
}

async fn entry_id(
    connection: &mut SqliteConnection,
    document_id: i64,
    change: &OwnChange,
) -> Result<Option<i64>, sqlx::Error> {
    sqlx::query_scalar("SELECT id FROM entries WHERE document_id = ? AND kind = ? AND slug = ?")
        .bind(document_id)
        .bind(change.kind.as_str())
        .bind(change.slug.clone())
        .fetch_optional(connection)
        .await
}

async fn delete(connection: &mut SqliteConnection, id: i64) -> Result<(), sqlx::Error> {
    sqlx::query("DELETE FROM entries WHERE id = ?").bind(id).execute(connection).await.map(drop)
}

/// Updates the count and the time of a book, and deletes it when it is empty.
async fn finish_book(
    connection: &mut SqliteConnection,
    document_id: i64,
    now: &str,
) -> Result<(), sqlx::Error> {
    documents::recount(connection, document_id).await?;
    sqlx::query("UPDATE documents SET updated_at = ? WHERE id = ?")
        .bind(now.to_owned())
        .bind(document_id)
        .execute(&mut *connection)
        .await?;
    sqlx::query("DELETE FROM documents WHERE id = ? AND entry_count = 0")
        .bind(document_id)
        .execute(connection)
        .await
        .map(drop)
}
