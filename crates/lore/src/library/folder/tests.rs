use std::fs::{self, Permissions};
use std::os::unix::fs::{PermissionsExt as _, chown, symlink};

use super::*;

fn set(path: &Path, mode: u32) {
    fs::set_permissions(path, Permissions::from_mode(mode)).unwrap();
}

fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap().permissions().mode() & 0o777
}

/// A folder with files of a library and another file, all of them open to everyone.
fn open_library() -> tempfile::TempDir {
    let home = tempfile::tempdir().unwrap();
    fs::create_dir(home.path().join("index-2")).unwrap();
    for name in ["library.db", "library.db-wal", "index-2/a.term", "notes.txt"] {
        fs::write(home.path().join(name), "").unwrap();
        set(&home.path().join(name), 0o644);
    }
    set(&home.path().join("index-2"), 0o755);
    set(home.path(), 0o755);
    home
}

#[test]
fn a_new_folder_and_its_new_parents_are_private() {
    let above = tempfile::tempdir().unwrap();
    let home = above.path().join("data/lorekeeper");
    make_private_folder(&home).unwrap();
    assert_eq!((mode(&home), mode(home.parent().unwrap())), (0o700, 0o700));
}

#[test]
fn an_open_library_becomes_private_but_other_files_do_not() {
    let home = open_library();
    assert_eq!(open_to_others(home.path()).len(), 5);
    make_private_folder(home.path()).unwrap();
    close_to_others(home.path()).unwrap();
    assert_eq!(open_to_others(home.path()), Vec::<PathBuf>::new());
    let at = |name| mode(&home.path().join(name));
    let modes = ["", "index-2", "library.db", "index-2/a.term", "notes.txt"].map(at);
    assert_eq!(modes, [0o700, 0o700, 0o600, 0o600, 0o644]);
}

#[test]
fn a_shared_folder_stays_shared_unless_it_is_empty() {
    let home = tempfile::tempdir().unwrap();
    set(home.path(), 0o1777);
    fs::write(home.path().join("notes.txt"), "").unwrap();
    make_private_folder(home.path()).unwrap();
    assert_eq!(open_to_others(home.path()), [home.path()]);
    fs::remove_file(home.path().join("notes.txt")).unwrap();
    make_private_folder(home.path()).unwrap();
    assert_eq!(open_to_others(home.path()), Vec::<PathBuf>::new());
}

#[test]
fn files_of_another_user_are_deleted_or_refused() {
    if !rustix::process::geteuid().is_root() {
        eprintln!("SKIPPED: what another user puts into a library's folder; only root can make such files");
        return;
    }
    let home = open_library();
    let give = |name: &str| chown(home.path().join(name), Some(4_242), None).unwrap();
    fs::write(home.path().join("owner.json"), "{}").unwrap();
    symlink("/nowhere", home.path().join("owner.lock")).unwrap();
    give("owner.json");
    std::os::unix::fs::lchown(home.path().join("owner.lock"), Some(4_242), None).unwrap();
    close_to_others(home.path()).unwrap();
    assert!(fs::symlink_metadata(home.path().join("owner.json")).is_err());
    assert!(fs::symlink_metadata(home.path().join("owner.lock")).is_err());
    give("library.db");
    let error = close_to_others(home.path()).unwrap_err();
    assert_eq!(error.code(), "file_error");
    let words = error.to_string();
    assert!(words.contains("library.db") && words.contains("user id 4242"), "{words}");
    chown(home.path(), Some(4_242), None).unwrap();
    let words = make_private_folder(home.path()).unwrap_err().to_string();
    assert!(words.contains("user id 4242"), "{words}");
}
