//! Syncs from an API that fails now and then, and with a jumping clock.

use std::collections::BTreeSet;
use std::sync::Mutex;
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use lore::error::Error;
use lore::ingest::Report;
use lore::ingest::open5e::ClientOptions;
use lore::progress::{CancellationToken, Job, Progress, Step};
use lore::{Clock, Library, Options, SyncOutcome, SyncRequest};
use open5e_replay::{Replay, Server};
use serde_json::{Value, json};

use crate::support::{SPOILT_ANSWERS, TestLibrary, forced, options, small_replay};

/// Each start resumes the one before.
const STARTS: u32 = 25;

/// Also returns the number of starts. Nothing is stored before version 2 is complete.
async fn persistently(library: &Library, base: &str) -> (Report, u32) {
    let request = forced(options(base));
    let mut stored = false;
    for start in 1..=STARTS {
        match library.sync_open5e(&request, &Job::quiet()).await {
            Ok(SyncOutcome { report, notes, .. }) => {
                let report = report.unwrap();
                accounted_for(&report, "a sync");
                if !notes.iter().any(|note| note.contains("not fetched")) {
                    return (report, start);
                }
                stored = true;
            }
            Err(error) => {
                let words = error.to_string();
                assert!(!words.contains("panicked"), "{words}");
                let entries = library.stats().await.unwrap().entries;
                assert!(stored || entries == 0, "nothing is half-stored: {words}");
            }
        }
    }
    panic!("{STARTS} syncs failed one after the other");
}

fn accounted_for(report: &Report, kind: &str) {
    let rejected = report.rejected.len() as u64;
    assert_eq!(report.read, report.stored + rejected, "{kind}");
    assert!(report.stored > 700, "{kind}: {}", report.stored);
}

#[tokio::test]
async fn a_sync_completes_when_a_fifth_of_the_answers_fail() {
    let mut kinds = vec![
        json!({"fault": "status", "status": 500}),
        json!({"fault": "status", "status": 429, "retry_after": 0}),
        json!({"fault": "latency", "ms": 50, "jitter_ms": 50}),
        json!({"fault": "slow", "bps": 400_000}),
    ];
    kinds.extend(SPOILT_ANSWERS.map(|fault| json!({ "fault": fault })));
    // Several kinds at once show all that each shows alone, apart from which of them failed.
    let is_long = std::env::var_os("LOREKEEPER_LONG_TESTS").is_some();
    let mixed: Vec<Vec<Value>> = kinds.chunks(if is_long { 1 } else { 4 }).map(<[Value]>::to_vec).collect();
    let mut stored = Vec::new();
    for mut kinds in mixed {
        let api = small_replay();
        #[expect(clippy::cast_precision_loss, reason = "a few kinds")]
        let rate = 0.2 / kinds.len() as f64;
        kinds.iter_mut().for_each(|kind| kind["rate"] = json!(rate));
        let kinds = Value::Array(kinds);
        api.set_faults(&kinds);
        let test = TestLibrary::empty().await;
        let (report, starts) = persistently(&test.library, &api.base).await;
        println!("{kinds}: started {starts} times");
        accounted_for(&report, &kinds.to_string());
        stored.push(report.stored);
        test.library.close().await;
    }
    assert!(stored.iter().all(|count| *count == stored[0]), "the same is stored every time: {stored:?}");
}

#[tokio::test]
async fn a_sync_reports_progress_before_the_first_answer() {
    let silent = Server::scripted(|_| None);
    let TestLibrary { library, home: _home, .. } = TestLibrary::empty().await;
    let (told, mut first) = tokio::sync::mpsc::unbounded_channel();
    let cancel = CancellationToken::new();
    let job = Job::new(cancel.clone(), move |progress| told.send(progress).unwrap());
    // The sync ends by being cancelled, however late that is.
    let patience = Duration::from_secs(600);
    let client = ClientOptions {
        silence: patience,
        timeout: patience,
        unreachable_after: patience,
        ..options(&silent.base)
    };
    let syncing = tokio::spawn(async move { library.sync_open5e(&forced(client), &job).await });
    assert_eq!(first.recv().await, Some(Progress { step: Step::Fetching, done: 0, total: 0 }));
    cancel.cancel();
    assert!(matches!(syncing.await.unwrap(), Err(Error::Cancelled)));
}

