//! Search by meaning: the vectors of queries, and the entries nearest to them.

use std::collections::HashSet;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use content::error::{Error, Result};
use content::model::Kind;
use content::passages::passage_format;
use embedding::{
    Embedder, EmbeddingOptions, Model, Nearness, VectorFile, VectorIndex, VectorQuery, VectorsByHash,
};
use parking_lot::{Mutex, RwLock};
use store::{EntryLabel, Selection, Store, VectorMark, VectorPack};
use tokio_util::sync::CancellationToken;

/// The vectors that come with the program: of the starter content, and of everyday words of books' names.
pub(super) const VECTOR_FILE: &str = "vectors.bin";

const PACKS_AHEAD: usize = 4;

/// The state of search by meaning in an open library. Clones share it.
#[derive(Clone)]
pub(super) struct SemanticSearch {
    pub(super) store: Store,
    pub(super) home: Arc<PathBuf>,
    pub(super) starter: Option<Arc<Path>>,
    pub(super) embedder: Embedder,
    cache: VectorCache,
    refreshing: Arc<tokio::sync::Mutex<()>>,
    pub(super) waker: Arc<tokio::sync::Notify>,
    pub(super) stop: CancellationToken,
    pub(super) worker: Arc<Mutex<Option<tokio::task::JoinHandle<()>>>>,
}

type VectorCache = Arc<RwLock<Option<CachedVectors>>>;

struct CachedVectors {
    model: String,
    mark: VectorMark,
    index: VectorIndex<Kind, i64>,
}

/// The bundled vectors, which are read as they are needed.
pub(super) struct PreparedVectors(Arc<VectorFile>);

impl PreparedVectors {
    pub(super) async fn vectors(&self, hashes: Vec<[u8; 16]>) -> Result<VectorsByHash> {
        let file = Arc::clone(&self.0);
        let read = tokio::task::spawn_blocking(move || file.vectors(hashes.iter())).await?;
        read.map_err(|error| Error::Internal(format!("the bundled vectors cannot be read: {error}")))
    }
}

impl SemanticSearch {
    fn mark(&self, model: Option<&str>) -> Option<VectorMark> {
        let cached = self.cache.read();
        let cached = cached.as_ref().filter(|cached| model.is_none_or(|model| cached.model == model));
        cached.map(|cached| cached.mark)
    }

    /// Updates the cached vectors with those that this process or another wrote or deleted.
    async fn refresh(&self) -> Result<()> {
        let Ok(model) = self.embedder.model() else { return Ok(()) };
        let identity = model.identity(passage_format());
        let _lock = self.refreshing.lock().await;
        let mark = self.store.vector_mark(&identity).await?;
        let before = self.mark(Some(&identity));
        if before == Some(mark) {
            return Ok(());
        }
        let Some(reached) = self.store.reached(&identity).await? else { return Ok(()) };
        let Some(before) = before else {
            // Those of another model make room.
            *self.cache.write() = None;
            let (last_vector, index) = self.read_index(reached.id, &model).await?;
            let mark = VectorMark { vector: last_vector.max(mark.vector), ..mark };
            tracing::debug!(vectors = index.count(), "the vectors are in memory");
            *self.cache.write() = Some(CachedVectors { model: identity, mark, index });
            return Ok(());
        };
        let deleted = self.store.deleted_after(before.change).await?;
        let rows = self.store.vectors_after(reached.id, before.vector).await?;
        let cache = Arc::clone(&self.cache);
        let update = move || {
            let last_vector = rows.iter().map(|row| row.id).max().unwrap_or(0).max(mark.vector);
            let mut cached = cache.write();
            // If the model was freed meanwhile, the next query reads all vectors.
            let Some(cached) = &mut *cached else { return };
            cached.index.remove(&deleted);
            cached.index.replace(&rows);
            cached.mark = VectorMark { vector: last_vector, ..mark };
            tracing::debug!(vectors = cached.index.count(), "the vectors in memory are up to date");
        };
        Ok(tokio::task::spawn_blocking(update).await?)
    }

    /// Also returns the number of the last vector.
    async fn read_index(&self, model_id: i64, model: &Model) -> Result<(i64, VectorIndex<Kind, i64>)> {
        let mut index = VectorIndex::new(model.dimension(), model.leading_components());
        let (packs, mut received) = tokio::sync::mpsc::channel::<VectorPack>(PACKS_AHEAD);
        let index = tokio::task::spawn_blocking(move || {
            while let Some(pack) = received.blocking_recv() {
                index.extend(pack.rows());
            }
            index
        });
        let last = self.store.send_vectors(model_id, packs).await?;
        Ok((last, index.await?))
    }

