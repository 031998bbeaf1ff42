use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::program::{Serve, printed, program, program_by_words, run};
use crate::starter_library::starter_library;

fn book(name: &str, spells: &[(&str, &str)]) -> String {
    let spells: Vec<String> = spells
        .iter()
        .map(|(key, text)| {
            format!(":{key} {{:key :{key}, :name \"{key}\", :option-pack \"{name}\", :level 1, :description \"{text}\"}}")
        })
        .collect();
    format!("{{\"{name}\" {{:orcpub.dnd.e5/spells {{{}}}}}}}", spells.join("\n "))
}

fn write(folder: &Path, name: &str, text: &str) -> PathBuf {
    let file = folder.join(name);
    std::fs::write(&file, text).unwrap();
    file
}

fn import(home: &TempDir, arguments: &[&str]) -> Value {
    let output = run(home.path(), &[&["import", "--json"], arguments].concat());
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_str::<Value>(&printed(&output)).unwrap()["files"].take()
}

fn spells(home: &TempDir, document: &str) -> Vec<String> {
    let mut serve = Serve::connected(&mut program(home.path()));
    let answer = serve.call("lookup_spell", json!({"documents": [document], "limit": 100}));
    answer["value"]
        .as_array()
        .unwrap()
        .iter()
        .map(|spell| spell["slug"].as_str().unwrap().to_owned())
        .collect()
}

