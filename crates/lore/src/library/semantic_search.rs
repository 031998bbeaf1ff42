//! Asking by meaning: what a question means, and which entries are near it.

use std::path::PathBuf;
use std::sync::{Arc, PoisonError, RwLock};

use tokio_util::sync::CancellationToken;

use crate::error::{Error, Result};
use crate::meaning::{Among, Embedder, Matrix, MeaningOptions, Nearness, QueryVector, Unavailable};
use crate::search::Ranking;
use crate::store::{Store, VectorMark};

/// Everything that search by meaning keeps while the library is open.
pub(super) struct Meaning {
    pub(super) store: Store,
    /// The library's folder.
    pub(super) home: Arc<PathBuf>,
    pub(super) embedder: Embedder,
    pub(super) ranking: Ranking,
    copy: Copy,
    /// Held while the copy is brought up to date.
    refreshing: tokio::sync::Mutex<()>,
    /// Wakes the worker that embeds in the background.
    pub(super) wake: tokio::sync::Notify,
    /// Stops that worker.
    pub(super) stop: CancellationToken,
    pub(super) worker: std::sync::Mutex<Option<tokio::task::JoinHandle<()>>>,
}

/// The vectors in memory, with how far they are up to date.
type Copy = Arc<RwLock<Option<Copied>>>;

struct Copied {
    model: String,
    mark: VectorMark,
    matrix: Matrix,
}

impl Meaning {
    pub(super) fn new(options: MeaningOptions, home: Arc<PathBuf>, store: Store) -> Self {
        let copy = Copy::default();
        let forget = Arc::clone(&copy);
        let forget = move || *forget.write().unwrap_or_else(PoisonError::into_inner) = None;
        Self {
            ranking: options.ranking,
            embedder: Embedder::new(options, &home, forget),
            home,
            store,
            copy,
            refreshing: tokio::sync::Mutex::default(),
            wake: tokio::sync::Notify::new(),
            stop: CancellationToken::new(),
            worker: std::sync::Mutex::default(),
        }
    }

    /// Wakes the worker that embeds in the background.
    pub(super) fn wake(&self) {
        self.wake.notify_one();
    }

    /// What a question means. The model is loaded when it is not in memory; the vectors are read beside that.
    ///
    /// # Errors
    /// When there is no model, or it is not done in two seconds; then the question can be answered by words only.
    pub(super) async fn meaning_of(&self, question: &str) -> Result<QueryVector, Unavailable> {
        self.embedder.usable()?;
        let (vector, refreshed) = tokio::join!(self.embedder.question(question), self.refresh_vectors());
        if let Err(error) = refreshed {
            tracing::warn!(%error, "the vectors could not be read");
        }
        // Whoever asks by meaning needs the vectors.
        self.wake();
        vector
    }

    /// The entries nearest to what a question means, nearest first, at most `most`, and after them what else is asked for
    /// by number. Entries that are not embedded yet are not among them.
    ///
    /// # Errors
    /// When the scan fails.
    pub(super) async fn nearest(
        &self,
        vector: QueryVector,
        among: Among,
        most: usize,
        also: Vec<i64>,
    ) -> Result<Vec<(i64, Nearness)>> {
        let copy = Arc::clone(&self.copy);
        let scan = move || {
            let copied = copy.read().unwrap_or_else(PoisonError::into_inner);
            let nearest = |copied: &Copied| copied.matrix.nearest(&vector.numbers, &among, most, &also);
            copied.as_ref().map(nearest).unwrap_or_default()
        };
        tokio::task::spawn_blocking(scan).await.map_err(|error| Error::Internal(error.to_string()))
    }

    /// Says how many entries can be found by meaning while that is not all of them.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub(super) async fn how_far_embedded(&self) -> Result<Option<String>> {
        let mark = {
            let copied = self.copy.read().unwrap_or_else(PoisonError::into_inner);
            copied.as_ref().map(|copied| copied.mark)
        };
        if mark.is_some_and(|mark| mark.first_passages >= mark.change) {
            return Ok(None);
        }
        let entries = self.store.count_entries_after(0).await?;
        let left = self.store.count_entries_after(mark.map_or(0, |mark| mark.first_passages)).await?;
        let done = entries.saturating_sub(left);
        Ok((left > 0).then(|| {
            format!(
                "Search by meaning is being prepared and covers {done} of {entries} entries so far; the others are found by words."
            )
        }))
    }

    /// Brings the vectors in memory up to date: what was written or deleted since, by this process or another.
    async fn refresh_vectors(&self) -> Result<()> {
        let Ok(model) = self.embedder.model() else { return Ok(()) };
        let identity = model.identity();
        let _alone = self.refreshing.lock().await;
        let mark = self.store.vector_mark(&identity).await?;
        let before = {
            let copied = self.copy.read().unwrap_or_else(PoisonError::into_inner);
            copied.as_ref().filter(|copied| copied.model == identity).map(|copied| copied.mark)
        };
        if before == Some(mark) {
            return Ok(());
        }
        let Some(reached) = self.store.reached(&identity).await? else { return Ok(()) };
        let from = before.unwrap_or_default();
        let gone = if before.is_some() { self.store.deleted_after(from.change).await? } else { Vec::new() };
        let rows = self.store.vectors_after(reached.id, from.vector).await?;
        let last = rows.iter().map(|row| row.id).max().unwrap_or(0).max(mark.vector);
        let mark = VectorMark { vector: last, ..mark };
        let copy = Arc::clone(&self.copy);
        let dimension = model.dimension();
        let take_in = move || {
            let mut copied = copy.write().unwrap_or_else(PoisonError::into_inner);
            if before.is_none() {
                *copied = None;
            }
            let empty = || Copied { model: identity, mark, matrix: Matrix::new(dimension) };
            let copied = copied.get_or_insert_with(empty);
            copied.matrix.remove(&gone);
            copied.matrix.set(&rows);
            copied.mark = mark;
            tracing::debug!(vectors = copied.matrix.len(), "the vectors in memory are up to date");
        };
        tokio::task::spawn_blocking(take_in).await.map_err(|error| Error::Internal(error.to_string()))
    }
}
