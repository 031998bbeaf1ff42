use std::collections::HashSet;
use std::path::Path;
use std::sync::LazyLock;

use open5e_replay::{Replay, snapshot};
use tempfile::TempDir;

use crate::content_words::{JudgedEntry, entries, without_a_shared_word};
use crate::html;
use crate::program::{program, run};
use crate::queries::{Half, Query, SEARCH, begins_so, families, key, keys, read};
use crate::starter_library::starter_library;

/// The minimum number of queries.
const FEWEST: usize = 500;
/// The minimum number of answerable queries that are phrased without any word of the answer, as a share.
const UNLIKE: (usize, usize) = (1, 3);
/// The homebrew that some queries are about.
const HOMEBREW: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/relevance/homebrew.orcbrew");
/// The tools that take free text.
const TOOLS: &[&str] = &[
    SEARCH,
    "lookup_spell",
    "lookup_creature",
    "lookup_equipment",
    "lookup_character_option",
    "lookup_rule",
];

/// Returns the minimum number of queries of a family.
fn fewest(family: &str) -> usize {
    match family {
        "homebrew" => 20,
        "unanswerable" => 80,
        _ => 40,
    }
}

/// Every entry of the snapshot and of the homebrew.
static EVERYTHING: LazyLock<Vec<JudgedEntry>> = LazyLock::new(|| {
    let replay = Replay::start();
    let home = starter_library();
    let synced =
        program(home.path()).env("LOREKEEPER_OPEN5E_URL", &replay.base).args(["sync"]).output().unwrap();
    assert_eq!(synced.status.code(), Some(0), "{}", String::from_utf8_lossy(&synced.stderr));
    with_homebrew(home.path())
});

/// Imports the homebrew and returns every entry of the library.
fn with_homebrew(home: &Path) -> Vec<JudgedEntry> {
    let imported = run(home, &["import", HOMEBREW]);
    assert_eq!(imported.status.code(), Some(0), "{}", String::from_utf8_lossy(&imported.stderr));
    entries(home).unwrap()
}

/// Returns the judgements that are of no entry.
fn missing<'a>(judged: impl Iterator<Item = (&'a Query, String)>, entries: &[JudgedEntry]) -> Vec<String> {
    let everything: HashSet<String> = entries.iter().map(JudgedEntry::key).collect();
    judged
        .filter(|(_, key)| !everything.contains(key) && !everything.iter().any(|entry| begins_so(key, entry)))
        .map(|(query, key)| format!("{}: {key}", query.id))
        .collect()
}

#[test]
#[ignore = "needs the snapshot of Open5e: make test-all"]
fn every_name_that_a_query_is_judged_by_is_in_the_full_content() {
    if snapshot().is_none() {
        return;
    }
    let queries = read().unwrap();
    let judged =
        queries.iter().flat_map(|query| query.judged().map(move |(kind, name)| (query, key(kind, name))));
    let missing = missing(judged, &EVERYTHING);
    assert!(missing.is_empty(), "{missing:#?}");
}

#[test]
#[ignore = "needs the snapshot of Open5e: make test-all"]
fn a_third_of_the_queries_shares_no_word_with_the_answers() {
    if snapshot().is_none() {
        return;
    }
    let queries = read().unwrap();
    let unlike = without_a_shared_word(&queries, &EVERYTHING).len();
    let answerable = queries.iter().filter(|query| query.is_answerable()).count();
    let (part, of) = UNLIKE;
    assert!(unlike * of >= answerable * part, "{unlike} of {answerable}");
}

#[test]
fn the_best_answers_of_the_homebrew_queries_are_in_the_homebrew() {
    let home = starter_library();
    let entries = with_homebrew(home.path());
    let queries = read().unwrap();
    let homebrew = queries.iter().filter(|query| query.family == "homebrew");
    let best = homebrew.flat_map(|query| keys(&query.best).into_iter().map(move |key| (query, key)));
    let missing = missing(best, &entries);
    assert!(missing.is_empty(), "{missing:#?}");
}

#[test]
fn a_query_shares_words_by_their_stems_and_despite_a_typo() {
    let home = starter_library();
    let entries = entries_of(&home, "glowing-moth", "It flutters over the dragons' hoard.");
    let unlike = |words: &str| {
        let query = serde_json::json!({"id": "x-1", "query": words, "best": {"spell": ["glowing-moth"]}});
        let query: Query = serde_json::from_value(query).unwrap();
        without_a_shared_word(&[query], &entries).contains("x-1")
    };
    assert!(unlike("what is it that the insect does over me"));
    for shared in ["a glow", "moths", "DRAGON treasure", "dargon treasure", "it fluttrs"] {
        assert!(!unlike(shared), "{shared}");
    }
}

