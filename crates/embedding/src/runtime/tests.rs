use super::*;

#[test]
fn a_missing_or_damaged_library_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("libonnxruntime.so");
    if ENVIRONMENT.lock().is_some() {
        return;
    }
    assert!(environment(&file).unwrap_err().to_string().contains("missing"));
    std::fs::write(&file, "no library").unwrap();
    let error = environment(&file).unwrap_err().to_string();
    assert!(error.contains("cannot be used") && error.contains("damaged"), "{error}");
}
