//! What lookups ask of Open5e, proven by what the replayed API was asked.

use jiff::SignedDuration;
use lore::fields::Filter;
use lore::fields::spell::{LEVEL, SCHOOL};
use lore::model::{DocumentKey, Provider};
use lore::progress::Job;
use lore::query::{CacheStatus, Limit, Lookup};

use crate::shelf::{batch, document, spell};
use crate::support::{Asking, Replay, creatures, named, spells};

const EIGHT_DAYS: SignedDuration = SignedDuration::from_hours(8 * 24);

fn third_level() -> Filter {
    Filter::spells([LEVEL.is(3), SCHOOL.is("evocation")])
}

fn of(documents: &[&str]) -> Lookup {
    Lookup { documents: Some(documents.iter().map(ToString::to_string).collect()), ..Lookup::default() }
}

/// Scenarios "Cache miss" and "Cache hit" (mcp-tools, "Performance and Caching").
#[tokio::test]
async fn the_first_question_is_asked_and_the_second_makes_no_request() {
    let Some(api) = Replay::full() else { return };
    let shelf = Asking::at(&api.base).await;
    let first = shelf.spell("Shield").await;
    assert!(!first.entries.is_empty());
    assert!(first.entries.iter().all(|entry| entry.name == "Shield"));
    assert!(first.entries.iter().all(|entry| entry.cache_status == CacheStatus::Fresh));
    assert!(first.entries.iter().all(|entry| entry.license.is_some() && entry.publisher.is_some()));
    let asked = api.asked();
    assert!(
        asked.iter().any(|(url, _)| url == "/v2/spells/?limit=20&name__iexact=shield&ordering=name"),
        "{asked:?}"
    );
    let again = shelf.spell("SHIELD").await;
    assert_eq!(again.entries.len(), first.entries.len());
    shelf.later(SignedDuration::from_hours(6 * 24));
    let shelf = shelf.reopened().await;
    assert_eq!(shelf.spell(" shield ").await.entries.len(), first.entries.len());
    assert_eq!(api.requests(), 0, "a cache hit makes no request");
    let cache = shelf.cache().await;
    assert_eq!((cache.questions, cache.fresh, cache.hits, cache.misses), (1, 1, 1, 0));
    let documents = shelf.library.documents(None).await.unwrap();
    assert!(documents.iter().all(|document| document.partial), "only a part was fetched of them");
}

#[tokio::test]
async fn the_same_question_asked_by_many_at_once_is_asked_once() {
    let Some(api) = Replay::full() else { return };
    let shelf = Asking::at(&api.base).await;
    let answers =
        futures::future::join_all((0..8).map(|_| shelf.lookup(Lookup::default(), third_level()))).await;
    assert!(answers.iter().all(|answer| answer.entries.len() == 20));
    let asked: Vec<_> = api.asked().into_iter().filter(|(url, _)| url.starts_with("/v2/spells/")).collect();
    assert_eq!(asked, [("/v2/spells/?level=3&limit=20&ordering=name&school__key=evocation".to_owned(), 1)]);
}

#[tokio::test]
async fn after_seven_days_the_library_answers_at_once_and_refreshes_in_the_background() {
    let Some(api) = Replay::full() else { return };
    let shelf = Asking::at(&api.base).await;
    let first = shelf.spell("shield").await;
    shelf.later(EIGHT_DAYS);
    api.requests();
    let stale = shelf.spell("shield").await;
    assert_eq!(stale.entries.len(), first.entries.len());
    assert!(stale.entries.iter().all(|entry| entry.cache_status == CacheStatus::Stale));
    shelf.until("a refresh", async |shelf| shelf.cache().await.stale == 0).await;
    assert_eq!(api.requests(), 1);
    let fresh = shelf.spell("shield").await;
    assert!(fresh.entries.iter().all(|entry| entry.cache_status == CacheStatus::Fresh));
    assert_eq!(fresh.entries[0].cached_at, first.entries[0].cached_at, "its content did not change");
    assert_eq!(api.requests(), 0);
}

