//! A library is made again from its sources, without a network: after damage, after an update, on another
//! computer.

use std::fs::OpenOptions;
use std::io::{Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use lore::progress::Job;
use lore::{CampaignChange, EntryAction, EntryKey, Library};
use open5e_replay::Replay;
use serde_json::json;
use tempfile::TempDir;

use crate::own;
use crate::support::TestLibrary;
use crate::template::{self, Template};

const RESTS: &str = "lore://entry/house-rules/rule/rests";
const PINNED: &str = "lore://entry/plums/feat/f7";
const FEATS: usize = 400;
const OF_THE_USER: [&str; 4] = ["plums ", "house-rules ", "lore://entry/plums/", "lore://entry/house-rules/"];

fn book(name: &str, count: usize) -> String {
    let text = "long ".repeat(200);
    let feats: Vec<String> =
        (0..count).map(|n| format!(":f{n} {{:name \"{name} Feat {n}\", :description \"{text}\"}}")).collect();
    format!("{{\"{name}s\" {{:orcpub.dnd.e5/feats {{{}}}}}}}", feats.join(" "))
}

/// The library is made once for all tests.
async fn closed() -> TempDir {
    let template = match Template::open("sources", &[&std::env::current_exe().unwrap()]) {
        Ok(template) => template,
        Err(draft) => {
            make(&draft.folder).await;
            draft.complete()
        }
    };
    let home = TempDir::new().unwrap();
    template.copy_to(home.path());
    home
}

async fn make(folder: &Path) {
    let replay = Replay::start();
    let test = TestLibrary::querying(&replay.base).await;
    test.sync(None).await;
    for (name, count) in [("Plum", FEATS), ("Fig", 3)] {
        test.import_text(&format!("{name}.orcbrew"), &book(name, count)).await;
    }
    let salt_road = CampaignChange { name: "Salt Road".to_owned(), ..CampaignChange::default() };
    test.library.change_campaign(&salt_road).await.unwrap();
    test.library.set_pins(&[PINNED.to_owned()]).await.unwrap();
    test.library.write_note(PINNED, "Glows at night.").await.unwrap();
    for (book, name) in [("House Rules", "Rests"), ("House Rules", "Naps"), ("Old Rules", "Sleep")] {
        let draft =
            json!({"kind": "rule", "name": name, "book": book, "text": format!("{name} take a week.")});
        own::save(&test.library, draft).await;
    }
    own::save(&test.library, json!({"change": RESTS, "text": "Longer. ".repeat(2_000)})).await;
    let naps = EntryKey::parse("lore://entry/house-rules/rule/naps").unwrap();
    test.library.change_entries(&[EntryAction::Delete(naps)], false, &Job::quiet()).await.unwrap();
    let keys = test.library.documents(None).await.unwrap();
    let fetched = keys.iter().find(|document| document.source_api.is_open5e()).unwrap();
    for key in [fetched.document_key.as_str(), "old-rules", "figs"] {
        test.library.delete_document(key, &Job::quiet()).await.unwrap();
    }
    test.library.close().await;
    template::copy(test.home.path(), folder);
}

/// What a library answers: its documents and its entries, with everything in them that does not depend on the
/// time.
async fn content(library: &Library) -> Vec<String> {
    library.wait_until_whole().await.unwrap();
    let mut content = Vec::new();
    for document in library.documents(None).await.unwrap() {
        content.push(format!("{} {}", document.document_key, document.entity_count));
    }
    for entry in own::every(library, &[]).await {
        content.push(format!("{} {:?} {}", entry.uri, entry.details, entry.body));
    }
    content.sort();
    content
}

async fn check_what_is_the_users_own(test: &TestLibrary) {
    assert_eq!(test.library.campaigns().await.unwrap().chosen.as_deref(), Some("Salt Road"));
    assert_eq!(test.library.pins().await.unwrap()[0].name, "Plum Feat 7");
    assert_eq!(test.library.notes(None).await.unwrap()[0].text, "Glows at night.");
    let rests = EntryKey::parse(RESTS).unwrap();
    assert_eq!(test.library.entry_history(&rests).await.unwrap().len(), 2);
    let undo = EntryAction::Undo(rests, None);
    let undone = test.library.change_entries(&[undo], false, &Job::quiet()).await.unwrap();
    assert_eq!(undone[0].entry.as_ref().unwrap().body, "Rests take a week.");
}

fn write_at(path: &Path, place: u64, bytes: &[u8]) {
    let mut file = OpenOptions::new().write(true).open(path).unwrap();
    file.seek(SeekFrom::Start(place)).unwrap();
    file.write_all(bytes).unwrap();
}

fn cut(path: &Path, percent: u64) {
    let length = std::fs::metadata(path).unwrap().len();
    OpenOptions::new().write(true).open(path).unwrap().set_len(length * percent / 100).unwrap();
}

fn remove(path: PathBuf) {
    let removed = if path.is_dir() { std::fs::remove_dir_all(path) } else { std::fs::remove_file(path) };
    removed.unwrap();
}

type Damage = (&'static str, fn(&Path));

const DAMAGES: [Damage; 7] = [
    ("no database", |path| write_at(path, 0, b"not SQLite")),
    ("a wrong page size", |path| write_at(path, 16, &[0x30, 0x07])),
    ("another format", |path| write_at(path, 18, &[9])),
    ("first pages overwritten", |path| write_at(path, 0, &[0x5a; 4096 * 3])),
    ("cut in half", |path| cut(path, 50)),
    ("cut at its end", |path| cut(path, 95)),
    ("emptied", |path| cut(path, 0)),
];

#[tokio::test]
async fn a_library_is_whole_again_after_any_damage() {
    let expected = content(&TestLibrary::at(closed().await).await.library).await;
    assert!(expected.len() > FEATS + 20, "{}", expected.len());
    for (what, damage) in DAMAGES {
        let home = closed().await;
        damage(&home.path().join("library.db"));
        let mut test = TestLibrary::at(home).await;
        test.library.wait_until_whole().await.unwrap();
        // Damage of single pages may show only when they are read.
        test.library.check().await.unwrap();
        test = test.reopened().await;
        assert_eq!(content(&test.library).await, expected, "{what}");
        check_what_is_the_users_own(&test).await;
        let recovery = test.library.stats().await.unwrap().recovery.unwrap_or_default();
        let is_told = recovery.contains("made again") && recovery.contains("damaged file is kept");
        assert!(is_told, "{what}: {recovery}");
        let aside = std::fs::read_dir(test.home.path()).unwrap().map(|file| file.unwrap().file_name());
        let mut aside = aside.filter(|name| name.to_string_lossy().starts_with("library.damaged-"));
        assert!(aside.next().is_some(), "{what}");
        let notices = test.library.notices();
        assert!(notices.iter().any(|notice| notice.contains("damaged")), "{what}: {notices:?}");
    }
}

#[tokio::test]
async fn what_is_the_users_own_comes_back_from_its_newest_backup() {
    let expected = content(&TestLibrary::at(closed().await).await.library).await;
    let versions: [Damage; 2] = [
        ("no version", |path| write_at(path, 60, &[0; 4])),
        ("an impossible version", |path| write_at(path, 60, &[0x5a; 4])),
    ];
    for (what, damage) in DAMAGES.into_iter().chain(versions) {
        let home = closed().await;
        damage(&home.path().join("yours.db"));
        let test = TestLibrary::at(home).await;
        assert_eq!(content(&test.library).await, expected, "{what}");
        check_what_is_the_users_own(&test).await;
        let notices = test.library.notices();
        assert!(notices.iter().any(|notice| notice.contains("backup")), "{what}: {notices:?}");
    }
}

#[tokio::test]
async fn a_folder_with_the_users_own_and_the_sources_becomes_whole_offline() {
    let home = closed().await;
    let expected = content(&TestLibrary::at(closed().await).await.library).await;
    let files = std::fs::read_dir(home.path()).unwrap().flatten().map(|file| file.path());
    files.filter(|path| !path.ends_with("yours.db") && !path.ends_with("sources")).for_each(remove);
    let test = TestLibrary::at(home).await;
    assert_eq!(content(&test.library).await, expected);
    // With the index still there, too.
    let test = test.changed_while_closed(|home| std::fs::remove_file(home.join("library.db")).unwrap()).await;
    assert_eq!(content(&test.library).await, expected);
    check_what_is_the_users_own(&test).await;
    let stats = test.library.stats().await.unwrap();
    let synced_at = stats.open5e_synced_at.as_deref();
    assert_eq!(synced_at, Some("2030-01-01T00:00:00Z"), "it is as old as what was fetched");
}

#[tokio::test]
async fn own_entries_and_homebrew_outlive_the_loss_of_the_users_database() {
    let home = closed().await;
    let expected = content(&TestLibrary::at(closed().await).await.library).await;
    ["yours.db", "yours-backups"].iter().for_each(|name| remove(home.path().join(name)));
    let test = TestLibrary::at(home).await;
    assert_eq!(content(&test.library).await, expected);
    let test =
        test.changed_while_closed(|home| std::fs::write(home.join("library.damaged"), "").unwrap()).await;
    let content: Vec<String> = content(&test.library).await;
    let of_the_user = |all: &[String]| -> Vec<String> {
        all.iter().filter(|line| OF_THE_USER.iter().any(|start| line.starts_with(start))).cloned().collect()
    };
    assert_eq!(of_the_user(&content), of_the_user(&expected), "what is the user's own comes back again");
    let rests = EntryKey::parse(RESTS).unwrap();
    assert_eq!(test.library.entry_history(&rests).await.unwrap().len(), 1);
}

#[tokio::test]
async fn a_backup_brings_what_is_the_users_own_to_another_computer() {
    let first = TestLibrary::at(closed().await).await;
    let backup = first.home.path().join("backup.db");
    first.library.back_up(&backup).await.unwrap();
    let error = first.library.back_up(&backup).await.unwrap_err();
    assert!(error.to_string().contains("exists already"), "{error}");
    let second = TestLibrary::empty().await;
    own::save(&second.library, json!({"kind": "rule", "name": "Gone", "book": "Mine", "text": "It goes."}))
        .await;
    let other = second.home.path().join("plums.orcbrew");
    std::fs::write(&other, book("Plum", 1)).unwrap();
    let error = second.library.restore(&other).await.unwrap_err();
    assert!(error.to_string().contains("not a backup"), "{error}");
    second.library.restore(&backup).await.unwrap();
    let gone = EntryKey::parse("lore://entry/mine/rule/gone").unwrap();
    assert!(second.library.entry(&gone).await.unwrap().is_none());
    let rests = second.library.entry(&EntryKey::parse(RESTS).unwrap()).await.unwrap().unwrap();
    assert!(rests.body.starts_with("Longer."));
    assert_eq!(second.library.notes(None).await.unwrap()[0].text, "Glows at night.");
    assert_eq!(second.library.campaigns().await.unwrap().chosen.as_deref(), Some("Salt Road"));
}

#[tokio::test]
async fn a_better_reader_reads_what_was_imported_before() {
    let home = closed().await;
    let expected = content(&TestLibrary::at(closed().await).await.library).await;
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(home.path().join("library.db"));
    let mut connection = sqlx::ConnectOptions::connect(&options).await.unwrap();
    // As a worse reader of another version would have left it.
    for sql in [
        "UPDATE library SET readers = 'earlier'",
        "UPDATE entries SET hash = x'00' WHERE name = 'Plum Feat 7'",
        "UPDATE texts SET body = 'Plums.' WHERE entry_id IN (SELECT id FROM entries WHERE name = 'Plum Feat 7')",
    ] {
        sqlx::query(sql).execute(&mut connection).await.unwrap();
    }
    sqlx::Connection::close(connection).await.unwrap();
    assert_eq!(content(&TestLibrary::at(home).await.library).await, expected);
}
