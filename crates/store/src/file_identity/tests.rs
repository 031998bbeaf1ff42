use super::*;

#[test]
fn a_replaced_or_deleted_file_is_noticed() {
    let folder = tempfile::tempdir().unwrap();
    let [path, other] = ["library.db", "other.db"].map(|name| folder.path().join(name));
    std::fs::write(&path, "").unwrap();
    let identity = FileIdentity::of(&path).unwrap();
    std::fs::write(&path, "more").unwrap();
    identity.check(&path).unwrap();
    std::fs::write(&other, "more").unwrap();
    std::fs::rename(&other, &path).unwrap();
    assert!(identity.check(&path).unwrap_err().to_string().contains("replaced"));
    std::fs::remove_file(&path).unwrap();
    assert!(identity.check(&path).is_err());
    assert_eq!(FileIdentity::of(&path), None);
}
