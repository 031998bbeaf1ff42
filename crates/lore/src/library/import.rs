//! The end of the import pipeline, the same for every source: one transaction, then the text index and the embedding.

use std::sync::Arc;
use std::time::Instant;

use serde::de::DeserializeOwned;

use super::clock::Clock;
use super::semantic_search::SemanticSearch;
use super::text_search::TextSearch;
use crate::error::{Error, Result};
use crate::ingest::{Batch, Rejection, Report};
use crate::model::Document;
use crate::progress::Job;
use crate::store::{ImportContext, RemovalPolicy, Store};

/// Writes content to the library and brings the indexes up to date.
#[derive(Clone)]
pub(super) struct Importer {
    pub(super) store: Store,
    pub(super) clock: Clock,
    text: Arc<TextSearch>,
    semantic_search: Arc<SemanticSearch>,
    /// Held during an import, so that two imports never fetch the same content at once.
    pub(super) running: Arc<tokio::sync::Mutex<()>>,
}

impl Importer {
    pub(super) fn new(
        store: Store,
        clock: Clock,
        text: Arc<TextSearch>,
        semantic_search: Arc<SemanticSearch>,
    ) -> Self {
        Self { store, clock, text, semantic_search, running: Arc::default() }
    }

    pub(super) async fn import(&self, batch: &Batch, job: &Job) -> Result<Report> {
        let _running = self.running.lock().await;
        self.store_batch(batch, ImportContext::Documents, RemovalPolicy::Remove, job).await
    }

    /// Stores a batch in one transaction and brings the indexes up to date. The caller holds `running`.
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
        self.update_indexes(job).await;
        report.seconds = began.elapsed().as_secs_f64();
        log_rejections(&report.rejected);
        Ok(report)
    }

    /// Returns the result of a repeated request, if it was carried out. The owner that did so may have ended before it indexed the
    /// changes, so that is done first: who gets the answer finds what it is about.
    pub(super) async fn recorded_result<T: DeserializeOwned>(&self, job: &Job) -> Result<Option<T>> {
        let recorded = self.store.recorded_result(job).await?;
        if recorded.is_some() {
            self.update_indexes(job).await;
        }
        Ok(recorded)
    }

    /// Brings the text index up to date and wakes the embedding worker. Content is stored by now, so errors, and a
    /// cancelled job, only delay the index.
    pub(super) async fn update_indexes(&self, job: &Job) {
        self.text.try_catch_up(job).await;
        self.semantic_search.wake();
    }

    /// Deletes a document with all its entries, in one transaction, and removes them from the text index.
    pub(super) async fn delete(&self, document: Document, job: &Job) -> Result<Document> {
        let _running = self.running.lock().await;
        if !self.store.delete_document(&document, job).await? {
            let key = document.document_key.to_string();
            return Err(Error::NoSuchDocument { key, nearest: Vec::new() });
        }
        self.text.catch_up(&Job::quiet()).await?;
        Ok(document)
    }
}

/// Logs every entry that an import rejected.
pub(super) fn log_rejections(rejected: &[Rejection]) {
    for Rejection { source, key, reason } in rejected {
        tracing::warn!(source, key, reason, "rejected an entry");
    }
}
