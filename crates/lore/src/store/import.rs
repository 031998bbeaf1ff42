//! Writing: whole documents of a source ([`Store::import`]), or one file's share of them ([`FileImport`]). Both plan
//! first (`plan`) and then write the plan down (`rows`), in one transaction.

mod answer;
mod file;
mod plan;
mod rows;

use sqlx::SqliteConnection;

use self::plan::{Loss, whole};
use self::rows::{Rows, Target, stored_entries};
use super::{Store, calls, documents};
use crate::error::{Error, Result};
use crate::ingest::{Batch, Rekeyed, Report};
use crate::model::{Provider, Removals};
use crate::progress::{Job, Step};

pub(crate) use file::{FileImport, OpenFile, Opened, ShelvedBook};

/// What an import means to the library as a whole, noted in the same transaction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Occasion<'a> {
    /// Some documents are replaced.
    Documents,
    /// What could be saved from a damaged database comes in; some of it may be missing.
    Salvage,
    /// The starter content of this version comes in, unless it already did.
    Starter(&'a str),
    /// Every list of Open5e was read.
    FullSync,
}

/// What happens to entries that the source held before and does not hold now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Absent {
    /// They go.
    Removed,
    /// They go, unless a document would lose more than a twentieth of its entries, or every entry of a kind: then nothing
    /// is imported before the user agrees.
    Guarded,
    /// Nothing is imported; the error names what would go.
    Counted,
    /// They stay, because a part of the source could not be read.
    Kept,
    /// They stay, and so does everything else that is there: only what is damaged or missing is written.
    Restored,
}

/// What the import changed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Changed {
    pub(crate) added: u64,
    pub(crate) changed: u64,
    pub(crate) unchanged: u64,
    pub(crate) removed: u64,
    /// Documents of the user's own files that made room.
    pub(crate) rekeyed: Vec<Rekeyed>,
}

impl Store {
    /// Replaces the batch's documents by what the batch holds, in one transaction. Documents without records are
    /// left out. A document of the user's own files whose key is among them gets another key and stays. `None` when
    /// the starter content was already offered to this library.
    ///
    /// # Errors
    /// On any error, and when the job is cancelled, nothing is changed. [`Error::RemovalsNotAllowed`] when too much would go.
    pub(crate) async fn import(
        &self,
        batch: &Batch,
        occasion: Occasion<'_>,
        absent: Absent,
        job: &Job,
        now: &str,
    ) -> Result<Option<Report>> {
        self.settings().await?;
        let wrong = |error| self.error(error);
        let mut transaction = self.begin().await?;
        if !note(&mut transaction, occasion, now).await.map_err(wrong)? {
            return Ok(None);
        }
        let by_document = batch.records_by_document();
        let total = batch.records().len() as u64;
        let mut done = 0;
        let mut sum = Changed::default();
        let (mut removals, mut needs_consent) = (Removals::default(), absent == Absent::Counted);
        for (key, document) in batch.documents() {
            let Some(records) = by_document.get(key) else { continue };
            job.check_cancelled()?;
            if document.provider != Provider::OrcBrew
                && let Some(free) = documents::make_room(&mut transaction, key).await.map_err(wrong)?
            {
                tracing::warn!(from = %key, to = %free, "a document of the user's own made room");
                sum.rekeyed.push(Rekeyed { from: key.clone(), to: free });
            }
            let document_id =
                documents::upsert(&mut transaction, document, occasion != Occasion::Salvage, now)
                    .await
                    .map_err(wrong)?;
            let rows = Rows::of(records.clone())?;
            let before = stored_entries(&mut transaction, document_id, None).await.map_err(wrong)?;
            let plan = whole(&before, &rows.wanted(), absent);
            if matches!(absent, Absent::Guarded | Absent::Counted) {
                let loss = Loss::of(&before, &rows.wanted(), &plan);
                needs_consent |= loss.needs_consent();
                removals.entries.extend(loss.removals(key));
            }
            if needs_consent {
                // Nothing of this is going to stay.
                continue;
            }
            let target = Target { document_id, now };
            rows.write(&mut transaction, &plan, target, job).await.map_err(|failure| failure.of(self))?;
            documents::recount(&mut transaction, document_id).await.map_err(wrong)?;
            sum.add(&plan);
            done += records.len() as u64;
            job.report(Step::Storing, done, total);
        }
        job.check_cancelled()?;
        if needs_consent {
            return Err(Error::RemovalsNotAllowed(Box::new(removals)));
        }
        let report = sum.reported(batch.report());
        calls::note(self, &mut transaction, job, &report).await?;
        self.commit(transaction).await?;
        self.empty_log().await;
        Ok(Some(report))
    }

    /// Moves what was written from the log into the database, so that lookups do not search a log as large as the
    /// import. Someone who reads meanwhile can prevent it; then a later write does it.
    async fn empty_log(&self) {
        if let Err(error) = sqlx::query("PRAGMA wal_checkpoint(TRUNCATE)").execute(&self.writer).await {
            tracing::debug!(%error, "the database's log was left as it is");
        }
    }
}

impl Changed {
    /// The report of a batch, with what storing it changed.
    fn reported(self, read: Report) -> Report {
        let Self { added, changed, unchanged, removed, rekeyed } = self;
        Report { added, changed, unchanged, removed, rekeyed, ..read }
    }

    fn add(&mut self, plan: &plan::Plan) {
        for placed in &plan.placed {
            match placed.step {
                plan::Step::Keep(_) => self.unchanged += 1,
                plan::Step::Update(_) => self.changed += 1,
                plan::Step::Insert => self.added += 1,
            }
        }
        self.removed += plan.gone.len() as u64;
    }
}

/// Notes the occasion; false when the import must not happen.
async fn note(
    connection: &mut SqliteConnection,
    occasion: Occasion<'_>,
    now: &str,
) -> Result<bool, sqlx::Error> {
    match occasion {
        Occasion::Documents | Occasion::Salvage => Ok(true),
        Occasion::Starter(version) => {
            let noted = sqlx::query("UPDATE library SET starter = ?1 WHERE starter IS NOT ?1")
                .bind(version.to_owned())
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
