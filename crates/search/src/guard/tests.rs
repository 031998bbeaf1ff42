use super::*;

#[test]
fn a_panic_is_damage_but_a_full_disk_is_not() {
    let folder = tempfile::tempdir().unwrap();
    let panicked: Result<()> = guarded(folder.path(), || panic!("index out of bounds"));
    assert!(matches!(panicked, Err(Error::Index(_))), "{panicked:?}");
    for (kind, code) in
        [(io::ErrorKind::StorageFull, "disk_full"), (io::ErrorKind::PermissionDenied, "file_error")]
    {
        let failed: Result<()> =
            guarded(folder.path(), || Err(TantivyError::from(io::Error::from(kind)).into()));
        assert_eq!(failed.unwrap_err().code(), code);
    }
}
