use super::*;

#[test]
fn a_file_replaces_another() {
    let folder = tempfile::tempdir().unwrap();
    let [old, new] = ["old", "new"].map(|name| folder.path().join(name));
    fs::write(&old, "old").unwrap();
    fs::write(&new, "new").unwrap();
    rename(&new, &old).unwrap();
    assert_eq!(fs::read_to_string(&old).unwrap(), "new");
    let part = NamedTempFile::new_in(folder.path()).unwrap();
    persist(part, &old).unwrap();
    assert_eq!(fs::read_to_string(&old).unwrap(), "");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn a_missing_file_is_removed_already() {
    let folder = tempfile::tempdir().unwrap();
    remove_if_present(&folder.path().join("none")).unwrap();
    let error = remove_file(&folder.path().join("none")).unwrap_err();
    assert_eq!(error.kind(), io::ErrorKind::NotFound, "and is said to be missing where that matters");
}

#[test]
fn the_copy_of_a_protected_file_can_be_written_to() {
    let folder = tempfile::tempdir().unwrap();
    let [file, copy] = ["file", "copy"].map(|name| folder.path().join(name));
    fs::write(&file, "text").unwrap();
    let mut permissions = fs::metadata(&file).unwrap().permissions();
    permissions.set_readonly(true);
    fs::set_permissions(&file, permissions).unwrap();
    copy_content(&file, &copy).unwrap();
    assert_eq!(fs::read_to_string(&copy).unwrap(), "text");
    assert!(!fs::metadata(&copy).unwrap().permissions().readonly());
}
