//! The model as a service: loaded when it is first needed, freed when it is idle.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread::available_parallelism;
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use serde::Serialize;

use crate::download::download;
use crate::engine::{Engine, joined};
use crate::error::{Error, Result};
use crate::model::{Manifest, Model};
use crate::options::EmbeddingOptions;
use crate::runtime::missing_runtime;

const READY: &str = "ready";
const RETRY_PAUSE: Duration = Duration::from_secs(20);
/// The number of threads that are kept ready while the engine is being loaded.
const ANSWERING_THREADS: usize = 4;
/// Models read a few hundred tokens.
const MAX_QUERY_CHARS: usize = 4_096;
const MIN_PASSAGES_FOR_TWO: usize = 4;
/// The "nice" value of the second engine's thread: other programs and answers to requests go first.
#[cfg(target_os = "linux")]
const NICE: i32 = 10;

/// Counts since the library was opened.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, schemars::JsonSchema)]
pub struct EmbeddingCounts {
    /// The number of queries that were embedded.
    pub queries: u64,
    /// The number of passages that were embedded.
    pub passages: u64,
    /// The number of times that the model was loaded.
    pub model_loads: u64,
}

/// Computes vectors of texts. Clones share one model.
///
/// Every method that returns a result fails if the model or ONNX Runtime is missing or cannot be used.
#[derive(Clone)]
pub struct Embedder(Arc<Shared>);

struct Shared {
    options: EmbeddingOptions,
    home: PathBuf,
    engine: Mutex<EngineSlot>,
    /// Queries wait without a thread: none may be left for answers by words while the engine loads.
    turn: Arc<tokio::sync::Mutex<()>>,
    /// Embeds passages beside `engine` where that is wanted. An error stays until the engine is freed.
    second_engine: Mutex<Option<Result<(Model, Engine)>>>,
    wants_second_engine: AtomicBool,
    is_closed: AtomicBool,
    /// Each waiting query has a clone.
    waiting_queries: Arc<()>,
    /// The reason and the time of the last failure.
    last_failure: Mutex<Option<(String, Instant)>>,
    counts: Mutex<EmbeddingCounts>,
    on_idle: Box<dyn Fn() + Send + Sync>,
}

#[derive(Default)]
struct EngineSlot {
    loaded: Option<(Model, Engine)>,
    used_at: Option<tokio::time::Instant>,
    is_watched: bool,
}

impl Embedder {
    /// Creates an embedder without loading the model. `on_idle` is called when an idle model is freed.
    pub fn new(options: EmbeddingOptions, home: &Path, on_idle: impl Fn() + Send + Sync + 'static) -> Self {
        Self(Arc::new(Shared {
            options,
            home: home.to_owned(),
            engine: Mutex::default(),
            turn: Arc::default(),
            second_engine: Mutex::default(),
            wants_second_engine: AtomicBool::new(false),
            is_closed: AtomicBool::new(false),
            waiting_queries: Arc::default(),
            last_failure: Mutex::default(),
            counts: Mutex::default(),
            on_idle: Box::new(on_idle),
        }))
    }

    /// Returns the selected model without loading it.
    pub fn model(&self) -> Result<Model> {
        if self.0.options.runtime.as_ref().is_none_or(|file| !file.is_file()) {
            return Err(missing_runtime());
        }
        self.0.options.model(&self.0.home)
    }

    /// Returns the time within which a query is answered by meaning, or by words.
    pub fn query_timeout(&self) -> Duration {
        self.0.options.query_timeout
    }

    /// Returns whether a model and whether ONNX Runtime is installed; either may be damaged.
    pub fn installed_parts(&self) -> (bool, bool) {
        let EmbeddingOptions { bundled_model, runtime, chosen_model, .. } = &self.0.options;
        let exists = |path: &Option<PathBuf>| path.as_ref().is_some_and(|path| path.exists());
        (chosen_model.is_some() || exists(bundled_model), exists(runtime))
    }

