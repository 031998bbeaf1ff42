//! Fetches of the whole API and of parts of it, and of what an interrupted one left.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use chrono::Utc;
use lore::error::{Error, Result};
use lore::ingest::open5e::{
    Client, ClientOptions, ENDPOINTS, Fetched, Role, Staging, document_of_v1, fetch_all,
};
use lore::model::DocumentKey;
use lore::progress::{CancellationToken, Job, Progress, Step};
use open5e_replay::{Replay, Reply, Server, facts};
use serde_json::{Value, json};

use crate::support::{self, client, page_of, reply, small_replay};

/// Returns a job with what it is told.
fn told() -> (Job, Arc<Mutex<Vec<Progress>>>) {
    let told = Arc::new(Mutex::new(Vec::new()));
    let tell = told.clone();
    (Job::new(CancellationToken::new(), move |progress| tell.lock().unwrap().push(progress)), told)
}

async fn fetch(base: &str) -> Fetched {
    fetch_into(tempfile::tempdir().unwrap().path(), base).await.unwrap()
}

async fn fetch_into(folder: &Path, base: &str) -> Result<Fetched> {
    fetch_all(&client(base), None, &Staging::new(folder, Utc::now()), &Job::quiet()).await
}

async fn fetch_chosen(base: &str, documents: &[&str], job: &Job) -> Fetched {
    let folder = tempfile::tempdir().unwrap();
    let wanted = documents.iter().map(|key| DocumentKey::new(key)).collect();
    let staging = Staging::new(folder.path(), Utc::now());
    fetch_all(&client(base), Some(&wanted), &staging, job).await.unwrap()
}

fn assert_grows_to(told: &[Progress], pages: u64) {
    assert_eq!(told.last(), Some(&Progress { step: Step::Fetching, done: pages, total: pages }));
    assert!(told.is_sorted_by_key(|progress| progress.done));
    let complete = told.iter().filter(|progress| progress.done == progress.total).count();
    assert_eq!(complete, 1, "{told:?}");
}

#[tokio::test]
async fn every_object_of_every_list_is_fetched() {
    let api = Replay::start();
    let (job, told) = told();
    let folder = tempfile::tempdir().unwrap();
    let staging = Staging::new(folder.path(), Utc::now());
    let options = ClientOptions { page_size: 500, ..support::options(&api.base) };
    let fetched = fetch_all(&Client::new(options).unwrap(), None, &staging, &job).await.unwrap();
    let counts: BTreeMap<&str, u64> =
        fetched.objects.iter().map(|(path, objects)| (path.as_str(), objects.len() as u64)).collect();
    let all = open5e_replay::counts();
    let announced: BTreeMap<&str, u64> =
        ENDPOINTS.iter().map(|endpoint| (endpoint.path, all[endpoint.path])).collect();
    assert_eq!(counts, announced);
    assert_eq!((fetched.notes, fetched.missing), (Vec::new(), BTreeSet::new()));
    for list in ["/v1/monsters/", "/v1/spells/"] {
        let endpoint = ENDPOINTS.iter().find(|endpoint| endpoint.path == list).unwrap();
        let wanted: BTreeSet<&str> = endpoint.fields.unwrap().split(',').collect();
        let came = fetched.objects[list][0].as_object().unwrap().keys().map(String::as_str).collect();
        assert_eq!(wanted, came, "{list}");
    }

    let requests = api.take_requests();
    assert!(requests.iter().all(|(_, times)| *times == 1));
    assert_grows_to(&told.lock().unwrap(), requests.len() as u64);
    staging.clear().unwrap();
    assert!(!folder.path().exists());
}

#[tokio::test]
async fn a_choice_of_documents_fetches_their_content_and_the_tables() {
    let api = small_replay();
    let everything = fetch(&api.base).await.objects;
    let keys = ["srd-2014", facts().book, facts().other_books[0]];
    let _ = api.take_requests();
    let (job, told) = told();
    let chosen = fetch_chosen(&api.base, &keys, &job).await.objects;
    assert_grows_to(&told.lock().unwrap(), api.take_requests().len() as u64);
    let slugs: Vec<&str> = everything["/v1/documents/"]
        .iter()
        .filter(|document| keys.contains(&document_of_v1(document).unwrap().as_str()))
        .map(|document| document["slug"].as_str().unwrap())
        .collect();
    assert_eq!(slugs.len(), 3);
    for endpoint in ENDPOINTS {
        let expected: Vec<Value> = everything[endpoint.path]
            .iter()
            .filter(|object| match endpoint.document_filter {
                None => true,
                Some(_) if endpoint.role == Role::Older => {
                    slugs.contains(&object["document__slug"].as_str().unwrap())
                }
                Some(_) => keys
                    .contains(&object["document"]["key"].as_str().or(object["document"].as_str()).unwrap()),
            })
            .cloned()
            .collect();
        assert_eq!(chosen[endpoint.path], expected, "{}", endpoint.path);
    }
    assert!(!chosen["/v2/spells/"].is_empty() && !chosen["/v1/weapons/"].is_empty());
}

#[tokio::test]
async fn an_empty_choice_of_documents_fetches_no_content() {
    let api = small_replay();
    for choice in [&[][..], &["no-such-book"]] {
        let fetched = fetch_chosen(&api.base, choice, &Job::quiet()).await;
        for endpoint in ENDPOINTS {
            let empty = fetched.objects[endpoint.path].is_empty();
            assert_eq!(empty, endpoint.document_filter.is_some(), "{}", endpoint.path);
        }
    }
}

