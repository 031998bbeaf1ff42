//! Lookups by name, and the messages for names that match nothing.

use serde_json::json;

use super::support::TestServer;

#[tokio::test]
async fn a_name_with_an_extra_word_finds_the_entry() {
    let server = TestServer::with_one_book().await;
    let reply = server.call("lookup_spell", json!({"name": "Olmo's Hideous Laughter"})).await;
    assert_eq!(reply.names(), ["Hideous Laughter"]);
    assert!(reply.message().contains("`hideous laughter`"), "{}", reply.message());
    let sword = server.call("lookup_equipment", json!({"type": "weapon", "name": "longsword weapon"})).await;
    assert!(sword.names().contains(&"Longsword"), "{:?}", sword.names());
    assert!(sword.message().contains("`longsword`"), "{}", sword.message());
}

#[tokio::test]
async fn whole_words_rank_before_prefixes_and_inner_matches() {
    let server = TestServer::with_one_book().await;
    let ice = server.call("lookup_spell", json!({"name": "ice"})).await;
    assert_eq!(ice.names(), ["Ice Storm", "Wall of Ice", "Magnificent Mansion"]);
    assert_eq!(ice.content["match"], "contains");
    let fire = server.call("lookup_spell", json!({"name": "fire"})).await;
    assert_eq!(fire.names()[..5], ["Fire Bolt", "Fire Shield", "Fire Storm", "Faerie Fire", "Wall of Fire"]);
    assert!(fire.names()[5..].contains(&"Fireball"), "{:?}", fire.names());
}

#[tokio::test]
async fn an_exact_name_does_not_hide_names_that_contain_it() {
    let server = TestServer::with_one_book().await;
    let reply = server.call("lookup_creature", json!({"name": "lizard"})).await;
    assert_eq!(reply.names(), ["Lizard", "Giant Lizard", "Lizardfolk"]);
    assert!(reply.message().contains("The first has this name"), "{}", reply.message());
    let only = server.call("lookup_creature", json!({"name": "lizard", "documents": ["srd-2014"]})).await;
    assert_eq!(only.names(), ["Lizard"], "a document that is named answers with what has the name");
}

#[tokio::test]
async fn a_plural_finds_the_singular() {
    let server = TestServer::with_starter().await;
    let wolves = server.call("lookup_creature", json!({"name": "wolves"})).await;
    assert_eq!(wolves.names()[0], "Wolf");
    let arrows = server.call("lookup_equipment", json!({"name": "arrows", "documents": ["srd-2014"]})).await;
    assert!(arrows.names()[0].starts_with("Arrow"), "{:?}", arrows.names());
}

#[tokio::test]
async fn the_printed_name_of_a_shapechanger_finds_the_printed_stat_block() {
    let server = TestServer::with_starter().await;
    let call = |name, limit: u8| {
        let arguments = json!({"name": name, "documents": ["srd-2014"], "limit": limit});
        server.call("lookup_creature", arguments)
    };
    for (name, printed, form) in [
        ("Vampire", "Vampire", "Vampire, Bat Form"),
        ("werebear", "Werebear", "Werebear, Hybrid Form"),
        ("Wereboar", "Wereboar", "Wereboar, Boar Form"),
        ("wererat", "Wererat", "Wererat, Human Form"),
        ("Weretigers", "Weretiger", "Weretiger, Tiger Form"),
        ("werewolf", "Werewolf", "Werewolf, Wolf Form"),
    ] {
        let reply = call(name, 10).await;
        assert_eq!(reply.names()[0], printed, "{name}");
        let text = reply.entries()[0]["description"].as_str().unwrap_or_default();
        assert!(text.contains("Other forms: ") && text.contains(form), "{text}");
        assert_eq!(call(form, 1).await.names(), [form]);
    }
    let both = server.call("lookup_creature", json!({"name": "Werewolf"})).await;
    assert_eq!(both.names()[..2], ["Werewolf", "Werewolf"]);
    let bag = server.call("lookup_equipment", json!({"name": "Bag of Tricks", "edition": "2014"})).await;
    assert!(!bag.message().contains(" entries: "), "{}", bag.message());
}

