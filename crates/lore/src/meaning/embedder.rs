use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use serde::Serialize;

use super::catalogue;
use super::engine::Engine;
use super::model::Model;
use super::options::MeaningOptions;
use super::runtime::MISSING;

/// How [`Embedder::state`] begins when there is a model to use.
const READY: &str = "ready";
/// For how long a model that could not be loaded is not tried again.
const PAUSE: Duration = Duration::from_secs(20);
/// How many characters of a question are given to the model, which reads a few hundred tokens.
const LONGEST_QUESTION: usize = 4_096;

/// Why nothing can be found by meaning. Its text is a sentence for people.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Unavailable {
    /// The model or its runtime is missing, damaged or another one than expected.
    #[error("{0}")]
    NoModel(String),
    /// The model took longer than a question waits.
    #[error("the model took longer than {} seconds", .0.as_secs_f32())]
    TooSlow(Duration),
    /// The model failed at this text.
    #[error("the model failed: {0}")]
    Failed(String),
}

/// The meaning of a question as the chosen model sees it.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct QueryVector {
    /// Of length 1.
    pub(crate) numbers: Vec<f32>,
}

/// What was computed since the library was opened.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, schemars::JsonSchema)]
pub struct EmbeddingCounts {
    /// How many questions were given to the model.
    pub queries: u64,
    /// How many passages were given to the model.
    pub passages: u64,
    /// How often the model was loaded.
    pub model_loads: u64,
}

/// The model: loaded when it is first needed, freed when it was not used for a while. Copies share it.
#[derive(Clone)]
pub(crate) struct Embedder(Arc<Shared>);

struct Shared {
    options: MeaningOptions,
    home: PathBuf,
    engine: Mutex<Held>,
    /// Questions that wait for the model; passages let them go first.
    waiting: AtomicUsize,
    trouble: Mutex<Option<Trouble>>,
    queries: AtomicU64,
    passages: AtomicU64,
    loads: AtomicU64,
    /// What else goes when the model is freed.
    freed: Box<dyn Fn() + Send + Sync>,
}

/// The model while it is in memory.
#[derive(Default)]
struct Held {
    engine: Option<(Model, Engine)>,
    used: Option<tokio::time::Instant>,
    watched: bool,
    closed: bool,
}

struct Trouble {
    reason: String,
    since: Instant,
}

impl Embedder {
    /// A model that is not loaded yet, and what else is to be done when it is freed.
    pub(crate) fn new(
        options: MeaningOptions,
        home: &Path,
        freed: impl Fn() + Send + Sync + 'static,
    ) -> Self {
        Self(Arc::new(Shared {
            options,
            home: home.to_owned(),
            engine: Mutex::default(),
            waiting: AtomicUsize::new(0),
            trouble: Mutex::default(),
            queries: AtomicU64::new(0),
            passages: AtomicU64::new(0),
            loads: AtomicU64::new(0),
            freed: Box::new(freed),
        }))
    }

    /// The model that is chosen, without loading it.
    pub(crate) fn model(&self) -> Result<Model, Unavailable> {
        if self.0.options.runtime.as_ref().is_none_or(|file| !file.is_file()) {
            return Err(Unavailable::NoModel(MISSING.to_owned()));
        }
        Model::chosen(&self.0.options, &self.0.home).map_err(Unavailable::NoModel)
    }

    /// Whether there is a model, and whether there is a runtime, whatever state they are in.
    pub(crate) fn parts(&self) -> (bool, bool) {
        let MeaningOptions { model, runtime, choice, .. } = &self.0.options;
        let is_there = |path: &Option<PathBuf>| path.as_ref().is_some_and(|path| path.exists());
        (choice.is_some() || is_there(model), is_there(runtime))
    }

    /// Whether a question can be given to the model; warns once of each reason why not.
    pub(crate) fn usable(&self) -> Result<(), Unavailable> {
        self.model().map(|_| ()).map_err(|why| self.0.note(why.to_string()))
    }

