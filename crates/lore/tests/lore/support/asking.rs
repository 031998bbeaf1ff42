use std::sync::{Arc, Mutex};
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use lore::fields::Filter;
use lore::ingest::open5e::ClientOptions;
use lore::progress::Job;
use lore::query::{Answer, Limit, Lookup};
use lore::{CacheStats, Clock, Library, OnDemandOptions, Options, SyncOutcome, SyncRequest};
use tempfile::TempDir;

use super::options;

/// A library that asks an API by itself, with a clock that a test sets.
pub(crate) struct Asking {
    pub(crate) library: Library,
    now: Arc<Mutex<Timestamp>>,
    base: String,
    home: TempDir,
}

impl Asking {
    /// An empty library that waits long enough for any answer.
    pub(crate) async fn at(base: &str) -> Self {
        Self::with_patience(base, Duration::from_secs(15)).await
    }

    /// An empty library that waits so long and no longer.
    pub(crate) async fn with_patience(base: &str, patience: Duration) -> Self {
        let home = TempDir::new().unwrap();
        let now = Arc::new(Mutex::new("2030-01-01T00:00:00Z".parse().unwrap()));
        let library = open(&home, base, patience, &now).await;
        Self { library, now, base: base.to_owned(), home }
    }

    /// Closes the library and opens it again, as the next start of the program does.
    pub(crate) async fn reopened(self) -> Self {
        self.library.close().await;
        let library = open(&self.home, &self.base, Duration::from_secs(15), &self.now).await;
        Self { library, ..self }
    }

    /// Sets the clock forward, or back.
    pub(crate) fn later(&self, by: SignedDuration) {
        let mut now = self.now.lock().unwrap();
        *now = now.saturating_add(by).unwrap();
    }

    pub(crate) async fn lookup(&self, lookup: Lookup, filter: Filter) -> Answer {
        self.library.lookup(&lookup, &filter).await.unwrap()
    }

    /// Spells of this name.
    pub(crate) async fn spell(&self, name: &str) -> Answer {
        self.lookup(named(name), spells()).await
    }

    pub(crate) async fn cache(&self) -> CacheStats {
        self.library.stats().await.unwrap().cache
    }

    pub(crate) async fn sync(&self, documents: Option<&[&str]>) -> SyncOutcome {
        let documents = documents.map(|keys| keys.iter().map(ToString::to_string).collect());
        let request =
            SyncRequest { documents, force: true, client: options(&self.base), ..SyncRequest::default() };
        self.library.sync_open5e(&request, &Job::quiet()).await.unwrap()
    }

    /// Waits until something holds, which the background brings about.
    pub(crate) async fn until(&self, what: &str, holds: impl AsyncFn(&Self) -> bool) {
        for _ in 0..400 {
            if holds(self).await {
                return;
            }
            tokio::time::sleep(Duration::from_millis(25)).await;
        }
        panic!("{what} did not come about");
    }
}

async fn open(home: &TempDir, base: &str, patience: Duration, now: &Arc<Mutex<Timestamp>>) -> Library {
    let client = ClientOptions { base: base.to_owned(), ..ClientOptions::default() };
    let open5e = Some(OnDemandOptions { patience, ..OnDemandOptions::of(client) });
    let now = Arc::clone(now);
    let clock = Clock::from_fn(move || *now.lock().unwrap());
    Library::open(Options { clock, open5e, ..Options::at(home.path()) }).await.unwrap()
}

pub(crate) fn named(name: &str) -> Lookup {
    Lookup { name: Some(name.to_owned()), limit: Limit::default(), ..Lookup::default() }
}

pub(crate) fn spells() -> Filter {
    Filter::spells([])
}

pub(crate) fn creatures() -> Filter {
    Filter::creatures([])
}
