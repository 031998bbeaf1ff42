use content::fields::Filter;
use content::fields::origin::DOCUMENT;
use content::fields::spell::LEVEL;
use content::model::{DocumentKey, Kind, Record};
use content::progress::Job;
use content::query::{Limit, Lookup, Search};
use ingest::srd::{self, Book};
use tabletop::browse::{Browse, FieldFilter};
use tempfile::TempDir;

use crate::library::entry_embedding::tests::{import, installed_model, open, spell};
use crate::library::semantic_search::VECTOR_FILE;
use crate::{EmbeddingOptions, Library, Options};

fn search(query: &str, kinds: &[Kind], documents: &[&str], limit: i64) -> Search {
    let documents: Vec<String> = documents.iter().map(|&document| document.to_owned()).collect();
    Search {
        query: query.to_owned(),
        kinds: (!kinds.is_empty()).then(|| kinds.to_vec()),
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
    let browsing = library.browse(browse).await.unwrap();
    browsing.found.entries.into_iter().map(|entry| entry.uri).collect()
}

async fn assert_alike(library: &Library, search: Search) {
    let searched = library.search(&search).await.unwrap();
    let searched: Vec<String> = searched.entries.into_iter().map(|entry| entry.uri).collect();
    assert!(!searched.is_empty(), "{search:?}");
    assert_eq!(browsed(library, &browse(search.clone())).await, searched, "{search:?}");
}

/// Two hundred spells that speak of embers, one that says little but has a name like it, and a few in another
/// book.
async fn embers(options: EmbeddingOptions) -> (TempDir, Library) {
    let home = TempDir::new().unwrap();
    let library = open(home.path(), options).await;
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
async fn browsing_by_meaning_ranks_as_search_does_by_words_alone() {
    let (_home, library) = embers(EmbeddingOptions::default()).await;
    for limit in [1, 20, 100] {
        for documents in [&[][..], &["few"], &["many"], &["few", "many"]] {
            assert_alike(&library, search("old ember door", &[Kind::Spell], documents, limit)).await;
        }
    }
}

#[tokio::test]
async fn the_first_hits_of_a_search_do_not_depend_on_its_limit() {
    let (_home, library) = embers(EmbeddingOptions::default()).await;
    let search = async |limit| {
        let limit = Limit::try_from(limit).unwrap();
        let search = Search { query: "old ember door".to_owned(), limit, ..Search::default() };
        let answer = library.search(&search).await.unwrap();
        answer.entries.into_iter().map(|entry| entry.name).collect::<Vec<_>>()
    };
    assert_eq!(search(5).await, search(100).await[..5]);
}

#[tokio::test]
async fn filters_of_a_semantic_search_still_count_excluded_entries() {
    let (_home, library) = embers(EmbeddingOptions::default()).await;
    let few = browse(search("old ember door", &[Kind::Spell], &["few"], 20));
    let found = library.browse(&few).await.unwrap().found;
    assert_eq!((found.total, found.entries.len(), found.elsewhere), (5, 5, 100));
    let documents = found.fields.iter().find(|counts| counts.field == &DOCUMENT).unwrap();
    let counts: Vec<_> = documents.values.iter().map(|value| (value.value.as_str(), value.count)).collect();
    assert_eq!(counts, [("few", 5), ("many", 100)]);
}

async fn starter_spells(options: EmbeddingOptions) -> Option<(TempDir, Library)> {
    let folder = options.bundled_model.as_ref()?.parent()?.join("starter");
    let batch = srd::read(&folder, Book::Of2014).ok()?;
    let records = batch.records().iter();
    let mut records: Vec<Record> =
        records.filter(|record| matches!(record.kind, Kind::Spell | Kind::Condition)).cloned().collect();
    let copies: Vec<Record> = records
        .iter()
        .filter(|record| record.kind == Kind::Spell)
        .map(|record| Record { document: DocumentKey::new("copy"), ..record.clone() })
        .collect();
    records.extend(copies);
    let home = TempDir::new().unwrap();
    // The prepared vectors alone, because a library beside the starter content would import all of it.
    let prepared = home.path().join("prepared");
    std::fs::create_dir(&prepared).unwrap();
    let _ = std::fs::copy(folder.join(VECTOR_FILE), prepared.join(VECTOR_FILE));
    let options =
        Options { starter: Some(prepared), embedding: options, ..Options::at(home.path().join("library")) };
    let library = Library::open(options).await.unwrap();
    import(&library, records).await;
    library.embed(&Job::quiet()).await.unwrap();
    Some((home, library))
}

#[tokio::test]
async fn browsing_by_meaning_ranks_as_search_and_lookups_do() {
    let Some(options) = installed_model() else { return };
    let Some((_home, library)) = starter_spells(options).await else { return };
    let queries = ["protect from fire", "hide from those who follow us", "fire", "speak with the dead"];
    for query in queries {
        for (kinds, documents) in [
            (&[][..], &[][..]),
            (&[Kind::Spell], &[]),
            (&[Kind::Spell], &["copy"]),
            (&[Kind::Spell, Kind::Condition], &["srd-2014"]),
        ] {
            for limit in [5, 20, 100] {
                assert_alike(&library, search(query, kinds, documents, limit)).await;
            }
        }
        let filter = Filter::spells([LEVEL.is(1)]);
        let lookup = Lookup { semantic_query: Some(query.to_owned()), ..Lookup::default() };
        let found = library.lookup(&lookup, &filter).await.unwrap().entries;
        let found: Vec<String> = found.into_iter().map(|entry| entry.uri).collect();
        let mut asked = browse(search(query, &[Kind::Spell], &[], 20));
        asked.filters.push(FieldFilter::including(&LEVEL, vec!["1".to_owned()]));
        assert_eq!(browsed(&library, &asked).await, found, "{query} of level 1");
    }
    library.close().await;
}
