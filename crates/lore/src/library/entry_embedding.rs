//! The embedding of entries: the first passage of every entry, then all other passages. Vectors are written
//! together with the change that they reach, so that an interrupted run resumes.

#[cfg(test)]
pub(crate) mod tests;

use std::collections::HashSet;
use std::fs::File;
use std::time::{Duration, Instant};

use content::error::{Error, Result};
use content::model::{Details, Kind, Rule};
use content::passages::{Passage, passage_format, passages};
use content::progress::{Job, Step};
use embedding::{Model, VectorsByHash, pack};
use serde::Serialize;
use store::{Change, Embedded, EmbeddingPosition, NewVector};

use super::semantic_search::{PreparedVectors, SemanticSearch};

const ENTRIES_PER_BATCH: u32 = 64;
const PASSAGES_PER_WRITE: usize = 32;
/// The least number of entries, each counted twice, for which the bundled vectors are opened.
const MIN_ENTRIES_FOR_PREPARED: u64 = 200;
const LOCK_FILE: &str = "embedding.lock";
const LOCK_RETRY_PAUSE: Duration = Duration::from_millis(200);
/// The pause between two checks for entries that another process wrote.
const POLL_INTERVAL: Duration = Duration::from_secs(30);
const RETRY_PAUSE: Duration = Duration::from_secs(10);

/// The result of embedding entries.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct EmbeddingReport {
    /// The name of the model.
    pub model: String,
    /// The number of embedded entries.
    pub entries: u64,
    /// The number of passages that the model embedded.
    pub computed: u64,
    /// The number of passages whose text had a vector already.
    pub reused: u64,
    /// The duration in seconds.
    pub seconds: f64,
}

pub(super) struct EntryPassages {
    entry_id: i64,
    pub(super) change: i64,
    pub(super) passages: Vec<Passage>,
}

impl SemanticSearch {
    /// Embeds every entry, or waits until another process has done so. After an error, written vectors stay.
    pub(super) async fn embed(&self, job: &Job) -> Result<EmbeddingReport> {
        // Somebody waits for it. The background worker leaves the second core to those who ask.
        self.embedder.begin_second_engine();
        let when_unlocked = async {
            loop {
                if let Some(result) = self.embed_unless_locked(job).await? {
                    return Ok(result);
                }
                tokio::time::sleep(LOCK_RETRY_PAUSE).await;
                job.check_cancelled()?;
            }
        };
        let result = when_unlocked.await;
        self.embedder.end_second_engine();
        result
    }

    /// Starts after a delay or at the first search by meaning, and runs `beside` once after the delay.
    pub(super) fn start(&self, delay: Duration, beside: impl Future<Output = ()> + Send + 'static) {
        let mut worker = self.worker.lock();
        if worker.is_some() {
            return;
        }
        let this = self.clone();
        *worker = Some(tokio::spawn(async move {
            let stop = this.stop.clone();
            let embedding = async {
                tokio::time::timeout(delay, this.waker.notified()).await.ok();
                this.embed_in_background().await;
            };
            let beside = async {
                tokio::time::sleep(delay).await;
                beside.await;
            };
            stop.run_until_cancelled(async { tokio::join!(beside, embedding) }).await;
        }));
    }

    /// Passages that the worker was computing are lost.
    pub(super) async fn stop_worker(&self) {
        self.stop.cancel();
        let worker = self.worker.lock().take();
        if let Some(worker) = worker {
            let _ = worker.await;
        }
    }

    async fn embed_in_background(&self) {
        let mut last_error = String::new();
        loop {
            match self.embed_unless_locked(&Job::quiet()).await {
                Ok(Some(EmbeddingReport { entries, computed, reused, seconds, .. })) if entries > 0 => {
                    tracing::info!(entries, computed, reused, seconds, "embedded entries");
                }
                Ok(_) => {}
                Err(error) => {
                    // The embedder logs its own errors.
                    let message = error.to_string();
                    if last_error != message && !matches!(error, Error::SemanticSearchUnavailable(_)) {
                        tracing::warn!(%error, "embedding stopped and resumes later");
                        last_error = message;
                    }
                    tokio::time::sleep(RETRY_PAUSE).await;
                }
            }
            tokio::time::timeout(POLL_INTERVAL, self.waker.notified()).await.ok();
        }
    }

    /// Returns `None` while another process embeds entries.
    async fn embed_unless_locked(&self, job: &Job) -> Result<Option<EmbeddingReport>> {
        let began = Instant::now();
        self.embedder.download_model().await?;
        let Some(_lock) = self.embedding_lock()? else { return Ok(None) };
        let result = self.embed_missing(job).await?;
        Ok(Some(EmbeddingReport { seconds: began.elapsed().as_secs_f64(), ..result }))
    }

