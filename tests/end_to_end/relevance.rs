use std::collections::HashSet;

use open5e_replay::{Replay, snapshot};
use sqlx::ConnectOptions;
use sqlx::sqlite::SqliteConnectOptions;
use tempfile::TempDir;

use crate::program::program;
use crate::queries::{Half, Query, SEARCH, begins_so, families, key, keys, read};

/// The minimum number of queries.
const FEWEST: usize = 120;
/// The tools that take free text.
const TOOLS: &[&str] = &[
    SEARCH,
    "lookup_spell",
    "lookup_creature",
    "lookup_equipment",
    "lookup_character_option",
    "lookup_rule",
];

/// Returns the kind and name of every entry of the snapshot.
fn everything() -> HashSet<String> {
    let replay = Replay::start();
    let home = TempDir::new().unwrap();
    let synced =
        program(home.path()).env("LOREKEEPER_OPEN5E_URL", &replay.base).args(["sync"]).output().unwrap();
    assert_eq!(synced.status.code(), Some(0), "{}", String::from_utf8_lossy(&synced.stderr));
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let entries: Vec<(String, String)> = runtime.block_on(async {
        let database = SqliteConnectOptions::new().filename(home.path().join("library.db"));
        let mut library = database.connect().await.unwrap();
        sqlx::query_as("SELECT kind, name FROM entries").fetch_all(&mut library).await.unwrap()
    });
    entries.iter().map(|(kind, name)| key(kind, name)).collect()
}

#[test]
#[ignore = "needs the snapshot of Open5e: make test-all"]
fn every_name_that_a_query_is_judged_by_is_in_the_full_content() {
    if snapshot().is_none() {
        return;
    }
    let everything = everything();
    let missing: Vec<String> = read()
        .unwrap()
        .iter()
        .flat_map(|query| {
            query.judged().map(|(kind, name)| (query.id.clone(), key(kind, name))).collect::<Vec<_>>()
        })
        .filter(|(_, key)| !everything.contains(key) && !everything.iter().any(|entry| begins_so(key, entry)))
        .map(|(id, key)| format!("{id}: {key}"))
        .collect();
    assert!(missing.is_empty(), "{missing:#?}");
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
        assert!(TOOLS.contains(&tool.as_str()), "{id}: {tool}");
        assert!(!words.trim().is_empty() && !keys(best).is_empty(), "{id}");
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
