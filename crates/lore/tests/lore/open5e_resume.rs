//! Interrupted fetches resume.

use std::path::Path;
use std::time::{Duration, Instant};

use jiff::Timestamp;
use lore::error::{Error, Result};
use lore::ingest::open5e::{Client, ClientOptions, FetchScope, Fetched, Staging, fetch_all};
use lore::progress::{CancellationToken, Job};
use serde_json::json;

use crate::support::{self, client, small_replay};

async fn fetch(base: &str, folder: &Path) -> Result<Fetched> {
    let staging = Staging::new(folder, Timestamp::now());
    fetch_all(&client(base), &FetchScope::default(), &staging, &Job::quiet()).await
}

fn staged(folder: &Path) -> Vec<std::path::PathBuf> {
    let files = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
    files.filter(|path| path.extension().is_some_and(|end| end == "page")).collect()
}

#[tokio::test]
async fn staged_pages_are_not_fetched_again() {
    let api = small_replay();
    let (folder, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let undisturbed = fetch(&api.base, other.path()).await.unwrap();
    let pages = api.count_requests();

    api.set_faults(&json!([{ "fault": "status", "match": "^/v2/creatures/.*page=2" }]));
    let error = fetch(&api.base, folder.path()).await.unwrap_err();
    assert!(matches!(&error, Error::BadAnswer { url, .. } if url.contains("/v2/creatures/")), "{error}");
    // A page may still be on its way to the disk.
    tokio::time::sleep(Duration::from_millis(200)).await;
    let there = staged(folder.path()).len() as u64;
    assert!(there > 20 && there < pages, "{there} of {pages}");

    api.set_faults(&json!([]));
    api.count_requests();
    let resumed = fetch(&api.base, folder.path()).await.unwrap();
    assert_eq!(resumed.objects, undisturbed.objects);
    assert_eq!(api.count_requests(), pages - there);

    fetch(&api.base, folder.path()).await.unwrap();
    assert_eq!(api.count_requests(), 0);
}

#[tokio::test]
async fn a_damaged_page_is_fetched_again() {
    let api = small_replay();
    let folder = tempfile::tempdir().unwrap();
    let before = fetch(&api.base, folder.path()).await.unwrap();
    let pages = api.count_requests();
    let files = staged(folder.path());
    assert_eq!(files.len() as u64, pages);
    let whole = std::fs::read(&files[0]).unwrap();
    std::fs::write(&files[0], &whole[..whole.len() / 2]).unwrap();
    std::fs::write(&files[1], "").unwrap();
    let after = fetch(&api.base, folder.path()).await.unwrap();
    assert_eq!(api.count_requests(), 2);
    assert_eq!(after.objects, before.objects);
}

#[tokio::test]
async fn a_fetch_completes_under_random_faults() {
    let api = small_replay();
    api.set_faults(&json!([
        { "fault": "reset", "rate": 0.1 },
        { "fault": "truncate", "rate": 0.1 },
        { "fault": "status", "rate": 0.1, "status": 503 },
        { "fault": "html", "rate": 0.1 },
        { "fault": "latency", "rate": 0.2, "ms": 20 },
    ]));
    let folder = tempfile::tempdir().unwrap();
    let mut times = 1;
    let fetched = loop {
        match fetch(&api.base, folder.path()).await {
            Ok(fetched) if fetched.missing.is_empty() => break fetched,
            Ok(_) | Err(Error::BadAnswer { .. } | Error::Unreachable { .. }) if times < 20 => times += 1,
            other => panic!("{other:?}"),
        }
    };
    assert!(fetched.objects["/v2/creatures/"].len() >= 120);
}

#[tokio::test]
async fn cancelling_takes_effect_at_once_and_keeps_pages() {
    let api = small_replay();
    for faults in [
        json!([{ "fault": "latency", "ms": 50 }]),
        json!([{ "fault": "latency", "ms": 50 }, { "fault": "status", "match": "page=2" }]),
    ] {
        api.set_faults(&faults);
        let folder = tempfile::tempdir().unwrap();
        let staging = Staging::new(folder.path(), Timestamp::now());
        let waiting = Duration::from_secs(60);
        let options =
            ClientOptions { first_wait: waiting, longest_wait: waiting, ..support::options(&api.base) };
        let client = Client::new(options).unwrap();
        let cancel = CancellationToken::new();
        let job = Job::new(cancel.clone(), |_| {});
        let fetching =
            tokio::spawn(async move { fetch_all(&client, &FetchScope::default(), &staging, &job).await });
        tokio::time::sleep(Duration::from_millis(700)).await;
        let start = Instant::now();
        cancel.cancel();
        assert!(matches!(fetching.await.unwrap(), Err(Error::Cancelled)));
        assert!(start.elapsed() < Duration::from_secs(1), "{:?}", start.elapsed());
        assert!(!staged(folder.path()).is_empty());
    }
}

#[tokio::test]
async fn a_job_cancelled_before_it_starts_makes_no_request() {
    let api = small_replay();
    let folder = tempfile::tempdir().unwrap();
    let cancel = CancellationToken::new();
    cancel.cancel();
    let staging = Staging::new(folder.path(), Timestamp::now());
    let job = Job::new(cancel, |_| {});
    let fetched = fetch_all(&client(&api.base), &FetchScope::default(), &staging, &job).await;
    assert!(matches!(fetched, Err(Error::Cancelled)));
    assert_eq!(api.count_requests(), 0);
}

#[tokio::test]
async fn a_staging_folder_that_cannot_be_written_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    std::fs::write(&file, "").unwrap();
    let error = fetch("http://127.0.0.1:1", &file).await.unwrap_err();
    assert!(matches!(&error, Error::File { path, .. } if path.starts_with(&file)), "{error:?}");
}
