use serde_json::json;

use super::support::TestServer;

#[tokio::test]
async fn documents_are_listed_with_their_metadata() {
    let server = TestServer::with_starter().await;
    let reply = server.call("list_documents", json!({})).await;
    let [document, newer] = reply.entries().as_slice() else { panic!("two documents") };
    assert_eq!(document["document_name"], "System Reference Document 5.1");
    assert_eq!(document["document_key"], "srd-2014");
    assert_eq!(document["source_api"], "dnd5e_api");
    assert_eq!(document["publisher"], "Wizards of the Coast");
    assert_eq!(document["license"], "CC-BY-4.0");
    assert_eq!(document["notice"], lore::model::SRD_2014_NOTICE);
    assert_eq!((&newer["document_key"], &newer["source_api"]), (&json!("srd-2024"), &json!("srd")));
    assert_eq!(newer["notice"], lore::model::SRD_2024_NOTICE);
    let stats = server.call("guide_library_stats", json!({})).await;
    let count = |document: &serde_json::Value| document["entity_count"].as_u64().unwrap();
    assert_eq!(Some(count(document) + count(newer)), stats.content["value"]["entries"].as_u64());
}

#[tokio::test]
async fn documents_are_listed_as_json_or_text_and_by_source() {
    let server = TestServer::with_starter().await;
    let json_reply = server.call("list_documents", json!({"format": "json"})).await;
    assert_eq!(serde_json::from_str::<serde_json::Value>(&json_reply.text).unwrap(), json_reply.content);
    let text = server.call("list_documents", json!({"format": "text"})).await;
    assert_eq!(text.content["value"], text.text);
    for word in ["System Reference Document 5.1", "srd-2014", "dnd5e_api", "srd-2024"] {
        assert!(text.text.contains(word), "{word} in {}", text.text);
    }
    let of = async |source| server.call("list_documents", json!({"source": source})).await;
    assert_eq!(of("dnd5e_api").await.entries().len(), 1);
    let other = of("orcbrew").await;
    let none = "No documents found in cache from the source orcbrew; there are some from dnd5e_api, srd.";
    assert_eq!((other.names(), other.message()), (vec![], none));
}

#[tokio::test]
async fn an_empty_library_lists_no_documents() {
    let server = TestServer::empty().await;
    let reply = server.call("list_documents", json!({})).await;
    assert_eq!((reply.entries().len(), reply.message()), (0, "No documents found in cache"));
    let lookup = server.call("lookup_spell", json!({"name": "fireball"})).await;
    assert_eq!(lookup.entries().len(), 0);
    lookup.says("The library is empty");
    server.call("search_dnd_content", json!({"query": "fire"})).await.says("The library is empty");
}

#[tokio::test]
async fn a_lookup_returns_only_entries_of_the_named_documents() {
    let server = TestServer::with_starter().await;
    for (document, names) in [
        (
            "srd-2014",
            "srd-2014, SRD-2014, srd-5e, srd-5.1, 5e-srd, wotc-srd, srd, system reference document 5.1, 5e, 5.1, 2014",
        ),
        ("srd-2024", "5.5e, SRD 5.2, 5.2.1"),
    ] {
        for name in names.split(", ") {
            let reply = server.call("lookup_spell", json!({"name": "fireball", "documents": [name]})).await;
            assert_eq!(reply.names(), ["Fireball"], "{name}");
            assert_eq!(reply.entries()[0]["document_key"], document, "{name}");
        }
    }
    let calls = [
        ("lookup_creature", json!({"name": "dragon", "documents": ["srd-5e"]})),
        ("lookup_equipment", json!({"item_type": "weapon", "name": "longsword", "documents": ["srd-5e"]})),
        ("lookup_equipment", json!({"item_type": "weapon", "documents": ["srd-5e", "phb"]})),
        (
            "lookup_character_option",
            json!({"option_type": "class", "name": "wizard", "documents": ["srd-5e"]}),
        ),
        ("lookup_rule", json!({"rule_type": "rule", "name": "combat", "documents": ["srd-5e"]})),
        ("lookup_spell", json!({"level": 3, "documents": ["srd-5e", "tce"]})),
        ("search_dnd_content", json!({"query": "dragon", "documents": ["srd-5e", "tce", "phb"]})),
    ];
    for (tool, arguments) in calls {
        let reply = server.call(tool, arguments.clone()).await;
        assert!(!reply.entries().is_empty(), "{tool} {arguments}");
        assert!(reply.entries().iter().all(|entry| entry["document_key"] == "srd-2014"));
    }
}

