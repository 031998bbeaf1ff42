//! `docs/troubleshooting.md` has an entry for every finding and error.

use std::collections::BTreeSet;
use std::path::Path;

use crate::cli::doctor;

/// Codes are the texts of one word in the function that returns them.
fn codes_in(source: &str, function: &str) -> BTreeSet<String> {
    let body = source.split(&format!("fn {function}(&self)")).nth(1).unwrap();
    let body = body.split("\n    }\n").next().unwrap();
    let code = regex::Regex::new(r#""([a-z_-]+)","#).unwrap();
    code.captures_iter(body).map(|code| code[1].to_owned()).collect()
}

/// Headings that begin with a code, each with the text below it.
fn entries(text: &str) -> Vec<(&str, &str)> {
    let sections = text.split("\n#").filter_map(|section| section.split_once('\n'));
    let entries = sections.filter_map(|(heading, below)| {
        let (code, _) = heading.trim_start_matches('#').strip_prefix(" `")?.split_once('`')?;
        Some((code, below))
    });
    entries.collect()
}

#[test]
fn every_finding_and_error_has_an_entry_and_no_entry_is_stale() {
    let found = lore::Finding::ALL.iter().map(|finding| finding.code());
    let around = doctor::FINDINGS.iter().map(|finding| finding.0);
    let mut codes: BTreeSet<String> = found.chain(around).map(str::to_owned).collect();
    let errors = codes_in(include_str!("../../../content/src/error.rs"), "code_and_advice");
    let of_clients = codes_in(include_str!("../../../clients/src/error.rs"), "code");
    assert!(errors.contains("disk_full") && of_clients.contains("not-installed"), "the sources were read");
    codes.extend(errors);
    codes.extend(of_clients);

    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/troubleshooting.md");
    let text = std::fs::read_to_string(file).unwrap();
    let entries = entries(&text);
    let told: BTreeSet<String> = entries.iter().map(|(code, _)| (*code).to_owned()).collect();
    let missing: Vec<&String> = codes.difference(&told).collect();
    assert!(missing.is_empty(), "docs/troubleshooting.md lacks {missing:?}");
    let past: Vec<&String> = told.difference(&codes).collect();
    assert!(past.is_empty(), "nothing is called {past:?} any more");
    assert_eq!(told.len(), entries.len(), "a code has two entries");
    for (code, words) in entries {
        assert!(words.split_whitespace().count() >= 10, "{code} says too little: {words}");
    }
}
