use ingest::orcbrew::{BookOutcome, SourceFile};

use super::test_library::*;

fn mine() -> SourceFile {
    let spells = [("same", "1"), ("differs", "mine"), ("only-mine", "1")];
    file("/h/mine.orcbrew", vec![book("Ember Book", &spells)])
}

fn theirs() -> SourceFile {
    let spells = [("same", "1"), ("differs", "theirs"), ("only-theirs", "1")];
    file("/h/theirs.orcbrew", vec![book("ember book", &spells)])
}

#[tokio::test]
async fn a_merge_shares_equal_entries_and_keeps_both_of_different_ones() {
    let test = TestLibrary::with(&[mine()]).await;
    let report = test.import(&theirs()).await;
    assert_eq!(outcome(&report), ([2, 0, 1, 0], vec![(BookOutcome::Merged, "ember-book")]));
    let [conflict] = report.conflicts.as_slice() else { panic!("{:?}", report.conflicts) };
    assert_eq!((conflict.slug.as_str(), conflict.name.as_str()), ("differs", "Differs"));
    let what = &conflict.what;
    assert!(what.contains("another file") && what.contains("`differs-2`"), "{what}");
    let told = report.messages.join(" ");
    assert!(told.contains("`replace`") && told.contains("`keep_both`"), "{told}");
    let merged = ["differs-2: theirs", "differs: mine", "only-mine: 1", "only-theirs: 1", "same: 1"];
    assert_eq!(test.spells("ember-book").await, merged);
    for source in [mine(), theirs(), mine()] {
        let again = test.import(&source).await;
        assert!(!again.messages.join(" ").contains("Another file"), "{:?}", again.messages);
        assert_eq!(outcome(&again), ([0, 0, 3, 0], vec![(BookOutcome::Updated, "ember-book")]));
    }
    assert_eq!(test.spells("ember-book").await, merged);
}

#[tokio::test]
async fn entries_of_another_file_stay_when_one_file_drops_or_changes_them() {
    let test = TestLibrary::with(&[mine(), theirs()]).await;
    let less = file("/h/mine.orcbrew", vec![book("Ember Book", &[("same", "2")])]);
    let report = test.import(&less).await;
    assert_eq!(counts(&report), [1, 0, 0, 2]);
    let after = ["differs-2: theirs", "only-theirs: 1", "same-2: 2", "same: 1"];
    assert_eq!(test.spells("ember-book").await, after);
    assert_eq!(report.conflicts.len(), 1);
    let nothing = test.import(&file("/h/mine.orcbrew", vec![book("Other", &[("a", "1")])])).await;
    assert_eq!(fates(&nothing), [(BookOutcome::New, "other"), (BookOutcome::Updated, "ember-book")]);
    let told = nothing.messages.join(" ");
    assert!(told.contains("entries from other files stay"), "{told}");
    assert_eq!(test.spells("ember-book").await, ["differs-2: theirs", "only-theirs: 1", "same: 1"]);
}

#[tokio::test]
async fn a_replaced_document_has_only_the_new_book() {
    let test = TestLibrary::with(&[mine()]).await;
    let report = test.import_with(&theirs(), REPLACE).await;
    assert_eq!(outcome(&report), ([1, 1, 1, 1], vec![(BookOutcome::Replaced, "ember-book")]));
    assert!(report.conflicts.is_empty());
    assert_eq!(test.spells("ember-book").await, ["differs: theirs", "only-theirs: 1", "same: 1"]);
    assert_eq!(test.documents().await[0].import.as_ref().unwrap().files, ["theirs.orcbrew"]);
    let again = test.import_with(&theirs(), REPLACE).await;
    assert_eq!(outcome(&again), ([0, 0, 3, 0], vec![(BookOutcome::Updated, "ember-book")]));
    let back = test.import_with(&mine(), REPLACE).await;
    assert_eq!(outcome(&back), ([1, 1, 1, 1], vec![(BookOutcome::Replaced, "ember-book")]));
}

#[tokio::test]
async fn a_damaged_file_replaces_its_entries_and_removes_nothing() {
    let test = TestLibrary::with(&[mine()]).await;
    let torn = damaged("/h/theirs.orcbrew", vec![book("Ember Book", &[("differs", "theirs")])]);
    let report = test.import_with(&torn, REPLACE).await;
    assert_eq!(counts(&report), [0, 1, 0, 0]);
    assert_eq!(test.spells("ember-book").await, ["differs: theirs", "only-mine: 1", "same: 1"]);
}

#[tokio::test]
async fn keep_both_makes_two_documents_that_stay_separate() {
    let test = TestLibrary::with(&[mine()]).await;
    let report = test.import_with(&theirs(), KEEP_BOTH).await;
    assert_eq!(outcome(&report), ([3, 0, 0, 0], vec![(BookOutcome::KeptBoth, "ember-book-2")]));
    let names: Vec<String> =
        test.documents().await.into_iter().map(|document| document.document_name).collect();
    assert_eq!(names, ["Ember Book", "ember book (theirs.orcbrew)"]);
    for request in [MERGE, KEEP_BOTH, REPLACE] {
        let again = test.import_with(&theirs(), request).await;
        assert_eq!(outcome(&again), ([0, 0, 3, 0], vec![(BookOutcome::Updated, "ember-book-2")]));
    }
    assert_eq!(test.library.document("EMBER BOOK").await.unwrap().document_key.as_str(), "ember-book");
}

#[tokio::test]
async fn two_different_entries_with_one_key_in_a_file_are_both_kept() {
    let source = file("/h/a.orcbrew", vec![book("One", &[("a", "1"), ("a", "2")])]);
    let test = TestLibrary::empty().await;
    let report = test.import(&source).await;
    assert_eq!(counts(&report), [2, 0, 0, 0]);
    assert!(report.conflicts[0].what.contains("the file holds several"), "{:?}", report.conflicts);
    assert_eq!(test.spells("one").await, ["a-2: 2", "a: 1"]);
    assert_eq!(counts(&test.import(&source).await), [0, 0, 2, 0]);
}

#[tokio::test]
async fn books_of_a_file_whose_names_differ_in_case_are_one_document() {
    let test = TestLibrary::empty().await;
    let source = file("/h/a.orcbrew", vec![book("One", &[("a", "1")]), book("ONE", &[("b", "1")])]);
    let report = test.import(&source).await;
    assert_eq!(report.books.len(), 1);
    assert_eq!(test.keys().await, [("one".to_owned(), 2)]);
}

#[tokio::test]
async fn another_import_can_change_the_policy_of_a_merged_book() {
    let test = TestLibrary::with(&[mine(), theirs()]).await;
    let apart = test.import_with(&theirs(), KEEP_BOTH).await;
    assert_eq!(fates(&apart), [(BookOutcome::KeptBoth, "ember-book-2")]);
    assert_eq!(test.spells("ember-book").await, ["differs: mine", "only-mine: 1", "same: 1"]);
    assert_eq!(test.spells("ember-book-2").await, ["differs: theirs", "only-theirs: 1", "same: 1"]);

    let test = TestLibrary::with(&[mine(), theirs()]).await;
    let alone = test.import_with(&theirs(), REPLACE).await;
    assert_eq!(fates(&alone), [(BookOutcome::Replaced, "ember-book")]);
    // Entries keep their places.
    assert_eq!(test.spells("ember-book").await, ["differs-2: theirs", "only-theirs: 1", "same: 1"]);
}
