use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::{Path, PathBuf};

use super::edn::{Notices, mend, read_strictly};
use super::{OrcBrewFile, normalise, read, read_text};
use crate::error::Error;
use crate::model::DocumentKey;
use crate::progress::Job;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures/orcbrew")
}

/// The sample books by name, in order.
fn samples() -> BTreeMap<String, String> {
    let files = std::fs::read_dir(folder()).unwrap().map(|file| file.unwrap().path());
    let text = |path: PathBuf| {
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        (name, std::fs::read_to_string(path).unwrap())
    };
    files.filter(|path| path.extension().is_some_and(|it| it == "orcbrew")).map(text).collect()
}

/// Every item of a file by content type and key.
fn keys(file: &OrcBrewFile) -> BTreeSet<(String, String)> {
    let items = file.books.iter().flat_map(|book| &book.items);
    items.map(|item| (item.content_type.clone(), item.key.clone())).collect()
}

/// What a file becomes, for a person to read.
fn normal_form(file: &OrcBrewFile) -> String {
    let mut form = String::new();
    for book in &file.books {
        let document = DocumentKey::new(&book.name);
        writeln!(form, "=== {} ({document})", book.name).unwrap();
        for item in &book.items {
            let made = normalise(item, &book.name, &document).unwrap();
            let record = made.record;
            let fields: serde_json::Value = serde_json::from_str(&record.stored_fields().unwrap()).unwrap();
            writeln!(form, "\n--- line {}: {} `{}` {}", item.line, record.kind, record.slug, record.name)
                .unwrap();
            writeln!(form, "{}", serde_json::to_string_pretty(&fields).unwrap()).unwrap();
            writeln!(form, "{}", record.body).unwrap();
            for note in made.notes {
                writeln!(form, "note: {note}").unwrap();
            }
        }
    }
    for repair in &file.repairs {
        writeln!(form, "repair, line {}: {}", repair.line, repair.what).unwrap();
    }
    for refused in &file.rejected {
        writeln!(form, "rejected: {refused:?}").unwrap();
    }
    form
}

#[test]
fn every_sample_book_has_its_normal_form() {
    let samples = samples();
    assert!(samples.len() > 20);
    for (name, text) in samples {
        insta::assert_snapshot!(name.clone(), normal_form(&read_text(&text, &name).unwrap()));
    }
}

#[test]
fn the_samples_hold_every_content_type() {
    let mut types = BTreeSet::new();
    for text in samples().values() {
        types.extend(keys(&read_text(text, "x").unwrap()).into_iter().map(|(content_type, _)| content_type));
    }
    for known in super::edn::CONTENT_TYPES {
        assert!(types.contains(*known), "{known}");
    }
}

#[test]
fn mending_leaves_a_file_in_order_as_it_is() {
    for (name, text) in samples() {
        let mut notices = Notices::new(&Job::quiet());
        let Ok(strict) = read_strictly(&text, &mut notices) else { continue };
        let told = notices.len();
        // As text, because what is no number is not even equal to itself.
        let shown = |values| format!("{values:#?}");
        assert_same_lines(&name, &shown(mend(&text, &mut notices)), &shown(strict));
        assert_eq!(notices.len(), 2 * told, "{name}: {notices:?}");
    }
}

/// Asserts that two texts are the same line by line.
fn assert_same_lines(name: &str, one: &str, other: &str) {
    for (one, other) in one.lines().zip(other.lines()) {
        assert_eq!(one, other, "{name}");
    }
    assert_eq!(one.lines().count(), other.lines().count(), "{name}");
}

#[test]
fn a_file_cut_off_anywhere_gives_what_stands_before_the_cut() {
    let text = &samples()["whole-library"];
    let text: String = text.chars().take(6_000).collect();
    for end in 0..=text.len() {
        let bytes = &text.as_bytes()[..end];
        let mut notices = Vec::new();
        let Ok(cut) = super::encoding::text_of(bytes.to_vec(), &mut notices) else { continue };
        let begun = cut.lines().count();
        if let Ok(file) = read_text(&cut, "x") {
            assert!(keys(&file).is_subset(&keys(&read_text(&text, "x").unwrap())) || begun < 9, "{end}");
        }
    }
}