/// Returns the entries of a library with one spell.
fn entries_of(home: &TempDir, name: &str, text: &str) -> Vec<JudgedEntry> {
    let file = home.path().join("book.orcbrew");
    let spell = format!(
        r#"{{"Book" {{:orcpub.dnd.e5/spells {{:{name} {{:key :{name}, :name "{name}", :option-pack "Book", :level 1, :description "{text}"}}}}}}}}"#
    );
    std::fs::write(&file, spell).unwrap();
    let imported = run(home.path(), &["import", file.to_str().unwrap()]);
    assert_eq!(imported.status.code(), Some(0), "{}", String::from_utf8_lossy(&imported.stderr));
    entries(home.path()).unwrap()
}

#[test]
fn a_page_shows_texts_as_they_are() {
    let cell = "<b>\"Hunter's\" & co.</b>".to_owned();
    let page = html::page(
        "a < b",
        &(html::heading("x > y") + &html::paragraph(&cell) + &html::table(&[vec![cell]])),
    );
    assert!(page.contains("<title>a &lt; b</title>") && page.contains("<h2>x &gt; y</h2>"), "{page}");
    let shown = "&lt;b&gt;&quot;Hunter&#39;s&quot; &amp; co.&lt;/b&gt;";
    for expected in [format!("<p>{shown}</p>"), format!("<tr><th>{shown}</th></tr>")] {
        assert!(page.contains(&expected), "{page}");
    }
}

#[test]
fn there_are_enough_queries_and_their_ids_are_consecutive() {
    let queries = read().unwrap();
    assert!(queries.len() >= FEWEST, "{} queries", queries.len());
    for family in families() {
        let numbers: Vec<usize> = queries
            .iter()
            .filter(|query| query.family == family)
            .map(|query| query.number().unwrap_or_else(|| panic!("the id {} in {family}", query.id)))
            .collect();
        assert!(numbers.len() >= fewest(family), "{} queries in {family}", numbers.len());
        let expected: Vec<usize> = (1..=numbers.len()).collect();
        assert_eq!(numbers, expected, "{family}");
    }
}

#[test]
fn both_halves_of_every_family_have_equal_size() {
    let queries = read().unwrap();
    for family in families() {
        let of = |half| queries.iter().filter(|query| query.family == family && query.half() == half).count();
        let sizes = Half::ALL.map(|half| (half.name(), of(half)));
        assert!(sizes[1].1 > 0 && sizes[0].1 - sizes[1].1 <= 1, "{family}: {sizes:?}");
    }
}

#[test]
fn every_query_has_a_tool_and_consistent_judgements() {
    let mut asked = HashSet::new();
    for query in read().unwrap() {
        let Query { id, query: words, tool, filters, best, .. } = &query;
        assert_eq!(keys(best).is_empty(), !query.is_answerable(), "{id}");
        assert!(TOOLS.contains(&tool.as_str()), "{id}: {tool}");
        assert!(
            !words.trim().is_empty() && (query.is_answerable() || query.judged().next().is_none()),
            "{id}"
        );
        assert!(
            asked.insert((words.to_lowercase(), tool.clone(), serde_json::json!(filters).to_string())),
            "{id} is asked twice"
        );
        let mut judged = HashSet::new();
        for (kind, name) in query.judged() {
            assert!(judged.insert(key(kind, name)), "{id}: {name} is judged twice");
        }
        assert_eq!(query.grades().len(), judged.len() - keys(&query.behind).len(), "{id}");
    }
}

#[test]
fn an_exact_name_counts_before_a_prefix() {
    let query: Query = serde_json::from_str(
        r#"{"id": "x-1", "query": "a blade", "best": {"magic-item": ["Ash Blade*"]}, "good": {"magic-item": ["Ash Blade of Rust"]}}"#,
    )
    .unwrap();
    let counts_as = |kind, name| query.counts_as(kind, name);
    assert_eq!(counts_as("magic-item", "Ash Blade (Rapier)"), key("magic-item", "Ash Blade*"));
    assert_eq!(counts_as("magic-item", "Ash Blade"), key("magic-item", "Ash Blade*"));
    assert_eq!(counts_as("magic-item", "Ash Blade of Rust"), key("magic-item", "Ash Blade of Rust"));
    assert_eq!(counts_as("weapon", "Ash Blade"), key("weapon", "Ash Blade"));
}
