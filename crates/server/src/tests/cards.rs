//! The card that clients of the MCP Apps extension show.

use rmcp::model::ClientCapabilities;
use serde_json::{Value, json};

use super::support::{TestServer, has};
use crate::cards::ADDRESS;

fn card_client() -> ClientCapabilities {
    let extensions = json!({ "io.modelcontextprotocol/ui": { "mimeTypes": ["text/html;profile=mcp-app"] } });
    serde_json::from_value(json!({ "extensions": extensions })).unwrap()
}

#[tokio::test]
async fn each_tool_that_returns_entries_is_linked_to_the_card() {
    let server = TestServer::with_starter().await;
    let tools = server.client.list_all_tools().await.unwrap();
    let mut linked: Vec<&str> = tools
        .iter()
        .filter_map(|tool| {
            let metadata = serde_json::to_value(tool.meta.as_ref()?).unwrap();
            assert_eq!(metadata, json!({ "ui": { "resourceUri": ADDRESS }, "ui/resourceUri": ADDRESS }));
            Some(tool.name.as_ref())
        })
        .collect();
    linked.sort_unstable();
    let expected = [
        "guide_plan_encounter", "guide_read_entry", "lookup_character_option", "lookup_creature",
        "lookup_equipment", "lookup_rule", "lookup_spell", "search_dnd_content",
    ];
    assert_eq!(linked, expected, "no card in this build: run scripts/build-ui");
    let extensions = &server.client.peer_info().unwrap().capabilities.extensions;
    let extensions = serde_json::to_value(extensions).unwrap();
    assert_eq!(extensions, json!({ "io.modelcontextprotocol/ui": {} }));
}

#[tokio::test]
async fn the_card_is_a_page_of_at_most_60_kb_that_needs_no_other() {
    let server = TestServer::with_starter().await;
    let contents = server.read(ADDRESS).await.unwrap();
    let [card] = contents.as_slice() else { panic!("one page") };
    let page = card["text"].as_str().unwrap();
    let metadata = json!({ "ui": { "prefersBorder": true } });
    has(card, &json!({ "uri": ADDRESS, "mimeType": "text/html;profile=mcp-app", "_meta": metadata }));
    assert!(page.starts_with("<!doctype html>") && page.len() <= 60_000, "{} bytes", page.len());
    assert!(!page.contains(" src=\"") && !page.contains("<link") && !page.contains("url("));
    assert!(server.read("ui://lorekeeper/other.html").await.is_err());
}

#[tokio::test]
async fn answers_are_equal_with_and_without_a_card() {
    let plain = TestServer::with_starter().await;
    let with_card = TestServer::with_capabilities(card_client()).await;
    for (tool, arguments) in [
        ("lookup_spell", json!({"name": "fireball"})),
        ("lookup_creature", json!({"type": "dragon", "limit": 20})),
        ("lookup_spell", json!({"name": "zzzz"})),
        ("lookup_spell", json!({"level": "twelve"})),
        ("search_dnd_content", json!({"query": "falling"})),
        ("guide_read_entry", json!({"uri": "lore://entry/srd-2014/spell/fireball"})),
        ("list_documents", json!({})),
    ] {
        let without = plain.try_call(tool, arguments.clone()).await.unwrap();
        let mut with = with_card.try_call(tool, arguments.clone()).await.unwrap();
        assert!(without.meta.is_none(), "{tool} {arguments}");
        with.meta = None;
        let bytes = |result| serde_json::to_string(result).unwrap();
        assert_eq!(bytes(&without), bytes(&with), "{tool} {arguments}");
    }
}

#[tokio::test]
async fn the_card_learns_editions_twins_links_and_notices() {
    let server = TestServer::with_capabilities(card_client()).await;
    let metadata = async |tool, arguments| -> Value {
        let result = server.try_call(tool, arguments).await.unwrap();
        serde_json::to_value(result.meta).unwrap()["app.lorekeeper/card"].clone()
    };
    let goblin = metadata("lookup_creature", json!({"name": "goblin", "edition": "2014", "limit": 1})).await;
    assert_eq!(goblin["read_entry"], "guide_read_entry");
    let beside = &goblin["beside"]["lore://entry/srd-2014/creature/goblin"];
    has(beside, &json!({ "edition": "2014", "notice": lore::model::SRD_2014_NOTICE }));
    assert_eq!(beside["twins"][0]["uri"], "lore://entry/srd-2024/creature/goblin-warrior");
    let dragon = metadata("lookup_creature", json!({"name": "adult red dragon", "edition": "2024"})).await;
    let links = &dragon["beside"]["lore://entry/srd-2024/creature/adult-red-dragon"]["links"];
    assert!(links.as_array().unwrap().iter().any(|link| link["text"] == "Fireball"), "{links}");
    let list = metadata("lookup_rule", json!({"rule_type": "rule", "limit": 50})).await;
    assert!(list.to_string().len() < 30_000, "{} bytes", list.to_string().len());
    assert_eq!(list["beside"].as_object().unwrap().len(), 50);
    assert_eq!(metadata("list_documents", json!({})).await, Value::Null);
}
