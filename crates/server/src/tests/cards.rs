//! The card that clients of the MCP Apps extension show.

use rmcp::model::{ClientCapabilities, ReadResourceRequestParams};
use serde_json::{Value, json};

use super::support::TestServer;
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
    assert_eq!(
        linked,
        [
            "guide_plan_encounter", "guide_read_entry", "lookup_character_option", "lookup_creature",
            "lookup_equipment", "lookup_rule", "lookup_spell", "search_dnd_content",
        ],
        "no card in this build: run scripts/build-ui"
    );
    let capabilities = server.client.peer_info().unwrap().capabilities.clone();
    assert_eq!(
        serde_json::to_value(capabilities.extensions).unwrap(),
        json!({ "io.modelcontextprotocol/ui": {} })
    );
}

#[tokio::test]
async fn the_card_is_a_page_of_at_most_60_kb_that_needs_no_other() {
    let server = TestServer::with_starter().await;
    let result = server.client.read_resource(ReadResourceRequestParams::new(ADDRESS)).await.unwrap();
    let [card] = result.contents.as_slice() else { panic!("one page") };
    let card = serde_json::to_value(card).unwrap();
    let page = card["text"].as_str().unwrap();
    assert_eq!((&card["uri"], &card["mimeType"]), (&json!(ADDRESS), &json!("text/html;profile=mcp-app")));
    assert_eq!(card["_meta"], json!({ "ui": { "prefersBorder": true } }));
    assert!(page.starts_with("<!doctype html>") && page.len() <= 60_000, "{} bytes", page.len());
    assert!(!page.contains(" src=\"") && !page.contains("<link") && !page.contains("url("));
    let wrong =
        server.client.read_resource(ReadResourceRequestParams::new("ui://lorekeeper/other.html")).await;
    assert!(wrong.is_err());
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
        let mut without = plain.try_call(tool, arguments.clone()).await.unwrap();
        let mut with = with_card.try_call(tool, arguments.clone()).await.unwrap();
        assert!(without.meta.is_none(), "{tool} {arguments}");
        with.meta = None;
        without.meta = None;
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
    assert_eq!(beside["edition"], "2014");
    assert_eq!(beside["twins"][0]["uri"], "lore://entry/srd-2024/creature/goblin-warrior");
    assert_eq!(beside["notice"], lore::model::SRD_2014_NOTICE);
    let dragon = metadata("lookup_creature", json!({"name": "adult red dragon", "edition": "2024"})).await;
    let links = &dragon["beside"]["lore://entry/srd-2024/creature/adult-red-dragon"]["links"];
    assert!(links.as_array().unwrap().iter().any(|link| link["text"] == "Fireball"), "{links}");
    let list = metadata("lookup_rule", json!({"rule_type": "rule", "limit": 50})).await;
    assert!(list.to_string().len() < 30_000, "{} bytes", list.to_string().len());
    assert_eq!(list["beside"].as_object().unwrap().len(), 50);
    assert_eq!(metadata("list_documents", json!({})).await, Value::Null);
}
