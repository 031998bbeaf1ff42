use lore::model::{ChallengeRating, fold};
use serde_json::{Value, json};

use super::support::TestServer;

type Holds = fn(&Value) -> bool;
type Row<'a> = (&'a str, Value, &'a [(&'a str, Holds)]);

fn all(entries: &[Value], field: &str, wanted: Holds) {
    assert!(!entries.is_empty());
    for entry in entries {
        assert!(wanted(&entry[field]), "{field} of {} is {}", entry["name"], entry[field]);
    }
}

#[tokio::test]
async fn names_slugs_patterns_and_fields_find_entries_in_order() {
    let server = TestServer::with_one_book().await;
    for (tool, arguments, matched, names) in [
        ("lookup_spell", json!({"name": " FIREBALL "}), "exact", &["Fireball", "Delayed Blast Fireball"][..]),
        ("lookup_spell", json!({"name": "Fireball", "level": 3}), "exact", &["Fireball"]),
        ("lookup_spell", json!({"name": "hunter's mark"}), "exact", &["Hunter’s Mark"]),
        ("lookup_spell", json!({"name": "hünter`s mark"}), "exact", &["Hunter’s Mark"]),
        ("lookup_spell", json!({"name": "%fire"}), "pattern", &["Faerie Fire", "Wall of Fire"]),
        (
            "lookup_spell",
            json!({"name": "fire*", "level": 3, "school": "evocation"}),
            "pattern",
            &["Fireball"],
        ),
        ("lookup_creature", json!({"name": "ancient-red-dragon"}), "slug", &["Ancient Red Dragon"]),
        ("lookup_creature", json!({"name": "c*", "limit": 2}), "pattern", &["Camel", "Cat"]),
        (
            "lookup_creature",
            json!({"type": "dragon", "cr": "10"}),
            "",
            &["Young Gold Dragon", "Young Red Dragon"],
        ),
        ("lookup_equipment", json!({"name": "wand-of-magic-missiles"}), "slug", &["Wand of Magic Missiles"]),
        ("lookup_equipment", json!({"type": "armor", "name": "chain mail"}), "exact", &["Chain Mail"]),
        ("lookup_equipment", json!({"damage_dice": "2D6", "cost_max": 50}), "", &["Greatsword", "Maul"]),
        (
            "lookup_equipment",
            json!({"type": "weapon", "is_finesse": true, "is_light": true, "is_simple": true}),
            "",
            &["Dagger"],
        ),
        (
            "lookup_character_option",
            json!({"type": "race", "name": "*elf*", "limit": 5}),
            "pattern",
            &["Elf", "Half-Elf", "High Elf"],
        ),
        ("lookup_rule", json!({"rule_type": "condition", "name": "GRAPPLED"}), "exact", &["Grappled"]),
        ("lookup_rule", json!({"type": "damage-type", "name": "*radiant*"}), "pattern", &["Radiant"]),
    ] {
        let reply = server.call(tool, arguments.clone()).await;
        assert_eq!(reply.names(), names, "{tool} {arguments}");
        let found = reply.content["match"].as_str().unwrap_or_default();
        assert!(found == matched || names.is_empty(), "{tool} {arguments}: {found}");
    }
}

#[tokio::test]
async fn every_entry_of_a_list_fits_its_filters() {
    let server = TestServer::with_one_book().await;
    let rows: [Row; 10] = [
        (
            "lookup_spell",
            json!({"class_key": "srd_wizard", "ritual": true, "level_max": 1, "detail": "full"}),
            &[("ritual", |it| it == true), ("classes", |it| it.to_string().contains("\"Wizard\""))],
        ),
        (
            "lookup_spell",
            json!({"casting_time": "bonus-action", "concentration": true, "detail": "full"}),
            &[("casting_time", |it| it == "1 bonus action"), ("concentration", |it| it == true)],
        ),
        (
            "lookup_spell",
            json!({"damage_type": "Fire", "level_min": 4, "level_max": 5, "detail": "full"}),
            &[("level", |it| it == 4 || it == 5), ("damage_types", |it| it.to_string().contains("\"fire\""))],
        ),
        (
            "lookup_creature",
            json!({"size": "HUGE", "armor_class_min": 18, "hit_points_min": 200, "limit": 100}),
            &[
                ("size", |it| it == "Huge"),
                ("armor_class", |it| it.as_i64() >= Some(18)),
                ("hit_points", |it| it.as_i64() >= Some(200)),
            ],
        ),
        (
            "lookup_creature",
            json!({"language": "Infernal", "limit": 100, "detail": "full"}),
            &[("languages", |it| it.as_str().unwrap().contains("Infernal"))],
        ),
        (
            "lookup_creature",
            json!({"cr_min": "1/8", "cr_max": 0.5, "type": "undead"}),
            &[("challenge_rating", |it| ["1/8", "1/4", "1/2"].contains(&it.as_str().unwrap()))],
        ),
        (
            "lookup_equipment",
            json!({"type": "item", "cost_min": 1, "cost_max": 2, "weight_max": 1.5, "limit": 100, "detail": "full"}),
            &[
                ("cost_gp", |it| (1.0..=2.0).contains(&it.as_f64().unwrap())),
                ("weight_lb", |it| it.as_f64().unwrap() <= 1.5),
            ],
        ),
        (
            "lookup_equipment",
            json!({"rarity": "Very Rare", "requires_attunement": false, "is_magic": true, "limit": 100}),
            &[("rarity", |it| it == "very rare"), ("requires_attunement", |it| it != true)],
        ),
        (
            "lookup_character_option",
            json!({"type": "subspecies", "limit": 100}),
            &[("kind", |it| it == "subrace")],
        ),
        (
            "lookup_rule",
            json!({"rule_type": "rule", "section": "Combat"}),
            &[("section", |it| it == "Combat")],
        ),
    ];
    for (tool, arguments, fields) in rows {
        let reply = server.call(tool, arguments).await;
        fields.iter().for_each(|(field, holds)| all(reply.entries(), field, *holds));
    }
}

