use std::path::PathBuf;

use rmcp::model::Reference;
use serde_json::{Value, json};

use super::support::{Reply, TestServer, has};

const EMBER: &str = r#"{"Ember Book"
 {:orcpub.dnd.e5/spells
  {:spark {:key :spark, :name "Spark of the Hearth", :option-pack "Ember Book", :level 1, :school "evocation",
           :description "A spark leaps from the embers."}
   :fireball {:key :fireball, :name "Fireball", :option-pack "Ember Book", :level 4, :school "evocation",
              :description "A hotter ball of fire."}}
  :orcpub.dnd.e5/monsters
  {:ash-hound {:key :ash-hound, :name "Ash Hound", :option-pack "Ember Book", :challenge 0.5, :type :beast, :size :medium}}
  :orcpub.dnd.e5/selections
  {:cinder-paths {:key :cinder-paths, :name "Cinder Paths", :option-pack "Ember Book",
                  :options [{:name "Ashen Step", :description "You walk on embers."}
                            {:name "Coal Heart", :description "Fire does not harm you."}]}}}}"#;

fn files(reply: &Reply) -> &Vec<Value> {
    assert!(!reply.is_error, "{}", reply.text);
    reply.value()["files"].as_array().unwrap()
}

pub(super) async fn server_with(text: &str) -> (TestServer, PathBuf) {
    let server = TestServer::with_one_book().await;
    let file = server.home().join("ember.orcbrew");
    std::fs::write(&file, text).unwrap();
    (server, file)
}

pub(super) async fn server_with_ember_book() -> TestServer {
    let (server, file) = server_with(EMBER).await;
    let reply = server.call("guide_import_orcbrew", json!({"path": file})).await;
    assert_eq!(reply.content["success"], true, "{}", reply.text);
    server
}

#[tokio::test]
async fn a_homebrew_spell_has_its_book_as_document() {
    let server = server_with_ember_book().await;
    let reply = server.call("lookup_spell", json!({"name": "spark of the hearth"})).await;
    let [spell] = reply.entries().as_slice() else { panic!("one spell: {}", reply.text) };
    let expected = json!({
        "document_name": "Ember Book", "document": "Ember Book", "document_key": "ember-book", "document_source": "orcbrew",
        "license": "unknown (your file)", "cache_status": "imported", "uri": "lore://entry/ember-book/spell/spark",
    });
    has(spell, &expected);
    for document in ["ember-book", "EMBER-BOOK", "Ember Book", "ember book"] {
        let reply = server.call("lookup_spell", json!({"name": "fireball", "documents": [document]})).await;
        let [spell] = reply.entries().as_slice() else { panic!("{document}: {}", reply.text) };
        assert_eq!((&spell["document_key"], &spell["level"]), (&json!("ember-book"), &json!(4)));
    }
    let everywhere = server.call("lookup_spell", json!({"name": "fireball"})).await;
    let mut keys = everywhere.texts("document_key");
    keys.truncate(2);
    keys.sort_unstable();
    assert_eq!(keys, ["ember-book", "srd-2014"], "homebrew stands beside official content");
    let official = server.call("lookup_spell", json!({"name": "fireball", "documents": ["srd"]})).await;
    assert_eq!(official.entries().len(), 1);
}

#[tokio::test]
async fn search_finds_homebrew_beside_official_content() {
    let server = server_with_ember_book().await;
    let reply = server.call("search_dnd_content", json!({"query": "firebal"})).await;
    let places: Vec<_> = reply.entries().iter().take(2).map(|hit| &hit["document_source"]).collect();
    assert!(places.contains(&&json!("orcbrew")) && places.contains(&&json!("dnd5e_api")), "{places:?}");
    let hound =
        server.call("search_dnd_content", json!({"query": "ash hound", "content_types": ["Creature"]})).await;
    assert_eq!(hound.names()[0], "Ash Hound");
    let option = server.call("search_dnd_content", json!({"query": "ashen step"})).await;
    assert!(option.names().iter().take(5).any(|name| *name == "Cinder Paths"), "{:?}", option.names());
    let option =
        server.call("lookup_character_option", json!({"type": "class-option", "name": "coal heart"})).await;
    assert_eq!((option.names()[0], &option.content["match"]), ("Cinder Paths", &json!("fuzzy")));
}

