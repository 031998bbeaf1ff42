use std::path::{Path, PathBuf};

use tempfile::TempDir;

use super::{SPARK, never};
use crate::{Content, Error, FORMATS, OrcBrewFile, ReadFiles, Result, SourceFile, pack, read_path};

fn read(path: &Path) -> Result<ReadFiles> {
    read_path(path, &FORMATS, &never())
}

fn orcbrew(file: &SourceFile) -> &OrcBrewFile {
    match &file.content {
        Content::OrcBrew(file) => file,
        Content::Format { format, .. } => panic!("{} is of {}", file.path, format.name),
    }
}

fn written(name: &str, bytes: impl AsRef<[u8]>) -> (TempDir, PathBuf) {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join(name);
    std::fs::write(&path, bytes).unwrap();
    (folder, path)
}

fn refusal(name: &str, bytes: &[u8]) -> String {
    let (_folder, path) = written(name, bytes);
    match read(&path) {
        Err(Error::NotHomebrew { reason, .. }) => reason,
        other => panic!("{name}: {other:?}"),
    }
}

#[test]
fn the_reason_says_what_a_file_is_instead_of_homebrew() {
    let png = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01";
    for (name, bytes, expected) in [
        ("empty.orcbrew", &b""[..], "empty (0 bytes)"),
        ("mark.orcbrew", b"\xef\xbb\xbf", "nothing but blanks"),
        ("blank.orcbrew", b" \n\n ", "nothing but blanks"),
        ("picture.orcbrew", png, "a picture (PNG)"),
        ("page.orcbrew", b"<!DOCTYPE html><html><head></head></html>", "a web page"),
        ("data.orcbrew", br#"{"spells": [{"name": "Spark"}]}"#, "JSON"),
        ("binary.orcbrew", b"\0\x01\x02\x03\0\0\0\0\x05abc\0\0", "no text file"),
        ("nothing.orcbrew", b"{}", "without any content"),
        ("hollow.orcbrew", br#"{"Default Option Source" {}}"#, "without any content"),
        ("prose.orcbrew", b"Dear diary, today I wrote no homebrew.", "no homebrew in it"),
        (
            "packed.orcbrew",
            b"\x1f\x8b\x08\0\0\0\0\0\0\x03\x01\0\0\xff\xff\0\0\0\0\0\0\0\0",
            "an archive of the kind GZ",
        ),
        (
            "vault.pdf",
            b"%PDF-1.7\n1 0 obj\n",
            "a document (PDF), which LoreKeeper does not read; paste the text",
        ),
        ("notes.rtf", br"{\rtf1 Plums}", "a document (RTF)"),
    ] {
        let reason = refusal(name, bytes);
        assert!(reason.contains(expected), "{name}: {reason}");
    }
    assert!(refusal("brackets.orcbrew", "[".repeat(200_000).as_bytes()).contains("no homebrew in it"));
}

#[test]
fn empty_folders_devices_missing_and_huge_files_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let refused = read(folder.path()).unwrap_err();
    assert!(refused.to_string().contains("there is no homebrew in it"), "{refused}");
    let missing = read(&folder.path().join("missing.orcbrew")).unwrap_err();
    assert!(matches!(missing, Error::Unreadable { .. }));
    assert!(missing.to_string().contains("missing.orcbrew"), "{missing}");
    let huge = folder.path().join("huge.orcbrew");
    std::fs::File::create(&huge).unwrap().set_len(1 << 30).unwrap();
    let huge = read(&huge).unwrap_err();
    assert!(huge.to_string().contains("larger than 128 MB"), "{huge}");
    if cfg!(unix) {
        let device = read(Path::new("/dev/zero")).unwrap_err();
        assert!(device.to_string().contains("it is a device"), "{device}");
    }
}

#[test]
fn reads_utf_16_and_latin_1() {
    let sixteen: Vec<u8> = SPARK.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let marked: Vec<u8> = [0xff, 0xfe].into_iter().chain(sixteen.iter().copied()).collect();
    let latin = SPARK.chars().map(|letter| u8::try_from(u32::from(letter)).unwrap()).collect();
    for (name, bytes) in [("marked", marked), ("sixteen", sixteen), ("latin", latin)] {
        let (_folder, path) = written("book.orcbrew", bytes);
        let files = read(&path).unwrap().files;
        assert_eq!(orcbrew(&files[0]).books[0].items[0].fields()["name"], "Étincelle", "{name}");
    }
}

fn archive(files: &[(&str, &[u8])]) -> Vec<u8> {
    use std::io::Write;
    let mut archive = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for (name, bytes) in files {
        archive.start_file(*name, zip::write::SimpleFileOptions::default()).unwrap();
        archive.write_all(bytes).unwrap();
    }
    archive.finish().unwrap().into_inner()
}

#[test]
fn files_of_one_name_in_an_archive_are_reported() {
    let mut bytes = archive(&[
        ("a/moon.orcbrew", SPARK.as_bytes()),
        ("b/moon.orcbrew", SPARK.as_bytes()),
        ("b/sun.orcbrew", SPARK.as_bytes()),
    ]);
    while let Some(place) = memchr::memmem::find(&bytes, b"b/moon") {
        bytes[place] = b'a';
    }
    let (_folder, path) = written("pack.zip", bytes);
    let read = read(&path).unwrap();
    assert_eq!((read.files.len(), read.errors.len()), (2, 1));
    assert!(read.errors[0].to_string().contains("several files of the same name"), "{}", read.errors[0]);
}

#[test]
fn reads_every_homebrew_file_in_an_archive() {
    let files: [(&str, &[u8]); 4] = [
        ("books/embers.orcbrew", SPARK.as_bytes()),
        ("read me.txt", b"hello"),
        ("__MACOSX/._embers.orcbrew", b"\0\x05\x16\x07"),
        ("broken.edn", b"<html>"),
    ];
    let (_folder, path) = written("pack.zip", archive(&files));
    let read = read(&path).unwrap();
    assert_eq!(read.files.len(), 1);
    assert!(read.files[0].path.ends_with("pack.zip!books/embers.orcbrew"));
    assert_eq!(read.files[0].name, "embers.orcbrew");
    assert_eq!(read.errors.len(), 1);
    assert!(
        refusal("none.zip", &archive(&[("a.txt", b"x")]))
            .contains("there is no homebrew in it; LoreKeeper reads")
    );
    let names = ["[Content_Types].xml", "_rels/.rels", "word/document.xml", "word/styles.xml"];
    let page =
        archive(&names.map(|name| (name, b"<w:p>The plums of the old orchard are ripe.</w:p>".as_slice())));
    let page = refusal("vault.docx", &page);
    assert!(page.contains("a document (DOCX), which LoreKeeper does not read"), "{page}");
    let two = refusal("two.zip", &archive(&[("a.edn", b"<html>"), ("b.edn", b"")]));
    assert!(two.contains("none of its 2 files") && two.contains("a.edn") && two.contains("b.edn"), "{two}");
    let names: Vec<String> = (0..50_002).map(|number| format!("{number}.txt")).collect();
    let mut many: Vec<(&str, &[u8])> = names.iter().map(|name| (name.as_str(), b"x".as_slice())).collect();
    many.insert(0, ("embers.orcbrew", SPARK.as_bytes()));
    std::fs::write(&path, archive(&many)).unwrap();
    let many = self::read(&path).unwrap();
    assert_eq!((many.files.len(), many.errors.len()), (1, 1));
    assert!(many.errors[0].to_string().contains("50003 files"), "{}", many.errors[0]);
    assert!(refusal("broken.zip", b"PK\x03\x04 and nothing else").contains("cannot be opened"));
}

#[test]
fn a_folder_is_read_as_the_archive_that_is_packed_of_it() {
    let folder = tempfile::tempdir().unwrap();
    let books = folder.path().join("Books of Ash");
    std::fs::create_dir_all(books.join("deep/er")).unwrap();
    std::fs::create_dir_all(books.join(".git")).unwrap();
    for (name, text) in [
        ("embers.orcbrew", SPARK),
        ("deep/er/moon.txt", SPARK),
        (".git/old.orcbrew", SPARK),
        ("deep/broken.json", "{\"spell\": ["),
        ("module.json", "{\"id\": \"ash\"}"),
        ("notes.md", "The plums are ripe."),
    ] {
        std::fs::write(books.join(name), text).unwrap();
    }
    let read_folder = read(&books).unwrap();
    assert_eq!(read_folder.members, ["deep/er/moon.txt", "embers.orcbrew"]);
    let [broken] = read_folder.errors.as_slice() else { panic!("{:?}", read_folder.errors) };
    assert!(broken.to_string().contains("broken.json") && broken.to_string().contains("ends in the middle"));
    let packed = folder.path().join("packed.zip");
    pack(&books, &read_folder.members, &std::fs::File::create(&packed).unwrap()).unwrap();
    let read_packed = read(&packed).unwrap();
    let files = |read: &ReadFiles| -> Vec<(String, String)> {
        read.files.iter().map(|file| (file.name.clone(), file.hash.clone())).collect()
    };
    assert_eq!(files(&read_packed), files(&read_folder));
}

#[test]
fn an_archive_that_unpacks_to_gigabytes_is_refused() {
    let zeros = vec![b' '; 80 << 20];
    let bomb = archive(&[("a.orcbrew", &zeros), ("b.orcbrew", &zeros)]);
    assert!(bomb.len() < 1 << 20);
    assert!(refusal("bomb.zip", &bomb).contains("larger than 128 MB"));
}

#[test]
fn a_file_is_read_whatever_its_name_and_the_length_of_its_path() {
    let folder = tempfile::tempdir().unwrap();
    // The form in which Windows takes every name as it is.
    let verbatim = folder.path().canonicalize().unwrap();
    let deep = Path::new(&"d".repeat(120)).join("e".repeat(120));
    std::fs::create_dir_all(verbatim.join(&deep)).unwrap();
    for (folder, verbatim) in
        [(folder.path().to_owned(), verbatim.clone()), (folder.path().join(&deep), verbatim.join(&deep))]
    {
        for name in [
            "Bücher & Zäune 🔥.orcbrew",
            "CON.orcbrew",
            "nul.orcbrew",
            "COM1.txt",
            "aux",
            "book.orcbrew.",
            "book.orcbrew ",
            "100% 'mine'; $HOME.orcbrew",
        ] {
            std::fs::write(verbatim.join(name), SPARK).unwrap();
            let file = read(&folder.join(name)).unwrap().files.remove(0);
            assert_eq!(orcbrew(&file).books[0].items.len(), 1, "{name}");
            assert_eq!(file.name, name);
            // Wine forgets dots and spaces at the end.
            let ends = [name, if cfg!(windows) { name.trim_end_matches(['.', ' ']) } else { name }];
            assert!(ends.iter().any(|end| file.path.ends_with(end)), "{}", file.path);
            assert!(!file.path.contains(r"\\?\"), "{}", file.path);
            let error = read(&folder.join(format!("{name}x"))).unwrap_err().to_string();
            assert!(!error.contains(r"\\?\"), "{error}");
        }
    }
}

#[test]
fn accents_apart_from_their_letters_are_joined_in_names() {
    let spark = "{:orcpub.dnd.e5/spells {:spark {:name \"Spark\", :level 0}}}";
    let (_folder, path) = written("U\u{308}bung.orcbrew", spark);
    let file = read(&path).unwrap().files.remove(0);
    assert_eq!((file.name.as_str(), orcbrew(&file).books[0].name.as_str()), ("Übung.orcbrew", "Übung"));
}

#[test]
fn a_name_in_an_archive_that_looks_like_a_path_stays_in_the_archive() {
    let files = archive(&[("/etc/a.edn", b"<html>"), (r"C:\b.edn", b""), ("../c.edn", b"")]);
    let (_folder, path) = written("pack.zip", files);
    let error = read(&path).unwrap_err().to_string();
    for name in ["a.edn", "b.edn", "c.edn"] {
        assert!(error.contains(name), "{error}");
    }
    assert_eq!(error.matches("pack.zip").count(), 4, "{error}");
}

#[cfg(windows)]
mod windows {
    use std::os::windows::fs::OpenOptionsExt as _;

    use super::*;

    #[test]
    fn a_file_that_another_program_keeps_to_itself_is_an_error_with_advice() {
        let (_folder, path) = written("held.orcbrew", SPARK);
        let held = std::fs::OpenOptions::new().write(true).share_mode(0).open(&path).unwrap();
        let error = read(&path).unwrap_err().to_string();
        assert!(error.contains("held.orcbrew") && error.contains("close that program"), "{error}");
        drop(held);
        assert_eq!(read(&path).unwrap().files.len(), 1);
    }

    #[test]
    fn a_path_that_begins_in_the_current_folder_of_a_drive_is_completed() {
        let folder = std::env::current_dir().unwrap();
        let drive = &folder.to_str().unwrap()[..2];
        let error = read(Path::new(&format!("{drive}no-such.orcbrew"))).unwrap_err().to_string();
        assert!(error.contains(&folder.join("no-such.orcbrew").display().to_string()), "{error}");
        let error = read(Path::new(&format!("{drive}Cargo.toml"))).unwrap_err();
        assert!(matches!(error, Error::NotHomebrew { .. }), "the file is found: {error}");
    }

    #[test]
    fn a_missing_server_or_device_is_an_error_that_names_the_path() {
        for path in [r"\\localhost\nowhere\book.orcbrew", r"C:\NUL", "NUL", "COM1", "CON", r"Q:\book.orcbrew"]
        {
            let error = read(Path::new(path)).unwrap_err();
            assert!(
                matches!(error, Error::Unreadable { .. } | Error::NotHomebrew { .. }),
                "{path}: {error:?}"
            );
            assert!(error.to_string().contains(path), "{error}");
        }
    }

    #[test]
    fn a_file_with_the_read_only_attribute_is_read() {
        let (_folder, path) = written("protected.orcbrew", SPARK);
        let mut permissions = std::fs::metadata(&path).unwrap().permissions();
        permissions.set_readonly(true);
        std::fs::set_permissions(&path, permissions).unwrap();
        assert_eq!(read(&path).unwrap().files.len(), 1);
    }
}
