use std::sync::{Arc, Mutex};

use content::model::DocumentKey;
use content::progress::{CancellationToken, Job, Step};
use ingest::orcbrew::{BookOutcome, ItemProblem, Repair, SourceFile};
use orcbrew::{Book, Item, OrcBrewFile};
use serde_json::json;

use super::test_library::{MERGE, TestLibrary, book, fates, file, source, spell};

fn eventful() -> SourceFile {
    let mut ember = book("Ember Book", &[("spark", "s"), ("glow", "g")]);
    ember.repeated = 2;
    ember.items.push(Item { json: json!("no map").to_string().into(), line: 12, ..spell("broken", "") });
    ember.items.push(Item {
        json: json!({"name": "Flare", "level": "high"}).to_string().into(),
        line: 14,
        ..spell("flare", "")
    });
    ember.items.push(Item { disabled: true, ..spell("dim", "d") });
    let nothing = Book {
        items: vec![Item { json: json!([]).to_string().into(), ..spell("lost", "") }],
        ..book("Nothing", &[])
    };
    let rejected = ItemProblem {
        book: "Ember Book".to_owned(),
        content_type: "spells".to_owned(),
        key: "early".to_owned(),
        file: None,
        line: 2,
        reason: "it is not a map".to_owned(),
    };
    let repair = Repair { line: 3, what: "a bracket was missing".to_owned() };
    let file = OrcBrewFile {
        books: vec![ember, nothing],
        repairs: vec![repair],
        rejected: vec![rejected],
        damaged: false,
    };
    source("/h/eventful.orcbrew", file)
}

// Without debug assertions nothing is counted.
#[cfg(debug_assertions)]
#[tokio::test]
async fn nothing_is_read_while_other_writers_wait() {
    use std::time::Instant;

    use content::facts::SEARCHED;

    use crate::library::import_orcbrew::prepare_all;

    let test = TestLibrary::empty().await;
    let source = file("/h/a.orcbrew", vec![book("One", &[("spark", "It takes 2d6 fire damage.")])]);
    let job = Job::quiet();
    let prepared = prepare_all(vec![source], &job, &|_, _, _| None).unwrap();
    let read = SEARCHED.get();
    test.library.import_prepared(prepared, "", Vec::new(), MERGE, &job, Instant::now()).await.unwrap();
    assert_eq!(SEARCHED.get(), read, "facts were read within the transaction");
    assert_eq!(test.spells("one").await, ["spark: It takes 2d6 fire damage."]);
}

#[tokio::test]
async fn every_item_is_accounted_for_with_book_type_key_and_line() {
    let test = TestLibrary::empty().await;
    let report = test.import(&eventful()).await;
    assert_eq!((report.read, report.stored, report.rejected.len(), report.repeated), (7, 4, 3, 2));
    assert_eq!(report.kinds["spell"], 4);
    let lost: Vec<_> = report.rejected.iter().map(|lost| (lost.key.as_str(), lost.line)).collect();
    assert_eq!(lost, [("early", 2), ("broken", 12), ("lost", 1)]);
    let [note] = report.notes.as_slice() else { panic!("{:?}", report.notes) };
    assert_eq!((note.book.as_str(), note.key.as_str(), note.line), ("Ember Book", "flare", 14));
    assert_eq!(fates(&report), [(BookOutcome::New, "ember-book"), (BookOutcome::Empty, "")]);
    let [switched_off] = report.messages.as_slice() else { panic!("{:?}", report.messages) };
    assert!(switched_off.contains("1 entry is switched off"), "{switched_off}");
    assert_eq!(test.keys().await.len(), 1, "a book of which nothing is kept is not a document");
}

#[tokio::test]
async fn the_library_stores_the_whole_report() {
    let test = TestLibrary::empty().await;
    let told = test.import(&eventful()).await;
    let kept = test.library.import_reports(&DocumentKey::new("ember-book")).await.unwrap();
    assert_eq!(kept, [told]);
    let document = test.library.document("Ember book").await.unwrap();
    let import = document.import.unwrap();
    assert_eq!(import.files, ["eventful.orcbrew"]);
    assert_eq!((import.repairs, import.notes, import.rejected, import.conflicts), (1, 1, 2, 0));
    assert!(!import.imported_at.is_empty());
    let missing = test.library.import_reports(&DocumentKey::new("amber-book")).await.unwrap_err();
    assert_eq!(missing.code(), "no_such_document");
    assert!(missing.to_string().contains("ember-book"));
}

#[tokio::test]
async fn a_file_without_entries_is_reported() {
    let test = TestLibrary::empty().await;
    let report = test.import(&file("/h/a.orcbrew", vec![book("Default Option Source", &[])])).await;
    assert_eq!(report.read, 0);
    assert!(report.messages[0].contains("has no entry"));
    assert!(test.keys().await.is_empty());
}

#[tokio::test]
async fn progress_covers_reading_storing_and_indexing() {
    let test = TestLibrary::empty().await;
    let told = Arc::new(Mutex::new(Vec::new()));
    let tell = Arc::clone(&told);
    let job = Job::new(CancellationToken::new(), move |progress| tell.lock().unwrap().push(progress));
    let spells: Vec<String> = (0..120).map(|number| format!("spell{number}")).collect();
    let spells: Vec<(&str, &str)> = spells.iter().map(|key| (key.as_str(), "x")).collect();
    test.try_import(&file("/h/a.orcbrew", vec![book("One", &spells)]), MERGE, &job).await.unwrap();
    let told = told.lock().unwrap();
    let steps: Vec<Step> = told.iter().map(|progress| progress.step).collect();
    assert!(steps.is_sorted_by_key(|step| *step as u8), "{steps:?}");
    for step in [Step::Normalising, Step::Storing, Step::Indexing] {
        let last = told.iter().rfind(|progress| progress.step == step).unwrap();
        assert_eq!((last.done, last.total), (120, 120), "{step}");
    }
}
