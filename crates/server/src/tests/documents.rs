use serde_json::{Value, json};

use super::support::{TestServer, has};

#[tokio::test]
async fn documents_are_listed_with_their_metadata() {
    let server = TestServer::with_starter().await;
    let reply = server.call("list_documents", json!({})).await;
    let [document, newer] = reply.entries().as_slice() else { panic!("two documents") };
    let expected = json!({
        "document_name": "System Reference Document 5.1", "document_key": "srd-2014", "source_api": "dnd5e_api",
        "publisher": "Wizards of the Coast", "license": "CC-BY-4.0", "notice": lore::model::SRD_2014_NOTICE,
    });
    has(document, &expected);
    let notice = lore::model::SRD_2024_NOTICE;
    has(newer, &json!({"document_key": "srd-2024", "source_api": "srd", "notice": notice}));
    let stats = server.call("guide_library_stats", json!({})).await;
    let count = |document: &Value| document["entity_count"].as_u64().unwrap();
    assert_eq!(Some(count(document) + count(newer)), stats.value()["entries"].as_u64());
}

#[tokio::test]
async fn documents_are_listed_as_json_or_text_and_by_source() {
    let server = TestServer::with_starter().await;
    let json_reply = server.call("list_documents", json!({"format": "json"})).await;
    assert_eq!(serde_json::from_str::<Value>(&json_reply.text).unwrap(), json_reply.content);
    let text = server.call("list_documents", json!({"format": "text"})).await;
    assert_eq!(*text.value(), text.text);
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
async fn documents_and_editions_are_filters_alike_in_every_lookup() {
    let server = TestServer::with_starter().await;
    for (tool, arguments) in [
        ("lookup_spell", json!({"level": 3})),
        ("lookup_creature", json!({"name": "dragon"})),
        ("lookup_equipment", json!({"item_type": "weapon"})),
        ("lookup_character_option", json!({"option_type": "class", "name": "wizard"})),
        ("lookup_rule", json!({"rule_type": "rule"})),
        ("search_dnd_content", json!({"query": "dragon"})),
    ] {
        let with = async |filter: &str, value: Value| {
            let mut arguments = arguments.clone();
            arguments[filter] = value;
            server.call(tool, arguments).await
        };
        assert!(!with("documents", json!(null)).await.entries().is_empty(), "{tool}: null is not a filter");
        let unknown = with("documents", json!(["non-existent"])).await;
        assert_eq!(unknown.entries().len(), 0, "{tool}");
        unknown.says("non-existent");
        unknown.says("srd-2014");
        for (filter, value, key) in [
            ("documents", json!(["srd-5e", "tce", "phb"]), "srd-2014"),
            ("documents", json!("system reference document 5.1"), "srd-2014"),
            ("documents", json!(["SRD 5.2"]), "srd-2024"),
            ("edition", json!("SRD 5.1"), "srd-2014"),
            ("edition", json!(2024), "srd-2024"),
        ] {
            let reply = with(filter, value).await;
            let keys = reply.texts("document_key");
            assert!(!keys.is_empty() && keys.iter().all(|it| *it == key), "{tool} {filter}: {}", reply.text);
        }
    }
}

#[tokio::test]
async fn a_deleted_document_disappears_from_every_result() {
    let server = TestServer::with_one_book().await;
    let missing = server.delete("srd-2041").await;
    assert_eq!(missing.content["error_type"], "no_such_document");
    missing.fails_with("srd-2014");
    assert_eq!(server.delete("srd-5e").await.value()["document_key"], "srd-2014");
    for (tool, arguments) in [
        ("lookup_spell", json!({"name": "fireball"})),
        ("search_dnd_content", json!({"query": "fireball"})),
        ("list_documents", json!({})),
    ] {
        assert_eq!(server.call(tool, arguments).await.entries().len(), 0, "{tool}");
    }
    let stats = server.call("guide_library_stats", json!({})).await;
    has(stats.value(), &json!({"entries": 0, "indexed_entries": 0}));
    assert!(server.home().join("library.db").exists());
}

#[tokio::test]
async fn clearing_the_cache_deletes_no_entry() {
    let server = TestServer::with_starter().await;
    let cleared = server.call("guide_clear_cache", json!({"confirm": "CLEAR_CACHE"})).await;
    assert_eq!(*cleared.value(), json!({"questions": 0}));
    cleared.says("Every entry is still in the library");
    let stats = server.call("guide_library_stats", json!({})).await;
    assert_eq!(stats.value()["indexed_entries"], stats.value()["entries"]);
    has(&stats.value()["cache"], &json!({"questions": 0, "offline": true}));
}
