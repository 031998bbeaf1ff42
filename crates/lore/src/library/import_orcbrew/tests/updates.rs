use std::time::Duration;

use content::progress::{CancellationToken, Job, Step};
use content::query::Search;
use ingest::orcbrew::BookOutcome;

use super::test_library::{MERGE, TestLibrary, book, counts, damaged, fates, file, official, outcome, spell};
use crate::{Error, ImportRequest};

#[tokio::test]
async fn an_update_counts_added_changed_unchanged_and_removed_entries() {
    let test = TestLibrary::of(vec![book("Ember Book", &[("a", "1"), ("b", "1"), ("c", "1")])]).await;
    let newer = file("/h/a.orcbrew", vec![book("EMBER BOOK", &[("b", "2"), ("c", "1"), ("d", "1")])]);
    assert_eq!(counts(&test.import(&newer).await), [1, 1, 1, 1]);
    assert_eq!(test.spells("ember-book").await, ["b: 2", "c: 1", "d: 1"]);
    assert_eq!(test.documents().await[0].document_name, "EMBER BOOK", "the name is written as in the file");
    let search = Search { query: "A".to_owned(), fuzzy: false, ..Search::default() };
    assert!(test.library.search(&search).await.unwrap().entries.is_empty(), "the text index took it in");
}

#[tokio::test]
async fn a_book_that_the_file_no_longer_contains_is_removed() {
    let test = TestLibrary::of(vec![book("One", &[("a", "1")]), book("Two", &[("b", "1")])]).await;
    let report = test.import(&file("/h/a.orcbrew", vec![book("Two", &[("b", "1")])])).await;
    assert_eq!(fates(&report), [(BookOutcome::Updated, "two"), (BookOutcome::Removed, "one")]);
    assert_eq!(counts(&report), [0, 0, 1, 1]);
    assert_eq!(test.keys().await, [("two".to_owned(), 1)]);
    assert!(report.messages.iter().any(|message| message.contains("no longer contains `One`")));
}

#[tokio::test]
async fn a_damaged_file_adds_and_changes_but_removes_nothing() {
    let books = vec![book("One", &[("a", "1"), ("b", "1")]), book("Two", &[("c", "1")])];
    let test = TestLibrary::of(books).await;
    let report = test.import(&damaged("/h/a.orcbrew", vec![book("One", &[("b", "2"), ("d", "1")])])).await;
    assert_eq!(counts(&report), [1, 1, 0, 0]);
    assert!(report.damaged);
    assert!(report.messages.join(" ").contains("nothing of an earlier import was removed"));
    assert_eq!(test.keys().await, [("one".to_owned(), 3), ("two".to_owned(), 1)]);
    let whole = test.import(&file("/h/a.orcbrew", vec![book("One", &[("b", "2"), ("d", "1")])])).await;
    assert_eq!(counts(&whole), [0, 0, 2, 2], "a whole file after it removes what it does not hold");
}

#[tokio::test]
async fn the_same_content_under_another_path_is_the_same_file() {
    let test = TestLibrary::of(vec![book("One", &[("a", "1")])]).await;
    let moved = test.import(&file("/elsewhere/b.orcbrew", vec![book("One", &[("a", "1")])])).await;
    assert_eq!(outcome(&moved), ([0, 0, 1, 0], vec![(BookOutcome::Updated, "one")]));
    assert!(moved.messages.iter().any(|message| message.contains("/h/a.orcbrew")));
    let newer = test.import(&file("/elsewhere/b.orcbrew", vec![book("One", &[("b", "1")])])).await;
    assert_eq!(counts(&newer), [1, 0, 0, 1], "its place was noted");
    assert_eq!(test.documents().await[0].import.as_ref().unwrap().files, ["b.orcbrew"]);
}

#[tokio::test]
async fn a_book_never_gets_a_key_that_is_taken_or_ambiguous() {
    let test = TestLibrary::empty().await;
    let names = ["SRD", "SRD 2014", "srd-5e", "Ember Book", "Ember Book!", "Ember, Book", "Ärwen’s Notes!"];
    let books = names.iter().map(|name| book(name, &[("a", name)])).collect();
    let report = test.import(&file("/h/a.orcbrew", books)).await;
    let keys = [
        "srd-homebrew", "srd-2014-homebrew", "srd-5e-homebrew", "ember-book", "ember-book-2", "ember-book-3",
        "arwens-notes",
    ];
    assert_eq!(fates(&report), keys.map(|key| (BookOutcome::New, key)));
    for (name, key) in names.iter().zip(keys) {
        assert_eq!(test.spells(key).await, [format!("a: {name}")], "{key} can be asked for");
    }
}