#[tokio::test]
async fn an_import_reports_its_result_and_adds_a_document() {
    let (server, file) = server_with(EMBER).await;
    let quoted = format!("\"{}\"", file.display());
    let dry = server.call("guide_import_orcbrew", json!({"path": quoted, "dry_run": true})).await;
    assert_eq!(files(&dry)[0]["dry_run"], true);
    dry.says("Would import 4 entries");
    dry.says("Nothing was changed.");
    assert_eq!(server.call("list_documents", json!({"source": "orcbrew"})).await.entries().len(), 0);

    let reply = server
        .call("guide_import_orcbrew", json!({"path": url::Url::from_file_path(&file).unwrap().as_str()}))
        .await;
    let report = &files(&reply)[0];
    has(report, &json!({"read": 4, "stored": 4, "added": 4}));
    assert_eq!(report["books"][0]["document_key"], "ember-book");
    reply.says("Imported 4 entries from 1 book: `Ember Book` (4 entries, key `ember-book`, homebrew).");
    let documents = server.call("list_documents", json!({"source": "orcbrew"})).await;
    let [document] = documents.entries().as_slice() else { panic!("one document") };
    has(document, &json!({"document_name": "Ember Book", "entity_count": 4}));
    has(&document["import"], &json!({"files": ["ember.orcbrew"], "rejected": 0}));

    let again = server.call("guide_import_orcbrew", json!({"path": file, "policy": "Keep-Both"})).await;
    assert_eq!(files(&again)[0]["unchanged"], 4, "{}", again.text);
}

#[tokio::test]
async fn a_damaged_file_is_imported_in_part_with_a_message() {
    let (server, file) = server_with(EMBER.trim_end_matches('}')).await;
    let reply = server.call("guide_import_orcbrew", json!({"path": file})).await;
    assert_eq!(files(&reply)[0]["damaged"], true, "{}", reply.text);
    reply.says("repaired");
    reply.says("damaged");
    assert_eq!(server.call("lookup_spell", json!({"name": "spark of the hearth"})).await.entries().len(), 1);
}

#[tokio::test]
async fn lists_in_a_result_are_short_and_the_resource_is_complete() {
    let spells: String = (0..50).map(|n| format!(":s{n} 5 ")).collect();
    let text = format!(
        "{{\"Ember Book\" {{:orcpub.dnd.e5/spells {{:spark {{:name \"Spark\" :level 1}} {spells}}}}}}}"
    );
    let (server, file) = server_with(&text).await;
    let reply = server.call("guide_import_orcbrew", json!({"path": file})).await;
    let report = &files(&reply)[0];
    has(report, &json!({"read": 51, "stored": 1}));
    assert_eq!(report["rejected"].as_array().unwrap().len(), 20);
    assert_eq!(report["left_out"]["rejected"], 30);
    assert!(reply.content["instruction"].as_str().unwrap().contains("lore://import/{document}"));
    let content = server.read("lore://import/ember-book").await.unwrap().remove(0);
    assert_eq!(content["mimeType"], "application/json");
    let whole: Value = serde_json::from_str(content["text"].as_str().unwrap()).unwrap();
    assert_eq!(whole[0]["rejected"].as_array().unwrap().len(), 50);
    let reference = Reference::for_resource("lore://import/{document}");
    assert_eq!(server.complete(reference, "document", "", &[]).await, ["ember-book"]);
}

#[tokio::test]
async fn official_content_has_no_import_report() {
    let server = TestServer::with_starter().await;
    for uri in ["lore://import/srd-2014", "lore://import/nothing", "lore://import/"] {
        let error = server.read(uri).await.unwrap_err();
        assert!(error.to_string().contains("lore://import/{document}"), "{uri}: {error}");
    }
}
