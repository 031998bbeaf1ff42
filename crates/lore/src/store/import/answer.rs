//! Imports the answer to an on-demand query.

use sqlx::SqliteConnection;

use super::Changed;
use super::plan::{Plan, PlannedRecord, Step};
use super::rows::{Rows, Target, WithFacts, read_facts};
use crate::error::Result;
use crate::ingest::{Batch, leading_object};
use crate::model::{DocumentKey, NewDocument, Provider};
use crate::progress::Job;
use crate::store::http_cache::{self, clear_failure, prune};
use crate::store::{CacheEntry, LossyText, Store, documents};

impl Store {
    /// Adds the answer to an Open5e query to its documents and writes the cache entry, in one transaction. A
    /// stored entry whose object did not change stays as it is, including fields from other sources.
    /// Documents of other providers and deleted documents are left out.
    ///
    /// `server` is the key of the record that the server could not be reached.
    ///
    /// # Errors
    /// Nothing is changed on any error.
    pub(crate) async fn import_answer(
        &self,
        batch: &Batch,
        asked: &CacheEntry,
        server: &str,
    ) -> Result<Changed> {
        let error = |error| self.error(error);
        let now = asked.asked_at.as_str();
        let by_document = read_facts(batch).await;
        let mut transaction = self.begin().await?;
        let mut sum = Changed::default();
        for (key, document) in batch.documents() {
            let Some(records) = by_document.get(key) else { continue };
            let place = place_for(&mut transaction, document, now).await.map_err(error)?;
            let Some(document_id) = place else { continue };
            let target = Target { document_id, now };
            let (records, plan) = plan(&mut transaction, document_id, records).await.map_err(error)?;
            let rows = Rows::of(records)?;
            let written = rows.write(&mut transaction, &plan, target, &Job::quiet()).await;
            let ids = written.map_err(|failure| failure.of(self))?;
            check(&mut transaction, &ids, now).await.map_err(error)?;
            documents::recount(&mut transaction, document_id).await.map_err(error)?;
            sum.add(&plan);
        }
        http_cache::write(&mut transaction, asked).await.map_err(error)?;
        prune(&mut transaction, now).await.map_err(error)?;
        clear_failure(&mut transaction, server).await.map_err(error)?;
        self.commit(transaction).await?;
        Ok(sum)
    }

    /// Returns the documents that the user deleted.
    pub(crate) async fn declined_documents(&self) -> Result<Vec<DocumentKey>> {
        self.keys(sqlx::query("SELECT key FROM declined_documents")).await
    }

    /// Returns those of these documents that on-demand answers must not change: documents of other providers,
    /// and deleted ones.
    pub(crate) async fn unchangeable_documents(&self) -> Result<Vec<DocumentKey>> {
        let query = sqlx::query(
            "SELECT key FROM documents WHERE provider NOT IN (?, ?) UNION SELECT key FROM declined_documents",
        );
        self.keys(query.bind(Provider::Open5eV2.as_str()).bind(Provider::Open5eV1.as_str())).await
    }

    async fn keys(
        &self,
        query: sqlx::query::Query<'_, sqlx::Sqlite, sqlx::sqlite::SqliteArguments>,
    ) -> Result<Vec<DocumentKey>> {
        Ok(self.texts(query).await?.into_iter().map(DocumentKey::stored).collect())
    }
}

/// Returns the id of the document, creating it if necessary; `None` if Open5e must not add to it.
async fn place_for(
    connection: &mut SqliteConnection,
    document: &NewDocument,
    now: &str,
) -> Result<Option<i64>, sqlx::Error> {
    if let Some((id, provider)) = documents::document_with_key(connection, &document.key).await? {
        return Ok(provider.is_open5e().then_some(id));
    }
    let declined: bool = sqlx::query_scalar("SELECT EXISTS (SELECT 1 FROM declined_documents WHERE key = ?)")
        .bind(document.key.clone())
        .fetch_one(&mut *connection)
        .await?;
    if declined {
        return Ok(None);
    }
    documents::upsert(connection, document, false, now).await.map(Some)
}

/// Plans each record. A record whose slug belongs to another object is left to the next sync, which sees
/// both.
async fn plan<'a>(
    connection: &mut SqliteConnection,
    document_id: i64,
    records: &'a [WithFacts<'a>],
) -> Result<(Vec<&'a WithFacts<'a>>, Plan), sqlx::Error> {
    let mut kept = Vec::new();
    let mut plan = Plan::default();
    for with_facts in records {
        let (record, _) = with_facts;
        let found: Option<(i64, LossyText)> = sqlx::query_as(
            "SELECT e.id, t.raw FROM entries e JOIN texts t ON t.entry_id = e.id
             WHERE e.document_id = ? AND e.kind = ? AND e.slug = ?",
        )
        .bind(document_id)
        .bind(record.kind.as_str())
        .bind(record.slug.clone())
        .fetch_optional(&mut *connection)
        .await?;
        let step = match found.map(|(id, raw)| (id, leading_object(&raw.0))) {
            None => Step::Insert,
            // The stored object is damaged.
            Some((id, None)) => Step::Update(id),
            // The object is unchanged, so fields from other sources stay, too.
            Some((id, object)) if object == leading_object(&record.raw) => Step::Keep(id),
            Some((_, object)) if key_in(object.as_ref()) != key_in(leading_object(&record.raw).as_ref()) => {
                continue;
            }
            Some((id, _)) => Step::Update(id),
        };
        kept.push(with_facts);
        plan.placed.push(PlannedRecord { step, slug: record.slug.clone(), taken_by: None });
    }
    Ok((kept, plan))
}

/// Returns the key of an object, which distinguishes objects of one slug.
fn key_in(object: Option<&serde_json::Value>) -> Option<&str> {
    object?.get("key")?.as_str()
}

/// Records when entries were last seen in an on-demand answer.
async fn check(connection: &mut SqliteConnection, ids: &[i64], now: &str) -> Result<(), sqlx::Error> {
    sqlx::query(
        "INSERT OR REPLACE INTO entry_checks (entry_id, checked_at) SELECT value, ? FROM json_each(?)",
    )
    .bind(now.to_owned())
    .bind(serde_json::Value::from(ids).to_string())
    .execute(connection)
    .await?;
    Ok(())
}
