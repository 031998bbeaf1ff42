//! Lookups by name, and the messages for names that match nothing.

use serde_json::json;

use super::support::TestServer;

#[tokio::test]
async fn a_name_with_an_extra_word_finds_the_entry() {
    let server = TestServer::with_one_book().await;
    let reply = server.call("lookup_spell", json!({"name": "Olmo's Hideous Laughter"})).await;
    assert_eq!(reply.names(), ["Hideous Laughter"]);
    reply.says("`hideous laughter`");
    let sword = server.call("lookup_equipment", json!({"type": "weapon", "name": "longsword weapon"})).await;
    assert!(sword.names().contains(&"Longsword"), "{:?}", sword.names());
    sword.says("`longsword`");
}

#[tokio::test]
async fn exact_names_and_whole_words_rank_before_inner_matches() {
    let server = TestServer::with_one_book().await;
    let ice = server.call("lookup_spell", json!({"name": "ice"})).await;
    assert_eq!(ice.names(), ["Ice Storm", "Wall of Ice", "Magnificent Mansion"]);
    assert_eq!(ice.content["match"], "contains");
    let fire = server.call("lookup_spell", json!({"name": "fire"})).await;
    assert_eq!(fire.names()[..5], ["Fire Bolt", "Fire Shield", "Fire Storm", "Faerie Fire", "Wall of Fire"]);
    assert!(fire.names()[5..].contains(&"Fireball"), "{:?}", fire.names());
    let lizards = server.call("lookup_creature", json!({"name": "lizard"})).await;
    assert_eq!(lizards.names(), ["Lizard", "Giant Lizard", "Lizardfolk"]);
    lizards.says("The first has this name");
    let only = server.call("lookup_creature", json!({"name": "lizard", "documents": ["srd-2014"]})).await;
    assert_eq!(only.names(), ["Lizard"], "a document that is named answers with what has the name");
}

#[tokio::test]
async fn plurals_and_typing_errors_find_the_name() {
    let server = TestServer::with_starter().await;
    let wolves = server.call("lookup_creature", json!({"name": "wolves"})).await;
    assert_eq!(wolves.names()[0], "Wolf");
    let arrows = server.call("lookup_equipment", json!({"name": "arrows", "documents": ["srd-2014"]})).await;
    assert!(arrows.names()[0].starts_with("Arrow"), "{:?}", arrows.names());
    // Typing errors: in a short word only letters that are exchanged, and within filters also a word of other
    // names.
    for (tool, arguments, names) in [
        ("lookup_creature", json!({"name": "wofl", "limit": 1}), &["Wolf"][..]),
        ("lookup_spell", json!({"name": "wixe"}), &[]),
        ("lookup_spell", json!({"name": "fire boll", "level": 0, "documents": ["srd-2014"]}), &["Fire Bolt"]),
    ] {
        assert_eq!(server.call(tool, arguments.clone()).await.names(), names, "{tool} {arguments}");
    }
    server.call("lookup_spell", json!({"name": "invisble"})).await.says("Invisibility");
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
    let both = server.call("lookup_creature", json!({"name": "Werewolf", "fold": false})).await;
    assert_eq!(both.names()[..2], ["Werewolf", "Werewolf"]);
}

#[tokio::test]
async fn the_filter_that_excludes_a_name_is_reported() {
    let server = TestServer::with_starter().await;
    let reply = server.call("lookup_spell", json!({"name": "Fireball", "level": 4})).await;
    assert_eq!(reply.names(), Vec::<&str>::new());
    reply.says("`Fireball` is in the library, but `level` 4 excludes it.");
    let both =
        server.call("lookup_spell", json!({"name": "Fireball", "level": 4, "school": "abjuration"})).await;
    both.says("`level` 4 and `school` abjuration each exclude it");
}

#[tokio::test]
async fn a_name_of_another_kind_is_returned_or_mentioned() {
    let server = TestServer::with_starter().await;
    let exhaustion = server.call("lookup_rule", json!({"rule_type": "rule", "name": "exhaustion"})).await;
    assert_eq!(exhaustion.entries()[0]["kind"], "condition");
    exhaustion.says("`Exhaustion` is a condition, not a rule");
    let shield = server.call("lookup_equipment", json!({"type": "weapon", "name": "shield"})).await;
    assert_eq!(shield.entries()[0]["kind"], "armor");
    let spell = server.call("lookup_creature", json!({"name": "fireball"})).await;
    assert_eq!(spell.names(), Vec::<&str>::new());
    spell.says("No creature is named `Fireball`; it is a spell.");
}

#[tokio::test]
async fn a_lookup_returns_at_most_the_limit_and_says_when_more_match() {
    let server = TestServer::with_starter().await;
    let one = server.call("lookup_creature", json!({"type": "dragon", "limit": 1})).await;
    one.says("This is the first; there are more.");
    for (tool, arguments, count) in [
        ("lookup_creature", json!({}), 20),
        ("lookup_creature", json!({"limit": 5.0}), 5),
        ("lookup_creature", json!({"limit": 100}), 100),
        ("lookup_equipment", json!({"type": "weapon", "limit": 15}), 15),
        ("lookup_character_option", json!({"type": "class", "limit": 20}), 20),
    ] {
        let reply = server.call(tool, arguments.clone()).await;
        assert_eq!(reply.entries().len(), count, "{tool} {arguments}");
        reply.says(&format!("These are the first {count}; there are more."));
    }
    let young = json!({"type": "dragon", "cr": 10, "limit": 2, "documents": ["srd-2014"]});
    let all = server.call("lookup_creature", young).await;
    assert_eq!((all.entries().len(), all.content.get("message")), (2, None), "two are all there are");
}

#[tokio::test]
async fn a_result_that_open5e_may_complete_says_so() {
    for (tool, mut arguments) in [
        ("lookup_spell", json!({"damage_type": "psychic"})),
        ("lookup_creature", json!({"hit_points_min": 600})),
        ("lookup_character_option", json!({"type": "class-option", "name": "lay on hands"})),
        ("lookup_creature", json!({"semantic_query": "drains life"})),
        ("search_dnd_content", json!({"query": "drains life"})),
    ] {
        let server = TestServer::with_starter().await;
        let reply = server.call(tool, arguments.clone()).await;
        assert!(!reply.entries().is_empty(), "{tool}");
        let is_said = ["Open5e may have more", "there are more"].map(|words| reply.message().contains(words));
        assert!(is_said.contains(&true), "{tool} {arguments}: {}", reply.message());
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
