//! The text index is a projection of the database: it is rebuilt whatever happens to it.

use lore::progress::{CancellationToken, Job, Step};
use lore::{Library, Options};

use crate::support::{TestLibrary, batch, spell};

fn index_folder(test: &TestLibrary) -> std::path::PathBuf {
    test.home.path().join("index-1")
}

async fn some_spells() -> TestLibrary {
    TestLibrary::with(vec![spell("book", "Amber Ward", 1), spell("book", "Brine Lash", 2)]).await
}

#[tokio::test]
async fn a_missing_index_is_rebuilt() {
    let test = some_spells().await;
    test.library.close().await;
    std::fs::remove_dir_all(index_folder(&test)).unwrap();
    let test = test.reopened().await;
    assert_eq!(test.found("amber").await, ["Amber Ward"]);
}

#[tokio::test]
async fn a_damaged_index_is_rebuilt() {
    for name in ["meta.json", ".managed.json", ".term", ".store", ".idx", ".fast", ".fieldnorm"] {
        let test = some_spells().await;
        test.library.close().await;
        let mut damaged = 0;
        for file in std::fs::read_dir(index_folder(&test)).unwrap() {
            let path = file.unwrap().path();
            if path.to_string_lossy().ends_with(name) {
                std::fs::write(&path, b"not an index").unwrap();
                damaged += 1;
            }
        }
        assert!(damaged > 0, "there is a file {name}");
        let test = test.reopened().await;
        test.library.catch_up(&Job::quiet()).await.unwrap();
        assert_eq!(test.found("amber").await, ["Amber Ward"], "{name}");
    }
}

#[tokio::test]
async fn an_index_of_another_library_is_rejected() {
    let ours = some_spells().await;
    let theirs = TestLibrary::with(vec![
        spell("other", "Copper Gate", 1),
        spell("other", "Dusk", 1),
        spell("other", "Ember", 1),
    ])
    .await;
    ours.library.close().await;
    theirs.library.close().await;
    std::fs::remove_dir_all(index_folder(&ours)).unwrap();
    std::fs::rename(index_folder(&theirs), index_folder(&ours)).unwrap();
    let ours = ours.reopened().await;
    ours.library.catch_up(&Job::quiet()).await.unwrap();
    assert_eq!(ours.found("amber").await, ["Amber Ward"]);
    assert_eq!(ours.library.stats().await.unwrap().indexed_entries, 2);
}

#[tokio::test]
async fn changes_before_a_crash_are_indexed_on_the_next_start() {
    let test = some_spells().await;
    // Stopped as soon as the transaction is done: the entries are stored, the index is behind.
    let cancel = CancellationToken::new();
    let stop = cancel.clone();
    let job = Job::new(cancel, move |progress| {
        if progress.step == Step::Indexing {
            stop.cancel();
        }
    });
    let many = (0..1_200).map(|n| spell("second", &format!("Copper Gate {n}"), 1)).collect();
    test.library.import(&batch(many), &job).await.unwrap();
    let stats = test.library.stats().await.unwrap();
    assert_eq!((stats.entries, stats.indexed_entries), (1_202, 2), "the index is behind");
    let test = test.reopened().await;
    assert_eq!(test.library.catch_up(&Job::quiet()).await.unwrap(), 1_200);
    assert_eq!(test.found("copper gate 700").await[0], "Copper Gate 700");
    assert_eq!(test.library.catch_up(&Job::quiet()).await.unwrap(), 0, "nothing is done twice");
}

#[tokio::test]
async fn while_another_process_indexes_searches_still_answer() {
    let test = some_spells().await;
    let other = Library::open(Options::at(test.home.path())).await.unwrap();
    let job = Job::quiet();
    let (one, two) = tokio::join!(test.library.catch_up(&job), other.catch_up(&job));
    one.unwrap();
    two.unwrap();
    assert_eq!(test.found("brine").await, ["Brine Lash"]);
}

#[tokio::test]
async fn a_byte_that_changed_in_any_file_of_the_index_is_noticed() {
    for ending in [".idx", ".term", ".pos", ".store", ".fast", ".fieldnorm"] {
        let test = some_spells().await;
        test.library.close().await;
        change_a_byte(&test, ending);
        let test = test.reopened().await;
        assert_eq!(test.found("amber").await, ["Amber Ward"], "{ending}");
        let checks = test.library.check().await.unwrap();
        assert!(checks.iter().any(|check| check.code == Some("index_rebuilt")), "{ending}: {checks:?}");
    }
}

#[tokio::test]
async fn an_index_damaged_while_open_is_rebuilt() {
    for ending in [".idx", ".term", ".fast"] {
        let test = some_spells().await;
        for _ in 0..40 {
            change_a_byte(&test, ending);
            let found = test.found("amber").await;
            assert!(found.is_empty() || found == ["Amber Ward"], "{ending}: {found:?}");
        }
        test.import(vec![spell("second", "Copper Gate", 1)]).await;
        assert_eq!(test.found("amber").await, ["Amber Ward"], "before anything is written, all is compared");
    }
}

/// Changes a byte in the middle of the index files with this extension; their checksums at the end stay.
fn change_a_byte(test: &TestLibrary, ending: &str) {
    for file in std::fs::read_dir(index_folder(test)).unwrap() {
        let path = file.unwrap().path();
        if path.to_string_lossy().ends_with(ending) {
            use std::io::{Read, Seek, SeekFrom, Write};
            let mut file = std::fs::OpenOptions::new().read(true).write(true).open(&path).unwrap();
            let place = SeekFrom::Start(file.metadata().unwrap().len() / 6);
            let mut byte = [0];
            file.seek(place).unwrap();
            file.read_exact(&mut byte).unwrap();
            file.seek(place).unwrap();
            file.write_all(&[byte[0].wrapping_add(0x55)]).unwrap();
        }
    }
}
