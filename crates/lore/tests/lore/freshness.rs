//! The requests that lookups make to Open5e, counted by the replay.

use chrono::TimeDelta;
use lore::ImportRequest;
use lore::fields::Filter;
use lore::fields::spell::{LEVEL, SCHOOL};
use lore::model::{DocumentKey, Provider};
use lore::progress::Job;
use lore::query::{CacheStatus, Incomplete, Limit, Lookup};
use open5e_replay::{Replay, facts};

use crate::support::{TestLibrary, batch, creatures, document, named, small_replay, spell, spells};

const EIGHT_DAYS: TimeDelta = TimeDelta::hours(8 * 24);

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
    let file = test.home.path().join("quince.orcbrew");
    let books = r#"{"Quince" {:orcpub.dnd.e5/spells {:a {:name "Quince Charm", :level 1} :b {:name "Shield", :level 1}}}}"#;
    std::fs::write(&file, books).unwrap();
    test.library.import_orcbrew(&file, ImportRequest::default(), &Job::quiet()).await.unwrap();
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
    let providers: Vec<(&str, Provider)> =
        answer.entries.iter().map(|entry| (entry.document_key.as_str(), entry.document_source)).collect();
    assert!(providers.contains(&("srd-2014", Provider::Dnd5eApi)), "{providers:?}");
    assert!(providers.contains(&(book, Provider::OrcBrew)), "{providers:?}");
    assert!(providers.contains(&("srd-2024", Provider::Open5eV2)), "{providers:?}");
    assert_eq!(providers.iter().filter(|(key, _)| *key == "srd-2014").count(), 1);
    let status = |key: &str| {
        let entry = answer.entries.iter().find(|entry| entry.document_key == DocumentKey::new(key));
        entry.unwrap().cache_status
    };
    assert_eq!((status(book), status("srd-2024")), (CacheStatus::Imported, CacheStatus::Fresh));
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
async fn an_answer_keeps_lore_that_a_sync_merged() {
    let (_api, test) = TestLibrary::beside(Replay::start()).await;
    test.sync(Some(&[facts().book])).await;
    let of_name = Lookup { name: Some(facts().creature_with_lore.to_owned()), ..of(&[facts().book]) };
    let before = test.lookup(of_name.clone(), creatures()).await;
    test.advance(EIGHT_DAYS);
    test.lookup(of_name.clone(), creatures()).await;
    test.until("an answer", async |test| {
        let answer = test.lookup(of_name.clone(), creatures()).await;
        answer.entries[0].cache_status == CacheStatus::Fresh
    })
    .await;
    let after = test.lookup(of_name, creatures()).await;
    assert_eq!(after.entries[0].body, before.entries[0].body, "the lore of the first version stays");
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

#[tokio::test]
async fn clearing_the_cache_keeps_every_entry() {
    let (api, test) = TestLibrary::beside(Replay::start()).await;
    let before = test.spell("shield").await;
    let entries = test.library.stats().await.unwrap().entries;
    assert_eq!(test.library.clear_cache().await.unwrap(), 1);
    let stats = test.library.stats().await.unwrap();
    assert_eq!((stats.entries, stats.cache.questions), (entries, 0));
    api.count_requests();
    assert_eq!(test.spell("shield").await.entries.len(), before.entries.len());
    assert!(api.count_requests() > 0, "it is asked anew");
}
