//! Damaged rows: they are left out and named, the others are returned, and what can be repaired is repaired.

use std::path::Path;

use lore::browse::Browse;
use lore::progress::Job;
use lore::query::Match;
use lore::{ImportRequest, Library};

use crate::support::{TestLibrary, spell};

/// Replaces a text everywhere in the file of the closed database by one of the same length.
fn replace(home: &Path, text: &[u8], by: &[u8]) -> usize {
    assert_eq!(text.len(), by.len());
    let path = home.join("library.db");
    let mut bytes = std::fs::read(&path).unwrap();
    let places = places_of(text, &bytes);
    for place in &places {
        bytes[*place..*place + by.len()].copy_from_slice(by);
    }
    std::fs::write(&path, bytes).unwrap();
    places.len()
}

fn places_of(text: &[u8], bytes: &[u8]) -> Vec<usize> {
    bytes.windows(text.len()).enumerate().filter(|(_, part)| *part == text).map(|(at, _)| at).collect()
}

async fn test() -> TestLibrary {
    let test = TestLibrary::with(vec![
        spell("book", "Amber Ward", 1),
        spell("book", "Brine Lash", 2),
        spell("other", "Copper Gate", 3),
    ])
    .await;
    let file = test.home.path().join("quince.orcbrew");
    std::fs::write(
        &file,
        r#"{"Quince" {:orcpub.dnd.e5/spells {:a {:name "Quince Charm", :level 1, :description "It is ripe."}
            :b {:name "Quince Curse", :level 99, :description "Rotten"}}}}"#,
    )
    .unwrap();
    test.library.import_orcbrew(&file, ImportRequest::default(), &Job::quiet()).await.unwrap();
    test
}

async fn with(text: &[u8], by: &[u8]) -> TestLibrary {
    let test = test().await;
    test.library.close().await;
    assert!(replace(test.home.path(), text, by) > 0, "{} is there", String::from_utf8_lossy(text));
    test.opened_again().await
}

/// Checks that every list and every lookup answers.
async fn everything_answers(test: &TestLibrary) {
    let library = &test.library;
    assert_eq!(library.documents(None).await.unwrap().len(), 3);
    library.browse(&Browse { query: "amber".to_owned(), ..Browse::default() }).await.unwrap();
    library.browse(&Browse::default()).await.unwrap();
    library.stats().await.unwrap();
    library.activity(10).await.unwrap();
    library.complete_slug("", "", "", 100).await.unwrap();
    for document in library.documents(None).await.unwrap() {
        library.import_reports(&document.document_key).await.unwrap();
        library.source_report(&document.document_key).await.unwrap();
    }
    assert_eq!(test.spells("copper gate", 5).await.entries[0].name, "Copper Gate");
    assert_eq!(test.found("copper gate").await, ["Copper Gate"]);
    test.spells("*", 100).await;
    test.found("ripe").await;
}

async fn problem(library: &Library) -> Option<String> {
    let checks = library.check().await.unwrap();
    checks.into_iter().find(|check| check.code == Some("damaged_rows")).map(|check| check.finding)
}

#[tokio::test]
async fn an_entry_that_is_no_text_is_left_out_named_and_restored() {
    // In its name, its fields, its text, its raw record.
    for (text, by) in [
        (&b"Brine Lash"[..], &b"Brine\xffLash"[..]),
        (b"\"level\":2", b"\"lev\xc3l\":2"),
        (b"calls upon Brine", b"calls\xffupon Brine"),
        (b"{\"name\":\"Brine", b"{\"nam\xfe\":\"Brine"),
    ] {
        let test = with(text, by).await;
        everything_answers(&test).await;
        let answer = test.spells("*", 100).await;
        assert!(answer.entries.iter().all(|entry| entry.name != "Brine Lash"), "it is left out");
        let notices = test.library.notices();
        assert!(notices.iter().any(|notice| notice.contains("Brine")), "it is named: {notices:?}");
        let named = problem(&test.library).await.expect("doctor finds it");
        assert!(named.contains("Brine") && named.contains("book"), "{named}");
        let report = test.import(vec![spell("book", "Amber Ward", 1), spell("book", "Brine Lash", 2)]).await;
        assert!(report.changed >= 1, "{report:?}");
        let test = test.reopened().await;
        assert_eq!(test.spells("brine lash", 5).await.entries[0].name, "Brine Lash");
        assert_eq!(test.library.notices(), Vec::<String>::new());
    }
}