    /// Checks that the files exist, and logs each reason once if they do not.
    pub fn ensure_installed(&self) -> Result<()> {
        self.model().map(drop).map_err(|error| self.0.record(&error))
    }

    /// Describes the state in words: `ready …` or `unavailable: …`. The model is not loaded for it.
    pub fn status(&self) -> String {
        let failure = self.0.last_failure.lock().as_ref().map(|(reason, _)| reason.clone());
        match (self.model(), failure) {
            (Err(error), _) => format!("unavailable: {error}"),
            (Ok(_), Some(reason)) => format!("unavailable: {reason}"),
            (Ok(model), None) if self.is_loaded() => format!("{READY}: {} is in memory", model.name()),
            (Ok(model), None) => format!("{READY}: {} is loaded when it is needed", model.name()),
        }
    }

    /// Returns the counts so far.
    pub fn counts(&self) -> EmbeddingCounts {
        *self.0.counts.lock()
    }

    /// While a thread loads or uses the model, it is as good as in memory.
    fn is_loaded(&self) -> bool {
        self.0.engine.try_lock().is_none_or(|slot| slot.loaded.is_some())
    }

    /// Downloads the chosen model if it is a listed one that is not downloaded yet.
    ///
    /// # Errors
    /// [`Error::Unavailable`] if the download fails.
    pub async fn download_model(&self) -> Result<()> {
        match self.0.options.listed_model() {
            Some(model) => download(&model, &self.0.home).await.map_err(|error| self.0.record(&error)),
            None => Ok(()),
        }
    }

    /// Begins to compute the vector of a query, of length 1, and returns it once it is there.
    ///
    /// # Errors
    /// If the model takes longer than [`EmbeddingOptions::query_timeout`].
    pub fn embed_query(&self, query: &str) -> impl Future<Output = Result<Vec<f32>>> + Send + use<> {
        let query: String = query.chars().take(MAX_QUERY_CHARS).collect();
        let embedder = self.clone();
        let waiting = Arc::clone(&self.0.waiting_queries);
        let computed = tokio::spawn(async move {
            let shared = Arc::clone(&embedder.0);
            let compute = move || {
                let _waiting = waiting;
                shared.counts.lock().queries += 1;
                shared.embed(|manifest| &manifest.query_prefix, &query)
            };
            embedder.in_turn(compute).await
        });
        let abandon = computed.abort_handle();
        let timeout = self.0.options.query_timeout;
        let in_time = tokio::time::timeout(timeout, computed);
        async move {
            let Ok(vector) = in_time.await else {
                abandon.abort();
                tracing::warn!(seconds = timeout.as_secs_f32(), "a query was not embedded in time");
                return Err(Error::Timeout(timeout));
            };
            vector.map_err(|error| Error::Failed(error.to_string()))?
        }
    }

    /// Loads the model, so that the first query does not wait for it.
    pub async fn warm_up(&self) -> Result<()> {
        let shared = Arc::clone(&self.0);
        self.in_turn(move || shared.with_engine(|_, _| Ok(()))).await
    }

