use std::collections::BTreeMap;

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

fn answered(key: &str, scope: &str) -> CacheEntry {
    CacheEntry {
        key: key.to_owned(),
        scope: scope.to_owned(),
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

fn failed(key: &str, scope: &str) -> CacheEntry {
    CacheEntry {
        fetched_at: None,
        complete: false,
        asked_at: "2030-01-09T23:58:00Z".to_owned(),
        expires_at: "2030-01-10T00:03:00Z".to_owned(),
        error: Some("the server answered 500".to_owned()),
        ..answered(key, scope)
    }
}

fn own() -> CacheEntry {
    answered(&query().key(BASE), &query().scope(BASE))
}

fn state_of(rows: &[&CacheEntry], now: &str) -> FreshnessState {
    let rows: Vec<CacheEntry> = rows.iter().map(|row| (*row).clone()).collect();
    FreshnessState::of(&query(), BASE, &rows, now.parse().unwrap())
}

#[test]
fn an_answer_is_fresh_for_seven_days() {
    assert_eq!(state_of(&[], NOW), FreshnessState::Unknown);
    assert_eq!(state_of(&[&own()], NOW), FreshnessState::Known(Ok(false)));
    assert_eq!(state_of(&[&own()], "2030-01-14T23:59:59Z"), FreshnessState::Known(Ok(false)));
    assert_eq!(state_of(&[&own()], "2030-01-15T00:00:00Z"), FreshnessState::Stale);
}

#[test]
fn a_failure_holds_for_five_minutes() {
    let failure = failed(&query().key(BASE), &query().scope(BASE));
    let reason = Incomplete::Unreachable("the server answered 500".to_owned());
    assert_eq!(state_of(&[&failure], NOW), FreshnessState::Known(Err(reason)));
    assert_eq!(state_of(&[&failure], "2030-01-10T00:03:00Z"), FreshnessState::Unknown);
    let once_answered = CacheEntry { fetched_at: own().fetched_at, complete: true, ..failure };
    assert_eq!(state_of(&[&once_answered], "2030-01-10T00:03:00Z"), FreshnessState::Stale);
}

#[test]
fn an_unreachable_server_holds_every_unanswered_query() {
    let server = failed(BASE, BASE);
    assert!(matches!(state_of(&[&server], NOW), FreshnessState::Known(Err(_))));
    assert_eq!(state_of(&[&server, &own()], NOW), FreshnessState::Known(Ok(false)));
}

#[test]
fn a_complete_answer_covers_narrower_queries() {
    for scope in ["/v2/spells/", "/v2/spells/?level=3", "/v2/spells/?school__key=evocation"] {
        let wider = answered("GET wider", &format!("{BASE}{scope}"));
        assert_eq!(state_of(&[&wider], NOW), FreshnessState::Known(Ok(false)), "{scope}");
        let incomplete = CacheEntry { complete: false, ..wider };
        assert_eq!(state_of(&[&incomplete], NOW), FreshnessState::Unknown, "{scope}");
    }
    for scope in ["/v2/creatures/", "/v2/spells/?level=4"] {
        let other = answered("GET other", &format!("{BASE}{scope}"));
        assert_eq!(state_of(&[&other], NOW), FreshnessState::Unknown, "{scope}");
    }
}

#[test]
fn lists_of_each_document_cover_a_query_for_them() {
    let query = ApiQuery { documents: Some(vec!["kp".to_owned(), "tob".to_owned()]), ..query() };
    let one = answered("GET a", "http://x/v2/spells/?document__key__in=kp");
    let other = answered("GET b", "http://x/v2/spells/?document__key__in=tob");
    let now: DateTime<Utc> = NOW.parse().unwrap();
    assert_eq!(FreshnessState::of(&query, BASE, std::slice::from_ref(&one), now), FreshnessState::Unknown);
    assert_eq!(FreshnessState::of(&query, BASE, &[one, other], now), FreshnessState::Known(Ok(false)));
}

#[test]
fn the_beginning_of_a_list_answers_queries_of_that_length() {
    let beginning = CacheEntry { complete: false, ..own() };
    assert_eq!(state_of(&[&beginning], NOW), FreshnessState::Known(Ok(true)));
    let whole = answered("GET whole", "http://x/v2/spells/");
    assert_eq!(state_of(&[&beginning, &whole], NOW), FreshnessState::Known(Ok(false)));
    let more = ApiQuery { limit: 21, ..query() };
    assert_eq!(FreshnessState::of(&more, BASE, &[beginning], NOW.parse().unwrap()), FreshnessState::Unknown);
}

#[test]
fn entries_from_the_future_count_for_nothing() {
    let before_all = "2029-06-01T00:00:00Z";
    assert_eq!(state_of(&[&own()], before_all), FreshnessState::Stale);
    let failure = failed(&query().key(BASE), &query().scope(BASE));
    assert_eq!(state_of(&[&failure], before_all), FreshnessState::Unknown);
}