    /// Whether meaning can be asked for, in words: `ready …` or `unavailable: …`. Nothing is loaded for it.
    pub(crate) fn state(&self) -> String {
        let trouble = self.0.trouble().as_ref().map(|trouble| trouble.reason.clone());
        match (self.model(), trouble) {
            (Err(why), _) => format!("unavailable: {why}"),
            (Ok(_), Some(why)) => format!("unavailable: {why}"),
            (Ok(model), None) if self.is_loaded() => format!("{READY}: {} is in memory", model.name()),
            (Ok(model), None) => format!("{READY}: {} is loaded when it is needed", model.name()),
        }
    }

    /// What was computed so far.
    pub(crate) fn counts(&self) -> EmbeddingCounts {
        let of = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        EmbeddingCounts {
            queries: of(&self.0.queries),
            passages: of(&self.0.passages),
            model_loads: of(&self.0.loads),
        }
    }

    /// Whether the model is in memory.
    pub(crate) fn is_loaded(&self) -> bool {
        self.0.held().engine.is_some()
    }

    /// Downloads the chosen model when it is one of the catalogue and not there.
    pub(crate) async fn fetch(&self) -> Result<(), Unavailable> {
        match self.0.options.choice.as_deref().and_then(catalogue::find) {
            Some(chosen) => chosen.download(&self.0.home).await.map_err(|why| self.0.note(why)),
            None => Ok(()),
        }
    }

    /// The meaning of a question, cut to what the model reads.
    ///
    /// # Errors
    /// When the model cannot be used, or not in time.
    pub(crate) async fn question(&self, text: &str) -> Result<QueryVector, Unavailable> {
        let text: String = text.chars().take(LONGEST_QUESTION).collect();
        let embedder = self.clone();
        let waiting = Waiting::new(&self.0);
        let computed = tokio::task::spawn_blocking(move || {
            let _waiting = waiting;
            embedder.0.queries.fetch_add(1, Ordering::Relaxed);
            let made = embedder.0.embed(|model| format!("{}{text}", model.manifest.query_prefix));
            embedder.watch();
            made
        });
        let patience = self.0.options.patience;
        let numbers = tokio::time::timeout(patience, computed)
            .await
            .map_err(|_| {
                tracing::warn!(seconds = patience.as_secs_f32(), "the meaning of a question took too long");
                Unavailable::TooSlow(patience)
            })?
            .map_err(|error| Unavailable::Failed(error.to_string()))??;
        Ok(QueryVector { numbers })
    }

    /// The vectors of passages, in their order. Questions that come meanwhile go first.
    ///
    /// # Errors
    /// When the model cannot be used.
    pub(crate) async fn passages(&self, texts: Vec<String>) -> Result<Vec<Vec<f32>>, Unavailable> {
        let embedder = self.clone();
        let computed = tokio::task::spawn_blocking(move || {
            let shared = &embedder.0;
            let embed = |text: &String| {
                shared.let_questions_go_first();
                let made = shared.embed(|model| format!("{}{text}", model.manifest.passage_prefix));
                shared.passages.fetch_add(u64::from(made.is_ok()), Ordering::Relaxed);
                made
            };
            let made = texts.iter().map(embed).collect::<Result<_, _>>();
            embedder.watch();
            made
        });
        computed.await.map_err(|error| Unavailable::Failed(error.to_string()))?
    }

    /// Loads the model and tries it.
    pub(crate) async fn check(&self) -> Result<(), Unavailable> {
        *self.0.trouble() = None;
        self.passages(vec!["plum".to_owned()]).await.map(|_| ())
    }

    /// Frees the model for good, once the text that is at it is done. ONNX Runtime must not be at work when the process
    /// ends: what it is made of is taken down then.
    pub(crate) async fn close(&self) {
        let shared = Arc::clone(&self.0);
        let close = move || {
            let mut held = shared.held();
            held.closed = true;
            held.engine = None;
        };
        let _ = tokio::task::spawn_blocking(close).await;
    }