    /// Uses the engine on a thread for that, once no other query does.
    async fn in_turn<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<T> + Send + 'static,
    ) -> Result<T> {
        let turn = Arc::clone(&self.0.turn).lock_owned().await;
        if !self.is_loaded() {
            begin_threads().await;
        }
        let embedder = self.clone();
        let done = tokio::task::spawn_blocking(move || {
            let _turn = turn;
            let done = work();
            embedder.free_when_idle();
            done
        });
        done.await.map_err(|error| Error::Failed(error.to_string()))?
    }

    /// Returns the vectors of passages, of length 1, in their order. Queries that arrive meanwhile go first.
    pub async fn embed_passages(&self, texts: Vec<String>) -> Result<Vec<Vec<f32>>> {
        let embedder = self.clone();
        let computed = tokio::task::spawn_blocking(move || {
            let vectors = embedder.0.embed_passages(&texts);
            embedder.free_when_idle();
            vectors
        });
        computed.await.map_err(|error| Error::Failed(error.to_string()))?
    }

    /// From now on, embeds passages on up to two cores, for somebody waiting. That takes about 85 MB more.
    pub fn begin_second_engine(&self) {
        self.0.wants_second_engine.store(true, Ordering::Release);
    }

    /// From now on, embeds passages on one core, and frees the memory of the second engine.
    pub fn end_second_engine(&self) {
        self.0.wants_second_engine.store(false, Ordering::Release);
        *self.0.second_engine.lock() = None;
    }

    /// Loads the model, even after a failure, and embeds a word.
    pub async fn check(&self) -> Result<()> {
        *self.0.last_failure.lock() = None;
        self.embed_passages(vec!["plum".to_owned()]).await.map(drop)
    }

    /// Frees the model for good, after the text that is being embedded. ONNX Runtime must not be at work when
    /// the process ends and unloads it.
    pub async fn close(&self) {
        let shared = Arc::clone(&self.0);
        let close = move || {
            shared.is_closed.store(true, Ordering::Release);
            shared.engine.lock().loaded = None;
            *shared.second_engine.lock() = None;
        };
        let _ = tokio::task::spawn_blocking(close).await;
    }

    fn free_when_idle(&self) {
        // A thread that holds the lock uses the model and calls this afterwards.
        let Some(mut slot) = self.0.engine.try_lock() else { return };
        if slot.is_watched || slot.loaded.is_none() {
            return;
        }
        slot.is_watched = true;
        drop(slot);
        let (shared, idle_timeout) = (Arc::downgrade(&self.0), self.0.options.idle_timeout);
        tokio::spawn(async move {
            while let Some(next_check) = shared.upgrade().and_then(|shared| shared.free_if_idle(idle_timeout))
            {
                tokio::time::sleep_until(next_check).await;
            }
        });
    }
}

impl Shared {
    fn embed(&self, prefix: fn(&Manifest) -> &str, text: &str) -> Result<Vec<f32>> {
        self.with_engine(|model, engine| engine.embed(&format!("{}{text}", prefix(&model.manifest))))
    }

    fn with_engine<T>(&self, work: impl FnOnce(&Model, &mut Engine) -> Result<T>) -> Result<T> {
        let mut slot = self.engine.lock();
        self.check_open()?;
        let (model, engine) = match &mut slot.loaded {
            Some(loaded) => loaded,
            empty => empty.insert(self.load()?),
        };
        let done = work(model, engine);
        slot.used_at = Some(tokio::time::Instant::now());
        done
    }

    fn check_open(&self) -> Result<()> {
        let is_closed = self.is_closed.load(Ordering::Acquire);
        if is_closed { Err(Error::Failed("the library is closed".to_owned())) } else { Ok(()) }
    }

    fn embed_passages(&self, texts: &[String]) -> Result<Vec<Vec<f32>>> {
        let next = AtomicUsize::new(0);
        let first =
            || self.embed_next(texts, &next, |text| self.embed(|manifest| &manifest.passage_prefix, text));
        let (first, second) = std::thread::scope(|scope| {
            let is_wanted = self.wants_second_engine.load(Ordering::Acquire) && can_use_two(texts.len());
            let second = is_wanted.then(|| scope.spawn(|| self.embed_with_second_engine(texts, &next)));
            (first(), second.map_or_else(|| Ok(Vec::new()), joined))
        });
        let mut vectors = first?;
        vectors.extend(second?);
        vectors.sort_unstable_by_key(|(place, _)| *place);
        Ok(vectors.into_iter().map(|(_, vector)| vector).collect())
    }

    /// Returns vectors with the places of their passages. After an error, the other engine stops as well.
    fn embed_next(
        &self,
        texts: &[String],
        next: &AtomicUsize,
        mut embed: impl FnMut(&str) -> Result<Vec<f32>>,
    ) -> Result<Vec<(usize, Vec<f32>)>> {
        let mut vectors = Vec::new();
        loop {
            self.let_queries_go_first();
            let place = next.fetch_add(1, Ordering::Relaxed);
            let Some(text) = texts.get(place) else { return Ok(vectors) };
            let vector = embed(text).inspect_err(|_| next.store(texts.len(), Ordering::Relaxed))?;
            self.counts.lock().passages += 1;
            vectors.push((place, vector));
        }
    }

