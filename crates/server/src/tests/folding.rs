//! One result for each thing: its editions, printings and variants are named in it.

use std::collections::HashSet;

use serde_json::{Value, json};

use super::support::TestServer;

fn keys(versions: &Value) -> Vec<&str> {
    let versions = versions.as_array().into_iter().flatten();
    versions.map(|version| version["document_key"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn a_result_names_the_other_editions_and_each_is_read_by_its_address() {
    let server = TestServer::with_starter().await;
    let reply = server.call("lookup_spell", json!({"name": "fireball"})).await;
    assert_eq!(reply.names(), ["Fireball", "Delayed Blast Fireball"]);
    let [first, line] = reply.entries().as_slice() else { panic!("{}", reply.text) };
    assert_eq!((&first["document_key"], keys(&first["also_in"])), (&json!("srd-2024"), vec!["srd-2014"]));
    assert_eq!(first["also_in"][0]["differs"], true);
    assert_eq!(line["also_in"][0]["document_key"].as_str().or(line["also_in"][0].as_str()), Some("srd-2014"));
    reply.says("The first has this name");
    let address = json!({"uri": first["also_in"][0]["uri"]});
    let older = server.call("guide_read_entry", address).await;
    assert_eq!(older.value()["entry"]["document_key"], "srd-2014");
    for (arguments, documents) in [
        (json!({"name": "fireball", "fold": false}), &["srd-2014", "srd-2024"][..]),
        (json!({"name": "fireball", "documents": ["srd-2014", "srd-2024"]}), &["srd-2014", "srd-2024"]),
        (json!({"name": "fireball", "edition": "2014"}), &["srd-2014"]),
    ] {
        let reply = server.call("lookup_spell", arguments.clone()).await;
        let named = reply.entries().iter().filter(|entry| entry["name"] == "Fireball");
        let found: Vec<&str> = named.map(|entry| entry["document_key"].as_str().unwrap()).collect();
        assert_eq!(found, documents, "{arguments}");
        assert!(reply.entries().iter().all(|entry| entry["also_in"].is_null()), "{arguments}");
    }
}

#[tokio::test]
async fn the_limit_counts_results_and_no_thing_comes_twice() {
    let server = TestServer::with_starter().await;
    for (tool, arguments) in [
        ("lookup_spell", json!({"level": 3})),
        ("lookup_creature", json!({"type": "dragon"})),
        ("lookup_creature", json!({"name": "dragon"})),
        ("lookup_character_option", json!({"type": "class-option"})),
        ("lookup_rule", json!({"rule_type": "condition", "semantic_query": "cannot move"})),
        ("search_dnd_content", json!({"query": "fire"})),
    ] {
        for limit in [1, 5, 14] {
            let mut arguments = arguments.clone();
            arguments["limit"] = limit.into();
            let reply = server.call(tool, arguments.clone()).await;
            let is_exact = reply.entries().len() == limit || arguments["rule_type"] == "condition";
            assert!(is_exact, "{tool} {arguments}: {}", reply.entries().len());
            let things: HashSet<_> = reply.texts("kind").into_iter().zip(reply.names()).collect();
            assert_eq!(things.len(), reply.entries().len(), "{tool} {arguments}: {:?}", reply.names());
        }
    }
}

#[tokio::test]
async fn a_search_shows_the_2024_rules_unless_it_names_an_edition() {
    let server = TestServer::with_starter().await;
    let search = json!({"query": "red dragon", "semantic": false, "limit": 5});
    let reply = server.call("search_dnd_content", search).await;
    let adult = reply.entries().iter().find(|entry| entry["name"] == "Adult Red Dragon").unwrap();
    assert_eq!(adult["document_key"], "srd-2024", "{adult}");
    assert!(adult["also_in"].to_string().contains("srd-2014"), "ranked far behind: {adult}");
    for edition in ["2014", "2024"] {
        let query = json!({"query": format!("{edition} fireball"), "semantic": false});
        let reply = server.call("search_dnd_content", query).await;
        assert_eq!(reply.entries()[0]["document_key"], format!("srd-{edition}"), "{:?}", reply.names());
    }
}
