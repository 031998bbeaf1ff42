//! The requests that lookups make to Open5e, counted by the replay, and their answers when it fails.

use std::cell::Cell;
use std::time::Duration;

use chrono::TimeDelta;
use lore::fields::Filter;
use lore::fields::spell::{LEVEL, SCHOOL};
use lore::model::Provider;
use lore::progress::Job;
use lore::query::{Answer, CacheStatus, Incomplete, Limit, Lookup};
use open5e_replay::{Replay, facts};
use serde_json::json;

use crate::support::{
    SPOILT_ANSWERS, TestLibrary, batch, creatures, document, named, small_replay, spell, spells,
};

const EIGHT_DAYS: TimeDelta = TimeDelta::hours(8 * 24);
const SIX_MINUTES: TimeDelta = TimeDelta::minutes(6);

fn third_level() -> Filter {
    Filter::spells([LEVEL.is(3), SCHOOL.is("evocation")])
}

fn of(documents: &[&str]) -> Lookup {
    Lookup { documents: Some(documents.iter().map(ToString::to_string).collect()), ..Lookup::default() }
}

/// Scenarios "Cache miss" and "Cache hit" (mcp-tools, "Performance and Caching").
#[tokio::test]
async fn a_repeated_lookup_makes_no_request() {
    let (api, test) = TestLibrary::beside(Replay::start()).await;
    let first = test.spell("Shield").await;
    assert!(!first.entries.is_empty());
    for entry in &first.entries {
        assert_eq!((entry.name.as_str(), entry.cache_status), ("Shield", CacheStatus::Fresh));
        assert!(entry.license.is_some() && entry.publisher.is_some());
    }
    let asked = api.take_requests();
    let expected = "/v2/spells/?limit=20&name__iexact=shield&ordering=name";
    assert!(asked.iter().any(|(url, _)| url == expected), "{asked:?}");
    let again = test.spell("SHIELD").await;
    assert_eq!(again.entries.len(), first.entries.len());
    test.advance(TimeDelta::hours(6 * 24));
    let test = test.reopened().await;
    assert_eq!(test.spell(" shield ").await.entries.len(), first.entries.len());
    assert_eq!(api.count_requests(), 0, "a cache hit makes no request");
    let cache = test.cache().await;
    assert_eq!((cache.questions, cache.fresh, cache.hits, cache.misses), (1, 1, 1, 0));
    let documents = test.library.documents(None).await.unwrap();
    assert!(documents.iter().all(|document| document.partial), "only a part was fetched of them");
}

#[tokio::test]
async fn a_name_that_only_the_users_books_have_is_sent_nowhere() {
    let (api, test) = TestLibrary::beside(Replay::start()).await;
    let books = r#"{"Quince" {:orcpub.dnd.e5/spells {:a {:name "Quince Charm", :level 1} :b {:name "Shield", :level 1}}}}"#;
    test.import_text("quince.orcbrew", books).await;
    for name in ["Quince Charm", " quince charm ", "quince-charm", "Quince Charms"] {
        assert_eq!(test.spell(name).await.entries[0].name, "Quince Charm");
        test.lookup(named(name), creatures()).await;
        assert_eq!(api.count_requests(), 0, "{name}");
    }
    // A part of a name is sent, and a name that another book has, too.
    test.spell("quince").await;
    assert!(api.count_requests() > 0);
    test.import(vec![spell("book", "Shield", 1)]).await;
    test.spell("shield").await;
    assert!(api.count_requests() > 0);
}

#[tokio::test]
async fn concurrent_identical_lookups_make_one_request() {
    let (api, test) = TestLibrary::beside(Replay::start()).await;
    let answers =
        futures::future::join_all((0..8).map(|_| test.lookup(Lookup::default(), third_level()))).await;
    assert!(answers.iter().all(|answer| answer.entries.len() == 20));
    let mut asked = api.take_requests();
    asked.retain(|(url, _)| url.starts_with("/v2/spells/"));
    assert_eq!(asked, [("/v2/spells/?level=3&limit=20&ordering=name&school__key=evocation".to_owned(), 1)]);
}