#[tokio::test]
async fn lists_are_ordered_as_the_argument_says() {
    let server = TestServer::with_starter().await;
    server.call("lookup_spell", json!({"sort": "cr"})).await.fails_with("name, level, -level");
    let fiery = json!({"semantic_query": "breathes fire", "sort": "-cr", "limit": 30});
    let reply = server.call("lookup_creature", fiery).await;
    // A creature without a rating comes last.
    let rating = |entry: &Value| entry["challenge_rating"].as_str()?.parse::<ChallengeRating>().ok();
    let ratings: Vec<_> = reply.entries().iter().map_while(rating).map(ChallengeRating::decimal).collect();
    assert!(ratings.iter().rev().is_sorted() && ratings.len() >= 28, "{ratings:?}");
    assert!(reply.entries().iter().any(|entry| entry["also_in"].is_array()), "they are folded");
}

#[tokio::test]
async fn several_names_are_looked_up_at_once() {
    let server = TestServer::with_one_book().await;
    for list in [json!("shield; zzyzx; magic missle"), json!(["shield", "zzyzx", "magic missle"])] {
        let reply = server.call("lookup_spell", json!({"name": list})).await;
        assert_eq!(reply.names(), ["Shield", "Magic Missile"]);
        reply.says("No spell is named `zzyzx`");
    }
    let many = vec!["shield"; 21];
    server.call("lookup_spell", json!({"name": many})).await.fails_with("more than 20 names");
    let server = TestServer::with_starter().await;
    let query = "rope torch healer's kit chain mail potion of healing";
    let reply = server.call("search_dnd_content", json!({"query": query})).await;
    let found: Vec<String> = reply.names().iter().map(|name| fold(name)).collect();
    assert_eq!(found, ["rope", "torch", "healer's kit", "chain mail", "potion of healing"]);
    let torch = &reply.entries()[1];
    assert!(torch["document_key"] == "srd-2024" && torch["also_in"].is_array(), "each is folded: {torch}");
}

#[tokio::test]
async fn conditions_in_plain_words_are_filters_and_the_answer_says_so() {
    let server = TestServer::with_starter().await;
    let reply = server.call("search_dnd_content", json!({"query": "flying fiends of CR 5 or less"})).await;
    reply.says("Read as: creatures, type fiend, challenge rating at most 5, movement fly.");
    all(reply.entries(), "type", |it| it == "Fiend");
    let spells = json!({"semantic_query": "bonus action healing for a bard, level 1"});
    assert_eq!(server.call("lookup_spell", spells).await.names()[0], "Healing Word");
}

#[tokio::test]
async fn an_unknown_name_finds_names_with_its_words_then_similar_ones() {
    let server = TestServer::with_starter().await;
    let contains = server.call("lookup_creature", json!({"name": "dragon red", "limit": 100})).await;
    assert_eq!(contains.content["match"], "contains");
    all(contains.entries(), "name", |name| name.as_str().unwrap().contains("Red"));
    let fuzzy = server.call("lookup_spell", json!({"name": "magic missle"})).await;
    assert_eq!(fuzzy.content["match"], "fuzzy");
    assert_eq!(fuzzy.names()[0], "Magic Missile");
}