#[tokio::test]
async fn a_changed_text_is_detected_by_its_hash() {
    let test = with(b"calls upon Brine", b"casts upon Brine").await;
    everything_answers(&test).await;
    assert!(test.spells("brine lash", 5).await.entries.iter().all(|entry| entry.name != "Brine Lash"));
    assert!(test.library.notices()[0].contains("`Brine Lash`"));
    assert!(problem(&test.library).await.is_some());
}

#[tokio::test]
async fn a_damaged_title_or_report_is_named_until_it_is_stored_again() {
    for (text, by) in [
        (&b"The Book of book"[..], &b"The\xffBook of book"[..]),
        (b"The Book of book", b"The Cook of book"),
        (b"quince.orcbrew", b"quince\xc0orcbrew"),
        (b"\"file\":\"quince", b"\"file\":\"qui\xf0ce"),
        (b"\"file\":\"quince", b"\"file\":\"quints"),
    ] {
        let test = with(text, by).await;
        everything_answers(&test).await;
        assert_eq!(test.spells("brine lash", 5).await.entries[0].name, "Brine Lash");
        assert_eq!(test.spells("quince charm", 5).await.entries[0].name, "Quince Charm");
        let named = problem(&test.library).await.expect("doctor finds it");
        assert_eq!(named.contains("no text"), std::str::from_utf8(by).is_err(), "{named}");
        let named = problem(&test.library).await.expect("what it was is lost");
        assert!(named.contains("not as it was stored"), "{named}");
        test.import(vec![spell("book", "Amber Ward", 1), spell("book", "Brine Lash", 2)]).await;
        let file = test.home.path().join("quince.orcbrew");
        test.library.import_orcbrew(&file, ImportRequest::default(), &Job::quiet()).await.unwrap();
        assert_eq!(problem(&test.library).await, None);
    }
}

#[tokio::test]
async fn a_damaged_key_or_kind_affects_one_entry_only() {
    for (text, by) in
        [(&b"spellbrine-lash"[..], &b"sp\xffllbrine-lash"[..]), (b"brine-lash", b"brine\xfflash")]
    {
        let test = with(text, by).await;
        everything_answers(&test).await;
        assert!(test.library.check().await.unwrap().iter().any(|check| !check.ok));
    }
}

#[tokio::test]
async fn damage_is_reported_until_it_is_repaired() {
    let test = with(b"calls upon Brine", b"calls\xffupon Brine").await;
    assert!(problem(&test.library).await.is_some());
    let recovery = test.library.stats().await.unwrap().recovery.unwrap();
    assert!(recovery.contains("Brine Lash"), "{recovery}");
    let test = test.reopened().await;
    assert!(problem(&test.library).await.is_some(), "it is still damaged");
    assert_eq!(test.library.stats().await.unwrap().recovery.unwrap(), recovery, "and was noted once");
}

#[tokio::test]
async fn damaged_folded_names_and_providers_are_restored() {
    for (text, by) in [(&b"brine lash"[..], &b"brin\xff lash"[..]), (b"open5e_v2", b"ope\xff5e_v2")] {
        let test = with(text, by).await;
        everything_answers(&test).await;
        assert!(problem(&test.library).await.is_some());
        assert_eq!(test.spells("brine lash", 5).await.entries[0].name, "Brine Lash");
        assert_eq!(problem(&test.library).await, None);
        let documents = test.library.documents(None).await.unwrap();
        assert_eq!(documents[0].source_api, lore::model::Provider::Open5eV2);
    }
}

