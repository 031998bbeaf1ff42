//! How names are looked up, and what is said of names that find nothing.

use serde_json::json;

use super::support::Table;

#[tokio::test]
async fn a_name_with_a_word_too_many_finds_the_entry() {
    let table = Table::with_one_book().await;
    let reply = table.call("lookup_spell", json!({"name": "Olmo's Hideous Laughter"})).await;
    assert_eq!(reply.names(), ["Hideous Laughter"]);
    assert!(reply.message().contains("`hideous laughter`"), "{}", reply.message());
    let sword = table.call("lookup_equipment", json!({"type": "weapon", "name": "longsword weapon"})).await;
    assert!(sword.names().contains(&"Longsword"), "{:?}", sword.names());
    assert!(sword.message().contains("`longsword`"), "{}", sword.message());
}

#[tokio::test]
async fn whole_words_come_before_beginnings_and_inner_letters() {
    let table = Table::with_one_book().await;
    let ice = table.call("lookup_spell", json!({"name": "ice"})).await;
    assert_eq!(ice.names(), ["Ice Storm", "Wall of Ice", "Magnificent Mansion"]);
    assert_eq!(ice.content["match"], "contains");
    let fire = table.call("lookup_spell", json!({"name": "fire"})).await;
    assert_eq!(fire.names()[..5], ["Fire Bolt", "Fire Shield", "Fire Storm", "Faerie Fire", "Wall of Fire"]);
    assert!(fire.names()[5..].contains(&"Fireball"), "{:?}", fire.names());
}

#[tokio::test]
async fn an_exact_name_does_not_hide_names_that_contain_it() {
    let table = Table::with_one_book().await;
    let reply = table.call("lookup_creature", json!({"name": "lizard"})).await;
    assert_eq!(reply.names(), ["Lizard", "Giant Lizard", "Lizardfolk"]);
    assert!(reply.message().contains("The first is of that name"), "{}", reply.message());
    let only = table.call("lookup_creature", json!({"name": "lizard", "documents": ["srd-2014"]})).await;
    assert_eq!(only.names(), ["Lizard"], "a document that is named answers with what has the name");
}

#[tokio::test]
async fn a_plural_finds_the_singular() {
    let table = Table::with_starter().await;
    let wolves = table.call("lookup_creature", json!({"name": "wolves"})).await;
    assert_eq!(wolves.names()[0], "Wolf");
    let arrows = table.call("lookup_equipment", json!({"name": "arrows", "documents": ["srd-2014"]})).await;
    assert!(arrows.names()[0].starts_with("Arrow"), "{:?}", arrows.names());
}

#[tokio::test]
async fn a_short_word_has_no_near_spellings_but_its_own_letters() {
    let table = Table::with_starter().await;
    assert_eq!(table.call("lookup_creature", json!({"name": "wofl"})).await.names()[0], "Wolf");
    let none = table.call("lookup_spell", json!({"name": "wixe"})).await;
    assert_eq!(none.names(), Vec::<&str>::new());
}

#[tokio::test]
async fn typing_errors_are_forgiven_under_filters() {
    let table = Table::with_one_book().await;
    // A word that stands in other names of the library is still a typing error among those that the filter leaves.
    let reply = table.call("lookup_spell", json!({"name": "fire boll", "level": 0})).await;
    assert_eq!(reply.names(), ["Fire Bolt"]);
    assert_eq!(reply.content["match"], "fuzzy");
}

#[tokio::test]
async fn the_filter_that_excludes_a_name_is_said() {
    let table = Table::with_starter().await;
    let reply = table.call("lookup_spell", json!({"name": "Fireball", "level": 4})).await;
    assert_eq!(reply.names(), Vec::<&str>::new());
    assert!(
        reply.message().contains("`Fireball` is in the library, but `level` 4 excludes it."),
        "{}",
        reply.message()
    );
    let both =
        table.call("lookup_spell", json!({"name": "Fireball", "level": 4, "school": "abjuration"})).await;
    assert!(
        both.message().contains("`level` 4 and `school` abjuration each exclude it"),
        "{}",
        both.message()
    );
    let together =
        table.call("lookup_creature", json!({"name": "adult * dragon", "cr_min": 14, "cr_max": 13})).await;
    assert!(together.error().contains("`cr_min` (14) is above `cr_max` (13)"));
}

#[tokio::test]
async fn limits_that_exclude_each_other_are_pointed_out() {
    let table = Table::with_starter().await;
    for (tool, arguments, words) in [
        ("lookup_creature", json!({"cr_min": 5, "cr_max": "1/4"}), ["`cr_min` (5)", "`cr_max` (1/4)"]),
        ("lookup_creature", json!({"cr": 5, "cr_max": 1}), ["`cr` (5)", "`cr_max` (1)"]),
        ("lookup_spell", json!({"level_min": 5, "level_max": 3}), ["`level_min` (5)", "`level_max` (3)"]),
        ("lookup_spell", json!({"level": 2, "level_min": 3}), ["`level_min` (3)", "`level` (2)"]),
        (
            "lookup_equipment",
            json!({"cost_min": 10, "cost_max": 2.5}),
            ["`cost_min` (10)", "`cost_max` (2.5)"],
        ),
    ] {
        let reply = table.call(tool, arguments).await;
        assert!(words.iter().all(|word| reply.error().contains(word)), "{}", reply.error());
    }
}