#[tokio::test]
async fn the_document_filter_works_alike_in_every_lookup() {
    let server = TestServer::with_starter().await;
    let tools = [
        ("lookup_spell", json!({})),
        ("lookup_creature", json!({})),
        ("lookup_equipment", json!({})),
        ("lookup_character_option", json!({"type": "class"})),
        ("lookup_rule", json!({"rule_type": "rule"})),
        ("search_dnd_content", json!({"query": "dragon"})),
    ];
    for (tool, arguments) in tools {
        let with = |documents: serde_json::Value| {
            let mut arguments = arguments.clone();
            arguments["documents"] = documents;
            arguments
        };
        assert!(
            !server.call(tool, with(json!(null))).await.entries().is_empty(),
            "{tool}: null is not a filter"
        );
        let unknown = server.call(tool, with(json!(["non-existent"]))).await;
        assert_eq!(unknown.entries().len(), 0, "{tool}");
        unknown.says("non-existent");
        unknown.says("srd-2014");
        let text = server.call(tool, with(json!("srd-2014"))).await;
        assert!(!text.entries().is_empty(), "{tool}: a text is a list of one");
    }
}

#[tokio::test]
async fn a_deleted_document_disappears_from_every_result() {
    let server = TestServer::with_one_book().await;
    let refused =
        server.call("guide_delete_document", json!({"document": "srd-2014", "confirm": "yes"})).await;
    refused.fails_with("DELETE_DOCUMENT");
    let refused = server.call("guide_delete_document", json!({"document": "srd-2014"})).await;
    refused.fails_with("confirm");
    let missing = server
        .call("guide_delete_document", json!({"document": "srd-2041", "confirm": "DELETE_DOCUMENT"}))
        .await;
    assert_eq!(missing.content["error_type"], "no_such_document");
    assert!(missing.error().contains("srd-2014"), "the nearest is named");
    assert_eq!(
        server.call("lookup_spell", json!({"name": "fireball"})).await.names()[0],
        "Fireball",
        "nothing was deleted"
    );

    let deleted = server
        .call("guide_delete_document", json!({"document": "srd-5e", "confirm": "DELETE_DOCUMENT"}))
        .await;
    assert_eq!(deleted.content["value"]["document_key"], "srd-2014");
    assert_eq!(server.call("lookup_spell", json!({"name": "fireball"})).await.entries().len(), 0);
    assert_eq!(server.call("search_dnd_content", json!({"query": "fireball"})).await.entries().len(), 0);
    assert_eq!(server.call("list_documents", json!({})).await.entries().len(), 0);
    let stats = server.call("guide_library_stats", json!({})).await;
    assert_eq!(stats.content["value"]["entries"], 0);
    assert_eq!(stats.content["value"]["indexed_entries"], 0, "the text index, too");
    assert!(server.home().join("library.db").exists());
}

#[tokio::test]
async fn clearing_the_cache_needs_confirmation_and_deletes_no_entry() {
    let server = TestServer::with_starter().await;
    for refused in [json!({}), json!({"confirm": true}), json!({"confirm": "clear_cache"})] {
        let reply = server.call("guide_clear_cache", refused).await;
        assert_eq!(reply.content["error_type"], "invalid_arguments");
        reply.fails_with("confirm");
    }
    let before = server.call("guide_library_stats", json!({})).await.content["value"]["entries"].clone();
    let cleared = server.call("guide_clear_cache", json!({"confirm": "CLEAR_CACHE"})).await;
    assert_eq!(cleared.content["value"], json!({"questions": 0}));
    cleared.says("Every entry is still in the library");
    let after = server.call("guide_library_stats", json!({})).await;
    assert_eq!(after.content["value"]["entries"], before);
    let cache = &after.content["value"]["cache"];
    assert_eq!((&cache["questions"], &cache["offline"]), (&json!(0), &json!(true)));
}