#[tokio::test]
async fn a_full_sync_covers_every_narrower_question() {
    let Some(api) = Replay::small() else { return };
    let shelf = Asking::at(&api.base).await;
    shelf.spell("shield").await;
    shelf.sync(None).await;
    api.requests();
    assert_eq!(shelf.lookup(Lookup::default(), third_level()).await.messages.len(), 0);
    shelf.lookup(named("no such creature"), creatures()).await;
    shelf.lookup(of(&["tob"]), creatures()).await;
    let shelf = shelf.reopened().await;
    shelf.lookup(Lookup::default(), third_level()).await;
    assert_eq!(api.requests(), 0);
    assert!(shelf.library.documents(None).await.unwrap().iter().all(|document| !document.partial));
    shelf.later(EIGHT_DAYS);
    shelf.lookup(Lookup::default(), third_level()).await;
    shelf.until("a refresh", async |shelf| shelf.cache().await.misses == 1).await;
}

#[tokio::test]
async fn a_sync_of_some_documents_covers_questions_about_just_those() {
    let Some(api) = Replay::small() else { return };
    let shelf = Asking::at(&api.base).await;
    shelf.sync(Some(&["tob", "ccdx"])).await;
    api.requests();
    for documents in [&["tob"][..], &["ccdx", "tob"], &["Tome of Beasts"]] {
        shelf.lookup(of(documents), creatures()).await;
    }
    assert_eq!(api.requests(), 0);
    shelf.lookup(of(&["tob", "tob2"]), creatures()).await;
    assert!(api.requests() > 0, "of one of them nothing is known");
}

#[tokio::test]
async fn documents_from_elsewhere_are_neither_asked_for_nor_mixed_with_answers() {
    let Some(api) = Replay::full() else { return };
    let shelf = Asking::at(&api.base).await;
    let mut own = batch(vec![spell("srd-2014", "Shield", 1), spell("kp", "Shield", 1)]);
    for (key, provider) in [("srd-2014", Provider::Dnd5eApi), ("kp", Provider::OrcBrew)] {
        own.add_document(lore::model::NewDocument { provider, ..document(key) });
    }
    shelf.library.import(&own, &Job::quiet()).await.unwrap();
    for documents in [&[][..], &["srd-5e"], &["kp", "srd-2014"]] {
        shelf.lookup(of(documents), spells()).await;
    }
    assert_eq!(api.requests(), 0, "all of them are local");
    let answer = shelf.spell("shield").await;
    let providers: Vec<(&str, Provider)> =
        answer.entries.iter().map(|entry| (entry.document_key.as_str(), entry.document_source)).collect();
    assert!(providers.contains(&("srd-2014", Provider::Dnd5eApi)), "{providers:?}");
    assert!(providers.contains(&("kp", Provider::OrcBrew)), "{providers:?}");
    assert!(providers.contains(&("srd-2024", Provider::Open5eV2)), "{providers:?}");
    assert_eq!(providers.iter().filter(|(key, _)| *key == "srd-2014").count(), 1);
    let status = |key: &str| {
        let entry = answer.entries.iter().find(|entry| entry.document_key == DocumentKey::new(key));
        entry.unwrap().cache_status
    };
    assert_eq!((status("kp"), status("srd-2024")), (CacheStatus::Imported, CacheStatus::Fresh));
}

#[tokio::test]
async fn a_document_that_is_not_here_yet_can_be_asked_for_by_its_key() {
    let Some(api) = Replay::full() else { return };
    let shelf = Asking::at(&api.base).await;
    let answer = shelf.lookup(of(&["tob"]), creatures()).await;
    assert_eq!(answer.entries.len(), 20);
    assert!(answer.entries.iter().all(|entry| entry.document_name == "Tome of Beasts"));
    assert!(answer.entries.is_sorted_by_key(|entry| &entry.name));
    let asked = api.asked();
    assert!(asked.iter().any(|(url, _)| url.contains("document__key__in=tob&limit=20")), "{asked:?}");
}

