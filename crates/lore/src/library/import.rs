use std::time::Instant;

use super::Library;
use crate::error::Result;
use crate::ingest::{Batch, Report};
use crate::progress::Job;
use crate::store::{ImportContext, RemovalPolicy};

impl Library {
    /// Replaces the batch's documents by what the batch holds, in one transaction, and brings the text index up to date.
    ///
    /// # Errors
    /// On any error of the database, and when the job is stopped, nothing is changed.
    pub async fn import(&self, batch: &Batch, job: &Job) -> Result<Report> {
        let _alone = self.importing.lock().await;
        self.store_batch(batch, ImportContext::Documents, RemovalPolicy::Remove, job).await
    }

    /// The end of the pipeline, the same for every source: one transaction, then the text index, then the report.
    pub(super) async fn store_batch(
        &self,
        batch: &Batch,
        context: ImportContext<'_>,
        absent: RemovalPolicy,
        job: &Job,
    ) -> Result<Report> {
        let began = Instant::now();
        let stored = self.store.import(batch, context, absent, job, &self.clock.now_text()).await?;
        let mut report = stored.unwrap_or_default();
        // From here on everything is stored; stopping the job cannot undo it, and the index catches up by itself.
        if let Err(error) = self.catch_up(job).await {
            tracing::warn!(%error, "the text index is behind and catches up later");
        }
        self.wake_embedding();
        report.seconds = began.elapsed().as_secs_f64();
        log_rejected(&report);
        Ok(report)
    }
}

/// Logs each entry that could not be kept.
pub(super) fn log_rejected(report: &Report) {
    for lost in &report.rejected {
        tracing::warn!(source = lost.source, key = lost.key, reason = lost.reason, "rejected an entry");
    }
}