#[tokio::test]
async fn a_name_of_something_else_is_given_or_said() {
    let table = Table::with_starter().await;
    let exhaustion = table.call("lookup_rule", json!({"rule_type": "rule", "name": "exhaustion"})).await;
    assert_eq!(exhaustion.entries()[0]["kind"], "condition");
    assert!(exhaustion.message().contains("`Exhaustion` is a condition, not a rule"));
    let shield = table.call("lookup_equipment", json!({"type": "weapon", "name": "shield"})).await;
    assert_eq!(shield.entries()[0]["kind"], "armor");
    let spell = table.call("lookup_creature", json!({"name": "fireball"})).await;
    assert_eq!(spell.names(), Vec::<&str>::new());
    assert!(
        spell.message().contains("No creature is named `Fireball`; it is a spell."),
        "{}",
        spell.message()
    );
}

#[tokio::test]
async fn the_nearest_names_are_offered_for_one_that_is_unknown() {
    let table = Table::with_starter().await;
    let reply = table.call("lookup_spell", json!({"name": "invisble"})).await;
    assert!(reply.message().contains("Invisibility"), "{}", reply.message());
}

#[tokio::test]
async fn an_answer_says_whether_there_is_more() {
    let table = Table::with_starter().await;
    let one = table.call("lookup_creature", json!({"type": "dragon", "limit": 1})).await;
    assert!(one.message().contains("This is the first; there are more."), "{}", one.message());
    let some = table.call("lookup_spell", json!({"level": 9, "limit": 5})).await;
    assert!(some.message().contains("These are the first 5; there are more."), "{}", some.message());
    let young = json!({"type": "dragon", "cr": 10, "limit": 2, "documents": ["srd-2014"]});
    let all = table.call("lookup_creature", young).await;
    assert_eq!((all.entries().len(), all.content.get("message")), (2, None), "two are all there are");
}

#[tokio::test]
async fn words_that_match_nothing_find_nothing_without_a_model() {
    let table = Table::with_starter().await;
    let reply = table.call("lookup_creature", json!({"semantic_query": "xyzzy", "type": "undead"})).await;
    assert_eq!(reply.names(), Vec::<&str>::new());
    assert!(reply.message().contains("No creature matches"), "{}", reply.message());
}

#[tokio::test]
async fn a_whole_number_may_be_written_as_a_float() {
    let table = Table::with_starter().await;
    assert_eq!(table.call("lookup_creature", json!({"limit": 5.0})).await.entries().len(), 5);
    let spells = table.call("lookup_spell", json!({"level": 9.0, "limit": 3.0})).await;
    assert!(spells.entries().iter().all(|spell| spell["level"] == 9));
    assert!(table.call("lookup_creature", json!({"limit": 5.5})).await.error().contains("whole number"));
}

#[tokio::test]
async fn an_argument_like_an_alias_hints_at_the_argument() {
    let table = Table::with_starter().await;
    let reply = table.call("lookup_creature", json!({"challenge": 5})).await;
    assert!(reply.error().contains("the nearest is `cr`"), "{}", reply.error());
}

#[tokio::test]
async fn the_name_of_a_rules_version_is_the_documents_alias() {
    let table = Table::with_starter().await;
    for text in ["SRD 5.1", "srd-5.1", "5e SRD", "5e", "2014"] {
        let reply = table.call("lookup_spell", json!({"name": "fireball", "documents": [text]})).await;
        assert_eq!(reply.names(), ["Fireball"], "{text}");
    }
}

#[tokio::test]
async fn an_empty_list_of_a_source_says_which_sources_there_are() {
    let table = Table::with_starter().await;
    let reply = table.call("list_documents", json!({"source": "orcbrew"})).await;
    assert_eq!(reply.names(), Vec::<&str>::new());
    assert_eq!(
        reply.message(),
        "No documents found in cache from the source orcbrew; there are some from dnd5e_api, srd."
    );
}

#[tokio::test]
async fn an_answer_that_open5e_could_add_to_says_so() {
    let table = Table::with_starter().await;
    for (tool, arguments) in [
        ("lookup_spell", json!({"damage_type": "psychic"})),
        ("lookup_creature", json!({"hit_points_min": 600})),
        ("lookup_character_option", json!({"type": "class-option", "name": "lay on hands"})),
        ("lookup_creature", json!({"semantic_query": "drains life"})),
        ("search_dnd_content", json!({"query": "drains life"})),
    ] {
        let mut arguments = arguments;
        let reply = table.call(tool, arguments.clone()).await;
        assert!(!reply.entries().is_empty(), "{tool}");
        let said =
            |message: &str| message.contains("Open5e may have more") || message.contains("there are more");
        assert!(said(reply.message()), "{tool} {arguments}: {}", reply.message());
        arguments["documents"] = json!(["srd-2014"]);
        let whole = table.call(tool, arguments).await;
        assert!(!whole.message().contains("Open5e"), "{tool}: all of that document is here");
    }
}
