//! Folders and databases as only Windows has them.

use lore::{Library, Options};

#[tokio::test]
async fn a_folder_with_too_long_a_path_is_refused_in_plain_words() {
    let above = tempfile::tempdir().unwrap();
    let home = above.path().join("a".repeat(150)).join("b".repeat(150));
    let error = Library::open(Options::at(&home)).await.unwrap_err();
    assert_eq!(error.code(), "file_error");
    assert!(error.to_string().contains("shorter path"), "{error}");
    assert!(!above.path().join("a".repeat(150)).exists());
}

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
