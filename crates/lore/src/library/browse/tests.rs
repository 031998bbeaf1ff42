use content::fields::Filter;
use content::fields::origin::DOCUMENT;
use content::fields::spell::LEVEL;
use content::model::{Kind, Record};
use content::progress::Job;
use content::query::{Limit, Lookup, Search};
use tabletop::browse::{Browse, FieldFilter};
use tempfile::TempDir;

use crate::library::entry_embedding::tests::{import, installed_model, new_library, spell};
use crate::{EmbeddingOptions, Library};

fn search(documents: &[&str], limit: i64) -> Search {
    let documents: Vec<String> = documents.iter().map(|&document| document.to_owned()).collect();
    Search {
        query: "old ember door".to_owned(),
        kinds: Some(vec![Kind::Spell]),
        documents: (!documents.is_empty()).then_some(documents),
        edition: None,
        semantic: true,
        fuzzy: true,
        fold: false,
        limit: Limit::try_from(limit).unwrap(),
    }
}

fn browse(search: Search) -> Browse {
    Browse {
        query: search.query,
        kinds: search.kinds.unwrap_or_default(),
        filters: search.documents.map(|keys| FieldFilter::including(&DOCUMENT, keys)).into_iter().collect(),
        by_meaning: true,
        limit: search.limit.get() as usize,
        ..Browse::default()
    }
}

async fn browsed(library: &Library, browse: &Browse) -> Vec<String> {
    library.browse(browse).await.unwrap().found.entries.into_iter().map(|entry| entry.uri).collect()
}

async fn searched(library: &Library, search: &Search) -> Vec<String> {
    library.search(search).await.unwrap().entries.into_iter().map(|entry| entry.uri).collect()
}

/// Two hundred spells that speak of embers, one that says little but has a name like it, and a few in another
/// book.
async fn embers(options: EmbeddingOptions) -> (TempDir, Library) {
    let (home, library) = new_library(options).await;
    let body = "An ember falls on the old door, and the ember and the door glow like an old ember.";
    let mut records: Vec<Record> =
        (0..200).map(|number| spell("many", &format!("Plum {number}"), body)).collect();
    let rest = " Plums roll about, and nobody knows where they come from or where they go.".repeat(8);
    records.push(spell("many", "Oldish Emberling Doorman", &format!("An ember falls.{rest}")));
    records.extend((0..5).map(|number| spell("few", &format!("Pear {number}"), &format!("{body}{rest}"))));
    import(&library, records).await;
    (home, library)
}

#[tokio::test]
async fn browsing_by_meaning_ranks_as_search_and_lookups_do() {
    for options in [Some(EmbeddingOptions::default()), installed_model()].into_iter().flatten() {
        let has_model = options.bundled_model.is_some();
        let (_home, library) = embers(options).await;
        assert_eq!(library.embed(&Job::quiet()).await.is_ok(), has_model);
        for limit in [1, 20, 100] {
            for documents in [&[][..], &["few"], &["many"], &["few", "many"]] {
                let search = search(documents, limit);
                let searched = searched(&library, &search).await;
                assert!(!searched.is_empty(), "{search:?}");
                assert_eq!(browsed(&library, &browse(search.clone())).await, searched, "{search:?}");
            }
        }
        let lookup = Lookup { semantic_query: Some("old ember door".to_owned()), ..Lookup::default() };
        let found = library.lookup(&lookup, &Filter::spells([LEVEL.is(4)])).await.unwrap().entries;
        let mut of_level = browse(search(&[], 20));
        of_level.filters.push(FieldFilter::including(&LEVEL, vec!["4".to_owned()]));
        let found: Vec<String> = found.into_iter().map(|entry| entry.uri).collect();
        assert_eq!(browsed(&library, &of_level).await, found);
    }
}

#[tokio::test]
async fn the_first_hits_of_a_search_do_not_depend_on_its_limit() {
    let (_home, library) = embers(EmbeddingOptions::default()).await;
    let all = searched(&library, &search(&[], 100)).await;
    assert_eq!(searched(&library, &search(&[], 5)).await, all[..5]);
}

#[tokio::test]
async fn filters_of_a_semantic_search_still_count_excluded_entries() {
    let (_home, library) = embers(EmbeddingOptions::default()).await;
    let found = library.browse(&browse(search(&["few"], 20))).await.unwrap().found;
    assert_eq!((found.total, found.entries.len()), (5, 5));
    assert!(found.elsewhere >= 200, "the ranked ones, and all others with these words: {}", found.elsewhere);
    let documents = found.fields.iter().find(|counts| counts.field == &DOCUMENT).unwrap();
    let counts: Vec<_> = documents.values.iter().map(|value| (value.value.as_str(), value.count)).collect();
    assert_eq!(counts, [("few", 5), ("many", found.elsewhere)]);
}
