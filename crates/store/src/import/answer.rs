//! Imports the answer to an on-demand query.

use content::error::Result;
use content::model::{DocumentKey, NewDocument, Provider};
use content::progress::Job;
use ingest::{Batch, Sources};

use super::plan::{Changed, Plan, PlannedRecord, Step};
use super::rows::{Rows, WithFacts, read_facts};
use crate::sql::{json_array, sql};
use crate::transaction::Transaction;
use crate::{CacheEntry, Store};

impl Store {
    /// Adds the answer to an Open5e query to its documents and writes the cache entry, in one transaction. A
    /// stored entry whose object did not change stays as it is, including fields from other sources.
    /// Documents of other providers and deleted documents are left out.
    ///
    /// `server` is the key of the record that the server could not be reached.
    ///
    /// # Errors
    /// Nothing is changed on any error.
    pub async fn import_answer(&self, batch: &Batch, asked: &CacheEntry, server: &str) -> Result<Changed> {
        let now = asked.asked_at.as_str();
        let by_document = read_facts(batch).await;
        let mut transaction = self.begin().await?;
        let mut sum = Changed::default();
        for (key, document) in batch.documents() {
            let Some(records) = by_document.get(key) else { continue };
            let Some(document_id) = transaction.place_for(document, now).await? else { continue };
            let (records, plan) = transaction.plan_answer(document_id, records).await?;
            let rows = Rows::of(records)?;
            let ids = rows.write(&mut transaction, &plan, (document_id, now), &Job::quiet()).await?;
            let check = "INSERT OR REPLACE INTO entry_checks (entry_id, checked_at)
                 SELECT value, ? FROM json_each(?)";
            transaction.run(sql!(check, [now, json_array(&ids)])).await?;
            transaction.recount(document_id).await?;
            sum.add(&plan);
        }
        transaction.write_cache_entries(std::slice::from_ref(asked), Some(server)).await?;
        transaction.commit().await?;
        Ok(sum)
    }

    /// Returns the documents that the user deleted.
    pub async fn declined_documents(&self) -> Result<Vec<DocumentKey>> {
        self.values(sql!("SELECT key FROM declined_documents")).await
    }

    /// Returns the documents that on-demand answers must not change: those of other providers, deleted ones.
    pub async fn unchangeable_documents(&self) -> Result<Vec<DocumentKey>> {
        self.values(sql!(
            "SELECT key FROM documents WHERE provider NOT IN (?, ?)
             UNION SELECT key FROM declined_documents",
            [Provider::Open5eV2.as_str(), Provider::Open5eV1.as_str()]
        ))
        .await
    }
}

impl Transaction {
    /// Creates the document if necessary. Returns `None` if Open5e must not add to it.
    async fn place_for(&mut self, document: &NewDocument, now: &str) -> Result<Option<i64>> {
        if let Some((id, provider)) = self.document_with_key(&document.key).await? {
            return Ok(provider.is_open5e().then_some(id));
        }
        let declined: Option<i64> =
            self.value(sql!("SELECT 1 FROM declined_documents WHERE key = ?", [document.key])).await?;
        if declined.is_some() {
            return Ok(None);
        }
        self.upsert(document, false, now).await.map(Some)
    }

    /// A record whose slug belongs to another object is left to the next sync, which sees both.
    async fn plan_answer<'a>(
        &mut self,
        document_id: i64,
        records: &'a [WithFacts<'a>],
    ) -> Result<(Vec<&'a WithFacts<'a>>, Plan)> {
        let mut kept = Vec::new();
        let mut plan = Plan::default();
        for with_facts in records {
            let (record, _) = with_facts;
            let query = sql!(
                "SELECT e.id, t.sources FROM entries e JOIN texts t ON t.entry_id = e.id
             WHERE e.document_id = ? AND e.kind = ? AND e.slug = ?",
                [document_id, record.kind.as_str(), record.slug]
            );
            let found: Option<(i64, Option<String>)> = self.row(query).await?;
            let object_in = |sources: &Option<String>| Sources::read(sources.as_deref()).object;
            let answered = object_in(&record.sources);
            let step = match found.map(|(id, sources)| (id, object_in(&sources))) {
                None => Step::Insert,
                // The object is unchanged, so fields from other sources stay, too.
                Some((id, stored)) if stored == answered => Step::Keep(id),
                Some((_, Some((key, _)))) if answered.as_ref().is_some_and(|(of, _)| *of != key) => continue,
                Some((id, _)) => Step::Update(id),
            };
            kept.push(with_facts);
            plan.placed.push(PlannedRecord { step, slug: record.slug.clone(), taken_by: None });
        }
        Ok((kept, plan))
    }
}