async fn asked_by_sync(api: &Replay, library: &Library) -> BTreeSet<String> {
    api.count_requests();
    library.sync_open5e(&forced(options(&api.base)), &Job::quiet()).await.unwrap();
    api.take_requests().into_iter().map(|(url, _)| url).collect()
}

#[tokio::test]
async fn after_a_sync_that_lacks_a_list_only_that_list_is_fetched() {
    let api = small_replay();
    let TestLibrary { library, home: _home, .. } = TestLibrary::empty().await;
    api.set_faults(&json!([{"fault": "status", "status": 500, "match": "^/v1/magicitems/"}]));
    let everything = asked_by_sync(&api, &library).await;
    assert!(everything.len() > 30, "{everything:?}");
    api.set_faults(&json!([]));
    let missing = asked_by_sync(&api, &library).await;
    assert!(!missing.is_empty(), "the list is fetched");
    assert!(missing.iter().all(|url| url.starts_with("/v1/magicitems/")), "{missing:?}");
    assert!(asked_by_sync(&api, &library).await.len() >= everything.len(), "then nothing is left of it");
    api.set_faults(&json!([{"fault": "status", "status": 404, "match": "^/v1/"}]));
    let everything = asked_by_sync(&api, &library).await;
    assert_eq!(asked_by_sync(&api, &library).await, everything, "what is gone will not come");
}

#[tokio::test]
async fn a_sync_reuses_the_tables_of_a_failed_one() {
    let (api, test) = TestLibrary::beside(small_replay()).await;
    api.set_faults(&json!([{"fault": "status", "status": 500, "match": "^/v2/creatures/.*page=2"}]));
    test.library.sync_open5e(&forced(options(&api.base)), &Job::quiet()).await.unwrap_err();
    let broken: BTreeSet<String> = api.take_requests().into_iter().map(|(url, _)| url).collect();
    api.set_faults(&json!([]));
    test.sync(Some(&["srd-2024"])).await;
    let again: Vec<String> = api.take_requests().into_iter().map(|(url, _)| url).collect();
    assert!(!again.is_empty() && again.iter().all(|url| !broken.contains(url)), "{again:?}");
}

#[tokio::test]
async fn a_sync_survives_a_jumping_clock() {
    let api = small_replay();
    let home = tempfile::tempdir().unwrap();
    let calls = Mutex::new(0_i64);
    let clock = Clock::from_fn(move || {
        let mut calls = calls.lock().unwrap();
        *calls += 1;
        let jump = TimeDelta::hours(if *calls % 2 == 0 { 24 * 400 } else { -24 * 400 });
        "2030-01-01T00:00:00Z".parse::<DateTime<Utc>>().unwrap() + jump
    });
    let library = Library::open(Options { clock, ..Options::at(home.path()) }).await.unwrap();
    let (report, starts) = persistently(&library, &api.base).await;
    assert_eq!(starts, 1);
    accounted_for(&report, "a jumping clock");
}

#[tokio::test]
async fn data_fetched_in_the_future_is_fetched_again() {
    let (api, test) = TestLibrary::beside(small_replay()).await;
    test.sync(None).await;
    let request = SyncRequest { force: false, client: options(&api.base), ..SyncRequest::default() };
    let fetched = async || test.library.sync_open5e(&request, &Job::quiet()).await.unwrap().fetched;
    assert!(!fetched().await);
    test.advance(TimeDelta::hours(-24 * 365));
    assert!(fetched().await, "the clock was wrong then, or is now");
    assert!(!fetched().await);
}