    /// Returns `None` while another process has the lock.
    pub(super) fn embedding_lock(&self) -> Result<Option<File>> {
        let path = self.home.join(LOCK_FILE);
        let file = File::create(&path).map_err(|error| Error::file(&path, error))?;
        match file.try_lock() {
            Ok(()) => Ok(Some(file)),
            Err(std::fs::TryLockError::WouldBlock) => Ok(None),
            Err(std::fs::TryLockError::Error(error)) => Err(Error::file(&path, error)),
        }
    }

    async fn embed_missing(&self, job: &Job) -> Result<EmbeddingReport> {
        let model = self.embedder.model()?;
        let identity = model.identity(passage_format());
        let result = EmbeddingReport { model: model.name().to_owned(), ..EmbeddingReport::default() };
        let last_change = self.store.last_change().await?;
        if self.store.reached(&identity).await?.is_some_and(|reached| reached.all_passages >= last_change) {
            return Ok(result);
        }
        let EmbeddingPosition { id: model_id, mut first_passages, mut all_passages } =
            self.store.begin_model(&identity).await?;
        let total = self.store.count_entries_after(first_passages).await?
            + self.store.count_entries_after(all_passages).await?;
        // A few entries are embedded before the file is read.
        let mut prepared = None;
        if total >= MIN_ENTRIES_FOR_PREPARED {
            prepared = self.prepared_vectors(&model).await.unwrap_or_else(|error| {
                tracing::debug!(%error, "every passage is computed");
                None
            });
        }
        let (search, done) = (self, 0);
        let mut run = EmbeddingRun { search, job, model, model_id, prepared, done, total, result };
        loop {
            job.check_cancelled()?;
            if let Some(reached) = run.embed_first_passages(first_passages).await? {
                first_passages = reached;
            } else if let Some(reached) = run.embed_all_passages(all_passages, first_passages).await? {
                all_passages = reached;
            } else {
                break;
            }
        }
        // The vectors of another model stay until now, in case the user returns to it.
        let forgotten = self.store.forget_other_models(model_id).await?;
        if forgotten > 0 {
            tracing::info!(model = run.result.model, "deleted the vectors of another model");
        }
        Ok(run.result)
    }

    /// Computes the vectors that some passages lack, and returns their number.
    pub(super) async fn compute<'p>(
        &self,
        passages: impl Iterator<Item = &'p Passage>,
        vectors: &mut VectorsByHash,
    ) -> Result<u64> {
        let mut seen = HashSet::new();
        let missing: Vec<&Passage> = passages
            .filter(|passage| !vectors.contains_key(&passage.hash) && seen.insert(passage.hash))
            .collect();
        if missing.is_empty() {
            return Ok(0);
        }
        let texts = missing.iter().map(|passage| passage.text.clone()).collect();
        let computed = self.embedder.embed_passages(texts).await?;
        let packed = computed.iter().map(|vector| pack(vector));
        vectors.extend(missing.iter().map(|passage| passage.hash).zip(packed));
        Ok(computed.len() as u64)
    }
}

struct EmbeddingRun<'a> {
    search: &'a SemanticSearch,
    job: &'a Job,
    model: Model,
    model_id: i64,
    prepared: Option<PreparedVectors>,
    /// The number of entries done; each counts twice, for its first passage and for all.
    done: u64,
    total: u64,
    result: EmbeddingReport,
}

