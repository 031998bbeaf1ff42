//! Interrupted fetches resume.

use std::path::Path;
use std::time::{Duration, Instant};

use chrono::Utc;
use lore::error::{Error, Result};
use lore::ingest::open5e::{Client, ClientOptions, Fetched, Staging, fetch_all};
use lore::progress::{CancellationToken, Job};
use serde_json::json;

use crate::support::{self, client, small_replay, to_the_end};

async fn fetch(base: &str, folder: &Path) -> Result<Fetched> {
    let staging = Staging::new(folder, Utc::now());
    fetch_all(&client(base), None, &staging, &Job::quiet()).await
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
    let (base, staging) = (api.base.clone(), folder.path().to_owned());
    let error = to_the_end(async move { fetch(&base, &staging).await }).await.unwrap_err();
    assert!(matches!(&error, Error::BadAnswer { url, .. } if url.contains("/v2/creatures/")), "{error}");
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
async fn cancelling_takes_effect_at_once_and_keeps_pages() {
    let api = small_replay();
    let waiting = Duration::from_secs(600);
    // During requests that are never or slowly answered, and during the pauses before another attempt.
    for (faults, until) in [
        (json!([{ "fault": "latency", "ms": 600_000, "after": 10 }]), ""),
        (json!([{ "fault": "slow", "bps": 200, "match": "page=2" }]), "page=2"),
        (json!([{ "fault": "status", "match": "page=2" }]), "page=2"),
        (json!([{ "fault": "status", "status": 429, "retry_after": 50, "match": "page=2" }]), "page=2"),
    ] {
        api.set_faults(&faults);
        api.count_requests();
        let folder = tempfile::tempdir().unwrap();
        let staging = Staging::new(folder.path(), Utc::now());
        let options = ClientOptions {
            silence: waiting,
            timeout: waiting,
            first_wait: waiting,
            longest_wait: waiting,
            longest_retrying: 10 * waiting,
            ..support::options(&api.base)
        };
        let client = Client::new(options).unwrap();
        let cancel = CancellationToken::new();
        let job = Job::new(cancel.clone(), |_| {});
        let fetching = tokio::spawn(async move { fetch_all(&client, None, &staging, &job).await });
        let mut asked: Vec<(String, u64)> = Vec::new();
        while staged(folder.path()).is_empty() || !asked.iter().any(|(url, _)| url.contains(until)) {
            assert!(!fetching.is_finished(), "{faults}");
            tokio::time::sleep(Duration::from_millis(20)).await;
            asked.extend(api.take_requests());
        }
        let start = Instant::now();
        cancel.cancel();
        assert!(matches!(fetching.await.unwrap(), Err(Error::Cancelled)));
        assert!(start.elapsed() < waiting / 10, "{:?}", start.elapsed());
        assert!(!staged(folder.path()).is_empty());
    }
}

#[tokio::test]
async fn a_job_cancelled_before_it_starts_makes_no_request() {
    let api = small_replay();
    let folder = tempfile::tempdir().unwrap();
    let cancel = CancellationToken::new();
    cancel.cancel();
    let staging = Staging::new(folder.path(), Utc::now());
    let job = Job::new(cancel, |_| {});
    let fetched = fetch_all(&client(&api.base), None, &staging, &job).await;
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