#[test]
fn a_single_wrong_mark_anywhere_loses_next_to_nothing() {
    let (mut kept, mut files) = (0.0, 0.0);
    for (name, text) in samples() {
        let all = keys(&read_text(&text, &name).unwrap());
        let places: Vec<usize> = text.char_indices().map(|(place, _)| place).collect();
        // Every place of a small file; of a large one as many, at a step that no line's length shares.
        let step = text.len() / 1_000 + 1;
        for place in places.iter().step_by(step) {
            for mark in ['{', '}', '"'] {
                let (before, after) = text.split_at(*place);
                let fault = match after.strip_prefix(mark) {
                    Some(after) => format!("{before}{after}"),
                    None => format!("{before}{mark}{after}"),
                };
                let found = read_text(&fault, &name).map_or_else(|_| BTreeSet::new(), |file| keys(&file));
                #[expect(clippy::cast_precision_loss, reason = "a handful of items")]
                let share = found.intersection(&all).count() as f64 / all.len() as f64;
                kept += share;
                files += 1.0;
            }
        }
    }
    assert!(files > 10_000.0);
    assert!(kept / files > 0.97, "{} of each file was kept on average", kept / files);
}

#[test]
fn a_damaged_file_says_where_it_was_mended() {
    let file = read_text(&samples()["damaged"], "x").unwrap();
    assert!(file.damaged);
    assert_eq!(keys(&file).len(), 4);
    assert!(
        file.repairs.iter().any(|repair| repair.line == 2 && repair.what.contains("text without an end"))
    );
}

#[test]
fn a_content_type_that_is_made_whole_is_told_with_its_line() {
    let torn = SPARK.replace(":orcpub.dnd.e5/spells", "\n:orcpub.dnd{.e5/spells");
    assert_ne!(torn, SPARK);
    let file = read_text(&torn, "torn").unwrap();
    assert_eq!(file.books[0].items.len(), 1);
    let told = file.repairs.iter().find(|repair| repair.what.contains(":orcpub.dnd.e5/spells"));
    assert_eq!(told.unwrap().line, 2, "{:?}", file.repairs);
}

#[test]
fn two_items_of_one_key_are_both_kept_and_the_same_item_twice_is_one() {
    let text = r#"{"B" {:orcpub.dnd.e5/feats {:a {:name "A"} :a {:name "A", :level 2} :a {:name "A"}}}}"#;
    let file = read_text(text, "x").unwrap();
    assert_eq!((file.books[0].items.len(), file.books[0].repeated), (2, 1));
    assert!(file.repairs[0].what.contains("more than once"));
}

#[test]
fn what_is_no_item_is_rejected_with_its_place() {
    let text = "{\"B\" {:orcpub.dnd.e5/feats {:good {:name \"A\"}\n:bad nil\n:worse \"text\"}}}";
    let file = read_text(text, "x").unwrap();
    let told: Vec<_> = file.rejected.iter().map(|it| (it.book.as_str(), it.key.as_str(), it.line)).collect();
    assert_eq!(told, [("B", "bad", 2), ("B", "worse", 3)]);
}