    /// Frees the model once it was not used for a while; one task watches.
    fn watch(&self) {
        // Whoever holds the model uses it, and calls this afterwards.
        let Ok(mut held) = self.0.engine.try_lock() else { return };
        if held.watched || held.engine.is_none() {
            return;
        }
        held.watched = true;
        drop(held);
        let (shared, keep) = (Arc::downgrade(&self.0), self.0.options.keep);
        tokio::spawn(async move {
            loop {
                let Some(shared) = shared.upgrade() else { return };
                let idle_at = {
                    let Ok(mut held) = shared.engine.try_lock() else {
                        tokio::time::sleep(keep / 10).await;
                        continue;
                    };
                    let idle_at = held.used.unwrap_or_else(tokio::time::Instant::now) + keep;
                    if idle_at <= tokio::time::Instant::now() {
                        held.engine = None;
                        held.watched = false;
                        drop(held);
                        (shared.freed)();
                        tracing::debug!("freed the model, which was not used for a while");
                        return;
                    }
                    idle_at
                };
                drop(shared);
                tokio::time::sleep_until(idle_at).await;
            }
        });
    }
}

impl Shared {
    fn held(&self) -> MutexGuard<'_, Held> {
        self.engine.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn trouble(&self) -> MutexGuard<'_, Option<Trouble>> {
        self.trouble.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The vector of a text, for which the model is loaded when it is not in memory.
    fn embed(&self, text: impl FnOnce(&Model) -> String) -> Result<Vec<f32>, Unavailable> {
        let mut held = self.held();
        if held.closed {
            return Err(Unavailable::Failed("the library is closed".to_owned()));
        }
        if held.engine.is_none() {
            held.engine = Some(self.load()?);
        }
        let Some((model, engine)) = &mut held.engine else {
            return Err(Unavailable::Failed("the model is gone".to_owned()));
        };
        let made = engine.embed(&text(model)).map_err(Unavailable::Failed);
        held.used = Some(tokio::time::Instant::now());
        made
    }

    fn load(&self) -> Result<(Model, Engine), Unavailable> {
        if let Some(trouble) = &*self.trouble()
            && trouble.since.elapsed() < PAUSE
        {
            return Err(Unavailable::NoModel(trouble.reason.clone()));
        }
        let began = Instant::now();
        let loaded = Model::chosen(&self.options, &self.home).and_then(|model| {
            let engine = Engine::load(&model, self.options.runtime.as_deref())?;
            Ok((model, engine))
        });
        let (model, engine) = loaded.map_err(|why| self.note(why))?;
        *self.trouble() = None;
        self.loads.fetch_add(1, Ordering::Relaxed);
        #[expect(clippy::cast_possible_truncation, reason = "seconds at most")]
        let milliseconds = began.elapsed().as_millis() as u64;
        tracing::info!(model = model.name(), milliseconds, "loaded the model for search by meaning");
        Ok((model, engine))
    }

    /// Keeps the reason why the model cannot be used, and warns once of each.
    fn note(&self, reason: String) -> Unavailable {
        let mut trouble = self.trouble();
        if trouble.as_ref().is_none_or(|before| before.reason != reason) {
            tracing::warn!(reason, "semantic search is unavailable; questions are answered by words");
        }
        *trouble = Some(Trouble { reason: reason.clone(), since: Instant::now() });
        Unavailable::NoModel(reason)
    }

    fn let_questions_go_first(&self) {
        let began = Instant::now();
        while self.waiting.load(Ordering::Acquire) > 0 && began.elapsed() < self.options.patience {
            std::thread::sleep(Duration::from_micros(500));
        }
    }
}

/// A question that waits for the model.
struct Waiting(Arc<Shared>);

impl Waiting {
    fn new(shared: &Arc<Shared>) -> Self {
        shared.waiting.fetch_add(1, Ordering::AcqRel);
        Self(Arc::clone(shared))
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        self.0.waiting.fetch_sub(1, Ordering::AcqRel);
    }
}

#[cfg(test)]
mod tests;
