use super::*;

fn manifest(path: &str, bytes: u64, parts: &[&str]) -> Manifest {
    let parts = parts.iter().map(|part| part.repeat(64 / part.len())).collect();
    Manifest {
        format: FORMAT,
        program: "9.9.9".to_owned(),
        schema: 12,
        made: DateTime::UNIX_EPOCH,
        documents: Vec::new(),
        files: vec![PublishedFile { path: path.to_owned(), bytes, parts }],
    }
}

fn readable(schema: i64) -> Readable {
    Readable { schema, has_file: |path| path != "http-token" }
}

#[test]
fn a_manifest_cannot_write_outside_of_its_folder() {
    let fault = |manifest: Manifest| manifest.fault(&readable(12));
    assert_eq!(fault(manifest("index-2/a.term", 7, &["0a"])), None);
    assert_eq!(fault(manifest("library.db", PART_BYTES as u64 + 1, &["0a", "1b"])), None);
    for path in ["", "/etc/passwd", "../x", "a/../../x", "C:\\x", "..\\x", "./x", "http-token"] {
        let fault = fault(manifest(path, 7, &["0a"]));
        assert!(fault.is_some_and(|fault| fault.contains("damaged")), "{path}");
    }
    for (bytes, parts) in [(7, &[][..]), (7, &["0a", "1b"]), (7, &["0G"]), (PART_BYTES as u64 + 1, &["0a"])] {
        assert!(fault(manifest("a", bytes, parts)).is_some(), "{bytes} {parts:?}");
    }
    let mut twice = manifest("a", 7, &["0a"]);
    twice.files.push(twice.files[0].clone());
    assert!(fault(twice).unwrap().contains("`a`"));
}

#[test]
fn a_manifest_cannot_make_more_of_little() {
    const PART: u64 = PART_BYTES as u64;
    let fault = |files: Vec<PublishedFile>| {
        let manifest = Manifest { files, ..manifest("a", 7, &["0a"]) };
        manifest.fault(&readable(12)).unwrap_or_default()
    };
    let file = |number: usize, bytes: u64, parts: Vec<String>| PublishedFile {
        path: format!("index-2/{number}"),
        bytes,
        parts,
    };
    let distinct = |number: usize| format!("{number:064x}");
    let repeated = |times: usize| {
        vec![file(0, PART * times as u64, vec![distinct(7); times]), file(1, 3, vec![distinct(8)])]
    };
    assert_eq!(fault(repeated(2)), "");
    assert!(fault(repeated(3)).contains("repeats"), "{}", fault(repeated(3)));
    // A part has one size.
    let claimed = vec![file(0, PART, vec![distinct(7)]), file(1, 1, vec![distinct(7)])];
    assert!(fault(claimed).contains("damaged"));
    let empty: Vec<_> = (0..=MAX_FILES).map(|number| file(number, 0, Vec::new())).collect();
    assert!(fault(empty).contains("1001 files"));
    let large = (0..513).map(|number| file(number, PART, vec![distinct(number)])).collect();
    assert!(fault(large).contains("4303355904 bytes"));
    let endless = vec![file(0, u64::MAX, vec![distinct(7)]), file(1, u64::MAX, vec![distinct(8)])];
    assert!(fault(endless).contains("bytes"));
}
