use super::*;

fn vectors() -> VectorsByHash {
    (0..3_u8).map(|n| ([n; HASH_BYTES], vec![0, 0, 128, 63, n, 7])).collect()
}

#[test]
fn a_written_file_is_read_unchanged() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("vectors.bin");
    let missing = VectorFile::open(&path, "plum@1/", 2).unwrap_err();
    assert_eq!(missing.kind(), io::ErrorKind::NotFound);
    write_vector_file(&path, "plum@1/2", 2, &vectors()).unwrap();
    let first = std::fs::read(&path).unwrap();
    let file = VectorFile::open(&path, "plum@1/", 2).unwrap();
    assert_eq!(file.vectors(vectors().keys()).unwrap(), vectors());
    let some = file.vectors([[9; HASH_BYTES], [2; HASH_BYTES], [2; HASH_BYTES]].iter()).unwrap();
    assert_eq!(some.into_keys().collect::<Vec<_>>(), [[2; HASH_BYTES]], "what it has of them");
    write_vector_file(&path, "plum@1/2", 2, &vectors()).unwrap();
    assert_eq!(std::fs::read(&path).unwrap(), first, "equal vectors make an equal file");
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn another_model_and_any_damage_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("vectors.bin");
    write_vector_file(&path, "plum@1/2", 2, &vectors()).unwrap();
    let error = VectorFile::open(&path, "pear@1/", 2).unwrap_err().to_string();
    assert!(error.contains("plum@1") && error.contains("pear@1"), "{error}");
    let whole = std::fs::read(&path).unwrap();
    let format = whole.windows(3).position(|bytes| bytes == b"1/2").unwrap() + 2;
    for at in (0..whole.len()).filter(|at| *at != format) {
        let mut damaged = whole.clone();
        damaged[at] ^= 1;
        std::fs::write(&path, damaged).unwrap();
        assert!(VectorFile::open(&path, "plum@1/", 2).is_err(), "byte {at}");
        std::fs::write(&path, &whole[..at]).unwrap();
        assert!(VectorFile::open(&path, "plum@1/", 2).is_err(), "{at} bytes");
    }
}
