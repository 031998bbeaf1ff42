use super::*;

#[test]
fn the_hash_of_a_file_is_that_of_its_bytes() {
    // The example of FIPS 180-4.
    let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), "abc").unwrap();
    assert_eq!((sha256(b"abc").as_str(), sha256_of_file(file.path()).unwrap().as_str()), (abc, abc));
}
