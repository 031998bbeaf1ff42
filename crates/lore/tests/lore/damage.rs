//! Unwritable folders, full disks and damaged databases.

use std::io::{Seek, SeekFrom, Write};
use std::path::Path;
use std::process::Command;

use lore::model::Record;
use lore::progress::Job;
use lore::{Error, ImportRequest, Library, Options};

use crate::support::{TestLibrary, batch, spell};

fn many(count: usize) -> Vec<Record> {
    (0..count)
        .map(|n| {
            let mut record = spell("book", &format!("Amber Ward {n}"), 1);
            record.body = format!("{} {n}", "A ward of amber light holds. ".repeat(60));
            record
        })
        .collect()
}

#[tokio::test]
async fn a_folder_that_cannot_be_written_is_named() {
    let file = tempfile::NamedTempFile::new().unwrap();
    // Elsewhere, `/proc` is a folder that anybody may make.
    let in_system = cfg!(unix).then(|| Path::new("/proc/lorekeeper"));
    for home in in_system.into_iter().chain([&*file.path().join("library")]) {
        let error = Library::open(Options::at(home)).await.unwrap_err();
        assert_eq!(error.code(), "file_error");
        assert!(error.to_string().contains(&*home.to_string_lossy()), "{error}");
        assert!(error.advice().contains("LOREKEEPER_HOME"));
    }
}

/// Elsewhere a path may have that length.
#[cfg(windows)]
#[tokio::test]
async fn a_folder_with_too_long_a_path_is_refused_in_plain_words() {
    let above = tempfile::tempdir().unwrap();
    let home = above.path().join("a".repeat(150)).join("b".repeat(150));
    let error = Library::open(Options::at(&home)).await.unwrap_err();
    assert_eq!(error.code(), "file_error");
    assert!(error.to_string().contains("shorter path"), "{error}");
    assert!(!above.path().join("a".repeat(150)).exists());
}

/// Elsewhere nobody is kept from renaming an open file.
#[cfg(windows)]
#[tokio::test]
async fn a_damaged_database_that_is_held_for_moments_is_moved_aside() {
    use std::os::windows::fs::OpenOptionsExt as _;
    let home = tempfile::tempdir().unwrap();
    let path = home.path().join("library.db");
    std::fs::write(&path, "this is not a database, but a shopping list".repeat(100)).unwrap();
    // As virus scanners do: others may read and write, but not rename.
    let held = std::fs::OpenOptions::new().read(true).share_mode(3).open(&path).unwrap();
    let release = std::thread::spawn(move || {
        std::thread::sleep(std::time::Duration::from_millis(700));
        drop(held);
    });
    let library = Library::open(Options::at(home.path())).await.unwrap();
    assert!(library.stats().await.unwrap().recovery.is_some());
    release.join().unwrap();
    library.close().await;
}

#[tokio::test]
async fn a_file_that_is_no_database_is_moved_aside() {
    let home = tempfile::tempdir().unwrap();
    std::fs::write(home.path().join("library.db"), "this is not a database, but a shopping list".repeat(100))
        .unwrap();
    let library = Library::open(Options::at(home.path())).await.unwrap();
    let recovery = library.stats().await.unwrap().recovery.unwrap();
    assert!(recovery.contains("damaged") && recovery.contains("0 entries could be read"), "{recovery}");
    let aside = std::fs::read_dir(home.path())
        .unwrap()
        .map(|file| file.unwrap().path())
        .find(|path| path.to_string_lossy().contains("library.damaged-"))
        .unwrap();
    assert!(std::fs::read_to_string(aside).unwrap().contains("shopping list"), "nothing is lost");
    library.import(&batch(many(3)), &Job::quiet()).await.unwrap();
}

