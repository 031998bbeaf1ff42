//! The end of imports, the same for every source: one transaction, then the text index and the embedding.

use std::collections::BTreeSet;
use std::time::Instant;

use content::error::Result;
use content::progress::Job;
use ingest::{Batch, Rejection, Report};
use serde::de::DeserializeOwned;
use store::{ImportContext, RemovalPolicy};

use super::Library;

impl Library {
    /// Replaces the documents of a batch by its entries, in one transaction, and updates the text index.
    ///
    /// # Errors
    /// When the database fails or the job is stopped. Then nothing is changed.
    pub async fn import(&self, batch: &Batch, job: &Job) -> Result<Report> {
        let _running = self.state.running.lock().await;
        let (began, now) = (Instant::now(), self.clock.now_text());
        let stored =
            self.store.import(batch, ImportContext::Documents, RemovalPolicy::Remove, job, &now).await?;
        let mut report = stored.unwrap_or_default();
        self.update_indexes(job).await;
        report.seconds = began.elapsed().as_secs_f64();
        log_rejections(&report.rejected);
        Ok(report)
    }

    /// The owner that carried out the request may have ended before indexing the changes: that is done first.
    pub(super) async fn recorded_result<T: DeserializeOwned>(&self, job: &Job) -> Result<Option<T>> {
        let recorded = self.store.recorded_result(job).await?;
        if recorded.is_some() {
            self.update_indexes(job).await;
        }
        Ok(recorded)
    }

    /// The content is stored by now, so errors and a cancelled job only delay the index.
    pub(super) async fn update_indexes(&self, job: &Job) {
        self.text.try_catch_up(job).await;
        self.semantic_search.waker.notify_one();
    }

    pub(super) async fn sources_in_use(&self) -> Result<BTreeSet<String>> {
        Ok(self.store.files_to_read().await?.into_iter().map(|row| row.source).collect())
    }

    /// Updates the text index and returns the number of entries indexed. A damaged index is rebuilt.
    pub async fn catch_up(&self, job: &Job) -> Result<u64> {
        self.text.catch_up(job).await
    }
}

pub(super) fn log_rejections(rejected: &[Rejection]) {
    for Rejection { source, key, reason } in rejected {
        tracing::warn!(source, key, reason, "rejected an entry");
    }
}
