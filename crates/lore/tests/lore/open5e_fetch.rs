//! Fetches of the whole API and of parts of it.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use chrono::Utc;
use lore::error::Result;
use lore::ingest::open5e::{
    Client, ClientOptions, ENDPOINTS, Fetched, Role, Staging, document_of_v1, fetch_all,
};
use lore::model::DocumentKey;
use lore::progress::{CancellationToken, Job, Progress, Step};
use open5e_replay::{Replay, Reply, Server, facts};
use serde_json::Value;

use crate::support::{self, client, page_of, reply, small_replay};

/// Returns a job with what it is told.
fn told() -> (Job, Arc<Mutex<Vec<Progress>>>) {
    let told = Arc::new(Mutex::new(Vec::new()));
    let tell = told.clone();
    (Job::new(CancellationToken::new(), move |progress| tell.lock().unwrap().push(progress)), told)
}

async fn fetch_with(client: &Client, wanted: Option<&BTreeSet<DocumentKey>>) -> Result<Fetched> {
    fetch_with_job(client, wanted, &Job::quiet()).await
}

async fn fetch_with_job(
    client: &Client,
    wanted: Option<&BTreeSet<DocumentKey>>,
    job: &Job,
) -> Result<Fetched> {
    let folder = tempfile::tempdir().unwrap();
    let staging = Staging::new(folder.path().join("staging"), Utc::now());
    fetch_all(client, wanted, &staging, job).await
}

async fn fetch(base: &str) -> Result<Fetched> {
    fetch_with(&client(base), None).await
}

fn wanted(documents: &[&str]) -> BTreeSet<DocumentKey> {
    documents.iter().map(|key| DocumentKey::new(key)).collect()
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
    let everything = fetch(&api.base).await.unwrap().objects;
    let keys = ["srd-2014", facts().book, facts().other_books[0]];
    let _ = api.take_requests();
    let (job, told) = told();
    let chosen = fetch_with_job(&client(&api.base), Some(&wanted(&keys)), &job).await.unwrap().objects;
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
    for choice in [wanted(&[]), wanted(&["no-such-book"])] {
        let fetched = fetch_with(&client(&api.base), Some(&choice)).await.unwrap();
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
    let fetched = fetch(&server.base).await.unwrap();
    assert!(fetched.objects.values().all(|objects| objects.len() == 250));
    assert_eq!(server.heads().len(), 3 * ENDPOINTS.len());
    assert_eq!(server.most_at_once(), 2);
}

#[tokio::test]
async fn smaller_pages_than_asked_for_are_accepted() {
    let server = Server::scripted(|path| page_of(&path.replace("limit=100", "limit=30"), 100));
    let fetched = fetch(&server.base).await.unwrap();
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
        let fetched = fetch(&server.base).await.unwrap();
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
    let fetched = fetch(&server.base).await.unwrap();
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
        let fetched = fetch(&server.base).await.unwrap();
        assert_eq!(fetched.missing.len(), missing, "{path}");
        assert_eq!(fetched.objects.len(), ENDPOINTS.len() - missing, "{path}");
        assert!(fetched.notes.len() == 1 && fetched.notes[0].contains(words), "{:?}", fetched.notes);
    }
}
