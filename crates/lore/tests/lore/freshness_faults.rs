//! Answers of lookups when the API fails.

use std::cell::Cell;
use std::time::Duration;

use chrono::TimeDelta;
use lore::query::{Answer, CacheStatus, Incomplete, Lookup};
use open5e_replay::{Replay, facts};
use serde_json::{Value, json};

use crate::support::{TestLibrary, small_replay, spells};

const SIX_MINUTES: TimeDelta = TimeDelta::minutes(6);

fn outage(answer: &Answer) -> &str {
    let reason = answer.incomplete.iter().find_map(|incomplete| match incomplete {
        Incomplete::Unreachable(reason) => Some(reason.as_str()),
        _ => None,
    });
    reason.unwrap_or_else(|| panic!("{:?}", answer.incomplete))
}

/// Scenario "API network failure" (mcp-tools, "Error Handling"), and "Use cached responses when available".
#[tokio::test]
async fn every_fault_yields_stored_entries_and_a_message() {
    let api = Replay::start();
    let faults = [
        json!({"fault": "status", "status": 500}),
        json!({"fault": "status", "status": 429, "retry_after": 60}),
        json!({"fault": "status", "status": 404}),
        json!({"fault": "reset"}),
        json!({"fault": "close"}),
        json!({"fault": "truncate"}),
        json!({"fault": "malformed"}),
        json!({"fault": "schema"}),
        json!({"fault": "html"}),
        json!({"fault": "slow", "bps": 50}),
    ];
    for fault in faults {
        api.set_faults(&json!([]));
        let is_slow = fault["fault"] == "slow";
        let test = if is_slow {
            TestLibrary::with_patience(&api.base, Duration::from_millis(300)).await
        } else {
            TestLibrary::querying(&api.base).await
        };
        test.until("the first answer", async |test| !test.spell("shield").await.entries.is_empty()).await;
        api.set_faults(&json!([fault.clone()]));
        test.advance(SIX_MINUTES);
        // Another question whose answer is there already: the same spells by a part of their name.
        let answer = test.spell("shield*").await;
        assert!(!answer.entries.is_empty(), "{fault}");
        if is_slow {
            assert!(answer.incomplete.contains(&Incomplete::Pending), "{:?}", answer.incomplete);
            continue;
        }
        let reason = outage(&answer);
        assert!(!reason.contains("panicked") && !reason.contains("Error {"), "{fault}: {reason}");
        assert!(answer.entries.iter().all(|entry| entry.cache_status == CacheStatus::Stale), "{fault}");
    }
}

#[tokio::test]
async fn a_failed_query_is_not_repeated_for_five_minutes() {
    let api = Replay::start();
    api.set_faults(&json!([{"fault": "status", "status": 500}]));
    let test = TestLibrary::querying(&api.base).await;
    let answer = test.spell("shield").await;
    assert!(answer.entries.is_empty() && outage(&answer).contains("500"), "{:?}", answer.incomplete);
    assert_eq!(api.count_requests(), 1);
    api.set_faults(&json!([]));
    let again = test.spell("shield").await;
    assert!(outage(&again).contains("500"), "{:?}", again.incomplete);
    let cache = test.cache().await;
    assert_eq!((api.count_requests(), cache.failures), (0, 1));
    assert!(cache.failure.unwrap().contains("500"), "the statistics say why");
    test.advance(SIX_MINUTES);
    let later = test.spell("shield").await;
    assert!(!later.entries.is_empty());
    assert_eq!(later.incomplete, [Incomplete::NotSynced]);
    let cache = test.cache().await;
    assert_eq!((cache.failures, cache.failure), (0, None));
}

#[tokio::test]
async fn an_unreachable_server_is_queried_once() {
    let test = TestLibrary::querying("http://127.0.0.1:9").await;
    for name in ["shield", "fireball", "wish"] {
        assert!(!outage(&test.spell(name).await).is_empty());
    }
    assert_eq!(test.cache().await.misses, 1);
    let test = test.reopened().await;
    test.spell("shield").await;
    assert_eq!(test.cache().await.misses, 0, "the next start of the program knows it, too");
    test.advance(SIX_MINUTES);
    test.spell("shield").await;
    assert_eq!(test.cache().await.misses, 1);
}