#[tokio::test]
async fn a_short_word_matches_only_transposed_letters() {
    let server = TestServer::with_starter().await;
    assert_eq!(server.call("lookup_creature", json!({"name": "wofl"})).await.names()[0], "Wolf");
    let none = server.call("lookup_spell", json!({"name": "wixe"})).await;
    assert_eq!(none.names(), Vec::<&str>::new());
}

#[tokio::test]
async fn typing_errors_are_tolerated_within_filters() {
    let server = TestServer::with_one_book().await;
    // A word of other names in the library is still a typing error among the names that the filter leaves.
    let reply = server.call("lookup_spell", json!({"name": "fire boll", "level": 0})).await;
    assert_eq!(reply.names(), ["Fire Bolt"]);
    assert_eq!(reply.content["match"], "fuzzy");
}

#[tokio::test]
async fn the_filter_that_excludes_a_name_is_reported() {
    let server = TestServer::with_starter().await;
    let reply = server.call("lookup_spell", json!({"name": "Fireball", "level": 4})).await;
    assert_eq!(reply.names(), Vec::<&str>::new());
    assert!(
        reply.message().contains("`Fireball` is in the library, but `level` 4 excludes it."),
        "{}",
        reply.message()
    );
    let both =
        server.call("lookup_spell", json!({"name": "Fireball", "level": 4, "school": "abjuration"})).await;
    assert!(
        both.message().contains("`level` 4 and `school` abjuration each exclude it"),
        "{}",
        both.message()
    );
    let together =
        server.call("lookup_creature", json!({"name": "adult * dragon", "cr_min": 14, "cr_max": 13})).await;
    assert!(together.error().contains("`cr_min` (14) is above `cr_max` (13)"));
}

#[tokio::test]
async fn limits_that_exclude_each_other_are_rejected() {
    let server = TestServer::with_starter().await;
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
        let reply = server.call(tool, arguments).await;
        assert!(words.iter().all(|word| reply.error().contains(word)), "{}", reply.error());
    }
}

#[tokio::test]
async fn a_name_of_another_kind_is_returned_or_mentioned() {
    let server = TestServer::with_starter().await;
    let exhaustion = server.call("lookup_rule", json!({"rule_type": "rule", "name": "exhaustion"})).await;
    assert_eq!(exhaustion.entries()[0]["kind"], "condition");
    assert!(exhaustion.message().contains("`Exhaustion` is a condition, not a rule"));
    let shield = server.call("lookup_equipment", json!({"type": "weapon", "name": "shield"})).await;
    assert_eq!(shield.entries()[0]["kind"], "armor");
    let spell = server.call("lookup_creature", json!({"name": "fireball"})).await;
    assert_eq!(spell.names(), Vec::<&str>::new());
    assert!(
        spell.message().contains("No creature is named `Fireball`; it is a spell."),
        "{}",
        spell.message()
    );
}

#[tokio::test]
async fn an_unknown_name_gets_the_nearest_names() {
    let server = TestServer::with_starter().await;
    let reply = server.call("lookup_spell", json!({"name": "invisble"})).await;
    assert!(reply.message().contains("Invisibility"), "{}", reply.message());
}

#[tokio::test]
async fn a_result_says_when_more_entries_match() {
    let server = TestServer::with_starter().await;
    let one = server.call("lookup_creature", json!({"type": "dragon", "limit": 1})).await;
    assert!(one.message().contains("This is the first; there are more."), "{}", one.message());
    let some = server.call("lookup_spell", json!({"level": 9, "limit": 5})).await;
    assert!(some.message().contains("These are the first 5; there are more."), "{}", some.message());
    let young = json!({"type": "dragon", "cr": 10, "limit": 2, "documents": ["srd-2014"]});
    let all = server.call("lookup_creature", young).await;
    assert_eq!((all.entries().len(), all.content.get("message")), (2, None), "two are all there are");
}