#[test]
fn a_namespace_without_a_name_is_no_content_type() {
    let file =
        read_text(r#"{"B" {:orcpub.dnd.e5/feats {:a {:name "A"}} :orcpub.dnd.e5/ [{:name "B"}]}}"#, "x")
            .unwrap();
    assert_eq!(keys(&file), BTreeSet::from([("feats".to_owned(), "a".to_owned())]));
}

#[test]
fn items_may_stand_in_a_list_and_types_without_their_namespace() {
    let file = read_text("{\"B\" {:spells [{:key :a, :name \"A\"} {:name \"Two Words\"}]}}", "x").unwrap();
    let keys: Vec<_> = file.books[0].items.iter().map(|item| item.key.as_str()).collect();
    assert_eq!(keys, ["a", "Two Words"]);
}

/// Writes bytes to a file of this name and gives the sentence with which it is refused.
fn refusal(name: &str, bytes: &[u8]) -> String {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    std::fs::write(&path, bytes).unwrap();
    match read(&path, &Job::quiet()) {
        Err(Error::NotOrcBrew { reason, .. }) => reason,
        other => panic!("{name}: {other:?}"),
    }
}

#[test]
fn what_is_no_homebrew_is_told_in_a_sentence() {
    let png = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01";
    for (name, bytes, told) in [
        ("empty.orcbrew", &b""[..], "empty (0 bytes)"),
        ("mark.orcbrew", b"\xef\xbb\xbf", "nothing but blanks"),
        ("blank.orcbrew", b" \n\n ", "nothing but blanks"),
        ("picture.orcbrew", png, "a picture (PNG)"),
        ("page.orcbrew", b"<!DOCTYPE html><html><head></head></html>", "a web page"),
        ("data.orcbrew", br#"{"spells": [{"name": "Spark"}]}"#, "JSON"),
        ("binary.orcbrew", b"\0\x01\x02\x03\0\0\0\0\x05abc\0\0", "no text"),
        ("nothing.orcbrew", b"{}", "without any content"),
        ("hollow.orcbrew", br#"{"Default Option Source" {}}"#, "without any content"),
        ("prose.orcbrew", b"Dear diary, today I wrote no homebrew.", "no homebrew in it"),
        (
            "packed.orcbrew",
            b"\x1f\x8b\x08\0\0\0\0\0\0\x03\x01\0\0\xff\xff\0\0\0\0\0\0\0\0",
            "an archive of the kind GZ",
        ),
    ] {
        let reason = refusal(name, bytes);
        assert!(reason.contains(told), "{name}: {reason}");
    }
    assert!(refusal("brackets.orcbrew", "[".repeat(200_000).as_bytes()).contains("no homebrew in it"));
}

#[test]
fn paths_that_are_no_files_are_told_in_a_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let refused = read(folder.path(), &Job::quiet()).unwrap_err();
    assert!(refused.to_string().contains("it is a folder"), "{refused}");
    let missing = read(&folder.path().join("missing.orcbrew"), &Job::quiet()).unwrap_err();
    assert_eq!(missing.code(), "unreadable_file");
    assert!(missing.to_string().contains("missing.orcbrew"), "{missing}");
    let huge = folder.path().join("huge.orcbrew");
    std::fs::File::create(&huge).unwrap().set_len(1 << 30).unwrap();
    let huge = read(&huge, &Job::quiet()).unwrap_err();
    assert!(huge.to_string().contains("larger than 128 MB"), "{huge}");
    if cfg!(unix) {
        let device = read(Path::new("/dev/zero"), &Job::quiet()).unwrap_err();
        assert!(device.to_string().contains("it is a device"), "{device}");
    }
}

const SPARK: &str = r#"{"Embers" {:orcpub.dnd.e5/spells {:spark {:name "Étincelle", :level 0}}}}"#;

#[test]
fn other_encodings_are_read() {
    let folder = tempfile::tempdir().unwrap();
    let sixteen: Vec<u8> = SPARK.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let marked: Vec<u8> = [0xff, 0xfe].into_iter().chain(sixteen.iter().copied()).collect();
    let latin = SPARK.chars().map(|letter| u8::try_from(u32::from(letter)).unwrap()).collect();
    for (name, bytes) in [("marked", marked), ("sixteen", sixteen), ("latin", latin)] {
        let path = folder.path().join(format!("{name}.orcbrew"));
        std::fs::write(&path, bytes).unwrap();
        let files = read(&path, &Job::quiet()).unwrap().sources;
        assert_eq!(files[0].file.books[0].items[0].fields.value()["name"], "Étincelle", "{name}");
    }
}

#[test]
fn odd_values_in_an_item_keep_the_item() {
    let text = r#"{"B" {:orcpub.dnd.e5/spells {:a {:name "A", :level "three", :range 99999999999999999999999}
        :b {:level ##NaN, :level 2} :c {} :d {:name ##Inf :level 1e999}}}}"#;
    let form = normal_form(&read_text(text, "x").unwrap());
    insta::assert_snapshot!(form);
}

/// An archive with these files in it.
fn archive(files: &[(&str, &[u8])]) -> Vec<u8> {
    use std::io::Write;
    let mut archive = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for (name, bytes) in files {
        archive.start_file(*name, zip::write::SimpleFileOptions::default()).unwrap();
        archive.write_all(bytes).unwrap();
    }
    archive.finish().unwrap().into_inner()
}

/// Texts that took a time which grew with the square of their length.
fn costly(length: usize) -> Vec<(&'static str, String)> {
    let many = |before: &str, unit: &str, after: &str| {
        format!("{before}{}{after}", unit.repeat(length / unit.len()))
    };
    let spells = "{\"B\" {:orcpub.dnd.e5/spells {";
    let named = format!("{spells}:k {{:name \"q\" ");
    let long = "n".repeat(length / 2);
    let one_more = |number: usize| format!(":a {{:name \"A\" :level {number}}} ");
    vec![
        ("maps in maps", many("{:orcpub.dnd.e5/spells ", "{:a ", "")),
        ("items in items", many("{:orcpub.dnd.e5/spells {", ":k {:name ", "")),
        ("sets in sets", many("", "#{", "")),
        ("tags of tags", many(&named, "#a ", "")),
        ("metadata of metadata", many(&named, "^", "")),
        ("quotation marks", many(&named, "\"a\" x :k y ", "")),
        ("keys without letters", many(&named, ":- a ", "")),
        ("comments", many(&named, "; a ", "{")),
        ("semicolons", many(&named, ";", "{")),
        ("names of books", many("{", "\"a\"{:x{", "")),
        ("backslashes", many(&named, "\\\\", "")),
        ("brackets that close too much", many(&named, ":x 1 } ", "")),
        ("a long namespace", many(&format!("#:{long}{{"), ":b 1 ", "}")),
        ("a long name", many(&format!("{{\"{long}\" ["), "{:orcpub.dnd.e5/spells{:a{:name \"x\"}}} ", "]}")),
        ("a long content type", many(&format!("{{:orcpub.dnd.e5/{long} ["), "{:name \"x\"} ", "]}")),
        ("one key", format!("{spells}{}}}}}}}", (0..length / 30).map(one_more).collect::<String>())),
    ]
}

#[test]
fn no_shape_of_a_text_takes_more_than_its_length() {
    for (name, text) in costly(100_000) {
        let began = std::time::Instant::now();
        let _ = read_text(&text, "x");
        assert!(began.elapsed().as_secs() < 15, "{name}: {:?}", began.elapsed());
    }
}

#[test]
fn stopping_stops_the_reading_of_a_text() {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in costly(4_000_000)
        .into_iter()
        .filter(|(name, _)| ["maps in maps", "one key", "quotation marks"].contains(name))
    {
        let path = folder.path().join("a.orcbrew");
        std::fs::write(&path, text).unwrap();
        let cancel = crate::progress::CancellationToken::new();
        let job = Job::new(cancel.clone(), |_| {});
        let reading = std::thread::spawn(move || read(&path, &job));
        std::thread::sleep(std::time::Duration::from_millis(300));
        let began = std::time::Instant::now();
        cancel.cancel();
        let stopped = reading.join().unwrap();
        assert!(matches!(stopped, Err(Error::Cancelled)), "{name}");
        assert!(began.elapsed().as_secs() < 5, "{name}: {:?}", began.elapsed());
    }
}

#[test]
fn what_terminals_obey_is_not_read() {
    let text = "{\"Em\u{1b}[31mbers\u{202e}\" {:orcpub.dnd.e5/spells {:spa\u{7}rk {:name \"S\\u001b]0;x\\u0007park\", :description \"\\u009b2J\u{9b}1mok\"}}}}";
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.orcbrew");
    std::fs::write(&path, text).unwrap();
    let file = read(&path, &Job::quiet()).unwrap().sources.remove(0).file;
    let (book, item) = (&file.books[0], &file.books[0].items[0]);
    assert_eq!((book.name.as_str(), item.key.as_str()), ("Embers", "spark"));
    assert_eq!(item.fields.to_string(), r#"{"name":"Spark","description":"ok"}"#);
}

#[test]
fn files_of_one_name_in_an_archive_are_all_read() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("pack.zip");
    let other = SPARK.replace("spark", "flare");
    let mut bytes = archive(&[
        ("a/moon.orcbrew", SPARK.as_bytes()),
        ("b/moon.orcbrew", other.as_bytes()),
        ("b/sun.orcbrew", SPARK.as_bytes()),
    ]);
    while let Some(place) = memchr::memmem::find(&bytes, b"b/moon") {
        bytes[place] = b'a';
    }
    std::fs::write(&path, bytes).unwrap();
    let read = read(&path, &Job::quiet()).unwrap();
    let names: Vec<&str> =
        read.sources.iter().map(|source| source.path.rsplit_once('!').unwrap().1).collect();
    assert_eq!(names, ["a/moon.orcbrew", "a/moon (2).orcbrew", "b/sun.orcbrew"]);
    assert_eq!(read.sources[1].file.books[0].items[0].key, "flare");
}

#[test]
fn an_archive_gives_every_homebrew_file_in_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("pack.zip");
    let files: [(&str, &[u8]); 4] = [
        ("books/embers.orcbrew", SPARK.as_bytes()),
        ("read me.txt", b"hello"),
        ("__MACOSX/._embers.orcbrew", b"\0\x05\x16\x07"),
        ("broken.edn", b"<html>"),
    ];
    std::fs::write(&path, archive(&files)).unwrap();
    let read = read(&path, &Job::quiet()).unwrap();
    assert_eq!(read.sources.len(), 1);
    assert!(read.sources[0].path.ends_with("pack.zip!books/embers.orcbrew"));
    assert_eq!(read.sources[0].name, "embers.orcbrew");
    assert_eq!(read.refused.len(), 1);
    assert!(refusal("none.zip", &archive(&[("a.txt", b"x")])).contains("without an .orcbrew file"));
    let two = refusal("two.zip", &archive(&[("a.edn", b"<html>"), ("b.edn", b"")]));
    assert!(two.contains("none of its 2 files") && two.contains("a.edn") && two.contains("b.edn"), "{two}");
    let names: Vec<String> = (0..1_002).map(|number| format!("{number}.txt")).collect();
    let mut many: Vec<(&str, &[u8])> = names.iter().map(|name| (name.as_str(), b"x".as_slice())).collect();
    many.insert(0, ("embers.orcbrew", SPARK.as_bytes()));
    std::fs::write(&path, archive(&many)).unwrap();
    let many = super::file::read(&path, &Job::quiet()).unwrap();
    assert_eq!((many.sources.len(), many.refused.len()), (1, 1));
    assert!(many.refused[0].to_string().contains("1003 files"), "{}", many.refused[0]);
    assert!(refusal("broken.zip", b"PK\x03\x04 and nothing else").contains("cannot be opened"));
}

#[test]
fn an_archive_that_unpacks_to_gigabytes_is_refused() {
    let zeros = vec![b' '; 80 << 20];
    let bomb = archive(&[("a.orcbrew", &zeros), ("b.orcbrew", &zeros)]);
    assert!(bomb.len() < 1 << 20);
    assert!(refusal("bomb.zip", &bomb).contains("larger than 128 MB"));
}
