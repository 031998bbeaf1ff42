//! Text search: the text index, kept up to date with the database that it is built from.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use content::error::{Error, Result};
use content::everyday;
use content::progress::Job;
use search::{Candidate, Coverage, IndexQuery, TextIndex};
use store::Store;

/// The time that a search waits for another process that fills the text index for the first time.
const FIRST_INDEX_TIMEOUT: Duration = Duration::from_secs(15);
const FIRST_INDEX_POLL: Duration = Duration::from_millis(50);

pub(super) struct TextSearch {
    pub(super) index: TextIndex,
    store: Store,
    library_id: Arc<str>,
}

impl TextSearch {
    pub(super) fn new(index: TextIndex, store: Store, library_id: &str) -> Self {
        // With other everyday words the index of the same library is another.
        let library_id = format!("{library_id}/{:08x}", *everyday::VERSION).into();
        Self { index, store, library_id }
    }

    /// Returns the number of entries indexed. A damaged index is rebuilt; a read-only one stays as it is.
    pub(super) async fn catch_up(&self, job: &Job) -> Result<u64> {
        if self.index.is_for_reading() {
            return Ok(0);
        }
        match self.index.catch_up(&self.store, &self.library_id, job).await {
            Err(Error::Index(error)) => self.rebuild(&error, job).await,
            other => other,
        }
    }

    /// A failure is only logged: the next search catches up.
    pub(super) async fn try_catch_up(&self, job: &Job) {
        if let Err(error) = self.catch_up(job).await {
            tracing::warn!(%error, "the text index is behind and catches up later");
        }
    }

    /// Fills an empty index first, catches up with one that may be behind, and rebuilds a damaged one once.
    pub(super) async fn find(&self, query: IndexQuery<'_>, max: usize) -> Result<Vec<Candidate>> {
        self.fill_first_index().await?;
        if self.index.may_be_behind() {
            self.try_catch_up(&Job::quiet()).await;
        }
        self.rebuilt_if_damaged(|index| index.find(&query, max)).await
    }

    pub(super) async fn coverage(&self, query: &str, entries: &[i64]) -> Result<HashMap<i64, Coverage>> {
        self.rebuilt_if_damaged(|index| index.coverage(query, entries)).await
    }

    async fn rebuilt_if_damaged<T>(&self, ask: impl Fn(&TextIndex) -> Result<T>) -> Result<T> {
        match ask(&self.index) {
            Err(Error::Index(error)) if !self.index.is_for_reading() => {
                self.rebuild(&error, &Job::quiet()).await?;
                ask(&self.index)
            }
            other => other,
        }
    }

    pub(super) async fn repair(&self) -> Result<()> {
        match self.index.verify() {
            Err(Error::Index(error)) if !self.index.is_for_reading() => {
                self.rebuild(&error, &Job::quiet()).await.map(|_| ())
            }
            _ => Ok(()),
        }
    }

    pub(super) async fn count_pending_changes(&self) -> Result<u64> {
        let indexed = self.index.indexed().filter(|indexed| *indexed.library == *self.library_id);
        self.store.count_changes_after(indexed.map_or(0, |indexed| indexed.number)).await
    }

    async fn rebuild(&self, error: &tantivy::TantivyError, job: &Job) -> Result<u64> {
        tracing::warn!(%error, "the text index is damaged and is rebuilt");
        self.index.rebuild(&self.store, &self.library_id, job).await
    }

    /// Fills an empty index, or waits for the process that has begun to fill it.
    async fn fill_first_index(&self) -> Result<()> {
        let began = Instant::now();
        while !self.index.is_for_reading()
            && self.index.entry_count() == 0
            && began.elapsed() < FIRST_INDEX_TIMEOUT
        {
            self.catch_up(&Job::quiet()).await?;
            if self.index.entry_count() > 0 || self.store.documents().await?.is_empty() {
                break;
            }
            tokio::time::sleep(FIRST_INDEX_POLL).await;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