/// The libraries that have one text, wherever it stands in the file of the database, replaced once.
async fn with_each(text: &[u8], by: &[u8], mut check: impl AsyncFnMut(&TestLibrary)) {
    let mut test = test().await;
    test.library.close().await;
    let sound = std::fs::read(test.home.path().join("library.db")).unwrap();
    let places = places_of(text, &sound);
    assert!(!places.is_empty(), "{} is there", String::from_utf8_lossy(text));
    for place in places {
        test = test
            .changed_while_closed(|home| {
                let mut bytes = sound.clone();
                bytes[place..place + by.len()].copy_from_slice(by);
                std::fs::write(home.join("library.db"), bytes).unwrap();
            })
            .await;
        check(&test).await;
        // The next start repairs it.
        test = test.reopened().await;
        assert_eq!(test.spells("brine lash", 5).await.entries[0].name, "Brine Lash");
    }
}

fn place_of<D>(entry: &lore::query::Entry<D>) -> String {
    format!("{}/{}", entry.document_key, entry.slug)
}

fn is_told(library: &Library, words: &str) -> bool {
    library.notices().iter().any(|notice| notice.contains(words))
}

#[tokio::test]
async fn an_index_that_disagrees_with_the_entries_gives_no_wrong_answer() {
    let mut told = 0;
    for (text, by) in [(&b"brine lash"[..], &b"bring lash"[..]), (b"brine-lash", b"bring-lash")] {
        with_each(text, by, async |test| {
            for (asked, right) in [("bring lash", None), ("brine lash", Some("book/brine-lash"))] {
                let answer = test.spells(asked, 5).await;
                let exact = answer.matched.is_some_and(Match::is_of_the_name);
                let first = answer.entries.first().filter(|_| exact).map(place_of);
                let is_told = is_told(&test.library, "disagrees");
                assert!(first.as_deref() == right || is_told, "{asked} gives {:?}", answer.entries);
                told += usize::from(is_told);
            }
        })
        .await;
    }
    assert!(told > 0);
}

#[tokio::test]
async fn an_entry_does_not_move_to_another_document_unnoticed() {
    // The number of the document stands before the kind in a row: that of another document, one of none, and the right one of an
    // entry of no kind.
    for moved in
        [b"\x01spellcopper-gate", b"\x03spellcopper-gate", b"\x09spellcopper-gate", b"\x02spelkcopper-gate"]
    {
        for is_search in [false, true] {
            with_each(b"\x02spellcopper-gate", moved, async |test| {
                let first = if is_search {
                    test.search("copper gate").await.entries.first().map(place_of)
                } else {
                    test.spells("copper gate", 5).await.entries.first().map(place_of)
                };
                let is_told = is_told(&test.library, "Damage in the library");
                assert!(first.as_deref() == Some("other/copper-gate") || is_told, "{moved:?}: {first:?}");
            })
            .await;
        }
    }
}

/// Windows deletes no database that is open.
#[cfg(unix)]
#[tokio::test]
async fn a_folder_that_is_deleted_under_an_import_is_an_error() {
    let test = test().await;
    let home = test.home.path().to_owned();
    let gone = home.clone();
    let job = Job::new(lore::progress::CancellationToken::new(), move |progress| {
        if progress.step == lore::progress::Step::Storing {
            let _ = std::fs::remove_dir_all(&gone);
        }
    });
    let error = test
        .library
        .import(&crate::support::batch(vec![spell("late", "Late Light", 1)]), &job)
        .await
        .unwrap_err();
    assert_eq!(error.code(), "file_error", "{error}");
    assert!(
        error.to_string().contains("library.db") && error.to_string().contains("nothing was stored"),
        "{error}"
    );
    let error = test.library.keep_activity(false).await.unwrap_err();
    assert_eq!(error.code(), "file_error", "{error}");
    assert!(!home.join("library.db").exists(), "no empty database takes its place");
    assert!(test.library.notices().iter().any(|notice| notice.contains("deleted")), "answers say it, too");
}