#[tokio::test]
async fn unmatched_words_find_nothing_without_a_model() {
    let server = TestServer::with_starter().await;
    let reply = server.call("lookup_creature", json!({"semantic_query": "xyzzy", "type": "undead"})).await;
    assert_eq!(reply.names(), Vec::<&str>::new());
    assert!(reply.message().contains("No creature matches"), "{}", reply.message());
}

#[tokio::test]
async fn a_whole_number_may_be_written_as_a_float() {
    let server = TestServer::with_starter().await;
    assert_eq!(server.call("lookup_creature", json!({"limit": 5.0})).await.entries().len(), 5);
    let spells = server.call("lookup_spell", json!({"level": 9.0, "limit": 3.0})).await;
    assert!(spells.entries().iter().all(|spell| spell["level"] == 9));
    assert!(server.call("lookup_creature", json!({"limit": 5.5})).await.error().contains("whole number"));
}

#[tokio::test]
async fn an_argument_similar_to_an_alias_suggests_the_argument() {
    let server = TestServer::with_starter().await;
    let reply = server.call("lookup_creature", json!({"challenge": 5})).await;
    assert!(reply.error().contains("the nearest is `cr`"), "{}", reply.error());
}

#[tokio::test]
async fn the_name_of_a_rules_version_selects_its_document() {
    let server = TestServer::with_starter().await;
    for text in ["SRD 5.1", "srd-5.1", "5e SRD", "5e", "2014"] {
        let reply = server.call("lookup_spell", json!({"name": "fireball", "documents": [text]})).await;
        assert_eq!(reply.names(), ["Fireball"], "{text}");
    }
}

#[tokio::test]
async fn a_source_without_documents_lists_the_other_sources() {
    let server = TestServer::with_starter().await;
    let reply = server.call("list_documents", json!({"source": "orcbrew"})).await;
    assert_eq!(reply.names(), Vec::<&str>::new());
    assert_eq!(
        reply.message(),
        "No documents found in cache from the source orcbrew; there are some from dnd5e_api, srd."
    );
}

#[tokio::test]
async fn a_result_that_open5e_may_complete_says_so() {
    for (tool, arguments) in [
        ("lookup_spell", json!({"damage_type": "psychic"})),
        ("lookup_creature", json!({"hit_points_min": 600})),
        ("lookup_character_option", json!({"type": "class-option", "name": "lay on hands"})),
        ("lookup_creature", json!({"semantic_query": "drains life"})),
        ("search_dnd_content", json!({"query": "drains life"})),
    ] {
        let server = TestServer::with_starter().await;
        let mut arguments = arguments;
        let reply = server.call(tool, arguments.clone()).await;
        assert!(!reply.entries().is_empty(), "{tool}");
        let said =
            |message: &str| message.contains("Open5e may have more") || message.contains("there are more");
        assert!(said(reply.message()), "{tool} {arguments}: {}", reply.message());
        arguments["documents"] = json!(["srd-2014"]);
        let whole = server.call(tool, arguments).await;
        assert!(!whole.message().contains("Open5e"), "{tool}: all of that document is here");
    }
}

#[tokio::test]
async fn what_is_true_of_many_answers_is_said_once() {
    let server = TestServer::with_starter().await;
    let whole = json!({"name": "fireball", "documents": ["srd-2014"]});
    assert_eq!(server.call("lookup_spell", whole).await.message(), "", "that document is here");
    let mut told = Vec::new();
    for (tool, arguments) in [
        ("lookup_spell", json!({"name": "fireball"})),
        ("lookup_spell", json!({"name": "wish"})),
        ("search_dnd_content", json!({"query": "drains life"})),
        ("lookup_creature", json!({"name": "no such creature"})),
    ] {
        told.push(server.call(tool, arguments).await.message().contains("offline"));
    }
    assert_eq!(told, [true, false, false, false]);
}
