//! A library in a temporary folder.

use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use chrono::{DateTime, TimeDelta, Utc};
use lore::fields::{Condition, Filter};
use lore::ingest::Report;
use lore::ingest::open5e::ClientOptions;
use lore::ingest::orcbrew::ImportReport;
use lore::model::Record;
use lore::progress::Job;
use lore::query::{Answer, Limit, Lookup, Search};
use lore::{CacheStats, Clock, ImportRequest, Library, OnDemandOptions, Options, SyncOutcome, SyncRequest};
use open5e_replay::Replay;
use tempfile::TempDir;

use super::{batch, forced, options};

const PATIENCE: Duration = Duration::from_secs(60);

/// With the address of an API, the library queries that, by a clock that the test sets.
pub(crate) struct TestLibrary {
    pub(crate) library: Library,
    pub(crate) home: TempDir,
    options: Options,
    now: Arc<Mutex<DateTime<Utc>>>,
}

impl TestLibrary {
    pub(crate) async fn empty() -> Self {
        Self::at(TempDir::new().unwrap()).await
    }

    pub(crate) async fn with(records: Vec<Record>) -> Self {
        let library = Self::empty().await;
        library.import(records).await;
        library
    }

    pub(crate) async fn beside(api: Replay) -> (Replay, Self) {
        let library = Self::querying(&api.base).await;
        (api, library)
    }

    pub(crate) async fn querying(base: &str) -> Self {
        Self::with_patience(base, PATIENCE).await
    }

    pub(crate) async fn with_patience(base: &str, patience: Duration) -> Self {
        let now = Arc::new(Mutex::new("2030-01-01T00:00:00Z".parse().unwrap()));
        let shared = Arc::clone(&now);
        let clock = Clock::from_fn(move || *shared.lock().unwrap());
        let client = ClientOptions { base: base.to_owned(), ..ClientOptions::default() };
        let open5e = Some(OnDemandOptions { patience, ..OnDemandOptions::of(client) });
        let home = TempDir::new().unwrap();
        let options = Options { clock, open5e, ..Options::at(home.path()) };
        Self::open(home, options, now).await
    }

    pub(crate) async fn at(home: TempDir) -> Self {
        let options = Options::at(home.path());
        Self::open(home, options, Arc::default()).await
    }

    async fn open(home: TempDir, options: Options, now: Arc<Mutex<DateTime<Utc>>>) -> Self {
        Self { library: Library::open(options.clone()).await.unwrap(), home, options, now }
    }

    pub(crate) async fn reopened(self) -> Self {
        self.changed_while_closed(|_| ()).await
    }

    pub(crate) async fn changed_while_closed(self, change: impl FnOnce(&Path)) -> Self {
        let Self { library, home, options, now } = self;
        library.close().await;
        // Windows lets nobody delete, replace or cut the files of the text index while they are mapped.
        drop(library);
        change(home.path());
        Self::open(home, options, now).await
    }

    pub(crate) fn advance(&self, by: TimeDelta) {
        let mut now = self.now.lock().unwrap();
        *now += by;
    }

    pub(crate) async fn import(&self, records: Vec<Record>) -> Report {
        self.library.import(&batch(records), &Job::quiet()).await.unwrap()
    }

    pub(crate) async fn import_file(&self, file: &Path) -> ImportReport {
        let report = self.library.import_orcbrew(file, ImportRequest::default(), &Job::quiet()).await;
        report.unwrap().files.remove(0)
    }

    /// Imports a file that is gone afterwards.
    pub(crate) async fn import_text(&self, name: &str, text: &str) -> ImportReport {
        let file = self.home.path().join(name);
        std::fs::write(&file, text).unwrap();
        let report = self.import_file(&file).await;
        std::fs::remove_file(file).unwrap();
        report
    }

    pub(crate) async fn lookup(&self, lookup: Lookup, filter: Filter) -> Answer {
        self.library.lookup(&lookup, &filter).await.unwrap()
    }

    pub(crate) async fn spell(&self, name: &str) -> Answer {
        self.lookup(named(name), spells()).await
    }

    pub(crate) async fn spells(&self, name: &str, limit: i64) -> Answer {
        self.lookup(Lookup { limit: Limit::try_from(limit).unwrap(), ..named(name) }, spells()).await
    }

    pub(crate) async fn creatures(&self, conditions: impl IntoIterator<Item = Condition>) -> Vec<String> {
        names(self.lookup(Lookup::default(), Filter::creatures(conditions)).await)
    }

    pub(crate) async fn search(&self, query: &str) -> Answer {
        let search = Search { query: query.to_owned(), fuzzy: true, ..Search::default() };
        self.library.search(&search).await.unwrap()
    }

    pub(crate) async fn found(&self, query: &str) -> Vec<String> {
        names(self.search(query).await)
    }

    pub(crate) async fn cache(&self) -> CacheStats {
        self.library.stats().await.unwrap().cache
    }

    pub(crate) async fn sync(&self, documents: Option<&[&str]>) -> SyncOutcome {
        let documents = documents.map(|keys| keys.iter().map(ToString::to_string).collect());
        let client = options(&self.options.open5e.as_ref().unwrap().client.base);
        let request = SyncRequest { documents, ..forced(client) };
        self.library.sync_open5e(&request, &Job::quiet()).await.unwrap()
    }

    pub(crate) async fn until(&self, what: &str, holds: impl AsyncFn(&Self) -> bool) {
        let began = Instant::now();
        while began.elapsed() < PATIENCE {
            if holds(self).await {
                return;
            }
            tokio::time::sleep(Duration::from_millis(25)).await;
        }
        panic!("{what} did not come about");
    }
}

fn names(answer: Answer) -> Vec<String> {
    answer.entries.into_iter().map(|entry| entry.name).collect()
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
