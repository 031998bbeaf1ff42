//! Imports, replacements, lookups and searches.

use lore::model::{Kind, Record};
use lore::progress::Job;

use crate::support::{TestLibrary, batch, spell};

#[tokio::test]
async fn a_second_import_counts_added_changed_and_removed() {
    let test = TestLibrary::empty().await;
    let three = [("Amber Ward", 1), ("Brine Lash", 2), ("Cinder", 3)];
    let first = test.import(three.map(|(name, level)| spell("book", name, level)).to_vec()).await;
    assert_eq!((first.added, first.changed, first.unchanged, first.removed), (3, 0, 0, 0));
    let changed = Record { body: "It stings.".to_owned(), ..spell("book", "Brine Lash", 2) };
    let second = test.import(vec![spell("book", "Amber Ward", 1), changed, spell("book", "Dusk", 4)]).await;
    assert_eq!((second.added, second.changed, second.unchanged, second.removed), (1, 1, 1, 1));
    assert_eq!((second.read, second.stored, second.rejected.len()), (3, 3, 0));
    assert_eq!(test.spells("*", 10).await.entries.len(), 3);
    assert_eq!(test.spells("brine lash", 10).await.entries[0].body, "It stings.");
    assert_eq!(test.found("stings").await, ["Brine Lash"], "the text index took the change in");
    assert_eq!(test.found("cinder").await, Vec::<String>::new(), "and the removal");
    let stats = test.library.stats().await.unwrap();
    assert_eq!((stats.entries, stats.indexed_entries, stats.changes_to_index), (3, 3, 0));
}

#[tokio::test]
async fn a_record_that_does_not_validate_is_reported_and_the_rest_goes_on() {
    let mut batch = batch(vec![spell("book", "Amber Ward", 1)]);
    batch.add("test", "too-high", Ok(spell("book", "Too High", 12)));
    batch.add("test", "nameless", Ok(spell("book", "  ", 1)));
    batch.add("test", "stray", Ok(spell("elsewhere", "Stray", 1)));
    batch.add("test", "broken", Err("it has no level".to_owned()));
    batch.add("test", "misfit", Ok(Record { kind: Kind::Creature, ..spell("book", "Misfit", 1) }));
    let test = TestLibrary::empty().await;
    let report = test.library.import(&batch, &Job::quiet()).await.unwrap();
    assert_eq!((report.read, report.stored, report.rejected.len()), (6, 1, 5));
    let reasons: Vec<_> =
        report.rejected.iter().map(|lost| (lost.key.as_str(), lost.reason.as_str())).collect();
    assert_eq!(reasons[0], ("too-high", "its level is 12, above 9"));
    assert!(reasons.iter().all(|(_, reason)| !reason.is_empty()));
    assert_eq!(test.spells("*", 10).await.entries.len(), 1);
}

#[tokio::test]
async fn a_library_of_protected_files_answers() {
    let test = TestLibrary::with(vec![spell("book", "Amber Ward", 1)]).await;
    let protect = |home: &std::path::Path| {
        let index = std::fs::read_dir(home.join("index-2")).unwrap();
        let files = std::fs::read_dir(home).unwrap().chain(index).map(Result::unwrap);
        for file in files.filter(|file| file.path().is_file()) {
            let mut permissions = file.metadata().unwrap().permissions();
            permissions.set_readonly(true);
            std::fs::set_permissions(file.path(), permissions).unwrap();
        }
    };
    let test = test.changed_while_closed(protect).await;
    if std::fs::OpenOptions::new().write(true).open(test.home.path().join("library.db")).is_ok() {
        return println!("skipped: the administrator and Wine write to protected files");
    }
    assert!(test.library.is_read_only());
    assert_eq!(test.found("amber").await, ["Amber Ward"]);
    assert!(test.library.notices()[0].contains("cannot be written"), "{:?}", test.library.notices());
    let error = test.library.import(&batch(vec![spell("second", "Brine Lash", 1)]), &Job::quiet()).await;
    assert_eq!(error.unwrap_err().code(), "file_error");
}