#[tokio::test]
async fn entries_on_sound_pages_survive_damage_to_others() {
    let test = TestLibrary::with(many(2_000)).await;
    test.library.close().await;
    let path = test.home.path().join("library.db");
    let size = std::fs::metadata(&path).unwrap().len();
    let mut file = std::fs::OpenOptions::new().write(true).open(&path).unwrap();
    for part in 4..8 {
        file.seek(SeekFrom::Start(size / 10 * part)).unwrap();
        file.write_all(&[0xa5; 6_000]).unwrap();
    }
    drop(file);
    // The damage shows when the pages are read, not when the file is opened.
    let test = test.reopened().await;
    let checks = test.library.check().await.unwrap();
    assert!(checks.iter().any(|check| check.what == "database" && !check.ok), "{checks:?}");
    let test = test.reopened().await;
    let stats = test.library.stats().await.unwrap();
    assert!(stats.recovery.is_some(), "what was done is said");
    assert!((1_000..2_000).contains(&stats.entries), "{} entries were saved", stats.entries);
    let checks = test.library.check().await.unwrap();
    let of_content = checks.iter().filter(|check| check.what != "search by meaning");
    assert!(of_content.into_iter().all(|check| check.ok), "{checks:?}");
    let entry = &test.spells("amber ward 7", 1).await.entries[0];
    assert!(entry.body.ends_with(" 7"));
}

/// Mounts a small disk on a folder; prints why and returns `None` where that is not allowed.
fn small_disk() -> Option<SmallDisk> {
    let disk = SmallDisk(tempfile::tempdir().unwrap());
    let size = ["-t", "tmpfs", "-o", "size=3m", "tmpfs"];
    if Command::new("mount").args(size).arg(disk.0.path()).status().is_ok_and(|status| status.success()) {
        return Some(disk);
    }
    println!("skipped: mounting a small disk needs root");
    None
}

/// A small disk, unmounted when dropped.
struct SmallDisk(tempfile::TempDir);

impl Drop for SmallDisk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg("-l").arg(self.0.path()).status();
    }
}

#[tokio::test]
async fn a_full_disk_leaves_the_library_as_it_was() {
    let Some(disk) = small_disk() else { return };
    let (error, names_after) = fill(disk.0.path()).await;
    assert_eq!(error.code(), "disk_full", "{error:?}");
    assert!(error.advice().contains("Free some space"));
    assert_eq!(names_after, ["Brine Lash"], "what was there still answers, and nothing is half-stored");
}

#[tokio::test]
async fn a_disk_that_fills_up_during_an_import_of_homebrew_loses_nothing() {
    let Some(disk) = small_disk() else { return };
    let folder = tempfile::tempdir().unwrap();
    let book = |name: &str, count: usize| {
        let feat = |number| {
            format!(":f{number} {{:name \"{name} {number}\", :description \"{}\"}}", "long ".repeat(200))
        };
        let feats: Vec<String> = (0..count).map(feat).collect();
        let file = folder.path().join(format!("{name}.orcbrew"));
        std::fs::write(&file, format!("{{\"{name}\" {{:orcpub.dnd.e5/feats {{{}}}}}}}", feats.join(" ")))
            .unwrap();
        file
    };
    let library = Library::open(Options::at(disk.0.path())).await.unwrap();
    let (small, large) = (book("Small", 3), book("Large", 4_000));
    let request = ImportRequest::default();
    library.import_orcbrew(&small, request, &Job::quiet()).await.unwrap();
    let error = library.import_orcbrew(&large, request, &Job::quiet()).await.unwrap_err();
    assert_eq!(error.code(), "disk_full", "{error:?}");
    let documents = library.documents(None).await.unwrap();
    assert_eq!(documents.len(), 1);
    assert_eq!((documents[0].document_name.as_str(), documents[0].entity_count), ("Small", 3));
    library.close().await;
}

async fn fill(home: &Path) -> (Error, Vec<String>) {
    let library = Library::open(Options::at(home)).await.unwrap();
    library.import(&batch(vec![spell("first", "Brine Lash", 1)]), &Job::quiet()).await.unwrap();
    let error = library.import(&batch(many(4_000)), &Job::quiet()).await.unwrap_err();
    library.close().await;
    let library = Library::open(Options::at(home)).await.unwrap();
    let filter = lore::fields::Filter::spells([]);
    let answer = library.lookup(&lore::query::Lookup::default(), &filter).await.unwrap();
    library.close().await;
    (error, answer.entries.into_iter().map(|entry| entry.name).collect())
}