#[tokio::test]
async fn a_document_from_open5e_never_overwrites_homebrew() {
    let source = file("/h/a.orcbrew", vec![book("Grim Tome", &[("a", "mine")])]);
    let test = TestLibrary::with(std::slice::from_ref(&source)).await;
    let batch = official("grim-tome", "The Grim Tome", &spell("a", "theirs"));
    let report = test.library.import(&batch, &Job::quiet()).await.unwrap();
    let rekeyed = &report.rekeyed[0];
    assert_eq!((rekeyed.from.as_str(), rekeyed.to.as_str()), ("grim-tome", "grim-tome-homebrew"));
    assert_eq!(report.added, 1);
    assert_eq!(test.spells("grim-tome").await, ["a: theirs"]);
    assert_eq!(test.spells("grim-tome-homebrew").await, ["a: mine"]);
    let again = test.import(&source).await;
    assert_eq!(outcome(&again), ([0, 0, 1, 0], vec![(BookOutcome::Updated, "grim-tome-homebrew")]));
    assert!(test.library.import(&batch, &Job::quiet()).await.unwrap().rekeyed.is_empty());
}

#[tokio::test]
async fn a_deleted_document_comes_back_when_the_file_is_imported_again() {
    let source = file("/h/a.orcbrew", vec![book("One", &[("a", "1")]), book("Two", &[("b", "1")])]);
    let test = TestLibrary::with(std::slice::from_ref(&source)).await;
    assert_eq!(test.library.delete_document("one", &Job::quiet()).await.unwrap().entity_count, 1);
    assert_eq!(test.keys().await, [("two".to_owned(), 1)]);
    let report = test.import(&source).await;
    assert_eq!(fates(&report), [(BookOutcome::New, "one"), (BookOutcome::Updated, "two")]);
    for key in ["one", "two"] {
        test.library.delete_document(key, &Job::quiet()).await.unwrap();
    }
    let (files, books) = test.library.store.imported(None).await.unwrap();
    assert_eq!((files.len(), books.len()), (0, 0), "nothing of the file is left");
    assert_eq!(counts(&test.import(&source).await), [2, 0, 0, 0]);
}

#[tokio::test]
async fn a_stopped_import_changes_nothing() {
    let test = TestLibrary::of(vec![book("One", &[("a", "1")])]).await;
    let cancel = CancellationToken::new();
    let stop = cancel.clone();
    let job = Job::new(cancel, move |progress| {
        if progress.step == Step::Storing {
            stop.cancel();
        }
    });
    let newer = file("/h/a.orcbrew", vec![book("One", &[("b", "1")]), book("Two", &[("c", "1")])]);
    let stopped = test.try_import(&newer, MERGE, &job).await;
    assert!(matches!(stopped, Err(Error::Cancelled)));
    assert_eq!(test.spells("one").await, ["a: 1"]);
    assert_eq!(test.keys().await.len(), 1);
    assert_eq!(counts(&test.import(&newer).await), [2, 0, 0, 1]);
}

#[tokio::test]
async fn a_dry_run_reports_everything_and_changes_nothing() {
    let first = file("/h/a.orcbrew", vec![book("One", &[("a", "1"), ("b", "1")])]);
    let test = TestLibrary::with(std::slice::from_ref(&first)).await;
    let newer =
        file("/h/a.orcbrew", vec![book("One", &[("b", "2"), ("c", "1")]), book("Two", &[("d", "1")])]);
    let dry = test.import_with(&newer, ImportRequest { dry_run: true, ..ImportRequest::default() }).await;
    assert!(dry.dry_run);
    assert_eq!(test.spells("one").await, ["a: 1", "b: 1"]);
    assert_eq!(test.keys().await.len(), 1);
    let wet = test.import(&newer).await;
    let plain = |mut report: ingest::orcbrew::ImportReport| {
        (report.seconds, report.dry_run) = (0.0, false);
        report.imported_at.clear();
        report
    };
    assert_eq!(plain(dry), plain(wet), "the same report");
}

#[tokio::test]
async fn an_import_that_stops_leaves_the_copy_of_another_of_the_same_file() {
    let test = TestLibrary::empty().await;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("plums.orcbrew");
    let text = r#"{"Plums" {:orcpub.dnd.e5/feats {:f {:name "Plum", :description "Sweet."}}}}"#;
    std::fs::write(&path, text).unwrap();
    let import = |job: Job| {
        let (library, path) = (test.library.clone(), path.clone());
        tokio::spawn(async move { library.import_orcbrew(&path, ImportRequest::default(), &job).await })
    };
    let stop = CancellationToken::new();
    let running = test.library.state.running.lock().await;
    let stopped = import(Job::new(stop.clone(), |_| {}));
    tokio::time::sleep(Duration::from_millis(400)).await;
    let stored = import(Job::quiet());
    tokio::time::sleep(Duration::from_millis(400)).await;
    stop.cancel();
    drop(running);
    assert!(matches!(stopped.await.unwrap(), Err(Error::Cancelled)));
    stored.await.unwrap().unwrap();
    assert_eq!(test.library.sources.files().len(), 1, "the book can be made again");
}
