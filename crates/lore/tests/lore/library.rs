//! Imports, replacements, lookups and searches.

use lore::EntryKey;
use lore::fields::creature::{CHALLENGE_RATING, TYPE};
use lore::model::ChallengeRating;
use lore::model::{DocumentKey, Kind};
use lore::progress::Job;

use crate::support::{TestLibrary, batch, creature, spell};

#[tokio::test]
async fn a_second_import_counts_added_changed_and_removed() {
    let test = TestLibrary::empty().await;
    let first = test
        .import(vec![
            spell("book", "Amber Ward", 1),
            spell("book", "Brine Lash", 2),
            spell("book", "Cinder", 3),
        ])
        .await;
    assert_eq!((first.added, first.changed, first.unchanged, first.removed), (3, 0, 0, 0));
    let mut changed = spell("book", "Brine Lash", 2);
    changed.body = "It stings.".to_owned();
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
async fn an_import_leaves_other_documents_alone() {
    let test = TestLibrary::with(vec![spell("one", "Amber Ward", 1), spell("two", "Amber Ward", 1)]).await;
    test.import(vec![spell("two", "Brine Lash", 2)]).await;
    assert_eq!(test.spells("amber ward", 10).await.entries[0].document_key, DocumentKey::new("one"));
    let documents = test.library.documents(None).await.unwrap();
    let counts: Vec<_> =
        documents.iter().map(|document| (document.document_key.as_str(), document.entity_count)).collect();
    assert_eq!(counts, [("one", 1), ("two", 1)]);
}

#[tokio::test]
async fn a_record_that_does_not_validate_is_reported_and_the_rest_goes_on() {
    let mut batch = batch(vec![spell("book", "Amber Ward", 1)]);
    batch.add("test", "too-high", Ok(spell("book", "Too High", 12)));
    batch.add("test", "nameless", Ok(spell("book", "  ", 1)));
    batch.add("test", "stray", Ok(spell("elsewhere", "Stray", 1)));
    batch.add("test", "broken", Err("it has no level".to_owned()));
    let mut misfit = spell("book", "Misfit", 1);
    misfit.kind = Kind::Creature;
    batch.add("test", "misfit", Ok(misfit));
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
async fn two_records_with_one_slug_are_both_kept() {
    let test = TestLibrary::with(vec![spell("book", "Amber Ward", 1), spell("book", "Amber  Ward", 2)]).await;
    let slugs: Vec<_> =
        test.spells("amber ward", 10).await.entries.iter().map(|entry| entry.slug.to_string()).collect();
    assert_eq!(slugs, ["amber-ward", "amber-ward-2"]);
}

#[tokio::test]
async fn filters_are_applied_before_the_limit() {
    let mut records: Vec<_> =
        (0..50).map(|n| creature("book", &format!("Aardwolf {n}"), "beast", "1")).collect();
    records.push(creature("book", "Zephyr Wyrm", "dragon", "10"));
    let test = TestLibrary::with(records).await;
    let dragons = [CHALLENGE_RATING.is("10".parse::<ChallengeRating>().unwrap()), TYPE.is("Dragon")];
    assert_eq!(test.creatures(dragons).await, ["Zephyr Wyrm"]);
}

#[tokio::test]
async fn an_entry_is_read_by_its_place() {
    let test = TestLibrary::with(vec![spell("book", "Amber Ward", 1)]).await;
    let place = EntryKey { document: "book".to_owned(), kind: Kind::Spell, slug: "amber-ward".to_owned() };
    assert_eq!(test.library.entry(&place).await.unwrap().unwrap().name, "Amber Ward");
    let elsewhere = EntryKey { slug: "amber".to_owned(), ..place };
    assert!(test.library.entry(&elsewhere).await.unwrap().is_none());
}

#[tokio::test]
async fn an_unknown_document_is_an_error_with_near_names() {
    let test = TestLibrary::with(vec![spell("north", "Amber Ward", 1)]).await;
    let error = test.library.delete_document("nroth", &Job::quiet()).await.unwrap_err();
    assert_eq!(error.to_string(), "there is no document `nroth` in the library; the nearest are `north`");
    assert_eq!(test.library.delete_document("NORTH", &Job::quiet()).await.unwrap().entity_count, 1);
    assert!(test.library.documents(None).await.unwrap().is_empty());
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
    test.library.close().await;
}
