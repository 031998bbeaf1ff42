//! Damaged rows: they are left out and named, the others are returned, and all come back from their sources.

use std::path::Path;

use lore::Library;
use lore::browse::Browse;
use lore::query::{Match, Search};

use crate::support::{TestLibrary, named, spells};

fn places_of(text: &[u8], bytes: &[u8]) -> Vec<usize> {
    let places: Vec<usize> = (0..bytes.len()).filter(|at| bytes[*at..].starts_with(text)).collect();
    assert!(!places.is_empty(), "{} is there", String::from_utf8_lossy(text));
    places
}

const BOOKS: [(&str, &[(&str, u8)]); 3] = [
    ("Book", &[("Amber Ward", 1), ("Brine Lash", 2)]),
    ("Other", &[("Copper Gate", 3)]),
    ("Quince", &[("Quince Charm", 1)]),
];

fn text_of(name: &str) -> String {
    format!("It calls upon {name}.")
}

async fn test() -> TestLibrary {
    let test = TestLibrary::empty().await;
    for (book, spells) in BOOKS {
        let spell = |(name, level): &(&str, u8)| {
            let key = name.to_lowercase().replace(' ', "-");
            format!(":{key} {{:name \"{name}\", :level {level}, :description \"{}\"}}", text_of(name))
        };
        let spells: Vec<String> = spells.iter().map(spell).collect();
        let text = format!("{{\"{book}\" {{:orcpub.dnd.e5/spells {{{}}}}}}}", spells.join(" "));
        // What is read again does not need the file.
        test.import_text(&format!("{}.orcbrew", book.to_lowercase()), &text).await;
    }
    test
}

/// A library that has one text, wherever it stands in the file of the database, replaced.
async fn with(text: &[u8], by: &[u8]) -> TestLibrary {
    let replace = |home: &Path| {
        let path = home.join("library.db");
        let mut bytes = std::fs::read(&path).unwrap();
        for place in places_of(text, &bytes) {
            bytes[place..][..text.len()].copy_from_slice(by);
        }
        std::fs::write(&path, bytes).unwrap();
    };
    test().await.changed_while_closed(replace).await
}

async fn everything_answers(test: &TestLibrary) {
    fn check<T>(answer: lore::Result<T>) -> Option<T> {
        answer.map_err(|error| assert_eq!(error.code(), "damaged_library", "{error}")).ok()
    }
    let library = &test.library;
    check(library.browse(&Browse { query: "amber".to_owned(), ..Browse::default() }).await);
    check(library.browse(&Browse::default()).await);
    check(library.stats().await);
    check(library.activity(10).await);
    check(library.complete_slug("", "", "", 100).await);
    for document in check(library.documents(None).await).unwrap_or_default() {
        check(library.import_reports(&document.document_key).await);
        check(library.source_report(&document.document_key).await);
    }
    check(library.lookup(&named("*"), &spells()).await);
    check(library.search(&Search { query: "copper gate".to_owned(), ..Search::default() }).await);
}

async fn is_whole(test: &TestLibrary) -> bool {
    let Ok(answer) = test.library.lookup(&named("*"), &spells()).await else { return false };
    let text = |body: &str| body.rsplit("\n\n").next().unwrap_or_default().to_owned();
    let mut spells: Vec<_> =
        answer.entries.into_iter().map(|it| (it.document_name, it.name, text(&it.body))).collect();
    spells.sort();
    let all = BOOKS.iter().flat_map(|(book, spells)| spells.iter().map(move |(name, _)| (book, name)));
    spells == all.map(|(book, name)| (book.to_string(), name.to_string(), text_of(name))).collect::<Vec<_>>()
}

async fn problem(library: &Library) -> Option<String> {
    let checks = library.check().await.unwrap();
    checks.into_iter().find(|check| check.code == Some("damaged_rows")).map(|check| check.finding)
}

#[tokio::test]
async fn whatever_is_damaged_is_named_and_comes_back_from_its_source() {
    for (text, by) in [
        // In the name, the fields and the text of an entry; the text also as another text.
        (&b"Brine Lash"[..], &b"Brine\xffLash"[..]),
        (b"\"level\":2", b"\"lev\xc3l\":2"),
        (b"calls upon Brine", b"calls\xffupon Brine"),
        (b"calls upon Brine", b"casts upon Brine"),
        // In the title of a document, also as another title, in its source, and in keys, kinds and folded
        // names of entries.
        (b"Other", b"Oth\xffr"),
        (b"Other", b"Otter"),
        (b"orcbrew", b"orc\xffrew"),
        (b"spellbrine-lash", b"sp\xffllbrine-lash"),
        (b"brine-lash", b"brine\xfflash"),
        (b"brine lash", b"brin\xff lash"),
    ] {
        let what = format!("{} for {}", String::from_utf8_lossy(by), String::from_utf8_lossy(text));
        let test = with(text, by).await;
        test.library.wait_until_whole().await.unwrap();
        everything_answers(&test).await;
        // A title that is another one is noticed when somebody looks for damage.
        if text != b"Other" && !is_whole(&test).await {
            let notices = test.library.notices();
            assert!(notices.iter().any(|notice| notice.contains("amage")), "{what}: {notices:?}");
        }
        test.library.check().await.unwrap();
        let test = test.reopened().await;
        test.library.wait_until_whole().await.unwrap();
        assert!(is_whole(&test).await, "{what}: {:?}", test.spells("*", 100).await.entries);
        assert_eq!(problem(&test.library).await, None, "{what}");
    }
}

