//! Entries that the assistant writes for the user.

use serde_json::{Value, json};

use super::support::{Reply, TestServer};

const OWLBEAR: &str = "lore://entry/srd-2024/creature/owlbear";

async fn save(server: &TestServer, arguments: Value) -> Reply {
    server.call("guide_save_entry", arguments).await
}

#[tokio::test]
async fn a_preview_is_stored_on_request_and_found_at_once() {
    let server = TestServer::with_starter().await;
    let mut rule = json!({"kind": "rule", "name": "Slow Rests", "book": "House Rules", "text": "A long rest takes a week."});
    let preview = save(&server, rule.clone()).await;
    let value = &preview.content["value"];
    assert!(
        value["stored"] == false && value["entry"]["description"] == "A long rest takes a week.",
        "{}",
        preview.text
    );
    assert!(preview.content["instruction"].as_str().unwrap().contains("`preview` false"), "{}", preview.text);
    assert!(value.get("form").is_none() && value.get("written").is_none(), "{}", preview.text);
    let missing = server.call("lookup_rule", json!({"name": "Slow Rests"})).await;
    assert!(missing.entries().iter().all(|entry| entry["name"] != "Slow Rests"), "{}", missing.text);

    rule["preview"] = false.into();
    let stored = save(&server, rule).await;
    let uri = stored.content["value"]["uri"].as_str().unwrap();
    assert_eq!(
        (uri, &stored.content["value"]["stored"]),
        ("lore://entry/house-rules/rule/slow-rests", &json!(true))
    );
    let found = server.call("lookup_rule", json!({"name": "slow rests"})).await;
    assert_eq!(
        (&found.entries()[0]["uri"], &found.entries()[0]["license"]),
        (&json!(uri), &json!("your own"))
    );

    let undone = save(&server, json!({"undo": uri, "preview": false})).await;
    assert!(
        undone.content["value"]["stored"] == true && undone.content["value"]["entry"].is_null(),
        "{}",
        undone.text
    );
    let gone = server.call("guide_read_entry", json!({"uri": uri})).await;
    assert_eq!(gone.content["success"], false, "{}", gone.text);
}

#[tokio::test]
async fn wrong_fields_are_named_and_books_of_others_refused() {
    let server = TestServer::with_starter().await;
    let wrong = json!({"copy_of": OWLBEAR, "name": "Snow Owlbear", "fields": {"hit_points": -1, "sise": "Huge"}, "preview": false});
    let reply = save(&server, wrong).await;
    assert_eq!(reply.content["value"]["stored"], false, "{}", reply.text);
    assert_eq!(reply.content["message"], "Nothing is stored: correct `hit_points`, `sise`.");
    let problems: Vec<&str> = reply.content["value"]["problems"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| it["problem"].as_str().unwrap())
        .collect();
    assert!(
        problems[0].contains("from 1 to 2000") && problems[1].contains("the nearest are `size`"),
        "{problems:?}"
    );

    for (arguments, error) in [
        (json!({"delete": OWLBEAR, "preview": false}), "is not a book of your own"),
        (json!({"undo": OWLBEAR}), "there was never an own entry"),
        (json!({"undo": "owlbear"}), "is not a `uri` of an entry"),
        (json!({"undo": OWLBEAR, "delete": OWLBEAR}), "either `delete` or `undo`"),
    ] {
        let reply = save(&server, arguments).await;
        assert!(reply.content["error"].as_str().is_some_and(|text| text.contains(error)), "{}", reply.text);
    }
}

#[tokio::test]
async fn a_pasted_stat_block_becomes_a_creature() {
    let server = TestServer::with_starter().await;
    let text = "Jam Bee\nTiny beast, unaligned\nArmor Class 12\nHit Points 3 (1d4 + 1)\nSpeed 5 ft., fly 30 ft.\n\
        STR DEX CON INT WIS CHA\n1 (-5) 15 (+2) 10 (+0) 1 (-5) 7 (-2) 3 (-4)\nChallenge 1/8 (25 XP)\nActions\n\
        Sting. Melee Weapon Attack: +4 to hit, reach 5 ft. Hit: 1 piercing damage.";
    let reply = save(&server, json!({"stat_block": text, "preview": false})).await;
    assert_eq!(reply.content["value"]["stored"], true, "{}", reply.text);
    let bee = server.call("lookup_creature", json!({"name": "Jam Bee", "challenge_rating": 0.125})).await;
    let bee = &bee.entries()[0];
    assert_eq!((&bee["hit_points"], &bee["document_key"]), (&json!(3), &json!("my-entries")));
    assert_eq!(bee["ability_scores"]["dexterity"], 15);
}

#[tokio::test]
async fn the_challenge_rating_of_a_creature_is_estimated_with_reasons() {
    let server = TestServer::with_starter().await;
    let copy = |fields: Value| json!({"copy_of": OWLBEAR, "name": "Snow Owlbear", "fields": fields});
    let alike = save(&server, copy(json!({}))).await;
    let stated = alike.content["value"]["entry"]["challenge_rating"].clone();
    assert_eq!(stated, "3", "{}", alike.text);

    let stronger = save(&server, copy(json!({"hit_points": 400, "armor_class": 20}))).await;
    let estimated = &stronger.content["value"]["estimated"];
    let decimal: f64 = estimated["challenge_rating"].as_str().unwrap().parse().unwrap();
    assert!((6.0..20.0).contains(&decimal), "{estimated}");
    assert_eq!(estimated["edition"], "2024");
    let reasons: Vec<&str> =
        estimated["reasons"].as_array().unwrap().iter().map(|it| it.as_str().unwrap()).collect();
    assert!(
        reasons[0].contains("400 hit points")
            && reasons[0].contains("with 20")
            && reasons[2].contains("SRD 5.2.1"),
        "{reasons:?}"
    );
    let warnings = stronger.content["value"]["warnings"].to_string();
    assert!(warnings.contains("Its challenge rating is 3; its numbers are usual for"), "{warnings}");

    let rule = save(&server, json!({"kind": "rule", "name": "Rests", "text": "A week."})).await;
    assert!(rule.content["value"].get("estimated").is_none(), "{}", rule.text);
}
