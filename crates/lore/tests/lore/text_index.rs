//! The text index is a projection of the database: it is rebuilt whatever happens to it.

use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use lore::model::Record;
use lore::progress::{Call, CancellationToken, Job, Step};
use lore::query::Search;
use lore::{Library, Options};

use crate::support::{TestLibrary, batch, spell};

const ENDINGS: [&str; 6] = [".idx", ".term", ".pos", ".store", ".fast", ".fieldnorm"];

const INDEX_FOLDER: &str = "index-2";

async fn some_spells() -> TestLibrary {
    TestLibrary::with(vec![spell("book", "Amber Ward", 1), spell("book", "Brine Lash", 2)]).await
}

#[tokio::test]
async fn an_index_of_another_library_is_rejected() {
    let ours = some_spells().await;
    let spells = ["Copper Gate", "Dusk", "Ember"].map(|name| spell("other", name, 1));
    let TestLibrary { library, home: theirs, .. } = TestLibrary::with(spells.to_vec()).await;
    library.close().await;
    drop(library);
    let exchange = |home: &Path| {
        disk::remove_dir_all(&home.join(INDEX_FOLDER)).unwrap();
        disk::rename(&theirs.path().join(INDEX_FOLDER), &home.join(INDEX_FOLDER)).unwrap();
    };
    let ours = ours.changed_while_closed(exchange).await;
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
async fn an_update_killed_before_its_commit_is_repeated_without_a_rebuild() {
    let test = some_spells().await;
    let meta = test.home.path().join(INDEX_FOLDER).join("meta.json");
    let before_commit = std::fs::read(&meta).unwrap();
    test.import(vec![spell("book", "Amber Ward", 1), spell("book", "Copper Gate", 1)]).await;
    // The files of the update are written, the one that lists them is not: so a kill before the commit leaves
    // them.
    let test = test.changed_while_closed(|_| std::fs::write(&meta, before_commit).unwrap()).await;
    assert!(!files(test.home.path(), ".del").is_empty(), "a list of deleted entries is left");
    test.library.catch_up(&Job::quiet()).await.unwrap();
    assert!(!was_rebuilt(&test).await);
    let stats = test.library.stats().await.unwrap();
    assert_eq!((stats.indexed_entries, stats.changes_to_index), (2, 0));
    assert_eq!(test.found("copper").await, ["Copper Gate"]);
    assert!(test.found("brine").await.is_empty());
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
async fn changes_of_another_process_are_found_and_deleted_at_once() {
    let test = some_spells().await;
    let other = Library::open(Options::at(test.home.path())).await.unwrap();
    for round in 0..3 {
        test.import(vec![spell("second", "Copper Gate", 1)]).await;
        let search = Search { query: "copper".to_owned(), ..Search::default() };
        assert_eq!(other.search(&search).await.unwrap().entries.len(), 1, "round {round}");
        test.import(vec![spell("second", "Dusk", 1)]).await;
        // The other process has not read the index since.
        other.delete_document("second", &Job::quiet()).await.unwrap();
        for library in [&test.library, &other] {
            assert_eq!(library.stats().await.unwrap().indexed_entries, 2, "round {round}");
        }
    }
}

#[tokio::test]
async fn a_commit_is_found_whatever_the_times_of_the_files_are() {
    let test = some_spells().await;
    let other = Library::open(Options::at(test.home.path())).await.unwrap();
    let (now, hour) = (SystemTime::now(), Duration::from_secs(3_600));
    // Of one tick of the clock, settled long ago, or set by a computer whose clock is ahead.
    for written_at in [now, now - hour, now + hour] {
        test.import(vec![spell("second", "Dusk", 1)]).await;
        set_meta_file_time(test.home.path(), written_at);
        let search = Search { query: "copper".to_owned(), ..Search::default() };
        for _ in 0..2 {
            assert!(other.search(&search).await.unwrap().entries.is_empty());
        }
        test.import(vec![spell("second", "Copper Gate", 1)]).await;
        if written_at >= now {
            set_meta_file_time(test.home.path(), written_at);
        }
        assert_eq!(other.search(&search).await.unwrap().entries.len(), 1, "{written_at:?}");
    }
}

#[tokio::test]
async fn changes_that_another_process_missed_are_found_once_it_has_written() {
    let test = some_spells().await;
    let other = index_writer(test.home.path());
    test.import(vec![spell("second", "Copper Gate", 1)]).await;
    assert!(test.found("copper").await.is_empty(), "nobody has written them");
    drop(other);
    assert_eq!(test.found("copper").await, ["Copper Gate"]);
    assert!(!was_rebuilt(&test).await);
}

#[tokio::test]
async fn a_word_of_deleted_entries_finds_near_words() {
    let sum = Record { body: "Four plus four.".to_owned(), ..spell("kept", "Amber Ward", 1) };
    let test = TestLibrary::with(vec![sum, spell("deleted", "Plum Rain", 1)]).await;
    assert_eq!(test.found("plum").await, ["Plum Rain"]);
    test.library.delete_document("deleted", &Job::quiet()).await.unwrap();
    // The index holds the deleted word until it drops the entry, and so until it merges or is rebuilt.
    assert_eq!(test.found("plum").await, ["Amber Ward"]);
    let remove = |home: &Path| disk::remove_dir_all(&home.join(INDEX_FOLDER)).unwrap();
    let test = test.changed_while_closed(remove).await;
    assert_eq!(test.found("plum").await, ["Amber Ward"]);
}

#[tokio::test]
async fn a_repeated_deletion_is_answered_once_the_index_has_it() {
    let test = TestLibrary::with(vec![spell("kept", "Amber Ward", 1), spell("deleted", "Dusk", 1)]).await;
    let delete = async |again| {
        let call = Call { session: "session".to_owned(), request: "1".to_owned(), again };
        test.library.delete_document("deleted", &Job::quiet().of_call(call)).await.unwrap();
        test.library.stats().await.unwrap().indexed_entries
    };
    let other = index_writer(test.home.path());
    assert_eq!(delete(false).await, 2, "nobody has written it");
    drop(other);
    assert_eq!(delete(true).await, 1);
}

async fn was_rebuilt(test: &TestLibrary) -> bool {
    test.library.check().await.unwrap().iter().any(|check| check.code == Some("index_rebuilt"))
}

#[tokio::test]
async fn a_changed_or_cut_file_of_the_index_is_noticed_when_it_is_opened() {
    type Damage = fn(&mut Vec<u8>);
    let damages: [(&str, Damage); 4] = [
        ("its first byte", |bytes| bytes[0] ^= 0x55),
        ("a byte in the middle", |bytes| change_a_byte(bytes)),
        ("without its beginning", |bytes| drop(bytes.drain(..bytes.len() / 6 + 1))),
        ("longer than it was", |bytes| bytes.insert(0, 7)),
    ];
    for ending in ENDINGS {
        for (what, damage) in damages {
            let test = some_spells().await;
            let test = test.changed_while_closed(|home| damage_files(home, ending, damage)).await;
            assert_eq!(test.found("amber").await, ["Amber Ward"], "{ending}, {what}");
            assert!(was_rebuilt(&test).await, "{ending}, {what}");
            test.library.close().await;
        }
    }
    for name in ["meta.json", ".managed.json"] {
        let test = some_spells().await;
        let damage = |bytes: &mut Vec<u8>| *bytes = b"not an index".to_vec();
        let test = test.changed_while_closed(|home| damage_files(home, name, damage)).await;
        assert_eq!(test.found("amber").await, ["Amber Ward"], "{name}");
    }
}

#[tokio::test]
async fn damage_to_a_file_that_another_process_wrote_is_noticed() {
    for ending in ENDINGS {
        let test = some_spells().await;
        let other = Library::open(Options::at(test.home.path())).await.unwrap();
        let ours = files(test.home.path(), ending);
        other.import(&batch(vec![spell("second", "Copper Gate", 1)]), &Job::quiet()).await.unwrap();
        let theirs: Vec<PathBuf> =
            files(test.home.path(), ending).into_iter().filter(|file| !ours.contains(file)).collect();
        assert_eq!(theirs.len(), 1, "{ending}");
        // Only now does this process write, and lists the files that it knows of.
        test.import(vec![spell("third", "Dusk", 1)]).await;
        other.close().await;
        drop(other);
        let test = test.changed_while_closed(|_| damage_file(&theirs[0], |bytes| change_a_byte(bytes))).await;
        test.library.catch_up(&Job::quiet()).await.unwrap();
        assert_eq!(test.found("copper").await, ["Copper Gate"], "{ending}");
        assert!(was_rebuilt(&test).await, "{ending}");
        test.library.close().await;
    }
}

#[tokio::test]
async fn a_damaged_index_is_rebuilt_while_another_process_reads_it() {
    let test = some_spells().await;
    let other = Library::open(Options::at(test.home.path())).await.unwrap();
    let search = Search { query: "amber".to_owned(), ..Search::default() };
    assert_eq!(other.search(&search).await.unwrap().entries.len(), 1, "it has read the index");
    for ending in [".term", ".idx"] {
        damage_files(test.home.path(), ending, |bytes| change_a_byte(bytes));
    }
    test.import(vec![spell("second", "Copper Gate", 1)]).await;
    assert_eq!(test.found("amber").await, ["Amber Ward"]);
    assert_eq!(test.found("copper").await, ["Copper Gate"]);
    assert!(was_rebuilt(&test).await);
    other.catch_up(&Job::quiet()).await.unwrap();
    assert_eq!(other.search(&search).await.unwrap().entries[0].name, "Amber Ward");
    other.close().await;
    drop(other);
    // What could not be deleted while it was read goes with the next changes.
    let test = test.changed_while_closed(|_| ()).await;
    test.import(vec![spell("third", "Dusk", 1)]).await;
    let segments = files(test.home.path(), ".idx").len();
    assert!(segments <= 3, "{segments} segments for three imports");
}

#[tokio::test]
async fn an_index_damaged_while_open_is_rebuilt() {
    for ending in ENDINGS {
        let test = some_spells().await;
        for _ in 0..40 {
            damage_files(test.home.path(), ending, |bytes| change_a_byte(bytes));
            let found = test.found("amber").await;
            assert!(found.is_empty() || found == ["Amber Ward"], "{ending}: {found:?}");
        }
        test.import(vec![spell("second", "Copper Gate", 1)]).await;
        assert_eq!(test.found("amber").await, ["Amber Ward"], "before anything is written, all is compared");
    }
}

/// Locks the index, as another process does that has read the last changes and writes them.
fn index_writer(home: &Path) -> File {
    let lock = OpenOptions::new().write(true).open(home.join(INDEX_FOLDER).join(".tantivy-writer.lock"));
    let lock = lock.unwrap();
    lock.lock().unwrap();
    lock
}

fn set_meta_file_time(home: &Path, written_at: SystemTime) {
    let path = home.join(INDEX_FOLDER).join("meta.json");
    disk::patiently(|| OpenOptions::new().write(true).open(&path)?.set_modified(written_at)).unwrap();
}

fn files(home: &Path, ending: &str) -> Vec<PathBuf> {
    let files = std::fs::read_dir(home.join(INDEX_FOLDER)).unwrap().map(|file| file.unwrap().path());
    files.filter(|path| path.to_string_lossy().ends_with(ending)).collect()
}

fn damage_files(home: &Path, ending: &str, damage: impl Fn(&mut Vec<u8>)) {
    let files = files(home, ending);
    assert!(!files.is_empty(), "there is a file {ending}");
    for file in files {
        damage_file(&file, &damage);
    }
}

/// The file may be mapped. It is neither replaced nor truncated if its length stays.
fn damage_file(path: &Path, damage: impl Fn(&mut Vec<u8>)) {
    let mut bytes = std::fs::read(path).unwrap();
    let length = bytes.len();
    damage(&mut bytes);
    let mut file = OpenOptions::new().write(true).open(path).unwrap();
    file.write_all(&bytes).unwrap();
    if bytes.len() != length {
        disk::patiently(|| file.set_len(bytes.len() as u64)).unwrap();
    }
}

fn change_a_byte(bytes: &mut [u8]) {
    let place = bytes.len() / 6;
    bytes[place] = bytes[place].wrapping_add(0x55);
}