#[tokio::test]
async fn an_entry_that_was_damaged_is_back_before_the_next_start() {
    let test = with(b"calls upon Brine", b"casts upon Brine").await;
    assert!(test.spells("brine lash", 5).await.entries.iter().all(|entry| entry.name != "Brine Lash"));
    let named = problem(&test.library).await.expect("doctor finds it");
    assert!(named.contains("`Brine Lash`") && named.contains("book"), "{named}");
    assert!(is_whole(&test).await, "and reads it again");
    assert_eq!(problem(&test.library).await, None);
}

/// The libraries that have one text, wherever it stands in the file of the database, replaced once.
async fn with_each(text: &[u8], by: &[u8], mut check: impl AsyncFnMut(&TestLibrary)) {
    let mut test = test().await;
    test.library.close().await;
    let sound = std::fs::read(test.home.path().join("library.db")).unwrap();
    for place in places_of(text, &sound) {
        let replace = |home: &Path| {
            let mut bytes = sound.clone();
            bytes[place..][..text.len()].copy_from_slice(by);
            std::fs::write(home.join("library.db"), bytes).unwrap();
        };
        test = test.changed_while_closed(replace).await;
        check(&test).await;
        // Whoever looks for damage finds it, and the next start makes the library again.
        test.library.check().await.unwrap();
        test = test.reopened().await;
        test.library.wait_until_whole().await.unwrap();
        assert!(is_whole(&test).await);
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
        Box::pin(with_each(text, by, async |test| {
            for (asked, right) in [("bring lash", None), ("brine lash", Some("book/brine-lash"))] {
                let answer = test.spells(asked, 5).await;
                let exact = answer.matched.is_some_and(Match::is_of_the_name);
                let first = answer.entries.first().filter(|_| exact).map(place_of);
                let is_told = is_told(&test.library, "disagrees");
                assert!(first.as_deref() == right || is_told, "{asked} gives {:?}", answer.entries);
                told += usize::from(is_told);
            }
        }))
        .await;
    }
    assert!(told > 0);
}

#[tokio::test]
async fn an_entry_does_not_move_to_another_document_unnoticed() {
    // The number of the document stands before the kind in a row: that of another document, one of none, and
    // the right one of an entry of no kind.
    for moved in
        [b"\x01spellcopper-gate", b"\x05spellcopper-gate", b"\x09spellcopper-gate", b"\x03spelkcopper-gate"]
    {
        for is_search in [false, true] {
            Box::pin(with_each(b"\x03spellcopper-gate", moved, async |test| {
                let first = if is_search {
                    test.search("copper gate").await.entries.first().map(place_of)
                } else {
                    test.spells("copper gate", 5).await.entries.first().map(place_of)
                };
                let is_told = is_told(&test.library, "Damage in the library");
                assert!(first.as_deref() == Some("other/copper-gate") || is_told, "{moved:?}: {first:?}");
            }))
            .await;
        }
    }
}

/// Windows deletes no database that is open.
#[cfg(unix)]
#[tokio::test]
async fn a_folder_that_is_deleted_under_an_import_is_an_error() {
    use crate::support::{batch, spell};
    use lore::progress::{CancellationToken, Job, Step};

    let test = test().await;
    let home = test.home.path().to_owned();
    let gone = home.clone();
    let job = Job::new(CancellationToken::new(), move |progress| {
        if progress.step == Step::Storing {
            let _ = std::fs::remove_dir_all(&gone);
        }
    });
    let late = batch(vec![spell("late", "Late Light", 1)]);
    let error = test.library.import(&late, &job).await.unwrap_err();
    assert_eq!(error.code(), "file_error", "{error}");
    let words = error.to_string();
    assert!(words.contains("library.db") && words.contains("nothing was stored"), "{words}");
    let error = test.library.keep_activity(false).await.unwrap_err();
    assert_eq!(error.code(), "file_error", "{error}");
    assert!(!home.join("library.db").exists(), "no empty database takes its place");
    assert!(test.library.notices().iter().any(|notice| notice.contains("deleted")), "answers say it, too");
}
