//! What models write as arguments, and what it means.

use serde_json::{Value, json};

use super::support::{Reply, TestServer};

fn reading() -> [(&'static str, Value); 10] {
    [
        ("lookup_spell", json!({"name": "fireball"})),
        ("lookup_creature", json!({"name": "goblin"})),
        ("lookup_equipment", json!({"name": "longsword"})),
        ("lookup_character_option", json!({"type": "class", "name": "wizard"})),
        ("lookup_rule", json!({"name": "grappled"})),
        ("search_dnd_content", json!({"query": "wall of fire"})),
        ("list_documents", json!({})),
        ("guide_read_entry", json!({"uri": "lore://entry/srd-2014/spell/fireball"})),
        ("guide_plan_encounter", json!({"characters": 4, "level": 3})),
        ("guide_roll", json!({"dice": "4d6kh3", "seed": 7})),
    ]
}

fn with(arguments: &Value, others: impl IntoIterator<Item = (String, Value)>) -> Value {
    let mut all = arguments.as_object().unwrap().clone();
    all.extend(others);
    all.into()
}

#[tokio::test]
async fn an_empty_argument_is_no_argument() {
    let server = TestServer::with_one_book().await;
    let tools = server.client.list_all_tools().await.unwrap();
    for (name, arguments) in reading() {
        let tool = tools.iter().find(|tool| tool.name == name).unwrap();
        let expected = server.call(name, arguments.clone()).await;
        assert!(!expected.is_error, "{name}: {}", expected.text);
        let properties = tool.input_schema["properties"].as_object().unwrap();
        let optional: Vec<&String> = properties.keys().filter(|it| arguments.get(it).is_none()).collect();
        let arguments = &arguments;
        let many = json!(vec![""; 1_000]);
        let empty = [json!(""), json!(" "), json!("null"), json!([]), json!([""]), many];
        let together = empty.iter().map(|empty| {
            let given =
                optional.iter().filter(|argument| argument.as_str() != "documents" || *empty != json!([]));
            with(arguments, given.map(|argument| ((*argument).clone(), empty.clone())))
        });
        let alone = optional.iter().map(|argument| with(arguments, [((*argument).clone(), json!(""))]));
        for written in together.chain(alone) {
            let reply = server.call(name, written.clone()).await;
            assert_eq!(reply.value(), expected.value(), "{name} {written}: {}", reply.text);
        }
    }
}

#[tokio::test]
async fn an_empty_list_of_documents_is_nothing_and_says_so() {
    let server = TestServer::with_one_book().await;
    for (tool, arguments) in reading() {
        if tool.starts_with("lookup") || tool.starts_with("search") {
            let reply = server.call(tool, with(&arguments, [("documents".to_owned(), json!([]))])).await;
            assert_eq!(reply.entries().len(), 0, "{tool}");
            reply.says("the list of documents is empty");
        }
    }
    let planned = json!({"characters": 4, "level": 3, "documents": []});
    server.call("guide_plan_encounter", planned).await.fails_with("the list of documents is empty");
}

#[tokio::test]
async fn other_forms_and_names_of_an_argument_are_the_argument() {
    let server = TestServer::with_starter().await;
    let owlbear = "lore://entry/srd-2024/creature/owlbear";
    for (tool, written, meant) in [
        ("lookup_spell", json!({"level": "3", "limit": " 5 "}), json!({"level": 3, "limit": 5})),
        ("lookup_spell", json!({"level": "3.0", "ritual": "No"}), json!({"level": 3, "ritual": false})),
        (
            "lookup_spell",
            json!({"name": "fireball", "book": "[\"srd-2014\", \"srd-2024\"]"}),
            json!({"name": "fireball", "documents": ["srd-2014", "srd-2024"]}),
        ),
        ("lookup_creature", json!({"cr": "1/4"}), json!({"challenge_rating": 0.25})),
        ("lookup_equipment", json!({"type": "MAGIC_ITEM"}), json!({"type": "magic-item"})),
        ("lookup_equipment", json!({"rarity": "Very-Rare"}), json!({"rarity": "very rare"})),
        (
            "lookup_rule",
            json!({"rule_type": "Damage Type", "name": "acid"}),
            json!({"rule_type": "damage-type", "name": "acid"}),
        ),
        (
            "lookup_equipment",
            json!({"type": "magic-item", "requires_attunement": "yes", "cost_min": "1.5"}),
            json!({"type": "magic-item", "requires_attunement": true, "cost_min": 1.5}),
        ),
        (
            "search_dnd_content",
            json!({"query": "fire", "content_types": "Spell, Creature", "fuzzy": "false"}),
            json!({"query": "fire", "content_types": ["Spell", "Creature"], "fuzzy": false}),
        ),
        (
            "guide_plan_encounter",
            json!({"levels": "3, 3, 4", "creatures": "4 goblin, ogre", "documents": "srd-2014"}),
            json!({"levels": [3, 3, 4], "creatures": ["4 goblin", "ogre"], "documents": ["srd-2014"]}),
        ),
        ("guide_plan_encounter", json!({"levels": 3}), json!({"levels": [3]})),
        ("guide_roll", json!({"notation": "D%", "seed": "7"}), json!({"dice": "d%", "seed": 7})),
        (
            "guide_roll",
            json!({"uri": "lore://entry/srd-2014/background/acolyte", "heading": "Ideal", "seed": 7.0}),
            json!({"table": "lore://entry/srd-2014/background/acolyte", "column": "ideal", "seed": 7}),
        ),
        (
            "guide_save_entry",
            json!({"copy_of": owlbear, "fields": "{\"hit_points\": 80}", "preview": "true"}),
            json!({"copy_of": owlbear, "fields": {"hit_points": 80}, "preview": true}),
        ),
        (
            "guide_browse_entries",
            json!({"kinds": "spell", "filters": {"field": "level", "include": "3"}, "limit": "2"}),
            json!({"kinds": ["spell"], "filters": [{"field": "level", "include": ["3"]}], "limit": 2}),
        ),
        ("lookup_spell", json!({"query": "fireball"}), json!({"name": "fireball"})),
        ("lookup_creature", json!({"monster": "goblin"}), json!({"name": "goblin"})),
        ("lookup_creature", json!({"min_cr": 20, "maxCr": "24"}), json!({"cr_min": 20, "cr_max": 24})),
        ("lookup_creature", json!({"challengeRating": 5, "limit": 3}), json!({"cr": 5, "limit": 3})),
        ("lookup_creature", json!({"cr": 21, "challenge_rating": ""}), json!({"cr": 21})),
        ("lookup_rule", json!({"type": "condition", "query": ""}), json!({"rule_type": "condition"})),
        (
            "guide_plan_encounter",
            json!({"party_size": 4, "partyLevel": 3, "seed": 1}),
            json!({"characters": 4, "level": 3, "seed": 1}),
        ),
    ] {
        let expected = server.call(tool, meant).await;
        assert!(!expected.is_error, "{}", expected.text);
        let reply = server.call(tool, written.clone()).await;
        let without_time = |reply: &Reply| {
            let mut value = reply.value().clone();
            value.pointer_mut("/entry/cached_at").map(Value::take);
            value
        };
        assert_eq!(without_time(&reply), without_time(&expected), "{tool} {written}: {}", reply.text);
    }
}

#[tokio::test]
async fn an_unknown_argument_fails_with_the_nearest_one() {
    let server = TestServer::of_the_window().await;
    for (tool, arguments, near) in [
        ("lookup_creature", json!({"name": "goblin", "environmnet": "forest"}), "environment"),
        ("lookup_creature", json!({"biome": "forest"}), "semantic_query"),
        ("lookup_creature", json!({"monster_nam": "goblin"}), "name"),
        ("lookup_spell", json!({"conc": true}), "concentration"),
        ("lookup_spell", json!({"levle": 3}), "level"),
        ("lookup_equipment", json!({"attunement": true}), "requires_attunement"),
        ("lookup_creature", json!({"challenge": 5}), "cr"),
        ("guide_import_orcbrew", json!({"file_path": "plums.orcbrew"}), "path"),
        ("search_dnd_content", json!({"query": "fire", "contents": ["Spell"]}), "content_types"),
        ("guide_browse_entries", json!({"filters": [{"feild": "level"}]}), "field"),
        ("guide_export_entries", json!({"format": "print", "found": {"qery": "fire"}}), "query"),
    ] {
        let reply = server.call(tool, arguments).await;
        assert_eq!(reply.content["exception"]["nearest"], json!([near]), "{}", reply.text);
        reply.fails_with(&format!("the nearest is `{near}`"));
    }
    for tool in server.client.list_all_tools().await.unwrap() {
        let has_arguments = tool.input_schema.get("properties").is_some_and(|it| *it != json!({}));
        let reply = server.call(&tool.name, json!({"zzyzx": 1})).await;
        let words = if has_arguments { "the nearest is `" } else { "this tool takes none" };
        reply.fails_with(words);
    }
}

#[tokio::test]
async fn empty_fields_of_an_entry_leave_those_of_its_copy() {
    let server = TestServer::with_starter().await;
    let copy = |fields: Value| json!({"copy_of": "lore://entry/srd-2024/creature/owlbear", "fields": fields});
    let field = async |fields: Value, name: &str| {
        let reply = server.call("guide_save_entry", copy(fields)).await;
        assert!(!reply.is_error, "{}", reply.text);
        reply.value()["entry"][name].clone()
    };
    assert_eq!(field(json!({"hit_points": 80, "speed": "", "traits": []}), "hit_points").await, 80);
    let unchanged = field(json!({"hit_points": 80}), "speed").await;
    assert_eq!(field(json!({"hit_points": 80, "speed": ""}), "speed").await, unchanged);
    assert_ne!(field(json!({"speed": null}), "speed").await, unchanged, "null clears a field");
}
