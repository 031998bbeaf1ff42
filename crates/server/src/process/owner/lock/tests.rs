use super::*;

#[test]
fn a_folder_that_cannot_be_created_is_an_error() {
    let file = tempfile::NamedTempFile::new().unwrap();
    assert!(OwnerLock::try_acquire(&file.path().join("lorekeeper")).is_err());
}
