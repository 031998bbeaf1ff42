use std::io::Write;

use super::*;

#[test]
fn old_log_files_are_deleted() {
    let folder = tempfile::tempdir().unwrap();
    for day in 10..20 {
        fs::write(folder.path().join(format!("{PREFIX}.2026-01-{day}.log")), "old").unwrap();
    }
    fs::write(folder.path().join("notes.txt"), "the user's").unwrap();

    let mut files = open_files(folder.path()).unwrap();
    files.write_all(b"one line\n").unwrap();

    let names = fs::read_dir(folder.path()).unwrap().map(|file| file.unwrap().file_name());
    let logs = names.filter(|name| name.to_string_lossy().ends_with(".log")).count();
    assert!(logs <= MAX_FILES, "{logs} files");
    assert!(folder.path().join("notes.txt").exists());
}
