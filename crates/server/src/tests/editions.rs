//! The edition filter, names that players know, and counterparts in the other edition.

use serde_json::json;

use super::homebrew::server_with;
use super::support::{Reply, TestServer};

fn documents(reply: &Reply) -> Vec<&str> {
    let mut keys = reply.texts("document_key");
    keys.sort_unstable();
    keys.dedup();
    keys
}

#[tokio::test]
async fn the_window_filters_by_edition_too_and_a_wrong_one_is_refused() {
    let server = TestServer::with_starter().await;
    let wrong = server.call("lookup_spell", json!({"edition": "3.5"})).await;
    wrong.fails_with("`3.5` is not an edition; give 2014 or 2024");
    let browsed = server.call("guide_browse_entries", json!({"query": "fireball", "edition": "5.5e"})).await;
    let entries = browsed.value()["entries"].as_array().unwrap();
    assert!(!entries.is_empty() && entries.iter().all(|entry| entry["edition"] == "2024"), "{entries:?}");
}

#[tokio::test]
async fn an_edition_and_documents_combine_or_the_message_says_why_not() {
    let server = TestServer::with_starter().await;
    let call = |documents, edition| {
        server.call("lookup_spell", json!({"name": "fireball", "documents": documents, "edition": edition}))
    };
    assert_eq!(documents(&call(json!(["srd-2014", "srd-2024"]), "2024").await), ["srd-2024"]);
    let never = call(json!(["srd-2014"]), "2024").await;
    let why = "none of the requested documents is of the 2024 rules; `srd-2014` is of the 2014 rules";
    assert!(never.names().is_empty() && never.message().contains(why), "{}", never.message());
    let only_newer = server.call("lookup_spell", json!({"name": "hex", "edition": "2014"})).await;
    only_newer.says("in no document of the 2014 rules, but in `srd-2024`");
}

#[tokio::test]
async fn names_with_a_wizards_name_find_the_srd_entry() {
    let server = TestServer::with_starter().await;
    for (name, entry) in [
        ("BIGBY’S HAND", "Arcane Hand"),
        ("Mordenkainen's Sword", "Arcane Sword"),
        ("melfs acid arrow", "Acid Arrow"),
        ("Tasha's Hideous Laughter", "Hideous Laughter"),
        ("Leomund’s Tiny Hut", "Tiny Hut"),
        ("Drawmij's Instant Summons", "Instant Summons"),
        ("evards black tentacles", "Black Tentacles"),
        ("Nystul's Magic Aura", "Arcanist's Magic Aura"),
        ("Otiluke's Resilient Sphere", "Resilient Sphere"),
        ("Otto's Irresistible Dance", "Irresistible Dance"),
        ("rary's telepathic bond", "Telepathic Bond"),
        ("Tensers Floating Disk", "Floating Disk"),
    ] {
        let reply = server.call("lookup_spell", json!({"name": name})).await;
        assert_eq!(reply.names()[0].replace('’', "'"), entry, "{name}");
        assert_eq!(reply.content["match"], "other_name");
        assert!(reply.message().starts_with("In the SRD, "), "{}", reply.message());
    }
    let hand = server.call("lookup_spell", json!({"name": "bigbys hand", "edition": "2024"})).await;
    assert_eq!(documents(&hand), ["srd-2024"]);
    hand.says("In the SRD, Bigby's Hand is called Arcane Hand.");
    let bag = server.call("lookup_equipment", json!({"name": "Heward's Handy Haversack"})).await;
    assert_eq!(bag.names()[0], "Handy Haversack");
    let room = server.call("lookup_equipment", json!({"name": "Lodging - Modest"})).await;
    assert_eq!(room.names(), ["Inn Stay per Day, Modest"], "{}", room.message());
}

#[tokio::test]
async fn a_name_in_another_language_finds_the_entry() {
    let server = TestServer::with_starter().await;
    for (tool, name, entry, language) in [
        ("lookup_spell", "Feuerball", "Fireball", "German"),
        ("lookup_creature", "hombre lobo", "Werewolf", "Spanish"),
        ("lookup_equipment", "corde", "Rope", "French"),
    ] {
        let reply = server.call(tool, json!({"name": name, "edition": "2024"})).await;
        assert_eq!(reply.names()[0], entry, "{}", reply.text);
        assert_eq!(reply.content["match"], "other_name");
        reply.says(&format!("is the {language} name of {entry}; entries are in English."));
    }
    for name in ["Feuerball", "boule de feu", "palla di fuoco", "bola de fogo", "kula ognia"] {
        let reply = server.call("search_dnd_content", json!({"query": name, "semantic": false})).await;
        assert_eq!(reply.names()[0], "Fireball", "{name}: {}", reply.text);
        reply.says("name of Fireball");
        let browsed = server.call("guide_browse_entries", json!({"query": name})).await;
        assert_eq!(browsed.value()["entries"][0]["name"], "Fireball", "{name}");
    }
    let english = server.call("search_dnd_content", json!({"query": "rat", "semantic": false})).await;
    assert!(english.message().is_empty(), "{}", english.message());
}

#[tokio::test]
async fn an_old_name_finds_the_renamed_entry_of_the_other_edition() {
    let server = TestServer::with_starter().await;
    let newer = server.call("lookup_spell", json!({"name": "Feeblemind", "edition": "2024"})).await;
    assert_eq!(newer.names(), ["Befuddlement"]);
    newer.says("In the 2024 rules, Feeblemind is called Befuddlement.");
    let both = server.call("lookup_spell", json!({"name": "Feeblemind"})).await;
    assert_eq!((both.names(), &both.content["match"]), (vec!["Feeblemind"], &json!("exact")));
    assert_eq!(both.entries()[0]["also_in"][0]["name"], "Befuddlement");
    let each = server.call("lookup_spell", json!({"name": "Feeblemind", "fold": false})).await;
    assert_eq!(each.names(), ["Feeblemind", "Befuddlement"]);
    let older = server.call("lookup_creature", json!({"name": "goblin warrior", "edition": "5e"})).await;
    assert_eq!(older.names()[0], "Goblin");
}

#[tokio::test]
async fn homebrew_with_the_name_precedes_a_renamed_srd_entry() {
    let book = r#"{"Hands" {:orcpub.dnd.e5/spells {:hand {:key :hand, :name "Bigby's Hand", :option-pack "Hands",
        :level 5, :school "evocation", :description "A large hand waves."}}}}"#;
    let (server, file) = server_with(book).await;
    server.call("guide_import_orcbrew", json!({"path": file})).await;
    let reply = server.call("lookup_spell", json!({"name": "bigby's hand"})).await;
    assert_eq!(reply.names(), ["Bigby's Hand", "Arcane Hand"]);
    assert_eq!(reply.entries()[0]["document_source"], "orcbrew");
    let of_edition = server.call("lookup_spell", json!({"name": "bigby's hand", "edition": "2014"})).await;
    assert_eq!(of_edition.names(), ["Arcane Hand"], "homebrew is of no edition");
}
