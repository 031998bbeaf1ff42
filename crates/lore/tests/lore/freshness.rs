//! What lookups ask of Open5e, proven by what the replayed API was asked.

use jiff::SignedDuration;
use lore::model::{DocumentKey, Provider};
use lore::progress::Job;
use lore::query::{CacheStatus, Filter, Limit, Lookup, SpellFilter};
use open5e_replay::{Replay, facts};

use crate::support::{TestLibrary, batch, creatures, document, named, small_replay, spell, spells};

const EIGHT_DAYS: SignedDuration = SignedDuration::from_hours(8 * 24);

fn third_level() -> Filter {
    Filter::Spell(SpellFilter {
        level: Some(3),
        school: Some("evocation".to_owned()),
        ..SpellFilter::default()
    })
}

fn of(documents: &[&str]) -> Lookup {
    Lookup { documents: Some(documents.iter().map(ToString::to_string).collect()), ..Lookup::default() }
}

/// Scenarios "Cache miss" and "Cache hit" (mcp-tools, "Performance and Caching").
#[tokio::test]
async fn the_first_question_is_asked_and_the_second_makes_no_request() {
    let api = Replay::start();
    let shelf = TestLibrary::querying(&api.base).await;
    let first = shelf.spell("Shield").await;
    assert!(!first.entries.is_empty());
    assert!(first.entries.iter().all(|entry| entry.name == "Shield"));
    assert!(first.entries.iter().all(|entry| entry.cache_status == CacheStatus::Fresh));
    assert!(first.entries.iter().all(|entry| entry.license.is_some() && entry.publisher.is_some()));
    let asked = api.take_requests();
    assert!(
        asked.iter().any(|(url, _)| url == "/v2/spells/?limit=20&name__iexact=shield&ordering=name"),
        "{asked:?}"
    );
    let again = shelf.spell("SHIELD").await;
    assert_eq!(again.entries.len(), first.entries.len());
    shelf.advance(SignedDuration::from_hours(6 * 24));
    let shelf = shelf.reopened().await;
    assert_eq!(shelf.spell(" shield ").await.entries.len(), first.entries.len());
    assert_eq!(api.count_requests(), 0, "a cache hit makes no request");
    let cache = shelf.cache().await;
    assert_eq!((cache.questions, cache.fresh, cache.hits, cache.misses), (1, 1, 1, 0));
    let documents = shelf.library.documents(None).await.unwrap();
    assert!(documents.iter().all(|document| document.partial), "only a part was fetched of them");
}

#[tokio::test]
async fn the_same_question_asked_by_many_at_once_is_asked_once() {
    let api = Replay::start();
    let shelf = TestLibrary::querying(&api.base).await;
    let answers =
        futures::future::join_all((0..8).map(|_| shelf.lookup(Lookup::default(), third_level()))).await;
    assert!(answers.iter().all(|answer| answer.entries.len() == 20));
    let asked: Vec<_> = api.take_requests().into_iter().filter(|(url, _)| url.starts_with("/v2/spells/")).collect();
    assert_eq!(asked, [("/v2/spells/?level=3&limit=20&ordering=name&school__key=evocation".to_owned(), 1)]);
}

#[tokio::test]
async fn after_seven_days_the_library_answers_at_once_and_refreshes_in_the_background() {
    let api = Replay::start();
    let shelf = TestLibrary::querying(&api.base).await;
    let first = shelf.spell("shield").await;
    shelf.advance(EIGHT_DAYS);
    api.count_requests();
    let stale = shelf.spell("shield").await;
    assert_eq!(stale.entries.len(), first.entries.len());
    assert!(stale.entries.iter().all(|entry| entry.cache_status == CacheStatus::Stale));
    shelf.until("a refresh", async |shelf| shelf.cache().await.stale == 0).await;
    assert_eq!(api.count_requests(), 1);
    let fresh = shelf.spell("shield").await;
    assert!(fresh.entries.iter().all(|entry| entry.cache_status == CacheStatus::Fresh));
    assert_eq!(fresh.entries[0].cached_at, first.entries[0].cached_at, "its content did not change");
    assert_eq!(api.count_requests(), 0);
}

