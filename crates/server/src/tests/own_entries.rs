//! Entries that the assistant writes for the user.

use serde_json::{Value, json};

use super::support::{Reply, TestServer, has};

const OWLBEAR: &str = "lore://entry/srd-2024/creature/owlbear";

async fn save(server: &TestServer, arguments: Value) -> Reply {
    server.call("guide_save_entry", arguments).await
}

#[tokio::test]
async fn a_preview_is_stored_on_request_and_found_at_once() {
    let server = TestServer::with_starter().await;
    let mut rule = json!({"kind": "rule", "name": "Slow Rests", "book": "House Rules", "text": "A long rest takes a week."});
    let preview = save(&server, rule.clone()).await;
    let value = preview.value();
    assert_eq!(value["stored"], false, "{}", preview.text);
    assert_eq!(value["entry"]["description"], "A long rest takes a week.");
    assert!(preview.content["instruction"].as_str().unwrap().contains("`preview` false"), "{}", preview.text);
    assert!(value.get("form").is_none() && value.get("written").is_none(), "{}", preview.text);
    let missing = server.call("lookup_rule", json!({"name": "Slow Rests"})).await;
    assert!(missing.entries().iter().all(|entry| entry["name"] != "Slow Rests"), "{}", missing.text);

    rule["preview"] = false.into();
    let stored = save(&server, rule).await;
    let uri = "lore://entry/house-rules/rule/slow-rests";
    has(stored.value(), &json!({"uri": uri, "stored": true}));
    let found = server.call("lookup_rule", json!({"name": "slow rests"})).await;
    has(&found.entries()[0], &json!({"uri": uri, "license": "your own"}));

    let undone = save(&server, json!({"undo": uri, "preview": false})).await;
    has(undone.value(), &json!({"stored": true, "entry": null}));
    let gone = server.call("guide_read_entry", json!({"uri": uri})).await;
    assert_eq!(gone.content["success"], false, "{}", gone.text);
}

#[tokio::test]
async fn wrong_fields_are_named_and_books_of_others_refused() {
    let server = TestServer::with_starter().await;
    let wrong = json!({"copy_of": OWLBEAR, "name": "Snow Owlbear", "fields": {"hit_points": -1, "sise": "Huge"}, "preview": false});
    let reply = save(&server, wrong).await;
    assert_eq!(reply.value()["stored"], false, "{}", reply.text);
    assert_eq!(reply.content["message"], "Nothing is stored: correct `hit_points`, `sise`.");
    let problem = |number: usize| reply.value()["problems"][number]["problem"].as_str().unwrap();
    assert!(problem(0).contains("from 1 to 2000"), "{}", problem(0));
    assert!(problem(1).contains("the nearest are `size`"), "{}", problem(1));

    for (arguments, error) in [
        (json!({"delete": OWLBEAR, "preview": false}), "is not a book of your own"),
        (json!({"undo": OWLBEAR}), "there was never an own entry"),
        (json!({"undo": "owlbear"}), "is not a `uri` of an entry"),
        (json!({"undo": OWLBEAR, "delete": OWLBEAR}), "either `delete` or `undo`"),
    ] {
        save(&server, arguments).await.fails_with(error);
    }
}

#[tokio::test]
async fn the_challenge_rating_of_a_creature_is_estimated_with_reasons() {
    let server = TestServer::with_starter().await;
    let copy = |fields: Value| json!({"copy_of": OWLBEAR, "name": "Snow Owlbear", "fields": fields});
    let alike = save(&server, copy(json!({}))).await;
    assert_eq!(alike.value()["entry"]["challenge_rating"], "3", "{}", alike.text);

    let stronger = save(&server, copy(json!({"hit_points": 400, "armor_class": 20}))).await;
    let estimated = &stronger.value()["estimated"];
    let decimal: f64 = estimated["challenge_rating"].as_str().unwrap().parse().unwrap();
    assert!((6.0..20.0).contains(&decimal), "{estimated}");
    assert_eq!(estimated["edition"], "2024");
    let reasons = estimated["reasons"].to_string();
    assert!(
        ["400 hit points", "with 20", "SRD 5.2.1"].iter().all(|words| reasons.contains(words)),
        "{reasons}"
    );
    let warnings = stronger.value()["warnings"].to_string();
    assert!(warnings.contains("Its challenge rating is 3; its numbers are usual for"), "{warnings}");

    let rule = save(&server, json!({"kind": "rule", "name": "Rests", "text": "A week."})).await;
    assert!(rule.value().get("estimated").is_none(), "{}", rule.text);
}
