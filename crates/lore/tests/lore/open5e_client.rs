//! Single requests: errors, retries, redirects and limits; and the table of endpoints beside the lists of the
//! API.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use lore::error::Error;
use lore::ingest::open5e::{Client, ClientOptions, ENDPOINTS, Page, Role, document_of_v1};
use lore::model::DocumentKey;
use open5e_replay::{Replay, Server};
use serde_json::{Value, json};

use crate::support::{self, SPOILT_ANSWERS, client, page_of, reply, small_replay};

const LIST: &str = "/v2/conditions/";
const LONG_WAIT: Duration = Duration::from_secs(600);

fn count() -> u64 {
    open5e_replay::counts()[LIST]
}

async fn ask(client: &Client) -> Result<Page, Error> {
    Ok(client.page(LIST, &[("limit", "100")]).await?)
}

async fn ask_with(api: &Replay, faults: &Value) -> (Result<Page, Error>, u64) {
    api.set_faults(faults);
    api.count_requests();
    let answer = ask(&client(&api.base)).await;
    (answer, api.count_requests())
}

#[tokio::test]
async fn transient_failures_are_retried() {
    let api = small_replay();
    for fault in SPOILT_ANSWERS.into_iter().chain(["status"]) {
        let (answer, requests) = ask_with(&api, &json!([{ "fault": fault, "times": 2 }])).await;
        let page = answer.unwrap();
        assert_eq!((page.count, page.objects.len() as u64, page.more), (count(), count(), false), "{fault}");
        assert_eq!(requests, 3, "{fault}");
    }
}

#[tokio::test]
async fn client_errors_are_not_retried() {
    let api = small_replay();
    let client = client(&api.base);
    for (path, words) in [
        ("/v2/spells/?level=x", "400 Bad Request: {\"level\":[\"Enter a number.\"]}"),
        ("/v2/spells/?page=99", "404 Not Found: {\"detail\":\"Invalid page.\"}"),
        ("/v2/nothing/", "404 Not Found"),
    ] {
        api.count_requests();
        let error = Error::from(client.page(path, &[]).await.unwrap_err());
        assert!(error.to_string().ends_with(words), "{error}");
        assert_eq!(api.count_requests(), 1, "{path}");
    }
}

#[tokio::test]
async fn retry_after_is_honoured_as_seconds_and_as_a_date() {
    let api = small_replay();
    for rule in [
        json!({ "fault": "status", "status": 429, "retry_after": 1, "times": 1 }),
        json!({ "fault": "status", "status": 503, "retry_after": 2, "retry_date": 1, "times": 1 }),
    ] {
        let start = Instant::now();
        let (answer, requests) = ask_with(&api, &json!([rule])).await;
        assert_eq!((answer.unwrap().count, requests), (count(), 2));
        assert!(start.elapsed() > Duration::from_millis(900), "{rule}: {:?}", start.elapsed());
    }
}

#[tokio::test]
async fn a_slow_answer_is_waited_for_within_the_limit() {
    let api = small_replay();
    let (answer, requests) = ask_with(&api, &json!([{ "fault": "latency", "ms": 300 }])).await;
    assert_eq!((answer.unwrap().count, requests), (count(), 1));
    api.set_faults(&json!([{ "fault": "slow", "bps": 200 }]));
    let options = ClientOptions {
        timeout: Duration::from_millis(300),
        unreachable_after: LONG_WAIT,
        longest_retrying: LONG_WAIT,
        ..support::options(&api.base)
    };
    let answer = ask(&Client::new(options).unwrap()).await;
    let Err(Error::Unreachable { url, reason }) = answer else { panic!("{answer:?}") };
    assert!(url.contains(LIST) && reason == "the answer took too long (tried 3 times)", "{url}: {reason}");
}

#[tokio::test]
async fn a_redirect_on_the_same_host_is_followed() {
    let server = Server::scripted(|path| match path.starts_with(LIST) {
        true => reply("301 Moved Permanently", "Location: /v2/elsewhere/?limit=100\r\n", ""),
        false => page_of(path, 3),
    });
    assert_eq!(ask(&client(&server.base)).await.unwrap().count, 3);
}

