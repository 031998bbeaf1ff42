use super::*;

#[test]
fn an_address_is_a_store_or_a_folder() {
    for (address, words) in [("ftp://host/x", "s3://BUCKET"), ("https://example.org", "s3://BUCKET")] {
        let error = Location::open(address).err().unwrap().to_string();
        assert!(error.contains(address) && error.contains(words), "{error}");
    }
    let folder = tempfile::tempdir().unwrap();
    let inner = folder.path().join("a/b");
    let location = Location::open(inner.to_str().unwrap()).unwrap();
    assert!(inner.is_dir());
    assert_eq!(location.to_string(), disk::shown(&inner));
    assert_eq!(location.part("ab").to_string(), "parts/ab");
}
