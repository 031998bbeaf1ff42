use serde_json::{Value, json};

use super::support::TestServer;

fn all(entries: &[Value], field: &str, wanted: impl Fn(&Value) -> bool) {
    assert!(!entries.is_empty());
    for entry in entries {
        assert!(wanted(&entry[field]), "{field} of {} is {}", entry["name"], entry[field]);
    }
}

#[tokio::test]
async fn spell_names_and_schools_match_in_any_case() {
    let server = TestServer::with_one_book().await;
    for name in ["fireball", "FIREBALL", " FireBall "] {
        let reply = server.call("lookup_spell", json!({"name": name})).await;
        assert_eq!(reply.names(), ["Fireball", "Delayed Blast Fireball"]);
        assert_eq!(reply.content["match"], "exact");
    }
}

#[tokio::test]
async fn names_match_without_accents_and_with_any_apostrophe() {
    let server = TestServer::with_one_book().await;
    for name in ["hunter's mark", "HUNTER’S MARK", "hünter`s mark"] {
        assert_eq!(server.call("lookup_spell", json!({"name": name})).await.names(), ["Hunter’s Mark"]);
    }
}

#[tokio::test]
async fn wildcards_match_spell_names() {
    let server = TestServer::with_one_book().await;
    let starts = server.call("lookup_spell", json!({"name": "fire*"})).await;
    assert_eq!(starts.names(), ["Fire Bolt", "Fire Shield", "Fire Storm", "Fireball"]);
    assert_eq!(starts.content["match"], "pattern");
    let ends = server.call("lookup_spell", json!({"name": "%fire"})).await;
    assert_eq!(ends.names(), ["Faerie Fire", "Wall of Fire"]);
    let contains = server.call("lookup_spell", json!({"name": "*FIRE*", "limit": 3})).await;
    assert_eq!(contains.names().len(), 3);
    assert!(contains.names().iter().all(|name| name.to_lowercase().contains("fire")));
}

#[tokio::test]
async fn wildcards_other_than_the_star_and_percent_stay_literal() {
    let server = TestServer::with_starter().await;
    for name in ["f_reball*", "f?reball*", "[f]ireball*", "fire\\*ball"] {
        assert_eq!(
            server.call("lookup_spell", json!({"name": name})).await.names(),
            Vec::<&str>::new(),
            "{name}"
        );
    }
}

#[tokio::test]
async fn a_slug_finds_an_entry() {
    let server = TestServer::with_one_book().await;
    let creature = server.call("lookup_creature", json!({"name": "ancient-red-dragon"})).await;
    assert_eq!(creature.names(), ["Ancient Red Dragon"]);
    assert_eq!(creature.content["match"], "slug");
    let item = server
        .call("lookup_equipment", json!({"type": "magic-item", "name": "wand-of-magic-missiles"}))
        .await;
    assert_eq!(item.names(), ["Wand of Magic Missiles"]);
    let condition = server.call("lookup_rule", json!({"type": "condition", "name": "grappled"})).await;
    assert_eq!(condition.names(), ["Grappled"]);
}