impl EmbeddingRun<'_> {
    /// Also writes the other passages whose text has a vector already. Returns the last change that is done.
    async fn embed_first_passages(&mut self, from: i64) -> Result<Option<i64>> {
        let texts = self.search.store.changes_after(from, i64::MAX, ENTRIES_PER_BATCH).await?;
        let Some(last) = texts.last().map(|text| text.number) else { return Ok(None) };
        let entries = split_entries(texts, self.model.max_passage_tokens()).await?;
        let mut vectors = self.stored_vectors(entries.iter().flat_map(|entry| &entry.passages)).await?;
        for chunk in entries.chunks(PASSAGES_PER_WRITE) {
            self.compute(chunk.iter().filter_map(|entry| entry.passages.first()), &mut vectors).await?;
            let rows: Vec<Embedded> = chunk.iter().map(|entry| entry.row(&vectors)).collect();
            let reached = chunk.last().map_or(0, |entry| entry.change);
            self.search.store.write_vectors(self.model_id, &rows, (reached, 0)).await?;
            self.result.entries += chunk.len() as u64;
            self.report(chunk.len());
        }
        // The last change may be a deletion, which has no entry.
        self.search.store.write_vectors(self.model_id, &[], (last, 0)).await?;
        Ok(Some(last))
    }

    /// Returns the last change that is done; `None` if there was none left.
    async fn embed_all_passages(&mut self, from: i64, to: i64) -> Result<Option<i64>> {
        let texts = self.search.store.changes_after(from, to, ENTRIES_PER_BATCH).await?;
        let Some(last) = texts.last().map(|text| text.number) else { return Ok(None) };
        let entries = split_entries(texts, self.model.max_passage_tokens()).await?;
        let ids: Vec<i64> = entries.iter().map(|entry| entry.entry_id).collect();
        let embedded = self.search.store.embedded_passages(self.model_id, &ids).await?;
        let missing: Vec<(&EntryPassages, i64, &Passage)> = entries
            .iter()
            .flat_map(|entry| (0..).zip(&entry.passages).map(move |(place, passage)| (entry, place, passage)))
            .filter(|(entry, place, _)| !embedded.contains(&(entry.entry_id, *place)))
            .collect();
        let mut vectors = self.stored_vectors(missing.iter().map(|(_, _, passage)| *passage)).await?;
        for chunk in missing.chunks(PASSAGES_PER_WRITE) {
            self.compute(chunk.iter().map(|(_, _, passage)| *passage), &mut vectors).await?;
            let row = |(entry, place, passage): &(&EntryPassages, i64, &Passage)| Embedded {
                entry_id: entry.entry_id,
                number: entry.change,
                replace: false,
                vectors: new_vector(*place, passage, &vectors).into_iter().collect(),
            };
            let rows: Vec<Embedded> = chunk.iter().map(row).collect();
            self.search.store.write_vectors(self.model_id, &rows, (0, 0)).await?;
        }
        self.search.store.write_vectors(self.model_id, &[], (0, last)).await?;
        self.report(entries.len());
        Ok(Some(last))
    }

    /// The vectors may be of any entry, in any format of passages, or bundled. They count as reused.
    async fn stored_vectors(&mut self, passages: impl Iterator<Item = &Passage>) -> Result<VectorsByHash> {
        let hashes: Vec<[u8; 16]> = passages.map(|passage| passage.hash).collect();
        let mut vectors = self.search.store.known_vectors(&self.model.identity_prefix(), &hashes).await?;
        if let Some(prepared) = &self.prepared {
            let unknown = hashes.iter().filter(|hash| !vectors.contains_key(*hash)).copied().collect();
            vectors.extend(prepared.vectors(unknown).await?);
        }
        self.result.reused += hashes.iter().filter(|hash| vectors.contains_key(*hash)).count() as u64;
        Ok(vectors)
    }

    async fn compute<'p>(
        &mut self,
        passages: impl Iterator<Item = &'p Passage>,
        vectors: &mut VectorsByHash,
    ) -> Result<()> {
        self.job.check_cancelled()?;
        self.result.computed += self.search.compute(passages, vectors).await?;
        Ok(())
    }

    fn report(&mut self, entries: usize) {
        self.done += entries as u64;
        self.job.report(Step::Embedding, self.done, self.total.max(self.done));
    }
}

impl EntryPassages {
    pub(super) fn row(&self, vectors: &VectorsByHash) -> Embedded {
        let places = (0..).zip(&self.passages);
        let vectors = places.filter_map(|(place, passage)| new_vector(place, passage, vectors)).collect();
        Embedded { entry_id: self.entry_id, number: self.change, replace: true, vectors }
    }
}

fn new_vector(place: i64, passage: &Passage, vectors: &VectorsByHash) -> Option<NewVector> {
    let bytes = vectors.get(&passage.hash)?.clone();
    Some(NewVector { passage: place, hash: passage.hash, bytes })
}

/// Deleted entries are left out.
pub(super) async fn split_entries(texts: Vec<Change>, max_tokens: usize) -> Result<Vec<EntryPassages>> {
    let split = move |change: Change| {
        let Change { number, entry_id, kind, name, details, body, .. } = change;
        let kind = Kind::try_from(kind?).ok()?;
        let (name, details, body) = (name?, details?, body?);
        // Without readable facts, the text is still embedded.
        let details = Details::read(kind, &details).unwrap_or_else(|_| Details::Rule(Rule::default()));
        let passages = passages(kind, &name, &details, &body, max_tokens);
        Some(EntryPassages { entry_id, change: number, passages })
    };
    Ok(tokio::task::spawn_blocking(move || texts.into_iter().filter_map(split).collect()).await?)
}