#[tokio::test]
async fn stale_entries_are_returned_at_once_and_refreshed_later() {
    // The clock may also have been set back.
    for later in [EIGHT_DAYS, TimeDelta::hours(-24 * 365 * 10)] {
        let (api, test) = TestLibrary::beside(Replay::start()).await;
        let first = test.spell("shield").await;
        test.advance(later);
        api.count_requests();
        let stale = test.spell("shield").await;
        assert_eq!(stale.entries.len(), first.entries.len());
        assert!(stale.entries.iter().all(|entry| entry.cache_status == CacheStatus::Stale));
        test.until("a refresh", async |test| test.cache().await.stale == 0).await;
        assert_eq!(api.count_requests(), 1);
        let fresh = test.spell("shield").await;
        assert!(fresh.entries.iter().all(|entry| entry.cache_status == CacheStatus::Fresh));
        assert_eq!(fresh.entries[0].cached_at, first.entries[0].cached_at, "its content did not change");
        assert_eq!(api.count_requests(), 0);
    }
}

#[tokio::test]
async fn lookups_after_a_full_sync_make_no_request() {
    let (api, test) = TestLibrary::beside(small_replay()).await;
    test.spell("shield").await;
    test.sync(None).await;
    api.count_requests();
    assert_eq!(test.lookup(Lookup::default(), third_level()).await.messages.len(), 0);
    test.lookup(named("no such creature"), creatures()).await;
    test.lookup(of(&[facts().book]), creatures()).await;
    let test = test.reopened().await;
    test.lookup(Lookup::default(), third_level()).await;
    assert_eq!(api.count_requests(), 0);
    assert!(test.library.documents(None).await.unwrap().iter().all(|document| !document.partial));
    test.advance(EIGHT_DAYS);
    test.lookup(Lookup::default(), third_level()).await;
    test.until("a refresh", async |test| test.cache().await.misses == 1).await;
}

#[tokio::test]
async fn lookups_in_synced_documents_make_no_request() {
    let (api, test) = TestLibrary::beside(small_replay()).await;
    let (book, [other, unknown]) = (facts().book, facts().other_books);
    test.sync(Some(&[book, other])).await;
    api.count_requests();
    for documents in [&[book][..], &[other, book], &[facts().book_name]] {
        test.lookup(of(documents), creatures()).await;
    }
    assert_eq!(api.count_requests(), 0);
    test.lookup(of(&[book, unknown]), creatures()).await;
    assert!(api.count_requests() > 0, "of one of them nothing is known");
}

#[tokio::test]
async fn documents_of_other_providers_are_not_queried() {
    let (api, test) = TestLibrary::beside(Replay::start()).await;
    let book = facts().book;
    let mut own = batch(vec![spell("srd-2014", "Shield", 1), spell(book, "Shield", 1)]);
    for (key, provider) in [("srd-2014", Provider::Dnd5eApi), (book, Provider::OrcBrew)] {
        own.add_document(lore::model::NewDocument { provider, ..document(key) });
    }
    test.library.import(&own, &Job::quiet()).await.unwrap();
    for documents in [&[][..], &["srd-5e"], &[book, "srd-2014"]] {
        test.lookup(of(documents), spells()).await;
    }
    assert_eq!(api.count_requests(), 0, "all of them are local");
    let answer = test.spell("shield").await;
    let found = answer.entries.iter();
    let found: Vec<_> =
        found.map(|it| (it.document_key.as_str(), it.document_source, it.cache_status)).collect();
    for expected in [
        ("srd-2014", Provider::Dnd5eApi, CacheStatus::Imported),
        (book, Provider::OrcBrew, CacheStatus::Imported),
        ("srd-2024", Provider::Open5eV2, CacheStatus::Fresh),
    ] {
        assert!(found.contains(&expected), "{found:?}");
    }
    assert_eq!(found.iter().filter(|(key, ..)| *key == "srd-2014").count(), 1);
}

