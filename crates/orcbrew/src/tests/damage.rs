use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use super::{SPARK, keys, never, samples};
use crate::edn::{Notices, mend, read_strictly};
use crate::encoding::decode;
use crate::error::CancelCheck;
use crate::{Error, read_path, read_text};

#[test]
fn mending_does_not_change_a_file_in_order() {
    for (name, text) in samples() {
        let mut notices = Notices::new(&never(), &[]);
        let Ok(strict) = read_strictly(&text, &mut notices) else { continue };
        let count = notices.len();
        // As text, because NaN does not equal itself.
        let shown = |values| format!("{values:#?}");
        let (mended, strict) = (shown(mend(&text, &mut notices)), shown(strict));
        let differing = mended.lines().zip(strict.lines()).find(|(one, other)| one != other);
        assert!(mended == strict, "{name}: {differing:?}");
        assert_eq!(notices.len(), 2 * count, "{name}: {:?}", notices.into_list());
    }
}

#[test]
fn a_truncated_file_yields_the_items_before_the_cut() {
    let text = &samples()["whole-library"];
    let text: String = text.chars().take(6_000).collect();
    let all = keys(&read_text(&text, "x").unwrap());
    // Every seventh cut still lies in each kind of value, at its start, within it and at its end.
    let step = if std::env::var_os("LOREKEEPER_LONG_TESTS").is_some() { 1 } else { 7 };
    for end in (0..=text.len()).rev().step_by(step) {
        let bytes = &text.as_bytes()[..end];
        let Ok((cut, _)) = decode(bytes.to_vec()) else { continue };
        let lines = cut.lines().count();
        if let Ok(file) = read_text(&cut, "x") {
            assert!(keys(&file).is_subset(&all) || lines < 9, "{end}");
        }
    }
}

/// Returns the number of places at which a large file is damaged; a small one is damaged everywhere.
fn places_of_a_file() -> usize {
    if std::env::var_os("LOREKEEPER_LONG_TESTS").is_some() { 1_000 } else { 150 }
}

#[test]
fn a_single_wrong_mark_loses_at_most_three_percent_of_the_items() {
    let (mut kept, mut files) = (0.0, 0.0);
    for (name, text) in samples() {
        let all = keys(&read_text(&text, &name).unwrap());
        let places: Vec<usize> = text.char_indices().map(|(place, _)| place).collect();
        let step = text.len() / places_of_a_file() + 1;
        for place in places.iter().step_by(step) {
            for mark in ['{', '}', '"'] {
                let (before, after) = text.split_at(*place);
                let damaged = match after.strip_prefix(mark) {
                    Some(after) => format!("{before}{after}"),
                    None => format!("{before}{mark}{after}"),
                };
                let found = read_text(&damaged, &name).map_or_else(|_| BTreeSet::new(), |file| keys(&file));
                #[expect(clippy::cast_precision_loss, reason = "a handful of items")]
                let share = found.intersection(&all).count() as f64 / all.len() as f64;
                kept += share;
                files += 1.0;
            }
        }
    }
    assert!(files > 10.0 * places_of_a_file() as f64, "{files}");
    assert!(kept / files > 0.97, "{} of each file was kept on average", kept / files);
}

#[test]
fn repairs_name_their_lines() {
    let file = read_text(&samples()["damaged"], "x").unwrap();
    assert!(file.damaged);
    assert_eq!(keys(&file).len(), 4);
    let mut of_line = file.repairs.iter().filter(|repair| repair.line == 2);
    assert!(of_line.any(|repair| repair.what.contains("without a closing quotation mark")));
}

#[test]
fn a_repaired_content_type_is_reported_with_its_line() {
    let broken = SPARK.replace(":orcpub.dnd.e5/spells", "\n:orcpub.dnd{.e5/spells");
    assert_ne!(broken, SPARK);
    let file = read_text(&broken, "broken").unwrap();
    assert_eq!(file.books[0].items.len(), 1);
    let repair = file.repairs.iter().find(|repair| repair.what.contains(":orcpub.dnd.e5/spells"));
    assert_eq!(repair.unwrap().line, 2, "{:?}", file.repairs);
}

/// How many times longer things may take: tests for Windows also run under Wine.
const SLOWNESS: u32 = if cfg!(windows) { 5 } else { 1 };

/// Texts for which the reading time once grew with the square of their length.
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
fn reading_time_grows_linearly_with_the_length_of_a_text() {
    for (name, text) in costly(100_000) {
        let began = std::time::Instant::now();
        let _ = read_text(&text, "x");
        assert!(began.elapsed() < Duration::from_secs(15) * SLOWNESS, "{name}: {:?}", began.elapsed());
    }
}

#[test]
fn cancelling_stops_the_reading_of_a_text() {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in costly(4_000_000)
        .into_iter()
        .filter(|(name, _)| ["maps in maps", "one key", "quotation marks"].contains(name))
    {
        let path = folder.path().join("a.orcbrew");
        std::fs::write(&path, text).unwrap();
        let cancelled = Arc::new(AtomicBool::new(false));
        let flag = cancelled.clone();
        let cancel: CancelCheck = Arc::new(move || flag.load(Ordering::Relaxed));
        let reading = std::thread::spawn(move || read_path(&path, &cancel));
        std::thread::sleep(Duration::from_millis(300));
        let began = std::time::Instant::now();
        cancelled.store(true, Ordering::Relaxed);
        let stopped = reading.join().unwrap();
        assert!(matches!(stopped, Err(Error::Cancelled)), "{name}");
        assert!(began.elapsed() < Duration::from_secs(5) * SLOWNESS, "{name}: {:?}", began.elapsed());
    }
}
