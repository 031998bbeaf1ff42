//! The embedding of entries: first one vector for every entry, then the rest of their passages. What is written says how
//! far it is in the same transaction, so that it goes on from there whatever happens.

#[cfg(test)]
pub(crate) mod tests;

use std::collections::HashSet;
use std::fs::File;
use std::sync::Arc;
use std::time::{Duration, Instant};

use serde::Serialize;

use super::semantic_search::Meaning;
use crate::error::{Error, Result};
use crate::meaning::{Known, Packed, Passage, passages};
use crate::model::{Details, Kind, Rule};
use crate::progress::{Job, Step};
use crate::store::{Embedded, Mark, NewVector, Reached, Text};

/// How many entries are read at once.
const ENTRIES: u32 = 64;
/// How many passages are computed for one transaction.
const PASSAGES: usize = 32;
/// The file that is locked by the process that embeds.
const LOCK: &str = "embedding.lock";
/// How often the worker looks whether another process has written.
const LOOK: Duration = Duration::from_secs(30);
/// How long the worker waits after a failure.
const PAUSE: Duration = Duration::from_secs(10);

/// What an embedding did.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Embedding {
    /// The model that made the vectors.
    pub model: String,
    /// How many entries were taken in.
    pub entries: u64,
    /// How many passages were given to the model.
    pub computed: u64,
    /// How many passages had a vector already, of the same text.
    pub reused: u64,
    /// How long it took, in seconds.
    pub seconds: f64,
}

/// A changed entry and its passages.
pub(super) struct Cut {
    entry_id: i64,
    pub(super) number: i64,
    pub(super) passages: Vec<Passage>,
}

impl Meaning {
    /// Gives every entry its vectors and comes back when all have them. While another process does it, waits for that one.
    ///
    /// # Errors
    /// When there is no model, the database fails, or the job is stopped. What was done stays done.
    pub(super) async fn embed(&self, job: &Job) -> Result<Embedding> {
        loop {
            match self.embed_unless_another_does(job).await? {
                Some(done) => return Ok(done),
                None => tokio::time::sleep(Duration::from_millis(200)).await,
            }
            job.check_cancelled()?;
        }
    }

    /// Starts the worker that embeds in the background, `after` a while or when it is woken. It also runs `beside`, once,
    /// embeds what is written later, and ends when the library closes.
    pub(super) fn start(
        self: &Arc<Self>,
        after: Duration,
        beside: impl Future<Output = ()> + Send + 'static,
    ) {
        let Ok(mut worker) = self.worker.lock() else { return };
        if worker.is_some() {
            return;
        }
        let meaning = Arc::clone(self);
        *worker = Some(tokio::spawn(async move {
            let stop = meaning.stop.clone();
            tokio::select! {
                () = stop.cancelled() => {}
                () = async {
                    tokio::time::timeout(after, meaning.wake.notified()).await.ok();
                    tokio::join!(beside, meaning.embed_in_the_background(Duration::ZERO));
                } => {}
            }
        }));
    }

    /// Ends the worker; what it was computing is lost, what it wrote stays.
    pub(super) async fn stop_worker(&self) {
        self.stop.cancel();
        let worker = self.worker.lock().ok().and_then(|mut worker| worker.take());
        if let Some(worker) = worker {
            let _ = worker.await;
        }
    }

    async fn embed_in_the_background(&self, after: Duration) {
        let mut wait = after;
        let mut told = String::new();
        loop {
            tokio::select! {
                () = tokio::time::sleep(wait) => {}
                () = self.wake.notified() => {}
            }
            wait = match self.embed_unless_another_does(&Job::quiet()).await {
                Ok(done) => {
                    let done = done.unwrap_or_default();
                    if done.entries > 0 {
                        let Embedding { entries, computed, reused, seconds, .. } = done;
                        tracing::info!(entries, computed, reused, seconds, "embedded entries");
                    }
                    LOOK
                }
                Err(error) => {
                    // The model's own trouble is logged where it arises.
                    let words = error.to_string();
                    if told != words && !matches!(error, Error::NoMeaning(_)) {
                        tracing::warn!(%error, "embedding stopped and goes on later");
                        told = words;
                    }
                    tokio::time::sleep(PAUSE).await;
                    LOOK
                }
            };
        }
    }

