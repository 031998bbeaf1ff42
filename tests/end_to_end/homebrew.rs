use std::fmt::Display;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::program::{Serve, json_of, printed, program, run, texts};
use crate::starter_library::starter_library;

/// A book of spells with these names and texts.
pub(crate) fn book<N: Display, T: Display>(title: &str, spells: impl IntoIterator<Item = (N, T)>) -> String {
    let spell = |(name, text): (N, T)| {
        let key = name.to_string().to_lowercase().replace(' ', "-");
        format!(
            ":{key} {{:key :{key}, :name \"{name}\", :option-pack \"{title}\", :level 1, :school \"evocation\", :description \"{text}\"}}"
        )
    };
    let spells: Vec<String> = spells.into_iter().map(spell).collect();
    format!("{{\"{title}\" {{:orcpub.dnd.e5/spells {{{}}}}}}}", spells.join("\n "))
}

pub(crate) fn write(folder: &Path, name: &str, text: &str) -> PathBuf {
    let file = folder.join(name);
    std::fs::write(&file, text).unwrap();
    file
}

fn import(home: &TempDir, arguments: &[&str]) -> Value {
    json_of(home.path(), &[&["import", "--json"], arguments].concat())["files"].take()
}

fn spells(home: &TempDir, document: &str) -> Vec<String> {
    let mut serve = Serve::connected(&mut program(home.path()));
    let answer = serve.call("lookup_spell", json!({"documents": [document], "limit": 100}));
    texts(&answer["value"], "slug").into_iter().map(str::to_owned).collect()
}

#[test]
fn an_import_prints_its_report_and_show_repeats_it() {
    let home = starter_library();
    let file = write(home.path(), "ember.orcbrew", &book("Ember Book", [("spark", "s"), ("glow", "g")]));
    let output = run(home.path(), &["import", file.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let text = printed(&output);
    let row = text.lines().find(|line| line.contains("Ember Book")).unwrap();
    assert!(
        ["ember-book", "new", "2"].iter().all(|word| row.split_whitespace().any(|it| it == *word)),
        "{row}"
    );
    for words in [["read", "2"], ["stored", "2"], ["spell", "2"]] {
        assert!(text.lines().any(|line| line.split_whitespace().eq(words)), "{words:?} in {text}");
    }

    for name in ["ember-book", "ember book"] {
        let shown = printed(&run(home.path(), &["documents", name]));
        for words in ["orcbrew", "unknown (your file)", "ember.orcbrew", "stored"] {
            assert!(shown.contains(words), "{words} in {shown}");
        }
    }
    let whole = json_of(home.path(), &["documents", "ember-book", "--json"]);
    assert_eq!((&whole["document_key"], &whole["imports"][0]["stored"]), (&json!("ember-book"), &json!(2)));
    assert!(printed(&run(home.path(), &["show", "spark"])).contains("Ember Book (ember-book)"));
}

#[test]
fn policies_and_dry_runs_are_reported_in_json() {
    let home = starter_library();
    let mine = write(home.path(), "mine.orcbrew", &book("Ember Book", [("spark", "mine"), ("glow", "g")]));
    let theirs = write(home.path(), "theirs.orcbrew", &book("Ember Book", [("spark", "theirs")]));
    let (mine, theirs) = (mine.to_str().unwrap(), theirs.to_str().unwrap());
    assert_eq!(import(&home, &[mine, "--dry-run"])[0]["dry_run"], true);
    assert!(spells(&home, "ember-book").is_empty());
    assert_eq!(import(&home, &[mine])[0]["added"], 2);
    assert_eq!(import(&home, &[mine])[0]["unchanged"], 2);
    let both = import(&home, &[theirs, "--dry-run", "--policy", "keep-both"]);
    assert_eq!(both[0]["books"][0]["document_key"], "ember-book-2");
    assert_eq!(import(&home, &[theirs])[0]["conflicts"][0]["slug"], "spark");
    assert_eq!(spells(&home, "ember-book"), ["glow", "spark", "spark-2"]);
    assert_eq!(run(home.path(), &["import", mine, "--policy", "both"]).status.code(), Some(2));
}

#[test]
fn one_file_that_fails_does_not_stop_the_others() {
    let home = starter_library();
    let good = write(home.path(), "good.orcbrew", &book("Ember Book", [("spark", "s")]));
    let missing = home.path().join("missing.orcbrew");
    let output = run(home.path(), &["import", missing.to_str().unwrap(), good.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(2));
    let words = String::from_utf8_lossy(&output.stderr);
    assert!(words.contains("missing.orcbrew") && words.contains("Check that the file exists"), "{words}");
    assert_eq!(spells(&home, "ember-book"), ["spark"]);
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