/// Scenarios "Eliminate … 11x over-fetching" (mcp-tools-lookup-detail): exactly as many objects as are wanted.
#[tokio::test]
async fn no_more_is_fetched_than_is_wanted() {
    let Some(api) = Replay::full() else { return };
    let shelf = Asking::at(&api.base).await;
    let limit = Lookup { limit: Limit::try_from(15).unwrap(), ..Lookup::default() };
    let answer = shelf.lookup(limit, creatures()).await;
    assert_eq!(answer.entries.len(), 15);
    assert_eq!(shelf.library.stats().await.unwrap().entries, 15, "exactly 15 came");
    let mut urls: Vec<_> = api.asked().into_iter().map(|(url, _)| url).collect();
    urls.sort();
    let older = urls.remove(1);
    assert!(
        older.starts_with("/v1/monsters/?slug__in=a-mi-kuk%2C"),
        "of the same 15 by their slugs: {older}"
    );
    assert_eq!(
        urls,
        ["/v1/documents/?limit=500", "/v2/creatures/?limit=15&ordering=name", "/v2/documents/?limit=500"]
    );
}

#[tokio::test]
async fn an_answer_never_overwrites_what_a_sync_joined_to_an_entry() {
    let Some(api) = Replay::full() else { return };
    let shelf = Asking::at(&api.base).await;
    shelf.sync(Some(&["tob"])).await;
    let of_name = Lookup { name: Some("Aboleth, Nihilith".to_owned()), ..of(&["tob"]) };
    let before = shelf.lookup(of_name.clone(), creatures()).await;
    shelf.later(EIGHT_DAYS);
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
    let Some(api) = Replay::full() else { return };
    let shelf = Asking::at(&api.base).await;
    shelf.lookup(of(&["tob"]), creatures()).await;
    assert!(shelf.library.documents(None).await.unwrap()[0].partial);
    shelf.sync(Some(&["tob"])).await;
    let documents = shelf.library.documents(None).await.unwrap();
    assert_eq!(documents.len(), 1);
    assert!(!documents[0].partial && documents[0].entity_count > 300);
}

#[tokio::test]
async fn a_document_that_the_user_deleted_does_not_come_back_with_answers() {
    let Some(api) = Replay::full() else { return };
    let shelf = Asking::at(&api.base).await;
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
    let Some(api) = Replay::small() else { return };
    let shelf = Asking::at(&api.base).await;
    shelf.library.set_offline(true).await.unwrap();
    let answer = shelf.spell("shield").await;
    assert!(answer.entries.is_empty());
    assert!(answer.messages.iter().any(|message| message.contains("offline")), "{:?}", answer.messages);
    let shelf = shelf.reopened().await;
    assert!(shelf.library.is_offline().await.unwrap() && shelf.cache().await.offline);
    shelf.spell("shield").await;
    assert_eq!(api.requests(), 0);
    shelf.library.set_offline(false).await.unwrap();
    shelf.spell("shield").await;
    assert!(api.requests() > 0);
}

#[tokio::test]
async fn a_clock_that_jumps_backwards_asks_once_and_not_endlessly() {
    let Some(api) = Replay::full() else { return };
    let shelf = Asking::at(&api.base).await;
    shelf.spell("shield").await;
    shelf.later(SignedDuration::from_hours(-24 * 365 * 10));
    api.requests();
    let answer = shelf.spell("shield").await;
    assert!(answer.entries.iter().all(|entry| entry.cache_status == CacheStatus::Stale));
    shelf.until("a refresh", async |shelf| shelf.cache().await.stale == 0).await;
    let answer = shelf.spell("shield").await;
    assert!(answer.entries.iter().all(|entry| entry.cache_status == CacheStatus::Fresh));
    assert_eq!(api.requests(), 1);
}

#[tokio::test]
async fn clearing_the_cache_forgets_what_was_asked_and_keeps_every_entry() {
    let Some(api) = Replay::full() else { return };
    let shelf = Asking::at(&api.base).await;
    let before = shelf.spell("shield").await;
    let entries = shelf.library.stats().await.unwrap().entries;
    assert_eq!(shelf.library.clear_cache().await.unwrap(), 1);
    let stats = shelf.library.stats().await.unwrap();
    assert_eq!((stats.entries, stats.cache.questions), (entries, 0));
    api.requests();
    assert_eq!(shelf.spell("shield").await.entries.len(), before.entries.len());
    assert!(api.requests() > 0, "it is asked anew");
}