    pub(super) fn new(
        options: EmbeddingOptions,
        home: Arc<PathBuf>,
        store: Store,
        starter: Option<Arc<Path>>,
    ) -> Self {
        let cache = VectorCache::default();
        let freed = Arc::clone(&cache);
        let free_cache = move || *freed.write() = None;
        let embedder = Embedder::new(options, &home, free_cache);
        Self {
            embedder,
            home,
            starter,
            store,
            cache,
            refreshing: Arc::default(),
            waker: Arc::default(),
            stop: CancellationToken::new(),
            worker: Arc::default(),
        }
    }

    /// Nearest first, at most `limit`, then the others of `also`. Of the selection, only kinds and documents
    /// count. Entries without vectors are left out.
    pub(super) async fn nearest(
        &self,
        query: Vec<f32>,
        Selection { kinds, documents, .. }: Selection<'_>,
        entries: Option<HashSet<i64>>,
        limit: usize,
        also: Vec<i64>,
    ) -> Result<Vec<(i64, Nearness)>> {
        let (cache, kinds, documents) =
            (Arc::clone(&self.cache), kinds.to_vec(), documents.map(<[_]>::to_vec));
        let is_selected = move |(kind, document): EntryLabel| {
            (kinds.is_empty() || kinds.contains(&kind))
                && documents.as_ref().is_none_or(|documents| documents.contains(&document))
        };
        let scan = move || {
            let cached = cache.read();
            let query = VectorQuery { vector: &query, entries: entries.as_ref(), limit, also: &also };
            let nearest = |cached: &CachedVectors| cached.index.nearest(&query, is_selected);
            cached.as_ref().map(nearest).unwrap_or_default()
        };
        Ok(tokio::task::spawn_blocking(scan).await?)
    }

    /// Returns `None` if there are none, and an error if they are of another model or damaged.
    pub(super) async fn prepared_vectors(&self, model: &Model) -> Result<Option<PreparedVectors>> {
        let Some(folder) = &self.starter else { return Ok(None) };
        let path = folder.join(VECTOR_FILE);
        let open = {
            let (path, identity, dimension) = (path.clone(), model.identity_prefix(), model.dimension());
            move || VectorFile::open(&path, &identity, dimension)
        };
        match tokio::task::spawn_blocking(open).await? {
            Ok(file) => Ok(Some(PreparedVectors(Arc::new(file)))),
            Err(error) if error.kind() == ErrorKind::NotFound => {
                tracing::info!(file = %disk::shown(&path), "no vectors are bundled with the starter content");
                Ok(None)
            }
            Err(error) => Err(Error::Invalid(format!("{} cannot be used: {error}", disk::shown(&path)))),
        }
    }

    /// Loads the model if necessary. After an error, the query can only be answered by words.
    pub(super) fn embed_query<'a>(
        &'a self,
        query: &str,
    ) -> impl Future<Output = Result<Vec<f32>, embedding::Error>> + Send + use<'a> {
        let (store, embedder, query) = (self.store.clone(), self.embedder.clone(), query.to_owned());
        let embed = async move {
            // No thread can begin while ONNX Runtime is being loaded.
            store.open_readers().await;
            embedder.embed_query(&query).await
        };
        let begun = self.embedder.ensure_installed().map(|()| tokio::spawn(embed));
        async move {
            let limit = self.embedder.query_timeout();
            let begun = begun?;
            let begun = async { begun.await.map_err(|error| embedding::Error::Failed(error.to_string()))? };
            let in_time = tokio::time::timeout(limit, self.with_vectors(begun)).await;
            let vector = in_time.unwrap_or(Err(embedding::Error::Timeout(limit)));
            // While the worker looks for entries without vectors, the answer waits for the database.
            if !self.mark(None).unwrap_or_default().covers_all() {
                self.waker.notify_one();
            }
            vector
        }
    }

    pub(super) async fn warm_up(&self) {
        if self.embedder.ensure_installed().is_ok() {
            self.store.open_readers().await;
            self.with_vectors(self.embedder.warm_up()).await.ok();
        }
    }

    /// The vectors are still updated for the next query if nobody waits for this one any more.
    async fn with_vectors<T>(
        &self,
        work: impl Future<Output = Result<T, embedding::Error>>,
    ) -> Result<T, embedding::Error> {
        let search = self.clone();
        let refresh = tokio::spawn(async move {
            if let Some(Err(error)) = search.stop.run_until_cancelled(search.refresh()).await {
                tracing::warn!(%error, "the vectors could not be read");
            }
        });
        tokio::join!(work, refresh).0
    }

    pub(super) async fn coverage_message(&self) -> Result<Option<String>> {
        let mark = self.mark(None).unwrap_or_default();
        if mark.covers_all() {
            return Ok(None);
        }
        let entries = self.store.count_entries_after(0).await?;
        let missing = self.store.count_entries_after(mark.first_passages).await?;
        let covered = entries.saturating_sub(missing);
        Ok((missing > 0).then(|| {
            format!(
                "Search by meaning is being prepared and covers {covered} of {entries} entries so far; the others are found by words."
            )
        }))
    }
}

#[cfg(test)]
mod tests;