    /// `None` while another process is at it.
    async fn embed_unless_another_does(&self, job: &Job) -> Result<Option<Embedding>> {
        let began = Instant::now();
        self.embedder.fetch().await?;
        let Some(_alone) = self.embedding_lock()? else { return Ok(None) };
        let done = self.embed_what_is_missing(job).await?;
        Ok(Some(Embedding { seconds: began.elapsed().as_secs_f64(), ..done }))
    }

    pub(super) fn embedding_lock(&self) -> Result<Option<File>> {
        let path = self.home.join(LOCK);
        let file = File::create(&path).map_err(|error| Error::file(&path, error))?;
        match file.try_lock() {
            Ok(()) => Ok(Some(file)),
            Err(std::fs::TryLockError::WouldBlock) => Ok(None),
            Err(std::fs::TryLockError::Error(error)) => Err(Error::file(&path, error)),
        }
    }

    async fn embed_what_is_missing(&self, job: &Job) -> Result<Embedding> {
        let model = self.embedder.model()?;
        let identity = model.identity();
        let mut done = Embedding { model: model.name().to_owned(), ..Embedding::default() };
        let last = self.store.last_change().await?;
        if let Some(reached) = self.store.reached(&identity).await?
            && reached.all_passages >= last
        {
            return Ok(done);
        }
        let reached = self.store.begin_model(&identity).await?;
        let Reached { id: model_id, mut first_passages, mut all_passages } = reached;
        let mut round = Round { meaning: self, model_id, longest: model.longest_passage(), done: &mut done };
        let mut told = Told { job, done: 0, total: self.left(first_passages, all_passages).await? };
        loop {
            job.check_cancelled()?;
            if let Some(next) = round.first_passages(first_passages, &mut told).await? {
                first_passages = next;
            } else if let Some(next) = round.all_passages(all_passages, first_passages, &mut told).await? {
                all_passages = next;
            } else {
                break;
            }
        }
        // Only now: until here a user who changes back finds everything.
        let forgotten = self.store.forget_other_models(model_id).await?;
        if forgotten > 0 {
            tracing::info!(model = done.model, "the vectors of the model before were deleted");
        }
        Ok(done)
    }

    async fn left(&self, first_passages: i64, all_passages: i64) -> Result<u64> {
        Ok(self.store.count_entries_after(first_passages).await?
            + self.store.count_entries_after(all_passages).await?)
    }
}

/// How far the job is.
struct Told<'a> {
    job: &'a Job,
    done: u64,
    total: u64,
}

impl Told<'_> {
    fn tell(&mut self, entries: usize) {
        self.done += entries as u64;
        self.job.report(Step::Embedding, self.done, self.total.max(self.done));
    }
}

/// The work of one model.
struct Round<'a> {
    meaning: &'a Meaning,
    model_id: i64,
    longest: usize,
    done: &'a mut Embedding,
}

