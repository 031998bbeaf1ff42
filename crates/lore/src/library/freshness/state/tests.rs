use std::collections::BTreeMap;

use super::FreshnessState::{Known, Stale, Unknown};
use super::*;

const BASE: &str = "http://x";
const NOW: &str = "2030-01-10T00:00:00Z";

fn query() -> ApiQuery {
    ApiQuery {
        path: "/v2/spells/",
        conditions: BTreeMap::from([("level", "3".to_owned()), ("school__key", "evocation".to_owned())]),
        documents: None,
        ordering: Some("name"),
        limit: 20,
    }
}

fn answered(scope: &str) -> CacheEntry {
    CacheEntry {
        key: format!("GET {scope}"),
        scope: format!("{BASE}{scope}"),
        status: Some(200),
        fetched_at: Some("2030-01-08T00:00:00Z".to_owned()),
        complete: true,
        most: 20,
        objects: 1,
        asked_at: "2030-01-08T00:00:00Z".to_owned(),
        expires_at: "2030-01-15T00:00:00Z".to_owned(),
        error: None,
    }
}

fn own() -> CacheEntry {
    CacheEntry { key: query().key(BASE), scope: query().scope(BASE), ..answered("") }
}

fn failed(key: &str) -> CacheEntry {
    CacheEntry {
        key: key.to_owned(),
        fetched_at: None,
        complete: false,
        asked_at: "2030-01-09T23:58:00Z".to_owned(),
        expires_at: "2030-01-10T00:03:00Z".to_owned(),
        error: Some("the server answered 500".to_owned()),
        ..own()
    }
}

fn state_of(query: &ApiQuery, rows: &[&CacheEntry], now: &str) -> FreshnessState {
    let rows: Vec<CacheEntry> = rows.iter().map(|row| (*row).clone()).collect();
    FreshnessState::of(query, BASE, &rows, now.parse().unwrap())
}

#[test]
fn answers_and_failures_count_for_a_time() {
    let (own, failure, of_the_server) = (own(), failed(&query().key(BASE)), failed(BASE));
    let once_answered = CacheEntry { fetched_at: own.fetched_at.clone(), complete: true, ..failure.clone() };
    let reason = || Known(Err(Incomplete::Unreachable("the server answered 500".to_owned())));
    for (rows, now, state) in [
        // An answer is fresh for seven days.
        (&[][..], NOW, Unknown),
        (&[&own], NOW, Known(Ok(false))),
        (&[&own], "2030-01-14T23:59:59Z", Known(Ok(false))),
        (&[&own], "2030-01-15T00:00:00Z", Stale),
        // A failure holds for five minutes; one of the server, for every query that has no answer.
        (&[&failure], NOW, reason()),
        (&[&failure], "2030-01-10T00:03:00Z", Unknown),
        (&[&once_answered], "2030-01-10T00:03:00Z", Stale),
        (&[&of_the_server], NOW, reason()),
        (&[&of_the_server, &own], NOW, Known(Ok(false))),
        // What is from the future counts for nothing.
        (&[&own], "2029-06-01T00:00:00Z", Stale),
        (&[&failure], "2029-06-01T00:00:00Z", Unknown),
    ] {
        assert_eq!(state_of(&query(), rows, now), state, "{rows:?} at {now}");
    }
}

#[test]
fn a_complete_answer_covers_narrower_queries() {
    for scope in ["/v2/spells/", "/v2/spells/?level=3", "/v2/spells/?school__key=evocation"] {
        let wider = answered(scope);
        assert_eq!(state_of(&query(), &[&wider], NOW), Known(Ok(false)), "{scope}");
        let incomplete = CacheEntry { complete: false, ..wider };
        assert_eq!(state_of(&query(), &[&incomplete], NOW), Unknown, "{scope}");
    }
    for scope in ["/v2/creatures/", "/v2/spells/?level=4"] {
        assert_eq!(state_of(&query(), &[&answered(scope)], NOW), Unknown, "{scope}");
    }
    let query = ApiQuery { documents: Some(vec!["kp".to_owned(), "tob".to_owned()]), ..query() };
    let [one, other] = ["kp", "tob"].map(|key| answered(&format!("/v2/spells/?document__key__in={key}")));
    assert_eq!(state_of(&query, &[&one], NOW), Unknown);
    assert_eq!(state_of(&query, &[&one, &other], NOW), Known(Ok(false)), "of each document");
}

#[test]
fn the_beginning_of_a_list_answers_queries_of_that_length() {
    let beginning = CacheEntry { complete: false, ..own() };
    assert_eq!(state_of(&query(), &[&beginning], NOW), Known(Ok(true)));
    assert_eq!(state_of(&query(), &[&beginning, &answered("/v2/spells/")], NOW), Known(Ok(false)));
    assert_eq!(state_of(&ApiQuery { limit: 21, ..query() }, &[&beginning], NOW), Unknown);
}
