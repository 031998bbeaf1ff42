use std::collections::HashSet;

use serde_json::json;

use super::support::TestServer;

#[tokio::test]
async fn search_finds_a_name_with_a_typing_error_first() {
    let server = TestServer::with_one_book().await;
    for (query, name) in [
        ("firebal", "Fireball"),
        ("FIRE SHIELD", "Fire Shield"),
        ("beholdr wand magic missle", "Wand of Magic Missiles"),
        ("grappeld", "Grappled"),
        ("adlt red dragon", "Adult Red Dragon"),
        ("hunters mark", "Hunter’s Mark"),
        ("counterspe", "Counterspell"),
    ] {
        let reply = server.call("search_dnd_content", json!({"query": query})).await;
        assert_eq!(reply.names()[0], name, "{query}: {:?}", reply.names());
    }
}

#[tokio::test]
async fn words_of_texts_match_in_any_form_and_no_entry_comes_twice() {
    let server = TestServer::with_starter().await;
    let exact = server.call("search_dnd_content", json!({"query": "firebal", "enable_fuzzy": false})).await;
    assert_eq!(exact.names(), Vec::<&str>::new());
    let named = server.call("search_dnd_content", json!({"query": "fireball", "fuzzy": false})).await;
    assert_eq!(named.names()[0], "Fireball");
    let petrify = json!({"query": "petrify", "content_types": ["Creature"], "limit": 30});
    let reply = server.call("search_dnd_content", petrify).await;
    for name in ["Basilisk", "Cockatrice", "Medusa"] {
        assert!(reply.names().contains(&name), "{name}: {:?}", reply.names());
    }
    let reply = server.call("search_dnd_content", json!({"query": "dragon", "limit": 100})).await;
    let uris: HashSet<_> = reply.texts("uri").into_iter().collect();
    assert_eq!((reply.entries().len(), uris.len()), (100, 100), "no entry twice");
}

#[tokio::test]
async fn content_types_limit_a_search() {
    let server = TestServer::with_starter().await;
    for (types, kinds) in [
        (json!(["Spell"]), vec!["spell"]),
        (json!(["SPELLS", "creatures"]), vec!["spell", "creature"]),
        (json!(["magic-items"]), vec!["magic-item"]),
        (json!(["Equipment"]), vec!["weapon", "armor", "magic-item", "item"]),
    ] {
        let reply =
            server.call("search_dnd_content", json!({"query": "fire damage", "content_types": types})).await;
        assert!(!reply.entries().is_empty());
        assert!(reply.entries().iter().all(|entry| kinds.contains(&entry["kind"].as_str().unwrap())));
    }
    let unknown =
        server.call("search_dnd_content", json!({"query": "fire", "content_types": ["Spel"]})).await;
    unknown.fails_with("Spell, Creature");
    assert_eq!(unknown.content["exception"]["nearest"], json!(["Spell"]));
}
