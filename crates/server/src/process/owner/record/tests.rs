use super::*;

#[test]
fn a_record_that_is_replaced_can_be_read_at_any_moment() {
    let home = tempfile::tempdir().unwrap();
    let record = |process| OwnerRecord {
        address: Some(home.path().join("s")),
        process,
        version: Version::new(1, 0, 0),
        left_for: None,
    };
    record(0).write(home.path()).unwrap();
    std::thread::scope(|scope| {
        let writing =
            scope.spawn(|| (1..=200).for_each(|process| record(process).write(home.path()).unwrap()));
        while !writing.is_finished() {
            assert!(OwnerRecord::read(home.path()).is_some());
        }
    });
    assert_eq!(OwnerRecord::read(home.path()), Some(record(200)));
}

/// On Windows, a virus scanner may read each new file without sharing it.
#[cfg(windows)]
#[test]
fn a_record_that_is_held_for_a_moment_is_replaced() {
    use std::os::windows::fs::OpenOptionsExt as _;

    let home = tempfile::tempdir().unwrap();
    let record =
        |process| OwnerRecord { address: None, process, version: Version::new(1, 0, 0), left_for: None };
    record(1).write(home.path()).unwrap();
    let held = OpenOptions::new().read(true).share_mode(0).open(home.path().join(RECORD_FILE)).unwrap();
    std::thread::scope(|scope| {
        scope.spawn(move || {
            std::thread::sleep(std::time::Duration::from_millis(300));
            drop(held);
        });
        record(2).write(home.path()).unwrap();
        assert_eq!(OwnerRecord::read(home.path()), Some(record(2)));
    });
}

#[test]
fn a_folder_that_cannot_be_created_is_an_error() {
    let file = tempfile::NamedTempFile::new().unwrap();
    assert!(OwnerLock::try_acquire(&file.path().join("lorekeeper")).is_err());
}