#[tokio::test]
async fn a_full_sync_covers_every_narrower_question() {
    let api = small_replay();
    let shelf = TestLibrary::querying(&api.base).await;
    shelf.spell("shield").await;
    shelf.sync(None).await;
    api.count_requests();
    assert_eq!(shelf.lookup(Lookup::default(), third_level()).await.messages.len(), 0);
    shelf.lookup(named("no such creature"), creatures()).await;
    shelf.lookup(of(&[facts().book]), creatures()).await;
    let shelf = shelf.reopened().await;
    shelf.lookup(Lookup::default(), third_level()).await;
    assert_eq!(api.count_requests(), 0);
    assert!(shelf.library.documents(None).await.unwrap().iter().all(|document| !document.partial));
    shelf.advance(EIGHT_DAYS);
    shelf.lookup(Lookup::default(), third_level()).await;
    shelf.until("a refresh", async |shelf| shelf.cache().await.misses == 1).await;
}

#[tokio::test]
async fn a_sync_of_some_documents_covers_questions_about_just_those() {
    let api = small_replay();
    let shelf = TestLibrary::querying(&api.base).await;
    let (book, [other, unknown]) = (facts().book, facts().other_books);
    shelf.sync(Some(&[book, other])).await;
    api.count_requests();
    for documents in [&[book][..], &[other, book], &[facts().book_name]] {
        shelf.lookup(of(documents), creatures()).await;
    }
    assert_eq!(api.count_requests(), 0);
    shelf.lookup(of(&[book, unknown]), creatures()).await;
    assert!(api.count_requests() > 0, "of one of them nothing is known");
}

