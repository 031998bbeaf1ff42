//! Imports records: whole documents of a source ([`Store::import`]) or the books of a file ([`FileImport`]).
//! Both compute a plan (`plan`) and write it (`rows`) in one transaction.

mod answer;
mod file;
mod own;
mod plan;
mod rows;

use content::error::{Error, Result};
use content::model::Removals;
use content::progress::{Job, Step};
use ingest::{Batch, Rekeyed, Report};

use self::plan::{Changed, Loss, whole};
use self::rows::{Rows, Target, read_facts};
use super::Store;
use super::sql::sql;
use super::transaction::Transaction;

pub use self::own::OwnChange;
pub use self::plan::RemovalPolicy;
pub use file::{FileImport, ImportHistory, OpenFile, StoredBook};

/// The kind of an import, recorded in its transaction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ImportContext<'a> {
    /// Some documents are replaced.
    Documents,
    /// The starter content of this version, unless it was already imported.
    Starter(&'a str),
    /// A sync of every Open5e list.
    FullSync,
}

impl Store {
    /// Replaces documents by those of the batch, in one transaction. Documents without records are left out.
    /// A homebrew document that has one of their keys gets another key. Returns `None` if this starter
    /// content was already imported.
    ///
    /// # Errors
    /// Nothing is changed on any error or if the job is cancelled. [`Error::RemovalsNotAllowed`] if too much
    /// would be removed.
    pub async fn import(
        &self,
        batch: &Batch,
        context: ImportContext<'_>,
        policy: RemovalPolicy,
        job: &Job,
        now: &str,
    ) -> Result<Option<Report>> {
        // Reading takes its time; the transaction, for which other writers wait, begins after it.
        let by_document = read_facts(batch).await;
        let mut transaction = self.begin().await?;
        if !transaction.note(context, now).await? {
            return Ok(None);
        }
        let total = batch.records().len() as u64;
        let mut done = 0;
        let mut sum = Changed::default();
        let (mut removals, mut needs_consent) = (Removals::default(), policy == RemovalPolicy::DryRun);
        for (key, document) in batch.documents() {
            let Some(records) = by_document.get(key) else { continue };
            job.check_cancelled()?;
            if !document.provider.is_homebrew()
                && let Some(free) = transaction.rekey_homebrew(key).await?
            {
                tracing::warn!(from = %key, to = %free, "a document of the user's own made room");
                sum.rekeyed.push(Rekeyed { from: key.clone(), to: free });
            }
            let document_id = transaction.upsert(document, true, now).await?;
            if matches!(context, ImportContext::FullSync | ImportContext::Documents) {
                let left_out = serde_json::to_string(&batch.left_out_of(key))?;
                transaction.set_left_out(document_id, &left_out).await?;
            }
            let rows = Rows::of(records)?;
            let before = transaction.stored_entries(document_id, None).await?;
            let plan = whole(&before, &rows.wanted(), policy);
            if matches!(policy, RemovalPolicy::Guard | RemovalPolicy::DryRun) {
                let loss = Loss::of(&before, &rows.wanted(), &plan);
                needs_consent |= loss.needs_consent();
                removals.entries.extend(loss.removals(key));
            }
            if needs_consent {
                // The transaction will be rolled back.
                continue;
            }
            let target = Target { document_id, now };
            rows.write(&mut transaction, &plan, target, job).await?;
            transaction.recount(document_id).await?;
            sum.add(&plan);
            done += records.len() as u64;
            job.report(Step::Storing, done, total);
        }
        job.check_cancelled()?;
        if needs_consent {
            return Err(Error::RemovalsNotAllowed(Box::new(removals)));
        }
        let report = sum.reported(batch.report());
        transaction.record_call(job, &report).await?;
        transaction.commit().await?;
        self.empty_log().await;
        Ok(Some(report))
    }
}

impl Transaction {
    /// Returns false if the import must not happen.
    async fn note(&mut self, context: ImportContext<'_>, now: &str) -> Result<bool> {
        let note = match context {
            ImportContext::Documents => return Ok(true),
            ImportContext::Starter(version) => {
                sql!("UPDATE library SET starter = ?1 WHERE starter IS NOT ?1", [version])
            }
            ImportContext::FullSync => sql!("UPDATE library SET open5e_synced_at = ?", [now]),
        };
        Ok(self.count_changed(note).await? > 0)
    }
}