#[tokio::test]
async fn spell_filters_combine() {
    let server = TestServer::with_one_book().await;
    let reply =
        server.call("lookup_spell", json!({"name": "fire*", "level": 3, "school": "evocation"})).await;
    assert_eq!(reply.names(), ["Fireball"]);
    let reply = server
        .call(
            "lookup_spell",
            json!({"class_key": "srd_wizard", "ritual": true, "level_max": 1, "detail": "full"}),
        )
        .await;
    all(reply.entries(), "ritual", |ritual| ritual == true);
    all(reply.entries(), "classes", |classes| classes.as_array().unwrap().contains(&json!("Wizard")));
    let reply = server
        .call(
            "lookup_spell",
            json!({"casting_time": "bonus-action", "concentration": true, "detail": "full"}),
        )
        .await;
    all(reply.entries(), "casting_time", |time| time == "1 bonus action");
    all(reply.entries(), "concentration", |concentration| concentration == true);
    let reply = server
        .call(
            "lookup_spell",
            json!({"damage_type": "Fire", "level_min": 4, "level_max": 5, "detail": "full"}),
        )
        .await;
    all(reply.entries(), "level", |level| [4, 5].contains(&level.as_i64().unwrap()));
    all(reply.entries(), "damage_types", |types| types.as_array().unwrap().contains(&json!("fire")));
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
async fn the_original_arguments_still_work() {
    let server = TestServer::with_one_book().await;
    let reply = server.call("lookup_spell", json!({"name": "Fireball", "level": 3})).await;
    assert_eq!(reply.names(), ["Fireball"]);
    assert_eq!(
        server.call("lookup_spell", json!({"name": "Fireball", "level": 4})).await.names(),
        Vec::<&str>::new()
    );
}

#[tokio::test]
async fn a_lookup_returns_at_most_the_limit() {
    let server = TestServer::with_starter().await;
    assert_eq!(server.call("lookup_creature", json!({"limit": 20})).await.entries().len(), 20);
    assert_eq!(server.call("lookup_creature", json!({})).await.entries().len(), 20, "default 20");
    assert_eq!(server.call("lookup_creature", json!({"limit": 1})).await.entries().len(), 1);
    assert_eq!(server.call("lookup_creature", json!({"limit": 100})).await.entries().len(), 100);
    assert_eq!(
        server.call("lookup_equipment", json!({"type": "weapon", "limit": 15})).await.entries().len(),
        15
    );
    let options = server.call("lookup_character_option", json!({"type": "class", "limit": 20})).await;
    assert_eq!(options.entries().len(), 20);
    assert!(options.message().contains("there are more"));
}

#[tokio::test]
async fn a_creature_is_found_in_any_case_with_its_stat_block() {
    let server = TestServer::with_one_book().await;
    let reply = server.call("lookup_creature", json!({"name": "ancient red dragon"})).await;
    let [dragon] = reply.entries().as_slice() else { panic!("one dragon") };
    assert_eq!(dragon["challenge_rating"], "24");
    assert_eq!(dragon["armor_class"], 22);
    let stat_block = dragon["description"].as_str().unwrap();
    for part in [
        "Armor Class",
        "Hit Points",
        "| STR |",
        "### Actions",
        "Multiattack",
        "### Legendary Actions",
        "Fire Breath",
    ] {
        assert!(stat_block.contains(part), "{part} is missing");
    }
}

#[tokio::test]
async fn creatures_are_found_by_fields_alone() {
    let server = TestServer::with_starter().await;
    let reply = server
        .call("lookup_creature", json!({"type": "dragon", "cr": "10", "limit": 5, "documents": ["srd-2014"]}))
        .await;
    assert_eq!(reply.names(), ["Young Gold Dragon", "Young Red Dragon"]);
    assert_eq!(reply.content.get("message"), None);
    assert!(reply.entries()[0].get("similarity_score").is_none());
}

#[tokio::test]
async fn a_challenge_rating_is_a_number_or_a_text() {
    let server = TestServer::with_one_book().await;
    let count = async |cr: Value| {
        server.call("lookup_creature", json!({"cr": cr, "limit": 100})).await.entries().len()
    };
    assert!(count(json!(10)).await > 0);
    assert_eq!(count(json!(10)).await, count(json!("10")).await);
    assert!(count(json!(0.25)).await > 0);
    assert_eq!(count(json!(0.25)).await, count(json!("1/4")).await);
    let range =
        server.call("lookup_creature", json!({"cr_min": "1/8", "cr_max": 0.5, "type": "undead"})).await;
    all(range.entries(), "challenge_rating", |cr| ["1/8", "1/4", "1/2"].contains(&cr.as_str().unwrap()));
    let old = server.call("lookup_creature", json!({"challenge_rating": 10, "type": "dragon"})).await;
    assert_eq!(old.names(), ["Young Gold Dragon", "Young Red Dragon"]);
}

#[tokio::test]
async fn creatures_are_filtered_by_size_armor_class_and_hit_points() {
    let server = TestServer::with_starter().await;
    let reply = server
        .call(
            "lookup_creature",
            json!({"size": "HUGE", "armor_class_min": 18, "hit_points_min": 200, "limit": 100}),
        )
        .await;
    all(reply.entries(), "size", |size| size == "Huge");
    all(reply.entries(), "armor_class", |class| class.as_i64().unwrap() >= 18);
    all(reply.entries(), "hit_points", |points| points.as_i64().unwrap() >= 200);
}

#[tokio::test]
async fn wildcards_match_creature_names() {
    let server = TestServer::with_starter().await;
    let reply =
        server.call("lookup_creature", json!({"name": "*dragon*", "type": "dragon", "limit": 10})).await;
    assert_eq!(reply.entries().len(), 10);
    all(reply.entries(), "name", |name| name.as_str().unwrap().to_lowercase().contains("dragon"));
}

#[tokio::test]
async fn equipment_filters_apply_together() {
    let server = TestServer::with_one_book().await;
    let swords = server.call("lookup_equipment", json!({"item_type": "weapon", "name": "*sword*"})).await;
    assert_eq!(swords.names()[..4], ["Greatsword", "Longsword", "Shortsword", "Dancing Sword"]);
    all(&swords.entries()[3..], "kind", |kind| kind == "magic-item");
    let shields = server.call("lookup_equipment", json!({"type": "armor", "name": "*shield*"})).await;
    assert_eq!(shields.names()[0], "Shield");
    assert!(shields.names().contains(&"Arrow-Catching Shield"));
    let armor = server.call("lookup_equipment", json!({"type": "armor", "name": "chain mail"})).await;
    assert_eq!(armor.names(), ["Chain Mail"]);
    let light = server
        .call(
            "lookup_equipment",
            json!({"type": "weapon", "is_finesse": true, "is_light": true, "is_simple": true}),
        )
        .await;
    assert_eq!(light.names(), ["Dagger"]);
    let dice = server.call("lookup_equipment", json!({"damage_dice": "2D6", "cost_max": 50})).await;
    assert_eq!(dice.names(), ["Greatsword", "Maul"]);
    let cheap = server
        .call(
            "lookup_equipment",
            json!({"type": "item", "cost_min": 1, "cost_max": 2, "weight_max": 1.5, "limit": 100, "detail": "full"}),
        )
        .await;
    all(cheap.entries(), "cost_gp", |cost| (1.0..=2.0).contains(&cost.as_f64().unwrap()));
    all(cheap.entries(), "weight_lb", |weight| weight.as_f64().unwrap() <= 1.5);
    let rare = server
        .call(
            "lookup_equipment",
            json!({"rarity": "Very Rare", "requires_attunement": false, "is_magic": true, "limit": 100}),
        )
        .await;
    all(rare.entries(), "rarity", |rarity| rarity == "very rare");
    all(rare.entries(), "requires_attunement", |attunement| attunement != true);
}

#[tokio::test]
async fn wildcards_match_character_option_names() {
    let server = TestServer::with_one_book().await;
    let reply =
        server.call("lookup_character_option", json!({"type": "race", "name": "*elf*", "limit": 5})).await;
    assert_eq!(reply.names(), ["Elf", "Half-Elf", "High Elf"]);
    let species =
        server.call("lookup_character_option", json!({"option_type": "Species", "limit": 100})).await;
    let kinds: Vec<_> = species.entries().iter().map(|entry| entry["kind"].as_str().unwrap()).collect();
    assert!(kinds.is_sorted(), "races before subraces: {kinds:?}");
    assert_eq!(kinds.len(), 13);
    let subspecies =
        server.call("lookup_character_option", json!({"type": "subspecies", "limit": 100})).await;
    all(subspecies.entries(), "kind", |kind| kind == "subrace");
}

#[tokio::test]
async fn classes_match_in_any_case() {
    let server = TestServer::with_one_book().await;
    let reply = server.call("lookup_character_option", json!({"type": "class", "name": "PALADIN"})).await;
    assert_eq!(reply.names(), ["Paladin"]);
    assert_eq!(reply.entries()[0]["hit_die"], "d10");
    assert!(reply.entries()[0]["description"].as_str().unwrap().contains("Divine Smite"));
}

#[tokio::test]
async fn feats_and_class_options_match_in_any_case() {
    let server = TestServer::with_one_book().await;
    let reply = server.call("lookup_character_option", json!({"type": "feat", "name": "GRAPPLER"})).await;
    assert_eq!(reply.names(), ["Grappler"]);
    let feature =
        server.call("lookup_character_option", json!({"type": "class-option", "name": "danger sense"})).await;
    assert_eq!(feature.entries()[0]["parent"], "Barbarian");
}

#[tokio::test]
async fn rule_names_match_in_any_case() {
    let server = TestServer::with_one_book().await;
    let reply = server.call("lookup_rule", json!({"rule_type": "rule", "name": "opportunity attack"})).await;
    assert_eq!(reply.names()[0], "Opportunity Attacks");
    for name in ["grappled", "GRAPPLED", "Grappled"] {
        let reply = server.call("lookup_rule", json!({"rule_type": "condition", "name": name})).await;
        assert_eq!(reply.names(), ["Grappled"]);
    }
    let section = server.call("lookup_rule", json!({"rule_type": "rule", "section": "Combat"})).await;
    all(section.entries(), "section", |section| section == "Combat");
}

#[tokio::test]
async fn wildcards_match_rule_names() {
    let server = TestServer::with_one_book().await;
    let reply = server.call("lookup_rule", json!({"type": "damage-type", "name": "*radiant*"})).await;
    assert_eq!(reply.names(), ["Radiant"]);
}

#[tokio::test]
async fn every_rule_type_has_entries() {
    let server = TestServer::with_starter().await;
    let types = [
        "rule",
        "condition",
        "damage-type",
        "weapon-property",
        "skill",
        "ability-score",
        "magic-school",
        "language",
        "proficiency",
        "alignment",
    ];
    for rule_type in types {
        let reply = server.call("lookup_rule", json!({"rule_type": rule_type, "limit": 100})).await;
        all(reply.entries(), "kind", |kind| kind == rule_type);
    }
}

#[tokio::test]
async fn patterns_and_limits_combine_in_every_lookup() {
    let server = TestServer::with_starter().await;
    let calls = [
        ("lookup_spell", json!({"name": "c*", "limit": 2})),
        ("lookup_creature", json!({"name": "c*", "limit": 2})),
        ("lookup_equipment", json!({"name": "c*", "limit": 2})),
        ("lookup_character_option", json!({"type": "class", "name": "c*", "limit": 2})),
        ("lookup_rule", json!({"rule_type": "rule", "name": "c*", "limit": 2})),
    ];
    for (tool, arguments) in calls {
        let reply = server.call(tool, arguments).await;
        assert!((1..=2).contains(&reply.entries().len()), "{tool}");
        assert!(
            reply.names().iter().all(|name| name.to_lowercase().starts_with('c')),
            "{tool}: {:?}",
            reply.names()
        );
    }
}

#[tokio::test]
async fn a_lookup_without_matches_returns_an_empty_list() {
    let server = TestServer::with_starter().await;
    let reply = server.call("lookup_creature", json!({"name": "zzyzx of nowhere"})).await;
    assert_eq!(reply.entries().len(), 0);
    assert!(reply.message().contains("zzyzx"));
    let school = server.call("lookup_spell", json!({"school": "evokation"})).await;
    assert!(school.message().contains("evocation"), "{}", school.message());
}

#[tokio::test]
async fn a_spell_has_its_fields_and_its_source() {
    let server = TestServer::with_starter().await;
    let reply = server.call("lookup_spell", json!({"name": "fireball"})).await;
    let spell = &reply.entries()[0];
    let expected = json!({
        "name": "Fireball", "slug": "fireball", "kind": "spell", "level": 3, "school": "Evocation", "casting_time": "1 action",
        "range": "150 feet", "components": "V, S, M", "duration": "Instantaneous", "concentration": false, "ritual": false,
        "classes": ["Sorcerer", "Wizard"], "damage_types": ["fire"],
        "document": "System Reference Document 5.1", "document_key": "srd-2014", "document_name": "System Reference Document 5.1",
        "document_source": "dnd5e_api", "publisher": "Wizards of the Coast", "license": "CC-BY-4.0", "cache_status": "imported",
        "uri": "lore://entry/srd-2014/spell/fireball",
    });
    for (field, value) in expected.as_object().unwrap() {
        assert_eq!(&spell[field], value, "{field}");
    }
    assert!(spell["cached_at"].as_str().unwrap().ends_with('Z'));
    assert_eq!(
        serde_json::from_str::<Value>(&reply.text).unwrap(),
        reply.content,
        "the text is the same JSON"
    );
}

#[tokio::test]
async fn an_empty_semantic_query_is_ignored() {
    let server = TestServer::with_starter().await;
    let plain = server.call("lookup_spell", json!({"level": 9})).await;
    let empty = server.call("lookup_spell", json!({"level": 9, "semantic_query": " "})).await;
    assert_eq!(plain.content, empty.content);
}

#[tokio::test]
async fn a_semantic_query_without_a_model_searches_words_and_says_so() {
    let server = TestServer::with_starter().await;
    let reply = server.call("lookup_spell", json!({"semantic_query": "protect from fire", "level": 4})).await;
    assert_eq!(reply.names()[0], "Fire Shield");
    all(reply.entries(), "level", |level| level == 4);
    assert!(reply.message().contains("Semantic search is unavailable"));
    assert!(reply.entries()[0].get("similarity_score").is_none());
    let long = "fire ".repeat(1_000);
    assert!(!server.call("lookup_spell", json!({"semantic_query": long})).await.entries().is_empty());
}