impl Round<'_> {
    /// Gives the next changed entries the vector of their first passage, and those of other passages whose text has one.
    /// Gives the change up to which that is done; `None` when there is none left.
    async fn first_passages(&mut self, from: i64, told: &mut Told<'_>) -> Result<Option<i64>> {
        let texts = self.meaning.store.texts_after(from, i64::MAX, ENTRIES).await?;
        let Some(last) = texts.last().map(|text| text.number) else { return Ok(None) };
        let entries = cut(texts, self.longest).await?;
        let hashes: Vec<[u8; 16]> =
            entries.iter().flat_map(|entry| &entry.passages).map(|passage| passage.hash).collect();
        let mut known = self.meaning.store.known_vectors(self.model_id, &hashes).await?;
        self.done.reused += hashes.iter().filter(|hash| known.contains_key(*hash)).count() as u64;
        for chunk in entries.chunks(PASSAGES) {
            told.job.check_cancelled()?;
            self.compute(chunk.iter().filter_map(|entry| entry.passages.first()), &mut known).await?;
            let rows: Vec<Embedded> = chunk.iter().map(|entry| entry.row(&known)).collect();
            let mark: Vec<Mark> = chunk.last().map(|entry| Mark::First(entry.number)).into_iter().collect();
            self.meaning.store.write_vectors(self.model_id, &rows, &mark).await?;
            self.done.entries += chunk.len() as u64;
            told.tell(chunk.len());
        }
        // What was deleted at the end of them has no entry.
        self.meaning.store.write_vectors(self.model_id, &[], &[Mark::First(last)]).await?;
        Ok(Some(last))
    }

    /// Gives the next entries the vectors of all their passages, up to a change.
    async fn all_passages(&mut self, from: i64, to: i64, told: &mut Told<'_>) -> Result<Option<i64>> {
        let texts = self.meaning.store.texts_after(from, to, ENTRIES).await?;
        let Some(last) = texts.last().map(|text| text.number) else { return Ok(None) };
        let entries = cut(texts, self.longest).await?;
        let ids: Vec<i64> = entries.iter().map(|entry| entry.entry_id).collect();
        let there = self.meaning.store.embedded_passages(self.model_id, &ids).await?;
        let missing: Vec<(&Cut, i64, &Passage)> = entries
            .iter()
            .flat_map(|entry| (0..).zip(&entry.passages).map(move |(place, passage)| (entry, place, passage)))
            .filter(|(entry, place, _)| !there.contains(&(entry.entry_id, *place)))
            .collect();
        let hashes: Vec<[u8; 16]> = missing.iter().map(|(_, _, passage)| passage.hash).collect();
        let mut known = self.meaning.store.known_vectors(self.model_id, &hashes).await?;
        self.done.reused += hashes.iter().filter(|hash| known.contains_key(*hash)).count() as u64;
        for chunk in missing.chunks(PASSAGES) {
            told.job.check_cancelled()?;
            self.compute(chunk.iter().map(|(_, _, passage)| *passage), &mut known).await?;
            let row = |(entry, passage, text): &(&Cut, i64, &Passage)| {
                let bytes = known.get(&text.hash)?.clone();
                let vectors = vec![NewVector { passage: *passage, hash: text.hash, bytes }];
                Some(Embedded { entry_id: entry.entry_id, number: entry.number, replace: false, vectors })
            };
            let rows: Vec<Embedded> = chunk.iter().filter_map(row).collect();
            self.meaning.store.write_vectors(self.model_id, &rows, &[]).await?;
        }
        self.meaning.store.write_vectors(self.model_id, &[], &[Mark::All(last)]).await?;
        told.tell(entries.len());
        Ok(Some(last))
    }

    /// Computes the vectors of those texts that have none, each once.
    async fn compute<'p>(
        &mut self,
        wanted: impl Iterator<Item = &'p Passage>,
        known: &mut Known,
    ) -> Result<()> {
        let mut seen = HashSet::new();
        let missing: Vec<&Passage> = wanted
            .filter(|passage| !known.contains_key(&passage.hash) && seen.insert(passage.hash))
            .collect();
        if missing.is_empty() {
            return Ok(());
        }
        let texts = missing.iter().map(|passage| passage.text.clone()).collect();
        let vectors = self.meaning.embedder.passages(texts).await?;
        self.done.computed += vectors.len() as u64;
        let packed = vectors.iter().map(|vector| Packed::new(vector).to_bytes());
        known.extend(missing.iter().map(|passage| passage.hash).zip(packed));
        Ok(())
    }
}

impl Cut {
    /// What is known of an entry, as it is written in place of what it had.
    pub(super) fn row(&self, known: &Known) -> Embedded {
        let vector = |(passage, text): (i64, &Passage)| {
            let bytes = known.get(&text.hash)?.clone();
            Some(NewVector { passage, hash: text.hash, bytes })
        };
        let vectors = (0..).zip(&self.passages).filter_map(vector).collect();
        Embedded { entry_id: self.entry_id, number: self.number, replace: true, vectors }
    }
}

/// Cuts entries into passages; those that were deleted are left out.
pub(super) async fn cut(texts: Vec<Text>, longest: usize) -> Result<Vec<Cut>> {
    let cut = move || {
        let cut = |text: Text| {
            let Text { number, entry_id, kind, name, details, body } = text;
            let kind = Kind::try_from(kind?).ok()?;
            let (name, details, body) = (String::from(name?), String::from(details?), String::from(body?));
            // Fields that cannot be read say nothing of the entry; its text still does.
            let details = Details::read(kind, &details).unwrap_or_else(|_| Details::Rule(Rule::default()));
            let passages = passages(kind, &name, &details, &body, longest);
            Some(Cut { entry_id, number, passages })
        };
        texts.into_iter().filter_map(cut).collect()
    };
    tokio::task::spawn_blocking(cut).await.map_err(|error| Error::Internal(error.to_string()))
}
