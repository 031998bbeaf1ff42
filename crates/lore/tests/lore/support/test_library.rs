//! A library in a temporary folder.

use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use chrono::{DateTime, TimeDelta, Utc};
use lore::fields::{Condition, Filter};
use lore::ingest::Report;
use lore::ingest::open5e::ClientOptions;
use lore::model::Record;
use lore::progress::Job;
use lore::query::{Answer, Limit, Lookup, Search};
use lore::{CacheStats, Clock, Library, OnDemandOptions, Options, SyncOutcome, SyncRequest};
use open5e_replay::Replay;
use tempfile::TempDir;

use super::{batch, options};

const PATIENCE: Duration = Duration::from_secs(60);

/// With the address of an API, the library queries that, by a clock that the test sets.
pub(crate) struct TestLibrary {
    pub(crate) library: Library,
    pub(crate) home: TempDir,
    now: Arc<Mutex<DateTime<Utc>>>,
    open5e: Option<(String, Duration)>,
}

impl TestLibrary {
    pub(crate) async fn empty() -> Self {
        Self::open(None).await
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
        Self::open(Some((base.to_owned(), patience))).await
    }

    pub(crate) async fn at(home: TempDir) -> Self {
        Self::open_in(home, None).await
    }

    async fn open(open5e: Option<(String, Duration)>) -> Self {
        Self::open_in(TempDir::new().unwrap(), open5e).await
    }

    async fn open_in(home: TempDir, open5e: Option<(String, Duration)>) -> Self {
        let now = Arc::new(Mutex::new("2030-01-01T00:00:00Z".parse().unwrap()));
        let library = open(&home, open5e.as_ref(), &now).await;
        Self { library, home, now, open5e }
    }

    pub(crate) async fn reopened(self) -> Self {
        self.library.close().await;
        self.opened_again().await
    }

    pub(crate) async fn changed_while_closed(self, change: impl FnOnce(&Path)) -> Self {
        let Self { library, home, now, open5e } = self;
        library.close().await;
        // Windows lets nobody delete, replace or cut the files of the text index while they are mapped.
        drop(library);
        change(home.path());
        let library = open(&home, open5e.as_ref(), &now).await;
        Self { library, home, now, open5e }
    }

    pub(crate) async fn opened_again(self) -> Self {
        let library = open(&self.home, self.open5e.as_ref(), &self.now).await;
        Self { library, ..self }
    }

    pub(crate) fn advance(&self, by: TimeDelta) {
        let mut now = self.now.lock().unwrap();
        *now += by;
    }

    pub(crate) async fn import(&self, records: Vec<Record>) -> Report {
        self.library.import(&batch(records), &Job::quiet()).await.unwrap()
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
        let (base, _) = self.open5e.as_ref().unwrap();
        let request = SyncRequest { documents, force: true, client: options(base), ..SyncRequest::default() };
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

async fn open(
    home: &TempDir,
    open5e: Option<&(String, Duration)>,
    now: &Arc<Mutex<DateTime<Utc>>>,
) -> Library {
    let Some((base, patience)) = open5e else {
        return Library::open(Options::at(home.path())).await.unwrap();
    };
    let client = ClientOptions { base: base.clone(), ..ClientOptions::default() };
    let open5e = Some(OnDemandOptions { patience: *patience, ..OnDemandOptions::of(client) });
    let now = Arc::clone(now);
    let clock = Clock::from_fn(move || *now.lock().unwrap());
    Library::open(Options { clock, open5e, ..Options::at(home.path()) }).await.unwrap()
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
