//! What is saved of a database that was cut off, whose head is damaged, or whose pages are.

use std::fs::OpenOptions;
use std::io::{Seek, SeekFrom, Write};
use std::path::PathBuf;

use lore::model::Record;
use lore::progress::Job;
use lore::{Library, Options};

use crate::support::{TestLibrary, batch, creature, spell};

const SPELLS: usize = 1_500;

fn many() -> Vec<Record> {
    let spells = (0..SPELLS).map(|n| {
        let mut record = spell("book", &format!("Amber Ward {n}"), 1);
        // Some texts reach over several pages.
        record.body =
            format!("{} {n}", "A ward of amber light holds. ".repeat(if n % 50 == 0 { 900 } else { 30 }));
        record
    });
    spells.chain([creature("other", "Marsh Drake", "dragon", "4")]).collect()
}

async fn closed() -> (TestLibrary, PathBuf) {
    let shelf = TestLibrary::with(many()).await;
    shelf.library.close().await;
    let path = shelf.home.path().join("library.db");
    (shelf, path)
}

fn write_at(path: &PathBuf, place: u64, bytes: &[u8]) {
    let mut file = OpenOptions::new().write(true).open(path).unwrap();
    file.seek(SeekFrom::Start(place)).unwrap();
    file.write_all(bytes).unwrap();
}

/// Opens the library again and gives how many entries are left; each is asked for as it was.
async fn saved(shelf: TestLibrary) -> u64 {
    let shelf = shelf.opened_again().await;
    let stats = shelf.library.stats().await.unwrap();
    assert!(stats.recovery.is_some_and(|words| words.contains("were saved")));
    let notices = shelf.library.notices();
    assert!(notices.iter().any(|notice| notice.contains("damaged")), "{notices:?}");
    let before = many();
    for entry in shelf.spells("*", 100).await.entries {
        let record = before.iter().find(|record| record.name == entry.name).unwrap();
        assert_eq!(entry.body, record.body, "{} is as it was", entry.name);
    }
    shelf.library.import(&batch(vec![spell("third", "Late Light", 2)]), &Job::quiet()).await.unwrap();
    assert_eq!(shelf.spells("late light", 1).await.entries.len(), 1, "the library goes on");
    shelf.library.close().await;
    stats.entries
}

#[tokio::test]
async fn a_damaged_head_costs_no_entry() {
    for (place, bytes) in [
        (0, &b"not SQLite"[..]),
        (16, &[0x30, 0x07]),
        (18, &[9]),
        (28, &[0xff; 4]),
        (56, &[0, 0, 0, 2]),
        (24, &[7; 4]),
    ] {
        let (shelf, path) = closed().await;
        write_at(&path, place, bytes);
        assert_eq!(saved(shelf).await, SPELLS as u64 + 1, "with {bytes:?} at {place}");
    }
}

#[tokio::test]
async fn a_database_that_was_cut_off_keeps_what_stood_before() {
    let mut before = 0;
    for percent in [20, 50, 80, 95] {
        let (shelf, path) = closed().await;
        let length = std::fs::metadata(&path).unwrap().len();
        OpenOptions::new().write(true).open(&path).unwrap().set_len(length * percent / 100).unwrap();
        let saved = saved(shelf).await;
        assert!(saved > before, "of {percent} % of the file {saved} entries are saved, of less {before}");
        before = saved;
    }
    assert!(before > SPELLS as u64 * 3 / 4, "{before} of {SPELLS}");
}

#[tokio::test]
async fn a_database_that_was_emptied_is_told() {
    let (shelf, path) = closed().await;
    OpenOptions::new().write(true).open(&path).unwrap().set_len(0).unwrap();
    assert_eq!(saved(shelf).await, 0);
}

#[tokio::test]
async fn damage_to_the_first_pages_leaves_the_entries_on_the_others() {
    let (shelf, path) = closed().await;
    write_at(&path, 0, &vec![0x5a; 4096 * 3]);
    assert!(saved(shelf).await > SPELLS as u64 * 9 / 10);
}

#[tokio::test]
async fn what_a_log_holds_is_saved_and_what_was_deleted_is_not() {
    let shelf = TestLibrary::with(many()).await;
    shelf.library.delete_document("other", &Job::quiet()).await.unwrap();
    shelf.library.close().await;
    let path = shelf.home.path().join("library.db");
    let library = Library::open(Options::at(shelf.home.path())).await.unwrap();
    library.keep_activity(false).await.unwrap();
    library.delete_document("book", &Job::quiet()).await.unwrap();
    library.import(&batch(vec![spell("new", "Late Light", 2)]), &Job::quiet()).await.unwrap();
    // As a crash leaves it: copied while it is open, with its log.
    let copy = tempfile::tempdir().unwrap();
    for name in ["library.db", "library.db-wal"] {
        std::fs::copy(shelf.home.path().join(name), copy.path().join(name)).unwrap();
    }
    library.close().await;
    drop(path);
    write_at(&copy.path().join("library.db"), 0, b"not SQLite");
    let library = Library::open(Options::at(copy.path())).await.unwrap();
    let documents = library.documents(None).await.unwrap();
    let keys: Vec<&str> = documents.iter().map(|document| document.document_key.as_str()).collect();
    assert_eq!(keys, ["new"]);
    assert!(!library.notes_calls(), "what the user chose stays chosen");
    library.close().await;
}