#[tokio::test]
async fn at_most_two_requests_run_at_once() {
    let server = Server::start(|request| {
        let page = Reply::Answer(page_of(&request.target, 250).unwrap().into_bytes());
        Reply::After(Duration::from_millis(5), Box::new(page))
    });
    let fetched = fetch(&server.base).await;
    assert!(fetched.objects.values().all(|objects| objects.len() == 250));
    assert_eq!(server.heads().len(), 3 * ENDPOINTS.len());
    assert_eq!(server.most_at_once(), 2);
}

#[tokio::test]
async fn smaller_pages_than_asked_for_are_accepted() {
    let server = Server::scripted(|path| page_of(&path.replace("limit=100", "limit=30"), 100));
    let fetched = fetch(&server.base).await;
    assert!(fetched.objects.values().all(|objects| objects.len() == 100));
}

#[tokio::test]
async fn a_list_that_changes_meanwhile_is_fetched_again() {
    for (before, after) in [(250, 251), (250, 249), (250, 90), (90, 250)] {
        let asked = AtomicU64::new(0);
        let server = Server::scripted(move |path| {
            let spells = path.starts_with("/v2/spells/");
            let early = spells && asked.fetch_add(1, Ordering::SeqCst) == 0;
            let count = match (spells, early) {
                (true, true) => before,
                (true, false) => after,
                (false, _) => 1,
            };
            let page = page_of(path, count).unwrap();
            // A page that is no longer there.
            if page.contains(r#""results":[]"#) { reply("404 Not Found", "", "") } else { Some(page) }
        });
        let fetched = fetch(&server.base).await;
        // Before the list grew to a second page it was whole.
        let expected = if before < 100 { before } else { after };
        assert_eq!(fetched.objects["/v2/spells/"].len() as u64, expected);
        assert!(fetched.notes.is_empty());
    }
}

#[tokio::test]
async fn duplicate_objects_are_kept_once_and_reported() {
    let server = Server::scripted(|path| {
        let double = path.starts_with("/v2/spells/");
        page_of(path, 150)
            .map(|page| if double { page.replace(r#""key":"149""#, r#""key":"148""#) } else { page })
    });
    let fetched = fetch(&server.base).await;
    assert_eq!(fetched.objects["/v2/spells/"].len(), 149);
    assert_eq!(fetched.notes, ["/v2/spells/ gives 1 of its objects twice."]);
}

#[tokio::test]
async fn a_fetch_survives_the_loss_of_version_1() {
    for (status, path, missing, words) in [
        ("404 Not Found", "/v1/", 6, "is gone. What only it holds was not fetched"),
        ("410 Gone", "/v1/", 6, "is gone. What only it holds was not fetched"),
        ("500 Internal Server Error", "/v1/", 6, "failed: the server answered 500"),
        ("500 Internal Server Error", "/v1/armor/", 1, "/v1/armor/ was not fetched: the server answered 500"),
        ("404 Not Found", "/v2/images/", 1, "Open5e has no /v2/images/ any more."),
    ] {
        let server = Server::scripted(move |asked| match asked.starts_with(path) {
            true => reply(status, "", ""),
            false => page_of(asked, 3),
        });
        let fetched = fetch(&server.base).await;
        assert_eq!(fetched.missing.len(), missing, "{path}");
        assert_eq!(fetched.objects.len(), ENDPOINTS.len() - missing, "{path}");
        assert!(fetched.notes.len() == 1 && fetched.notes[0].contains(words), "{:?}", fetched.notes);
    }
}

fn staged(folder: &Path) -> Vec<PathBuf> {
    let files = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
    files.filter(|path| path.extension().is_some_and(|end| end == "page")).collect()
}

#[tokio::test]
async fn staged_pages_are_not_fetched_again() {
    let api = small_replay();
    let folder = tempfile::tempdir().unwrap();
    let undisturbed = fetch(&api.base).await;
    let pages = api.count_requests();

    api.set_faults(&json!([{ "fault": "status", "match": "^/v2/creatures/.*page=2" }]));
    let (base, staging) = (api.base.clone(), folder.path().to_owned());
    // Once its runtime has ended, nothing is on its way to the disk any more.
    let run = move || tokio::runtime::Runtime::new().unwrap().block_on(fetch_into(&staging, &base));
    let error = tokio::task::spawn_blocking(run).await.unwrap().unwrap_err();
    assert!(matches!(&error, Error::BadAnswer { url, .. } if url.contains("/v2/creatures/")), "{error}");
    let there = staged(folder.path()).len() as u64;
    assert!(there > 20 && there < pages, "{there} of {pages}");

    api.set_faults(&json!([]));
    api.count_requests();
    let resumed = fetch_into(folder.path(), &api.base).await.unwrap();
    assert_eq!(resumed.objects, undisturbed.objects);
    assert_eq!(api.count_requests(), pages - there);

    fetch_into(folder.path(), &api.base).await.unwrap();
    assert_eq!(api.count_requests(), 0);
}

#[tokio::test]
async fn a_damaged_page_is_fetched_again() {
    let api = small_replay();
    let folder = tempfile::tempdir().unwrap();
    let before = fetch_into(folder.path(), &api.base).await.unwrap();
    let pages = api.count_requests();
    let files = staged(folder.path());
    assert_eq!(files.len() as u64, pages);
    let whole = std::fs::read(&files[0]).unwrap();
    std::fs::write(&files[0], &whole[..whole.len() / 2]).unwrap();
    std::fs::write(&files[1], "").unwrap();
    let after = fetch_into(folder.path(), &api.base).await.unwrap();
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
    let error = fetch_into(&file, "http://127.0.0.1:1").await.unwrap_err();
    assert!(matches!(&error, Error::File { path, .. } if path.starts_with(&file)), "{error:?}");
}