#[test]
fn an_import_prints_its_report_and_show_repeats_it() {
    let home = starter_library();
    let file = write(home.path(), "ember.orcbrew", &book("Ember Book", &[("spark", "s"), ("glow", "g")]));
    let output = run(home.path(), &["import", file.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let text = printed(&output);
    let row = text.lines().find(|line| line.starts_with("Ember Book")).unwrap();
    assert_eq!(
        row.split_whitespace().collect::<Vec<_>>(),
        ["Ember", "Book", "ember-book", "new", "2", "2", "0", "0", "0"]
    );
    assert!(
        text.contains("Entries: 2 read, 2 stored, 0 rejected") && text.contains("Entries by kind: 2 spell"),
        "{text}"
    );

    for name in ["ember-book", "ember book"] {
        let shown = printed(&run(home.path(), &["documents", name]));
        for words in ["orcbrew", "unknown (your file)", "ember.orcbrew", "Entries: 2 read"] {
            assert!(shown.contains(words), "{words} in {shown}");
        }
    }
    let whole = run(home.path(), &["documents", "ember-book", "--json"]);
    let whole: Value = serde_json::from_str(&printed(&whole)).unwrap();
    assert_eq!((&whole["document_key"], &whole["imports"][0]["stored"]), (&json!("ember-book"), &json!(2)));
    assert!(printed(&run(home.path(), &["show", "spark"])).contains("Ember Book (ember-book)"));
}

#[test]
fn policies_and_dry_runs_are_reported_in_json() {
    let home = starter_library();
    let mine = write(home.path(), "mine.orcbrew", &book("Ember Book", &[("spark", "mine"), ("glow", "g")]));
    let theirs = write(home.path(), "theirs.orcbrew", &book("Ember Book", &[("spark", "theirs")]));
    let (mine, theirs) = (mine.to_str().unwrap(), theirs.to_str().unwrap());
    assert_eq!(import(&home, &[mine, "--dry-run"])[0]["dry_run"], true);
    assert!(spells(&home, "ember-book").is_empty());
    assert_eq!(import(&home, &[mine])[0]["added"], 2);
    assert_eq!(import(&home, &[mine])[0]["unchanged"], 2);
    assert_eq!(
        import(&home, &[theirs, "--dry-run", "--policy", "keep-both"])[0]["books"][0]["document_key"],
        "ember-book-2"
    );
    assert_eq!(import(&home, &[theirs])[0]["conflicts"][0]["slug"], "spark");
    assert_eq!(spells(&home, "ember-book"), ["glow", "spark", "spark-2"]);
    assert_eq!(run(home.path(), &["import", mine, "--policy", "both"]).status.code(), Some(2));
}

#[test]
fn one_file_that_fails_does_not_stop_the_others() {
    let home = starter_library();
    let good = write(home.path(), "good.orcbrew", &book("Ember Book", &[("spark", "s")]));
    let missing = home.path().join("missing.orcbrew");
    let output = run(home.path(), &["import", missing.to_str().unwrap(), good.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(2));
    let words = String::from_utf8_lossy(&output.stderr);
    assert!(words.contains("missing.orcbrew") && words.contains("Check that the file exists"), "{words}");
    assert_eq!(spells(&home, "ember-book"), ["spark"]);
}

#[test]
fn a_file_that_cannot_be_read_ends_with_status_2_and_is_named() {
    let home = starter_library();
    let missing = home.path().join("missing.orcbrew");
    let output = run(home.path(), &["import", missing.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("missing.orcbrew"));
    assert_eq!(run(home.path(), &["import"]).status.code(), Some(2), "a file is asked for");
}

#[test]
fn a_document_that_comes_from_no_file_is_shown_without_reports() {
    let home = starter_library();
    let shown = printed(&run(home.path(), &["documents", "srd"]));
    assert!(shown.contains("System Reference Document 5.1") && shown.contains("srd-2014"), "{shown}");
    let missing = run(home.path(), &["documents", "srd-2041"]);
    assert_eq!(missing.status.code(), Some(1));
    assert!(printed(&missing).contains("srd-2014"), "the nearest is named");
}

/// Makes a file whose import takes a while.
fn large_book(folder: &Path) -> PathBuf {
    let spells: Vec<(String, String)> =
        (0..6_000).map(|n| (format!("spark-{n}"), format!("spark number {n} "))).collect();
    let spells: Vec<(&str, &str)> = spells.iter().map(|(key, text)| (key.as_str(), text.as_str())).collect();
    let halves =
        [("First Half", spells.get(..3_000).unwrap()), ("Second Half", spells.get(3_000..).unwrap())];
    let books = halves.map(|(name, spells)| book(name, spells).trim_matches(['{', '}']).to_owned() + "}}}");
    write(folder, "large.orcbrew", &format!("{{{}}}", books.join(" ")))
}

#[test]
fn an_import_through_the_server_reports_progress_and_can_be_cancelled() {
    let home = starter_library();
    let file = large_book(home.path());
    let mut serve = Serve::connected(&mut program_by_words(home.path()));
    // The library is open before the clock of the import runs.
    serve.call("list_documents", json!({}));
    let arguments = json!({"path": file});
    let params =
        json!({"name": "guide_import_orcbrew", "arguments": arguments, "_meta": {"progressToken": "p"}});
    let id = serve.send("tools/call", params);
    let note = serve.receive();
    assert_eq!(note["method"], "notifications/progress", "{note}");
    serve.send_line(
        &json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": id}})
            .to_string(),
    );
    let documents = serve.call("list_documents", json!({"source": "orcbrew"}));
    assert_eq!(documents["value"], json!([]), "nothing of the file was stored");
    assert_eq!(serve.end(), Some(0));
    let reports = import(&home, &[file.to_str().unwrap()]);
    assert_eq!(reports[0]["stored"], 6_000, "the same file can be imported afterwards");
}

#[test]
fn an_import_killed_at_any_moment_leaves_a_whole_library() {
    let home = starter_library();
    let file = large_book(home.path());
    for milliseconds in [50, 400, 1_200, 2_500] {
        let mut serve = Serve::connected(&mut program_by_words(home.path()));
        serve.send("tools/call", json!({"name": "guide_import_orcbrew", "arguments": {"path": file}}));
        std::thread::sleep(std::time::Duration::from_millis(milliseconds));
        serve.kill();
        let stats: Value = serde_json::from_str(&printed(&run(home.path(), &["stats", "--json"]))).unwrap();
        let spells = stats["kinds"]["spell"].as_u64().unwrap_or(0);
        assert!([658, 6_658].contains(&spells), "all or nothing after {milliseconds} ms: {spells}");
        let doctor = program(home.path()).arg("doctor").output().unwrap();
        assert_eq!(doctor.status.code(), Some(0), "after {milliseconds} ms: {}", printed(&doctor));
    }
}
