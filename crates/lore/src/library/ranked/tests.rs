mod words;

use std::time::Duration;

use content::fields::Filter;
use content::fields::spell::LEVEL;
use content::model::Provider;
use content::progress::Job;
use content::query::{Limit, Lookup, Match, Search};
use tempfile::TempDir;

use super::*;
use crate::library::entry_embedding::tests::{
    import, import_from, installed_model, library_with_model, new_library, spell,
};
use crate::{EmbeddingOptions, Library};

async fn four_spells(options: EmbeddingOptions) -> (TempDir, Library) {
    let (home, library) = new_library(options).await;
    let records = vec![
        spell("book", "Fire Shield", "Flames wreathe your body and protect you from fire and cold."),
        spell("book", "Ice Storm", "A hail of rock-hard ice pounds to the ground."),
        spell("book", "Plum Talk", "You speak with plums, and they answer."),
        spell("other", "Plum Talk", "You may talk to a ripe plum."),
    ];
    import(&library, records).await;
    (home, library)
}

fn search(query: &str) -> Search {
    Search { query: query.to_owned(), semantic: true, fuzzy: true, ..Search::default() }
}

#[tokio::test]
async fn a_slow_model_leaves_the_answer_to_words() {
    let Some(options) = installed_model() else { return };
    let (_home, library) = four_spells(EmbeddingOptions { query_timeout: Duration::ZERO, ..options }).await;
    let answer = library.search(&search("ice storm")).await.unwrap();
    assert_eq!(answer.entries[0].name, "Ice Storm");
    assert!(answer.entries.iter().all(|entry| entry.similarity_score.is_none()));
    assert!(answer.messages[0].contains("took longer"), "{:?}", answer.messages);
}

#[tokio::test]
async fn entries_without_vectors_are_found_by_words() {
    let Some(options) = installed_model() else { return };
    let (_home, library) = four_spells(options).await;
    let lookup = Lookup { semantic_query: Some("hail".to_owned()), ..Lookup::default() };
    let filter = Filter::spells([LEVEL.is(4)]);
    let before = library.lookup(&lookup, &filter).await.unwrap();
    assert_eq!((before.entries.len(), before.entries[0].name.as_str()), (1, "Ice Storm"), "by its words");
    assert!(before.entries.iter().all(|entry| entry.similarity_score.is_none()), "meaning had no part in it");
    assert!(before.messages.join(" ").contains("0 of 4 entries"), "{:?}", before.messages);
    library.embed(&Job::quiet()).await.unwrap();
    let after = library.lookup(&lookup, &filter).await.unwrap();
    let scores: Vec<f64> = after.entries.iter().filter_map(|entry| entry.similarity_score).collect();
    assert_eq!((scores.len(), after.messages.len()), (4, 0));
    assert!(scores.is_sorted_by(|a, b| a >= b));
    // A new entry has no vector yet and is found as well.
    import(&library, vec![spell("third", "Stone Rain", "Pebbles drum on every roof.")]).await;
    let last = library.lookup(&lookup, &filter).await.unwrap();
    assert_eq!((last.entries.len(), last.entries[4].similarity_score), (5, Some(0.0)));
    assert!(last.messages.iter().any(|message| message.contains("4 of 5 entries")), "{:?}", last.messages);
}

#[tokio::test]
async fn a_name_selects_and_a_semantic_query_orders() {
    let Some(options) = installed_model() else { return };
    let (_home, library) = four_spells(options).await;
    library.embed(&Job::quiet()).await.unwrap();
    let filter = Filter::spells([]);
    let lookup = |name: &str| Lookup {
        name: Some(name.to_owned()),
        semantic_query: Some("fruit that answers".to_owned()),
        limit: Limit::try_from(3).unwrap(),
        ..Lookup::default()
    };
    for (name, matched, found) in [
        ("*storm*", Match::Pattern, 1),
        ("plum talk", Match::Exact, 2),
        ("ice-storm", Match::Slug, 1),
        ("icestorm", Match::Exact, 1),
        ("plum", Match::Contains, 2),
        ("ice strom", Match::Fuzzy, 1),
    ] {
        let answer = library.lookup(&lookup(name), &filter).await.unwrap();
        assert_eq!((answer.matched, answer.entries.len()), (Some(matched), found), "{name}");
        assert_eq!(answer.best_matches, found, "{name}");
        assert!(answer.entries.iter().all(|entry| entry.similarity_score.is_some()), "{name}");
    }
    let nothing = library.lookup(&lookup("zzyzx"), &filter).await.unwrap();
    assert!(nothing.entries.is_empty() && nothing.matched.is_none());
    assert_eq!(library.semantic_search.embedder.counts().model_loads, 1);
}

async fn found(library: &Library, query: &str) -> Unranked {
    let selection = Selection { limit: 10, ..Selection::default() };
    library
        .find_to_rank(library.read_query(query, true, true, None), selection, &mut Vec::new())
        .await
        .unwrap()
}

#[tokio::test]
async fn the_users_own_entries_behind_the_best_are_ranked() {
    let Some((_home, library)) = library_with_model().await else { return };
    let spells = (0..2 * MAX_RANKED + 20).map(|number| {
        spell("book", &format!("Plum Talk {number}"), &format!("You speak with {number} plums."))
    });
    import(&library, spells.collect()).await;
    let own = vec![spell("own", "Orchard Ear", "You hear how a fruit tree feels.")];
    import_from(Provider::OrcBrew, &library, own).await;
    library.embed(&Job::quiet()).await.unwrap();
    let found = found(&library, "speak with plums").await;
    let names: Vec<&str> = found.headers.iter().map(|header| header.name.as_str()).collect();
    assert!(names.len() <= 2 * MAX_RANKED + 1 && names.contains(&"orchard ear"), "{names:?}");
}

#[tokio::test]
async fn an_own_entry_has_words_that_go_with_those_of_the_query() {
    let Some(options) = installed_model() else { return };
    let (_home, library) = four_spells(options).await;
    let own = vec![spell("own", "Bilge Oracle", "A rat tells you where the storm will be.")];
    import_from(Provider::OrcBrew, &library, own).await;
    library.embed(&Job::quiet()).await.unwrap();
    let found = found(&library, "rodent that foresees a hurricane").await;
    let inputs = found.inputs(&[]);
    let associated = |name: &str| inputs.iter().find(|input| input.name == name).unwrap().associated_words;
    assert!(associated("bilge oracle") > 0.3, "{}", associated("bilge oracle"));
    assert_eq!(associated("plum talk"), 0.0, "another book's entry without everyday words");
}

#[tokio::test]
async fn a_topic_of_no_open_book_may_be_one_of_the_users_books() {
    let Some(options) = installed_model() else { return };
    for (provider, has_answer) in [(Provider::Open5eV2, false), (Provider::OrcBrew, true)] {
        let (_home, library) = four_spells(options.clone()).await;
        let pan = spell("pan", "Gran's Iron Pan", "A stack of warm pancakes appears on each plate.");
        import_from(provider, &library, vec![pan]).await;
        library.embed(&Job::quiet()).await.unwrap();
        let answer = library.search(&search("a stack of warm pancakes")).await.unwrap();
        assert_eq!(answer.entries[0].name, "Gran's Iron Pan");
        let says_nothing = answer.messages.iter().any(|message| message.contains("seems to have nothing"));
        assert_eq!(says_nothing, !has_answer, "{provider:?} {:?}", answer.messages);
    }
}