#[tokio::test]
async fn requests_have_a_user_agent_and_encoded_parameters() {
    let server = Server::scripted(|path| page_of(path, 0));
    let client = client(&format!("{}/mirror/", server.base));
    client.page("/v2/spells/", &[("name", "Heroes' Feast & Æther")]).await.unwrap();
    let head = server.heads().remove(0).to_lowercase();
    let target = "/mirror/v2/spells/?name=heroes%27+feast+%26+%c3%86ther";
    assert!(head.starts_with(&format!("get {target} http/1.1")), "{head}");
    for line in [concat!("user-agent: lorekeeper/", env!("CARGO_PKG_VERSION")), "accept: application/json"] {
        assert!(head.contains(&format!("\r\n{line}\r\n")), "{head}");
    }
}

#[test]
fn unusable_options_are_refused_with_a_reason() {
    for (base, words) in [
        ("", "relative URL without a base"),
        ("api.open5e.com", "relative URL without a base"),
        ("localhost:8000", "it must begin with http:// or https://"),
        ("ftp://api.open5e.com", "it must begin with http:// or https://"),
        ("http://", "empty host"),
        ("https://me:secret@api.open5e.com", "it must hold no user name or password"),
        ("https://api.open5e.com/?limit=1", "it must end before any `?` or `#`"),
    ] {
        let error = Client::new(support::options(base)).unwrap_err();
        assert!(matches!(error, Error::IsNot { .. }), "{error:?}");
        assert_eq!(error.to_string(), format!("`{base}` is not an address of an Open5e server: {words}"));
    }
    for page_size in [0, 99, 501] {
        let error = Client::new(ClientOptions { page_size, ..ClientOptions::default() }).unwrap_err();
        let words = format!("the number of objects a page must be from 100 to 500, not {page_size}");
        assert_eq!(error.to_string(), words);
    }
}

#[test]
fn the_table_has_every_list_of_version_2_and_no_unknown_one() {
    let counts = open5e_replay::counts();
    let existing: BTreeSet<&str> = counts.keys().map(String::as_str).collect();
    let table: BTreeSet<&str> = ENDPOINTS.iter().map(|endpoint| endpoint.path).collect();
    assert_eq!(table.len(), ENDPOINTS.len());
    let unknown: Vec<_> = table.difference(&existing).collect();
    assert!(unknown.is_empty(), "{unknown:?}");
    let forgotten: Vec<_> = existing.difference(&table).filter(|path| path.starts_with("/v2/")).collect();
    assert!(forgotten.is_empty(), "{forgotten:?}");
    for endpoint in ENDPOINTS {
        assert_eq!(endpoint.role == Role::Older, endpoint.path.starts_with("/v1/"), "{}", endpoint.path);
    }
}

#[tokio::test]
async fn a_filter_for_every_document_gives_each_object_once() {
    let api = Replay::start();
    let counts = open5e_replay::counts();
    let client = client(&api.base);
    let names = async |path, key: &str| -> Vec<String> {
        let page = client.page(path, &[("limit", "500")]).await.unwrap();
        page.objects.iter().map(|document| document[key].as_str().unwrap().to_owned()).collect()
    };
    let current = names("/v2/documents/", "key").await.join(",");
    let older = names("/v1/documents/", "slug").await.join(",");
    for endpoint in ENDPOINTS {
        let Some(filter) = endpoint.document_filter else { continue };
        let documents = if endpoint.role == Role::Older { &older } else { &current };
        let page = client.page(endpoint.path, &[("limit", "1"), (filter, documents)]).await.unwrap();
        assert_eq!(page.count, counts[endpoint.path], "{}", endpoint.path);
        let page = client.page(endpoint.path, &[("limit", "1"), (filter, "nothing")]).await.unwrap();
        assert_eq!(page.count, 0, "{}", endpoint.path);
    }
}

#[tokio::test]
async fn every_older_document_is_one_of_the_second_version() {
    let api = small_replay();
    let client = client(&api.base);
    let current = client.page("/v2/documents/", &[]).await.unwrap().objects;
    let keys: Vec<&str> = current.iter().map(|document| document["key"].as_str().unwrap()).collect();
    assert!(keys.iter().all(|key| DocumentKey::new(key).as_str() == *key), "{keys:?}");
    for document in client.page("/v1/documents/", &[]).await.unwrap().objects {
        let key = document_of_v1(&document).unwrap();
        assert!(keys.contains(&key.as_str()), "{key}");
    }
}
