use serde_json::{Value, json};

use super::support::TestServer;

fn refused() -> Vec<(&'static str, Value, &'static [&'static str])> {
    vec![
        ("lookup_spell", json!({"level": "invalid"}), &["`level`", "whole number"]),
        ("lookup_spell", json!({"level": 3.5}), &["`level`", "whole number"]),
        ("lookup_spell", json!({"level": [3]}), &["`level`"]),
        ("lookup_spell", json!({"level": 10}), &["`level`", "0", "9", "10"]),
        ("lookup_spell", json!({"level": -1}), &["`level`"]),
        ("lookup_spell", json!({"ritual": "perhaps"}), &["`ritual`", "true or false"]),
        ("lookup_spell", json!({"name": [7]}), &["`name[0]`", "text"]),
        ("lookup_spell", json!({"name": {}}), &["`name`"]),
        ("lookup_spell", json!({"limit": 0}), &["`limit`", "1 to 100"]),
        ("lookup_spell", json!({"limit": 101}), &["`limit`", "1 to 100"]),
        ("lookup_spell", json!({"limit": 1e300}), &["`limit`"]),
        ("lookup_spell", json!({"documents": true}), &["documents[0]", "text"]),
        ("lookup_creature", json!({"cr": "1/3"}), &["`cr`", "1/3", "challenge rating"]),
        ("lookup_creature", json!({"cr": 31}), &["`cr`", "31"]),
        ("lookup_creature", json!({"cr": true}), &["`cr`", "challenge rating"]),
        ("lookup_creature", json!({"cr": 1, "challenge_rating": 2}), &["duplicate", "cr"]),
        ("lookup_creature", json!({"cr_min": 5, "cr_max": "1/4"}), &["`cr_min` (5)", "`cr_max` (1/4)"]),
        ("lookup_creature", json!({"cr": 5, "cr_max": 1}), &["`cr` (5)", "`cr_max` (1)"]),
        (
            "lookup_equipment",
            json!({"cost_min": 10, "cost_max": 2.5}),
            &["`cost_min` (10)", "`cost_max` (2.5)"],
        ),
        ("lookup_creature", json!({"hit_points_min": 1_u64 << 40}), &["`hit_points_min`"]),
        ("lookup_equipment", json!({"type": "sandwich"}), &["`type`", "`weapon`", "`magic-item`"]),
        ("lookup_equipment", json!({"rarity": "shiny"}), &["`rarity`", "`very rare`", "`artifact`"]),
        ("lookup_equipment", json!({"cost_min": -1}), &["`cost_min`", "at least 0"]),
        ("lookup_equipment", json!({"weight_max": "heavy"}), &["`weight_max`", "number"]),
        ("lookup_character_option", json!({}), &["`type`", "required"]),
        ("lookup_character_option", json!({"type": "job"}), &["`type`", "`class`", "`class-option`"]),
        ("lookup_rule", json!({"rule_type": "law"}), &["`rule_type`", "`condition`", "`alignment`"]),
        ("list_documents", json!({"source": "web"}), &["`source`", "`open5e_v2`", "`orcbrew`"]),
        ("search_dnd_content", json!({}), &["`query`", "required"]),
        ("search_dnd_content", json!({"query": "  "}), &["`query`", "empty"]),
        (
            "search_dnd_content",
            json!({"query": "fire", "content_types": ["Sandwich"]}),
            &["content_types", "Sandwich", "Spell"],
        ),
        ("guide_plan_encounter", json!({}), &["`characters`", "`levels`"]),
        (
            "guide_plan_encounter",
            json!({"characters": 0, "level": 3}),
            &["characters must be from 1 to 20, not 0"],
        ),
        (
            "guide_plan_encounter",
            json!({"characters": 4, "level": 21}),
            &["level must be from 1 to 20, not 21"],
        ),
        ("guide_plan_encounter", json!({"levels": []}), &["`characters`", "`levels`"]),
        (
            "guide_plan_encounter",
            json!({"levels": [3], "difficulty": "spicy"}),
            &["spicy", "low, moderate or high"],
        ),
        (
            "guide_plan_encounter",
            json!({"levels": [3], "cr_min": 5, "cr_max": 1}),
            &["`cr_min` is above `cr_max`"],
        ),
        ("guide_plan_encounter", json!({"levels": [3], "creatures": ["0 goblin"]}), &["1 to 100", "not 0"]),
        ("guide_plan_encounter", json!({"levels": [3], "creatures": [{"name": " "}]}), &["name is empty"]),
        ("guide_library_stats", json!({"verbose": true}), &["verbose", "none"]),
        ("guide_delete_document", json!({"document": "srd-2014"}), &["confirm"]),
        ("guide_delete_document", json!({"document": "srd-2014", "confirm": "yes"}), &["DELETE_DOCUMENT"]),
        ("guide_clear_cache", json!({}), &["confirm"]),
        ("guide_clear_cache", json!({"confirm": "clear_cache"}), &["confirm"]),
        ("guide_import_orcbrew", json!({"path": " "}), &["`path`", "empty"]),
        (
            "guide_import_orcbrew",
            json!({"path": "a", "policy": "both"}),
            &["`policy`", "`merge`", "`keep_both`"],
        ),
    ]
}

#[tokio::test]
async fn invalid_arguments_fail_with_the_field_to_correct() {
    let server = TestServer::with_starter().await;
    for (tool, arguments, words) in refused() {
        let reply = server.call(tool, arguments.clone()).await;
        for word in words {
            reply.fails_with(word);
        }
        assert_eq!(reply.content["error_type"], "invalid_arguments", "{tool} {arguments}");
        assert!(reply.content["exception"]["field"].is_string(), "{tool} {arguments}");
        assert!(!reply.error().contains("u8") && !reply.error().contains("i64"), "{}", reply.error());
    }
}

#[tokio::test]
async fn an_unknown_value_fails_with_the_valid_ones() {
    let server = TestServer::with_starter().await;
    let reply = server.call("lookup_rule", json!({"rule_type": "law"})).await;
    assert_eq!(reply.content["exception"]["valid"].as_array().unwrap().len(), 11);
    let upper = server.call("lookup_equipment", json!({"type": "MAGIC_ITEM", "rarity": "very-rare"})).await;
    assert!(!upper.entries().is_empty(), "valid ones match in any case");
    assert!(!server.call("lookup_rule", json!({"rule_type": "Damage Type"})).await.entries().is_empty());
}

#[tokio::test]
async fn texts_of_100_kb_get_a_prompt_answer() {
    let server = TestServer::with_starter().await;
    let long = "dragon ".repeat(15_000);
    server.call("lookup_spell", json!({"name": long})).await.fails_with("`name` is longer than 300");
    server.call("lookup_spell", json!({"name": "*".repeat(100_000)})).await.fails_with("longer");
    for field in ["school", "casting_time", "class_key", "damage_type"] {
        let reply = server.call("lookup_spell", json!({field: long})).await;
        assert_eq!(reply.entries().len(), 0);
        assert!(reply.text.len() < 2_000, "the text is not given back whole");
    }
    let reply = server.call("lookup_creature", json!({"type": long, "documents": [long]})).await;
    assert_eq!(reply.entries().len(), 0);
    assert!(reply.text.len() < 2_000);
    assert!(!server.call("search_dnd_content", json!({"query": long})).await.entries().is_empty());
    for wrong in [json!({long.clone(): 1}), json!({"rule_type": long})] {
        let text = server.call("lookup_rule", wrong).await.text;
        assert!(text.len() < 4_000, "{}", text.len());
    }
    let began = std::time::Instant::now();
    server.call("lookup_creature", json!({"name": "*a".repeat(150)})).await;
    assert!(began.elapsed().as_secs() < 20, "a pattern of many stars");
}

#[tokio::test]
async fn metacharacters_and_control_characters_are_literal() {
    let server = TestServer::with_one_book().await;
    let texts = [
        "' OR 1=1 --", "\"; DROP TABLE entries; --", "fire\0ball", "\u{1}\u{2}\u{1b}[31m", "100%_", "a\\b",
        "[a-z]", "{}", "((((", "+title:x AND *:*", "\u{202e}llabrif", "💥", "ﬁreball\u{301}",
    ];
    for text in texts {
        for field in ["name", "school", "class_key", "casting_time", "damage_type", "semantic_query"] {
            let reply = server.call("lookup_spell", json!({field: text})).await;
            assert!(!reply.is_error, "{field} {text:?}: {}", reply.text);
        }
        for (tool, arguments) in [
            ("search_dnd_content", json!({"query": text})),
            ("lookup_creature", json!({"type": text, "size": text})),
            ("lookup_rule", json!({"rule_type": "rule", "section": text})),
            ("lookup_spell", json!({"documents": [text]})),
        ] {
            assert!(!server.call(tool, arguments).await.is_error, "{tool} {text:?}");
        }
    }
    assert_eq!(server.call("lookup_spell", json!({"name": "' OR 1=1 --"})).await.entries().len(), 0);
    let fireball = server.call("lookup_spell", json!({"name": "fireball"})).await;
    assert_eq!(fireball.names(), ["Fireball", "Delayed Blast Fireball"], "nothing was dropped");
}

#[tokio::test]
async fn an_unknown_tool_is_a_protocol_error_with_the_nearest_name() {
    let server = TestServer::with_starter().await;
    let error = server.try_call("lookup_spel", json!({})).await.unwrap_err().to_string();
    assert!(error.contains("lookup_spel") && error.contains("`lookup_spell`"), "{error}");
    assert!(server.try_call(&"x".repeat(100_000), json!({})).await.unwrap_err().to_string().len() < 500);
    let of_the_window = server.try_call("guide_library_stat", json!({})).await.unwrap_err().to_string();
    assert!(!of_the_window.contains("library_stats"), "{of_the_window}");
}