#[tokio::test]
async fn documents_from_elsewhere_are_neither_asked_for_nor_mixed_with_answers() {
    let api = Replay::start();
    let shelf = TestLibrary::querying(&api.base).await;
    let book = facts().book;
    let mut own = batch(vec![spell("srd-2014", "Shield", 1), spell(book, "Shield", 1)]);
    for (key, provider) in [("srd-2014", Provider::Dnd5eApi), (book, Provider::OrcBrew)] {
        own.add_document(lore::model::NewDocument { provider, ..document(key) });
    }
    shelf.library.import(&own, &Job::quiet()).await.unwrap();
    for documents in [&[][..], &["srd-5e"], &[book, "srd-2014"]] {
        shelf.lookup(of(documents), spells()).await;
    }
    assert_eq!(api.count_requests(), 0, "all of them are local");
    let answer = shelf.spell("shield").await;
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
async fn a_document_that_is_not_here_yet_can_be_asked_for_by_its_key() {
    let api = Replay::start();
    let shelf = TestLibrary::querying(&api.base).await;
    let answer = shelf.lookup(of(&[facts().book]), creatures()).await;
    assert_eq!(answer.entries.len(), 20);
    assert!(answer.entries.iter().all(|entry| entry.document_name == facts().book_name));
    assert!(answer.entries.is_sorted_by_key(|entry| &entry.name));
    let asked = api.take_requests();
    assert!(asked.iter().any(|(url, _)| url.contains(&format!("document__key__in={}&limit=20", facts().book))), "{asked:?}");
}

/// Scenarios "Eliminate … 11x over-fetching" (mcp-tools-lookup-detail): exactly as many objects as are wanted.
#[tokio::test]
async fn no_more_is_fetched_than_is_wanted() {
    let api = Replay::start();
    let shelf = TestLibrary::querying(&api.base).await;
    let limit = Lookup { limit: Limit::try_from(15).unwrap(), ..Lookup::default() };
    let answer = shelf.lookup(limit, creatures()).await;
    assert_eq!(answer.entries.len(), 15);
    assert_eq!(shelf.library.stats().await.unwrap().entries, 15, "exactly 15 came");
    let mut urls: Vec<_> = api.take_requests().into_iter().map(|(url, _)| url).collect();
    urls.sort();
    let older = urls.remove(1);
    assert!(older.starts_with("/v1/monsters/?slug__in="), "of the same 15 by their slugs: {older}");
    assert_eq!(
        urls,
        ["/v1/documents/?limit=500", "/v2/creatures/?limit=15&ordering=name", "/v2/documents/?limit=500"]
    );
}

#[tokio::test]
async fn an_answer_never_overwrites_what_a_sync_joined_to_an_entry() {
    let api = Replay::start();
    let shelf = TestLibrary::querying(&api.base).await;
    shelf.sync(Some(&[facts().book])).await;
    let of_name = Lookup { name: Some(facts().creature_with_lore.to_owned()), ..of(&[facts().book]) };
    let before = shelf.lookup(of_name.clone(), creatures()).await;
    shelf.advance(EIGHT_DAYS);
    shelf.lookup(of_name.clone(), creatures()).await;
    shelf
        .until("an answer", async |shelf| {
            let answer = shelf.lookup(of_name.clone(), creatures()).await;
            answer.entries[0].cache_status == CacheStatus::Fresh
        })
        .await;
    let after = shelf.lookup(of_name, creatures()).await;
    assert_eq!(after.entries[0].body, before.entries[0].body, "the lore of the first version stays");
}

#[tokio::test]
async fn a_sync_after_single_questions_makes_documents_whole() {
    let api = Replay::start();
    let shelf = TestLibrary::querying(&api.base).await;
    shelf.lookup(of(&[facts().book]), creatures()).await;
    assert!(shelf.library.documents(None).await.unwrap()[0].partial);
    shelf.sync(Some(&[facts().book])).await;
    let documents = shelf.library.documents(None).await.unwrap();
    assert_eq!(documents.len(), 1);
    assert!(!documents[0].partial && documents[0].entity_count > 250);
}

#[tokio::test]
async fn a_document_that_the_user_deleted_does_not_come_back_with_answers() {
    let api = Replay::start();
    let shelf = TestLibrary::querying(&api.base).await;
    shelf.spell("shield").await;
    shelf.library.delete_document("srd-2024", &Job::quiet()).await.unwrap();
    let answer = shelf.spell("fireball").await;
    assert!(!answer.entries.is_empty());
    assert!(answer.entries.iter().all(|entry| entry.document_key.as_str() != "srd-2024"));
    shelf.sync(Some(&["srd-2024"])).await;
    let answer = shelf.spell("fireball").await;
    assert!(answer.entries.iter().any(|entry| entry.document_key.as_str() == "srd-2024"));
}

#[tokio::test]
async fn offline_nothing_is_ever_asked() {
    let api = small_replay();
    let shelf = TestLibrary::querying(&api.base).await;
    shelf.library.set_offline(true).await.unwrap();
    let answer = shelf.spell("shield").await;
    assert!(answer.entries.is_empty());
    assert!(answer.messages.iter().any(|message| message.contains("offline")), "{:?}", answer.messages);
    let shelf = shelf.reopened().await;
    assert!(shelf.library.is_offline().await.unwrap() && shelf.cache().await.offline);
    shelf.spell("shield").await;
    assert_eq!(api.count_requests(), 0);
    shelf.library.set_offline(false).await.unwrap();
    shelf.spell("shield").await;
    assert!(api.count_requests() > 0);
}

#[tokio::test]
async fn a_clock_that_jumps_backwards_asks_once_and_not_endlessly() {
    let api = Replay::start();
    let shelf = TestLibrary::querying(&api.base).await;
    shelf.spell("shield").await;
    shelf.advance(SignedDuration::from_hours(-24 * 365 * 10));
    api.count_requests();
    let answer = shelf.spell("shield").await;
    assert!(answer.entries.iter().all(|entry| entry.cache_status == CacheStatus::Stale));
    shelf.until("a refresh", async |shelf| shelf.cache().await.stale == 0).await;
    let answer = shelf.spell("shield").await;
    assert!(answer.entries.iter().all(|entry| entry.cache_status == CacheStatus::Fresh));
    assert_eq!(api.count_requests(), 1);
}

#[tokio::test]
async fn clearing_the_cache_forgets_what_was_asked_and_keeps_every_entry() {
    let api = Replay::start();
    let shelf = TestLibrary::querying(&api.base).await;
    let before = shelf.spell("shield").await;
    let entries = shelf.library.stats().await.unwrap().entries;
    assert_eq!(shelf.library.clear_cache().await.unwrap(), 1);
    let stats = shelf.library.stats().await.unwrap();
    assert_eq!((stats.entries, stats.cache.questions), (entries, 0));
    api.count_requests();
    assert_eq!(shelf.spell("shield").await.entries.len(), before.entries.len());
    assert!(api.count_requests() > 0, "it is asked anew");
}
