use rmcp::model::Reference;
use serde_json::{Value, json};

use super::support::{TestServer, has};

async fn json_of(server: &TestServer, uri: &str) -> Value {
    serde_json::from_str(server.read(uri).await.unwrap()[0]["text"].as_str().unwrap()).unwrap()
}

#[tokio::test]
async fn resources_list_documents_and_statistics() {
    let server = TestServer::with_starter().await;
    assert_eq!(json_of(&server, "lore://documents").await[0]["document_key"], "srd-2014");
    assert_eq!(json_of(&server, "lore://stats").await["kinds"]["spell"], 319 + 339);
}

#[tokio::test]
async fn an_entry_has_the_notice_that_its_licence_requires() {
    let server = TestServer::with_starter().await;
    let contents = server.read("lore://entry/srd-2014/spell/fireball").await.unwrap();
    let [markdown, json] = contents.as_slice() else { panic!("two forms") };
    let text = markdown["text"].as_str().unwrap();
    assert_eq!(markdown["mimeType"], "text/markdown");
    assert!(text.starts_with("# Fireball\n") && text.contains(lore::model::SRD_2014_NOTICE));
    let entry: Value = serde_json::from_str(json["text"].as_str().unwrap()).unwrap();
    assert_eq!((&entry["name"], &entry["level"]), (&"Fireball".into(), &3.into()));
}

#[tokio::test]
async fn an_unknown_address_is_an_error_with_the_address_templates() {
    let server = TestServer::with_starter().await;
    let wrong = [
        "lore://entry/srd-2014/spell/no-such-spell",
        "lore://entry/srd-2014/sandwich/fireball",
        "lore://entry/srd-2014/spell",
        "lore://entry/srd-2014/spell/fireball/more",
        "lore://nothing",
        "file:///etc/passwd",
        "",
    ];
    for uri in wrong {
        let error = server.read(uri).await.unwrap_err();
        let rmcp::ServiceError::McpError(data) = &error else { panic!("{uri}: {error}") };
        assert_eq!(data.data, Some(json!({ "uri": uri })), "programs can tell which address it was");
        let error = error.to_string();
        assert!(error.contains("lore://entry/{document}/{kind}/{slug}"), "{uri}: {error}");
    }
}

#[tokio::test]
async fn each_gap_of_an_entry_address_is_completed() {
    let server = TestServer::with_one_book().await;
    let complete = async |name: &str, value: &str| {
        let reference = Reference::for_resource("lore://entry/{document}/{kind}/{slug}");
        server.complete(reference, name, value, &[("document", "srd-2014"), ("kind", "spell")]).await
    };
    assert_eq!(complete("document", "srd").await, ["srd-2014"]);
    assert_eq!(complete("kind", "magic").await, ["magic-item", "magic-school"]);
    assert_eq!(complete("slug", "fire").await, ["fire-bolt", "fire-shield", "fire-storm", "fireball"]);
    assert_eq!(complete("other", "x").await, Vec::<String>::new());
}

#[tokio::test]
async fn the_activity_lists_client_call_and_number_of_results() {
    let server = TestServer::with_starter().await;
    server.call("lookup_spell", json!({"name": "fire*", "limit": 3})).await;
    server.call("lookup_spell", json!({"level": "twelve"})).await;
    let calls = json_of(&server, "lore://activity").await;
    let [failed, found] = &calls.as_array().unwrap()[..] else { panic!("{calls}") };
    let arguments = r#"{"name":"fire*","limit":3}"#;
    let expected =
        json!({"tool": "lookup_spell", "results": 3, "arguments": arguments, "client": "server 1.0"});
    has(found, &expected);
    assert_eq!(
        found["entries"][0],
        json!({"name": "Fire Bolt", "uri": "lore://entry/srd-2024/spell/fire-bolt"})
    );
    assert!(found["milliseconds"].as_f64().unwrap() > 0.0 && found.get("error").is_none());
    assert!(failed["error"].as_str().unwrap().contains("level"), "{failed}");
    let stats = server.call("guide_library_stats", json!({})).await;
    assert_eq!(stats.value()["last_calls"][1], calls[1]);
    let changed = server.call("guide_change_settings", json!({"keep_activity": false})).await;
    assert_eq!(changed.value()["keep_activity"], false);
    server.call("lookup_spell", json!({"name": "light"})).await;
    assert_eq!(json_of(&server, "lore://activity").await, json!([]), "what was noted is forgotten");
}

#[tokio::test]
async fn calls_of_the_window_are_not_recorded() {
    let server = TestServer::of_the_window().await;
    server.call("lookup_spell", json!({"name": "light"})).await;
    assert_eq!(json_of(&server, "lore://activity").await, json!([]));
}