#[tokio::test]
async fn entries_have_the_fields_and_texts_of_their_kind() {
    let server = TestServer::with_one_book().await;
    let dragon = server.call("lookup_creature", json!({"name": "ancient red dragon"})).await;
    let [dragon] = dragon.entries().as_slice() else { panic!("one dragon") };
    assert_eq!((&dragon["challenge_rating"], &dragon["armor_class"]), (&json!("24"), &json!(22)));
    let stat_block = dragon["description"].as_str().unwrap();
    for part in ["### Actions", "Multiattack", "### Legendary Actions", "Fire Breath"] {
        assert!(stat_block.contains(part), "{part} is missing");
    }
    assert!(dragon["hit_points"].is_u64() && dragon["ability_scores"]["strength"] == 30, "{dragon}");
    assert!(
        !stat_block.contains("| STR |") && !stat_block.contains("Hit Points"),
        "what fields say: {stat_block}"
    );
    let option = async |arguments| server.call("lookup_character_option", arguments).await;
    let paladin = option(json!({"type": "class", "name": "PALADIN"})).await;
    assert_eq!((paladin.names(), &paladin.entries()[0]["hit_die"]), (vec!["Paladin"], &json!("d10")));
    assert!(paladin.entries()[0]["description"].as_str().unwrap().contains("Divine Smite"));
    let feature = option(json!({"type": "class-option", "name": "danger sense"})).await;
    assert_eq!(feature.entries()[0]["parent"], "Barbarian");
    let species = option(json!({"option_type": "Species", "limit": 100})).await;
    let kinds = species.texts("kind");
    assert!(kinds.is_sorted() && kinds.len() == 13, "races before subraces: {kinds:?}");
    let swords = server.call("lookup_equipment", json!({"item_type": "weapon", "name": "*sword*"})).await;
    assert_eq!(swords.names()[..4], ["Greatsword", "Longsword", "Shortsword", "Dancing Sword"]);
    all(&swords.entries()[3..], "kind", |kind| kind == "magic-item");
    let shields = server.call("lookup_equipment", json!({"type": "armor", "name": "*shield*"})).await;
    assert!(shields.names()[0] == "Shield" && shields.names().contains(&"Arrow-Catching Shield"));
}

#[tokio::test]
async fn every_rule_type_has_entries() {
    let server = TestServer::with_starter().await;
    for rule_type in [
        "rule", "condition", "damage-type", "weapon-property", "skill", "ability-score", "magic-school",
        "language", "proficiency", "alignment",
    ] {
        let reply = server.call("lookup_rule", json!({"rule_type": rule_type, "limit": 100})).await;
        assert!(!reply.entries().is_empty(), "{rule_type}");
        assert!(reply.entries().iter().all(|entry| entry["kind"] == rule_type), "{rule_type}");
    }
}

#[tokio::test]
async fn a_lookup_without_matches_returns_an_empty_list() {
    let server = TestServer::with_starter().await;
    for (arguments, words) in [
        (json!({"name": "zzyzx of nowhere"}), "zzyzx"),
        (json!({"semantic_query": "xyzzy", "type": "undead"}), "No creature matches"),
    ] {
        let reply = server.call("lookup_creature", arguments).await;
        assert_eq!(reply.entries().len(), 0);
        reply.says(words);
    }
    server.call("lookup_spell", json!({"school": "evokation"})).await.says("evocation");
}

#[tokio::test]
async fn without_a_model_the_words_are_searched_and_the_answer_says_so() {
    let server = TestServer::with_starter().await;
    let search = json!({"query": "healing", "documents": ["srd"]});
    let found = server.call("search_dnd_content", search).await;
    found.says("Search by meaning is unavailable");
    let by_words = json!({"query": "healing", "semantic": false, "documents": ["srd"]});
    let words = server.call("search_dnd_content", by_words).await;
    assert_eq!(words.message(), "", "nothing is missing when it was not asked for");
    assert!(!words.names().is_empty() && words.names() == found.names());
    let reply = server.call("lookup_spell", json!({"semantic_query": "protect from fire", "level": 4})).await;
    assert_eq!(reply.names()[0], "Fire Shield");
    all(reply.entries(), "level", |level| level == 4);
    reply.says("Search by meaning is unavailable");
    assert!(reply.entries()[0].get("similarity_score").is_none());
    let long = "fire ".repeat(1_000);
    assert!(!server.call("lookup_spell", json!({"semantic_query": long})).await.entries().is_empty());
    let plain = server.call("lookup_spell", json!({"level": 9})).await;
    let empty = server.call("lookup_spell", json!({"level": 9, "semantic_query": " "})).await;
    assert_eq!(plain.content, empty.content, "an empty one is ignored");
}