#[tokio::test]
async fn an_unknown_document_can_be_looked_up_by_its_key() {
    let (api, test) = TestLibrary::beside(Replay::start()).await;
    let answer = test.lookup(of(&[facts().book]), creatures()).await;
    assert_eq!(answer.entries.len(), 20);
    assert!(answer.entries.iter().all(|entry| entry.document_name == facts().book_name));
    assert!(answer.entries.is_sorted_by_key(|entry| &entry.name));
    let asked = api.take_requests();
    let expected = format!("document__key__in={}&limit=20", facts().book);
    assert!(asked.iter().any(|(url, _)| url.contains(&expected)), "{asked:?}");
    assert!(test.library.documents(None).await.unwrap()[0].partial);
    test.sync(Some(&[facts().book])).await;
    let documents = test.library.documents(None).await.unwrap();
    assert_eq!(documents.len(), 1);
    assert!(!documents[0].partial && documents[0].entity_count > 250, "a sync completes it");
    let _sync = api.take_requests();
    let answer = test.lookup(of(&[&"plum".repeat(30)]), creatures()).await;
    assert!(answer.entries.is_empty() && api.take_requests().is_empty(), "no key is as long");
}

/// Scenarios "Eliminate … 11x over-fetching" (mcp-tools-lookup-detail).
#[tokio::test]
async fn only_as_many_objects_as_the_limit_are_fetched() {
    let (api, test) = TestLibrary::beside(Replay::start()).await;
    let limit = Lookup { limit: Limit::try_from(15).unwrap(), ..Lookup::default() };
    let answer = test.lookup(limit, creatures()).await;
    assert_eq!(answer.entries.len(), 15);
    assert_eq!(test.library.stats().await.unwrap().entries, 15, "exactly 15 came");
    let mut urls: Vec<_> = api.take_requests().into_iter().map(|(url, _)| url).collect();
    urls.sort();
    let older = urls.remove(1);
    let (path, slugs) = older.split_once("slug__in=").unwrap();
    assert!(path.starts_with("/v1/monsters/?") && slugs.matches("%2C").count() == 14, "the same 15: {older}");
    assert_eq!(
        urls,
        ["/v1/documents/?limit=500", "/v2/creatures/?limit=15&ordering=name", "/v2/documents/?limit=500"]
    );
}

#[tokio::test]
async fn a_deleted_document_does_not_come_back_with_answers() {
    let (_api, test) = TestLibrary::beside(Replay::start()).await;
    test.spell("shield").await;
    test.library.delete_document("srd-2024", &Job::quiet()).await.unwrap();
    let answer = test.spell("fireball").await;
    assert!(!answer.entries.is_empty());
    assert!(answer.entries.iter().all(|entry| entry.document_key.as_str() != "srd-2024"));
    test.sync(Some(&["srd-2024"])).await;
    let answer = test.spell("fireball").await;
    assert!(answer.entries.iter().any(|entry| entry.document_key.as_str() == "srd-2024"));
}

#[tokio::test]
async fn no_request_is_made_offline() {
    let (api, test) = TestLibrary::beside(small_replay()).await;
    test.library.set_offline(true).await.unwrap();
    let answer = test.spell("shield").await;
    assert!(answer.entries.is_empty());
    assert!(answer.incomplete.contains(&Incomplete::Offline), "{:?}", answer.incomplete);
    let test = test.reopened().await;
    assert!(test.library.is_offline().await.unwrap() && test.cache().await.offline);
    test.spell("shield").await;
    assert_eq!(api.count_requests(), 0);
    test.library.set_offline(false).await.unwrap();
    test.spell("shield").await;
    assert!(api.count_requests() > 0);
}

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
        json!({"fault": "slow", "bps": 50}),
    ];
    for fault in faults.into_iter().chain(SPOILT_ANSWERS.map(|fault| json!({ "fault": fault }))) {
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
    test.advance(EIGHT_DAYS);
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
    api.set_faults(&json!([]));
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