    /// If the second engine cannot be loaded, the first embeds all passages.
    fn embed_with_second_engine(
        &self,
        texts: &[String],
        next: &AtomicUsize,
    ) -> Result<Vec<(usize, Vec<f32>)>> {
        // If this is not permitted, the thread keeps its priority.
        #[cfg(target_os = "linux")]
        let _ = rustix::process::setpriority_process(None, NICE);
        let mut slot = self.second_engine.lock();
        let load = || {
            self.new_engine().inspect_err(|error| tracing::warn!(%error, "passages are embedded on one core"))
        };
        let Ok((model, engine)) = slot.get_or_insert_with(load) else { return Ok(Vec::new()) };
        self.embed_next(texts, next, |text| {
            self.check_open()?;
            engine.embed(&format!("{}{text}", model.manifest.passage_prefix))
        })
    }

    fn new_engine(&self) -> Result<(Model, Engine)> {
        let model = self.options.model(&self.home)?;
        let engine = Engine::load(&model, self.options.runtime.as_deref())?;
        Ok((model, engine))
    }

    fn load(&self) -> Result<(Model, Engine)> {
        if let Some((reason, since)) = &*self.last_failure.lock()
            && since.elapsed() < RETRY_PAUSE
        {
            return Err(Error::Unavailable(reason.clone()));
        }
        let began = Instant::now();
        let (model, engine) = self.new_engine().map_err(|error| self.record(&error))?;
        *self.last_failure.lock() = None;
        self.counts.lock().model_loads += 1;
        let seconds = began.elapsed().as_secs_f64();
        tracing::info!(model = model.name(), seconds, "loaded the model for search by meaning");
        Ok((model, engine))
    }

    fn record(&self, error: &Error) -> Error {
        let reason = error.to_string();
        let mut last = self.last_failure.lock();
        if last.as_ref().is_none_or(|(last, _)| *last != reason) {
            tracing::warn!(reason, "semantic search is unavailable; queries are answered by words");
        }
        *last = Some((reason.clone(), Instant::now()));
        Error::Unavailable(reason)
    }

    fn let_queries_go_first(&self) {
        let began = Instant::now();
        while Arc::strong_count(&self.waiting_queries) > 1 && began.elapsed() < self.options.query_timeout {
            std::thread::sleep(Duration::from_micros(500));
        }
    }

    /// Frees the model if it is idle; otherwise returns when to look again.
    fn free_if_idle(&self, idle_timeout: Duration) -> Option<tokio::time::Instant> {
        let now = tokio::time::Instant::now();
        let Some(mut slot) = self.engine.try_lock() else { return Some(now + idle_timeout / 10) };
        let idle_at = slot.used_at.unwrap_or(now) + idle_timeout;
        if idle_at > now {
            return Some(idle_at);
        }
        slot.loaded = None;
        slot.is_watched = false;
        drop(slot);
        *self.second_engine.lock() = None;
        (self.on_idle)();
        tracing::debug!("freed the idle model");
        None
    }
}

fn can_use_two(passages: usize) -> bool {
    passages >= MIN_PASSAGES_FOR_TWO && available_parallelism().is_ok_and(|cores| cores.get() > 1)
}

/// No thread of a process can begin while the system loads a library, so these begin beforehand.
async fn begin_threads() {
    let all = Arc::new(std::sync::Barrier::new(ANSWERING_THREADS));
    let begun = (0..ANSWERING_THREADS).map(|_| {
        let all = Arc::clone(&all);
        tokio::task::spawn_blocking(move || all.wait())
    });
    for thread in begun.collect::<Vec<_>>() {
        let _ = thread.await;
    }
}

#[cfg(test)]
mod tests;
