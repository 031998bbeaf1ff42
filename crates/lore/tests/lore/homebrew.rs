//! Imports of the sample books and lookups in them.

use std::path::{Path, PathBuf};

use lore::ImportRequest;
use lore::fields::creature::CHALLENGE_RATING;
use lore::fields::spell::{CONCENTRATION, LEVEL, RITUAL};
use lore::fields::{Condition, Filter};
use lore::ingest::orcbrew::BookOutcome;
use lore::model::{ChallengeRating, Provider};
use lore::progress::Job;
use lore::query::Lookup;

use crate::support::TestLibrary;

fn samples() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures/orcbrew");
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()).collect();
    files.sort();
    files
}

#[tokio::test]
async fn every_sample_is_stored_whole_and_unchanged_the_second_time() {
    let test = TestLibrary::empty().await;
    for again in [false, true] {
        for file in samples() {
            let report = test.import_file(&file).await;
            assert_eq!(report.read, report.stored + report.rejected.len() as u64, "{report:?}");
            assert!(report.stored > 0, "{report:?}");
            assert_eq!((report.removed, report.changed), (0, 0), "{report:?}");
            assert_eq!(report.unchanged == report.stored, again || report.added == 0, "{report:?}");
        }
    }
    let documents = test.library.documents(Some(Provider::OrcBrew)).await.unwrap();
    let stats = test.library.stats().await.unwrap();
    assert_eq!(documents.iter().map(|document| document.entity_count).sum::<u64>(), stats.entries);
    assert_eq!(stats.indexed_entries, stats.entries);
    assert!(documents.iter().all(|it| it.license.as_deref() == Some("unknown (your file)")));
}

#[tokio::test]
async fn homebrew_is_filtered_by_its_fields_like_everything_else() {
    let test = TestLibrary::empty().await;
    for file in samples() {
        test.import_file(&file).await;
    }
    let titans = [CHALLENGE_RATING.is("17".parse::<ChallengeRating>().unwrap())];
    assert_eq!(test.creatures(titans).await, ["Bell Drowner"; 2], "it stands in two of the books");
    let lookup = Lookup { documents: Some(vec!["songs of the saltmarch".to_owned()]), ..Lookup::default() };
    let spells = async |conditions: Vec<Condition>| {
        test.lookup(lookup.clone(), Filter::spells(conditions)).await.entries.len()
    };
    assert_eq!(spells(vec![]).await, 10);
    for condition in [RITUAL.is(true), CONCENTRATION.is(true)] {
        assert!((1..10).contains(&spells(vec![condition.clone()]).await), "{condition:?}");
    }
    assert!(spells(vec![LEVEL.at_most(9)]).await < 10, "a spell without a level has none that is at most 9");
}

#[tokio::test]
async fn a_file_that_cannot_be_read_is_reported() {
    // A file whose first byte cannot be read.
    let memory = Path::new("/proc/self/mem");
    if !memory.exists() {
        return println!("skipped: this system has no such file");
    }
    let test = TestLibrary::empty().await;
    let error =
        test.library.import_orcbrew(memory, ImportRequest::default(), &Job::quiet()).await.unwrap_err();
    assert_eq!(error.code(), "unreadable_file", "{error:?}");
    assert!(error.advice().contains("may read it"), "{error:?}");
}

#[tokio::test]
async fn line_ends_of_other_systems_change_nothing() {
    let test = TestLibrary::empty().await;
    let folder = tempfile::tempdir().unwrap();
    for file in samples() {
        let text = std::fs::read_to_string(&file).unwrap().replace("\r\n", "\n");
        let copy = folder.path().join(file.file_name().unwrap());
        std::fs::write(&copy, &text).unwrap();
        let first = test.import_file(&copy).await;
        for line_end in ["\r\n", "\r"] {
            std::fs::write(&copy, text.replace('\n', line_end)).unwrap();
            let again = test.import_file(&copy).await;
            assert_eq!((again.unchanged, again.removed), (first.stored, 0), "{line_end:?}: {again:?}");
            assert_eq!(again.repairs, first.repairs, "{line_end:?}");
        }
    }
}

#[tokio::test]
async fn a_file_renamed_in_case_only_is_updated_where_case_does_not_matter() {
    let test = TestLibrary::empty().await;
    let folder = tempfile::tempdir().unwrap();
    let [before, now] = ["Ember.orcbrew", "ember.orcbrew"].map(|name| folder.path().join(name));
    let book = |level: u8| {
        format!("{{\"Embers\" {{:orcpub.dnd.e5/spells {{:spark {{:name \"Spark\", :level {level}}}}}}}}}")
    };
    std::fs::write(&before, book(1)).unwrap();
    test.import_file(&before).await;
    std::fs::remove_file(&before).unwrap();
    std::fs::write(&now, book(2)).unwrap();
    if !before.exists() {
        // A link stands for a file system that disregards case.
        #[cfg(unix)]
        std::os::unix::fs::symlink(&now, &before).unwrap();
    }
    let report = test.import_file(&now).await;
    assert_eq!((report.changed, report.books[0].what), (1, BookOutcome::Updated), "{report:?}");
    assert!(report.messages.is_empty(), "{:?}", report.messages);
    assert!(report.path.ends_with("ember.orcbrew"), "{}", report.path);
    let documents = test.library.documents(Some(Provider::OrcBrew)).await.unwrap();
    assert_eq!(documents.len(), 1);
}
