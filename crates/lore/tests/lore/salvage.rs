//! Salvage of truncated databases and of those with a damaged header or damaged pages.

use std::fs::OpenOptions;
use std::io::{Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use lore::model::Record;
use lore::progress::Job;
use lore::{CampaignChange, EntryAction, EntryKey, Library, Options};
use serde_json::json;
use tempfile::TempDir;

use crate::own;
use crate::support::{TestLibrary, batch, creature, spell};
use crate::template::{self, Template};

const SPELLS: usize = 1_500;
const OWN: &str = "lore://entry/house-rules/rule/rests";
const PINNED: &str = "lore://entry/book/spell/amber-ward-7";

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

/// Returns a copy of a closed library and the path of its database. The library is made once for all tests and all damages.
async fn closed() -> (TempDir, PathBuf) {
    let template = match Template::open("salvage", &[&std::env::current_exe().unwrap()]) {
        Ok(template) => template,
        Err(draft) => {
            make(&draft.folder).await;
            draft.complete()
        }
    };
    let home = TempDir::new().unwrap();
    template.copy_to(home.path());
    let path = home.path().join("library.db");
    (home, path)
}

async fn make(folder: &Path) {
    let test = TestLibrary::with(many()).await;
    let salt_road = CampaignChange { name: "Salt Road".to_owned(), ..CampaignChange::default() };
    test.library.change_campaign(&salt_road).await.unwrap();
    test.library.set_pins(&[PINNED.to_owned()]).await.unwrap();
    test.library.write_note(PINNED, "Glows at night.").await.unwrap();
    let rests = json!({"kind": "rule", "name": "Rests", "book": "House Rules", "text": "Rests take a week."});
    own::save(&test.library, rests).await;
    own::save(&test.library, json!({"change": OWN, "text": "Longer. ".repeat(2_000)})).await;
    test.library.close().await;
    template::copy(test.home.path(), folder);
}

fn write_at(path: &PathBuf, place: u64, bytes: &[u8]) {
    let mut file = OpenOptions::new().write(true).open(path).unwrap();
    file.seek(SeekFrom::Start(place)).unwrap();
    file.write_all(bytes).unwrap();
}

/// Opens the library again and returns the number of entries left; each is looked up and compared.
async fn saved(home: TempDir) -> u64 {
    let test = TestLibrary::at(home).await;
    let stats = test.library.stats().await.unwrap();
    if stats.entries > SPELLS as u64 {
        assert_eq!(test.library.campaigns().await.unwrap().chosen.as_deref(), Some("Salt Road"));
        assert_eq!(test.library.pins().await.unwrap()[0].name, "Amber Ward 7");
        let own = EntryKey::parse(OWN).unwrap();
        assert_eq!(test.library.entry_history(&own).await.unwrap().len(), 2);
        let undone = EntryAction::Undo(own, None);
        let undone = test.library.change_entries(&[undone], false, &Job::quiet()).await.unwrap();
        assert_eq!(undone[0].entry.as_ref().unwrap().body, "Rests take a week.");
        assert_eq!(test.library.notes(None).await.unwrap()[0].text, "Glows at night.");
    }
    assert!(stats.recovery.is_some_and(|words| words.contains("were saved")));
    let notices = test.library.notices();
    assert!(notices.iter().any(|notice| notice.contains("damaged")), "{notices:?}");
    let before = many();
    for entry in test.spells("*", 100).await.entries {
        let record = before.iter().find(|record| record.name == entry.name).unwrap();
        assert_eq!(entry.body, record.body, "{} is as it was", entry.name);
    }
    test.library.import(&batch(vec![spell("third", "Late Light", 2)]), &Job::quiet()).await.unwrap();
    assert_eq!(test.spells("late light", 1).await.entries.len(), 1, "the library goes on");
    test.library.close().await;
    stats.entries
}

#[tokio::test]
async fn a_damaged_file_header_loses_no_entry() {
    for (place, bytes) in [
        (0, &b"not SQLite"[..]),
        (16, &[0x30, 0x07]),
        (18, &[9]),
        (28, &[0xff; 4]),
        (56, &[0, 0, 0, 2]),
        (24, &[7; 4]),
    ] {
        let (home, path) = closed().await;
        write_at(&path, place, bytes);
        assert_eq!(saved(home).await, SPELLS as u64 + 2, "with {bytes:?} at {place}");
    }
}

#[tokio::test]
async fn a_truncated_database_keeps_its_first_pages() {
    let mut before = 0;
    for percent in [20, 50, 80, 95] {
        let (home, path) = closed().await;
        let length = std::fs::metadata(&path).unwrap().len();
        OpenOptions::new().write(true).open(&path).unwrap().set_len(length * percent / 100).unwrap();
        let saved = saved(home).await;
        assert!(saved > before, "of {percent} % of the file {saved} entries are saved, of less {before}");
        before = saved;
    }
    assert!(before > SPELLS as u64 * 3 / 4, "{before} of {SPELLS}");
}

#[tokio::test]
async fn an_emptied_database_is_reported() {
    let (home, path) = closed().await;
    OpenOptions::new().write(true).open(&path).unwrap().set_len(0).unwrap();
    assert_eq!(saved(home).await, 0);
}

#[tokio::test]
async fn damage_to_the_first_pages_leaves_the_entries_on_the_others() {
    let (home, path) = closed().await;
    write_at(&path, 0, &vec![0x5a; 4096 * 3]);
    assert!(saved(home).await > SPELLS as u64 * 9 / 10);
}

#[tokio::test]
async fn salvage_reads_the_write_ahead_log() {
    let test = TestLibrary::with(many()).await;
    test.library.delete_document("other", &Job::quiet()).await.unwrap();
    test.library.close().await;
    let path = test.home.path().join("library.db");
    let library = Library::open(Options::at(test.home.path())).await.unwrap();
    library.keep_activity(false).await.unwrap();
    library.delete_document("book", &Job::quiet()).await.unwrap();
    library.import(&batch(vec![spell("new", "Late Light", 2)]), &Job::quiet()).await.unwrap();
    // As a crash leaves it: copied while it is open, with its log.
    let copy = tempfile::tempdir().unwrap();
    for name in ["library.db", "library.db-wal"] {
        std::fs::copy(test.home.path().join(name), copy.path().join(name)).unwrap();
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