#[tokio::test]
async fn an_outage_does_not_matter_after_a_sync() {
    let (api, test) = TestLibrary::beside(small_replay()).await;
    test.sync(None).await;
    api.set_faults(&json!([{"fault": "status", "status": 503}]));
    test.advance(TimeDelta::hours(24 * 8));
    let is_refused = async |test: &TestLibrary| {
        assert_eq!(test.lookup(Lookup::default(), spells()).await.incomplete, []);
        test.cache().await.failure.is_some()
    };
    test.until("a failed query", is_refused).await;
    let answer = test.lookup(Lookup::default(), spells()).await;
    assert!(!answer.entries.is_empty() && answer.incomplete.is_empty(), "{:?}", answer.incomplete);
    assert!(answer.entries.iter().all(|entry| entry.cache_status == CacheStatus::Stale));
}

#[tokio::test]
async fn a_slow_answer_is_stored_when_it_arrives() {
    let api = Replay::start();
    api.set_faults(&json!([{"fault": "latency", "ms": 2000, "match": "^/v2/spells/"}]));
    let test = TestLibrary::with_patience(&api.base, Duration::from_millis(100)).await;
    for _ in 0..2 {
        let answer = test.spell("shield").await;
        assert!(answer.incomplete.contains(&Incomplete::Pending), "{:?}", answer.incomplete);
    }
    test.until("the answer", async |test| !test.spell("shield").await.entries.is_empty()).await;
    let mut urls = api.take_requests();
    urls.retain(|(url, _)| url.contains("iexact=shield"));
    assert_eq!(urls, [("/v2/spells/?limit=20&name__iexact=shield&ordering=name".to_owned(), 1)]);
}

#[tokio::test]
async fn a_query_fails_when_documents_cannot_be_fetched() {
    let api = Replay::start();
    api.set_faults(&json!([{"fault": "status", "status": 500, "match": "^/v2/documents/"}]));
    let test = TestLibrary::querying(&api.base).await;
    let answer = test.spell("shield").await;
    assert!(answer.entries.is_empty() && !outage(&answer).is_empty());
    assert!(test.library.documents(None).await.unwrap().is_empty());
    // The first version may be gone for good.
    api.set_faults(&json!([{"fault": "status", "status": 404, "match": "^/v1/"}]));
    test.advance(SIX_MINUTES);
    assert!(!test.spell("shield").await.entries.is_empty());
}

#[tokio::test]
async fn a_sync_ends_the_wait_after_a_failure() {
    let api = small_replay();
    api.set_faults(&json!([{"fault": "reset"}]));
    let test = TestLibrary::querying(&api.base).await;
    test.spell("shield").await;
    api.set_faults(&Value::Array(Vec::new()));
    test.sync(Some(&[facts().book])).await;
    api.count_requests();
    test.spell("wish").await;
    assert!(api.count_requests() > 0, "the server answers again");
}

#[tokio::test]
async fn lookups_make_no_request_during_a_sync() {
    let api = small_replay();
    api.set_faults(&json!([{"fault": "latency", "ms": 150}]));
    let test = TestLibrary::querying(&api.base).await;
    let is_synced = Cell::new(false);
    let sync = async {
        test.sync(None).await;
        is_synced.set(true);
    };
    let during = async {
        test.until("the sync", async |_| !api.take_requests().is_empty()).await;
        let answer = test.spell("shield").await;
        assert!(!is_synced.get(), "the lookup waited for the sync");
        answer
    };
    let ((), answer) = futures::future::join(Box::pin(sync), Box::pin(during)).await;
    assert!(answer.incomplete.contains(&Incomplete::Pending), "{:?}", answer.incomplete);
    assert!(!api.take_requests().iter().any(|(url, _)| url.contains("shield")));
    assert_eq!(test.spell("shield").await.incomplete, []);
}
