use std::collections::{BTreeSet, HashSet};

use serde_json::{Value, json};

use super::homebrew::server_with;
use super::support::TestServer;
use crate::protocol::size::MAX_RESULT_BYTES;

/// The most bytes of a copy for a client that is not known to take more.
const MAX_COPY_BYTES: usize = 16_000;
/// The number of characters that no client accepts, in both forms of a result together.
const REFUSED: usize = 150_000;

async fn call(server: &TestServer, tool: &str, arguments: Value) -> Value {
    let result = server.try_call(tool, arguments.clone()).await.unwrap();
    let structured = result.structured_content.clone().unwrap();
    let shown = excerpted(&arguments);
    let size = structured.to_string().len();
    let is_list = tool.starts_with("lookup_") || tool == "search_dnd_content";
    let max = if is_list { MAX_RESULT_BYTES } else { MAX_COPY_BYTES };
    assert!(size <= max, "{tool} {shown}: {size} bytes");
    let text = result.content[0].as_text().unwrap().text.len();
    assert!(text <= max, "{tool} {shown}: {text} bytes of text");
    let whole = serde_json::to_string(&result).unwrap().chars().count();
    assert!(whole < REFUSED, "{tool} {shown}: {whole} characters");
    structured
}

fn excerpted(arguments: &Value) -> String {
    arguments.to_string().chars().take(100).collect()
}

async fn read(server: &TestServer, uri: &str) -> Vec<String> {
    let contents = server.read(uri).await.unwrap_or_else(|error| panic!("{uri}: {error}"));
    let texts: Vec<String> =
        contents.iter().map(|content| content["text"].as_str().unwrap().to_owned()).collect();
    let size: usize = texts.iter().map(String::len).sum();
    assert!(size <= MAX_RESULT_BYTES, "{uri}: {size} bytes");
    texts
}

fn uris(value: &Value, found: &mut BTreeSet<String>) {
    match value {
        Value::Array(list) => list.iter().for_each(|item| uris(item, found)),
        Value::Object(object) => {
            for (field, inner) in object {
                found.extend(inner.as_str().filter(|_| field == "uri").map(str::to_owned));
                uris(inner, found);
            }
        }
        _ => {}
    }
}

fn terrible() -> String {
    let long = "A paragraph about “lanterns”, \\\"quoted\\\" and long.\\n\\n".repeat(120);
    let many = |count: usize, item: &dyn Fn(usize) -> String| (0..count).map(item).collect::<String>();
    let spell = |key: &str, name: &str, text: &str| {
        format!(
            ":{key} {{:key :{key}, :name \"{name}\", :level 3, :school \"evocation\", :description \"{text}\"}}\n"
        )
    };
    let paragraph = |number: usize| {
        format!(
            "Paragraph {number}. The lantern dims, and those within 30 feet are blinded by what follows.\\n\\n"
        )
    };
    let spells = [
        many(105, &|number| {
            spell(&format!("lantern-{number}"), &format!("Lantern Dragon Spell {number}"), &long)
        }),
        spell("endless", "Endless Lantern", &many(2_000, &paragraph)),
        spell("wall", "Wall of Text", &"ü".repeat(100_000)),
        spell(&"k".repeat(100_000), "Long Key", "x"),
        spell("name", &"n".repeat(100_000), ""),
        many(400, &|number| format!(":broken-{number}-{} nil\n", "z".repeat(60))),
    ];
    let beasts = many(105, &|number| {
        format!(
            ":beast-{number} {{:key :beast-{number}, :name \"Lantern Dragon {number}\", :challenge 5, :type :dragon, :size :large, \
             :traits [{{:name \"Glow\", :description \"{long}\"}}]}}\n"
        )
    });
    let tomes = many(150, &|number| {
        let twin = spell("twin", "Twin Lantern", "One of many.");
        format!("\n\"Tome {number} {}\" {{:orcpub.dnd.e5/spells {{{twin}}}}}", "of Lanterns ".repeat(12))
    });
    format!(
        "{{\"{}\" {{:orcpub.dnd.e5/spells {{{}}} :orcpub.dnd.e5/monsters {{{beasts}}}}}{tomes}}}",
        "Endless ".repeat(2_000),
        spells.concat()
    )
}

#[tokio::test]
#[ignore = "long: make test-all"]
async fn no_result_exceeds_the_limit_and_listed_entries_can_be_read() {
    let (server, file) = server_with(&terrible()).await;
    let imported = call(&server, "guide_import_orcbrew", json!({"path": file})).await;
    assert_eq!(imported["success"], true, "{imported}");
    assert!(imported["instruction"].as_str().unwrap().contains("lore://import/"), "{imported}");
    let mut found = BTreeSet::new();
    for (tool, arguments) in [
        ("lookup_creature", json!({"limit": 100})),
        ("lookup_creature", json!({"limit": 100, "name": "*lantern*"})),
        ("lookup_spell", json!({"limit": 100})),
        ("lookup_spell", json!({"limit": 100, "name": "*lantern*"})),
        ("lookup_spell", json!({"limit": 100, "name": "twin lantern"})),
        ("lookup_spell", json!({"name": "endless lantern"})),
        ("lookup_spell", json!({"name": "wall of text"})),
        ("lookup_equipment", json!({"limit": 100})),
        ("lookup_character_option", json!({"type": "class", "limit": 100})),
        ("lookup_character_option", json!({"type": "class-option", "limit": 100})),
        ("lookup_rule", json!({"rule_type": "rule", "limit": 100})),
        ("search_dnd_content", json!({"query": "lantern dragon", "limit": 100})),
        ("search_dnd_content", json!({"query": "endless lantern", "limit": 100})),
        ("guide_browse_entries", json!({"limit": 200})),
        ("guide_browse_entries", json!({"limit": 200, "kinds": ["spell"], "query": "lantern"})),
        ("guide_read_entry", json!({"uri": "lore://entry/srd-2014/class/warlock"})),
        ("guide_library_stats", json!({})),
    ] {
        let answer = call(&server, tool, arguments.clone()).await;
        assert_eq!(answer["success"], true, "{tool} {arguments}: {answer}");
        let entries = answer["value"].as_array().or_else(|| answer["value"]["entries"].as_array());
        for entry in entries.into_iter().flatten() {
            assert!(entry["uri"].is_string(), "{tool} {arguments}: {entry}");
        }
        uris(&answer, &mut found);
    }
    assert!(found.len() > 400, "{}", found.len());
    for uri in &found {
        read(&server, uri).await;
    }
    for uri in found.iter().step_by(50) {
        call(&server, "guide_read_entry", json!({"uri": uri})).await;
    }
    results_without_lists_are_small(&server).await;
    long_entries_come_in_parts(&server).await;
}

async fn results_without_lists_are_small(server: &TestServer) {
    let long = "y".repeat(200_000);
    let keys: Vec<String> =
        (0..1_000).map(|number| format!("unknown-{number}-{}", "k".repeat(200))).collect();
    for (tool, arguments) in [
        ("list_documents", json!({"format": "text"})),
        ("lookup_spell", json!({"name": "light", "documents": keys})),
        ("lookup_spell", json!({"class_key": long, "school": long})),
        ("lookup_spell", json!({"documents": [long]})),
        ("lookup_rule", json!({"rule_type": long})),
        ("search_dnd_content", json!({"query": long, "content_types": [long]})),
        ("guide_delete_document", json!({"document": long, "confirm": "DELETE_DOCUMENT"})),
        ("guide_delete_document", json!({"document": "x", "confirm": long})),
        ("guide_import_orcbrew", json!({"path": format!("/{long}")})),
        ("guide_read_entry", json!({"uri": format!("lore://entry/{long}/spell/x")})),
        ("guide_sync_open5e", json!({"documents": long})),
        ("guide_library_stats", json!({})),
    ] {
        call(server, tool, arguments).await;
    }
    let mut seen = BTreeSet::new();
    loop {
        let page = call(server, "list_documents", json!({"offset": seen.len()})).await;
        let documents = page["value"].as_array().unwrap().iter();
        seen.extend(documents.map(|document| document["document_key"].to_string()));
        let Some(next) = page["instruction"].as_str() else { break };
        let again = format!("`list_documents` again with `offset` {}", seen.len());
        assert!(next.contains(&again), "{next}");
    }
    assert_eq!(seen.len(), 152, "every document is on one of the pages");
    for uri in [
        "lore://documents",
        "lore://activity",
        "lore://stats",
        "lore://import/tome-7-of-lanterns-of-lanterns-of-lanterns-of-lanterns-of-lanterns-of-lanterns-of-lanterns-of-lanterns-of-lanterns-of-lanterns-of-lanterns-of-lanterns",
    ] {
        let mut next = Some(uri.to_owned());
        let mut items = 0;
        while let Some(uri) = next.take() {
            let texts = read(server, &uri).await;
            let list: Value = serde_json::from_str(&texts[0]).unwrap();
            items += list.as_array().map_or(1, Vec::len);
            let words = texts.get(1).map(String::as_str).unwrap_or_default();
            next = words.split_once("the next is ").map(|(_, uri)| uri.to_owned());
        }
        match uri {
            "lore://documents" => assert_eq!(items, 152),
            "lore://stats" => assert_eq!(items, 1),
            _ => assert!(items > 5, "{uri}: {items}"),
        }
    }
}

async fn long_entries_come_in_parts(server: &TestServer) {
    let answer = call(server, "lookup_spell", json!({"name": "endless lantern"})).await;
    let entry = &answer["value"][0];
    assert_eq!(entry["description_is_cut"], true);
    assert!(answer["instruction"].as_str().unwrap().contains("`guide_read_entry`"), "{answer}");
    let uri = entry["uri"].as_str().unwrap();
    let (mut part, mut by_tool) = (1, String::new());
    loop {
        let answer = call(server, "guide_read_entry", json!({"uri": uri, "part": part})).await;
        by_tool.push_str(answer["value"]["entry"]["description"].as_str().unwrap());
        by_tool.push(' ');
        assert!(answer.to_string().len() <= 12_000, "part {part}: {}", answer.to_string().len());
        assert_eq!(answer["value"]["part"], part);
        part += 1;
        let Some(words) = answer["instruction"].as_str() else { break };
        assert!(words.contains(&format!("`part` {part}")), "{words}");
    }
    let (mut next, mut by_resource) = (Some(uri.to_owned()), String::new());
    while let Some(uri) = next.take() {
        let markdown = read(server, &uri).await.swap_remove(0);
        next = markdown
            .split_once("the next is ")
            .map(|(_, uri)| uri.trim_end().trim_end_matches('*').to_owned());
        by_resource.push_str(&markdown);
    }
    for text in [by_tool, by_resource] {
        for number in 0..2_000 {
            assert_eq!(text.matches(&format!("Paragraph {number}. ")).count(), 1, "paragraph {number}");
        }
    }
    let beyond = call(server, "guide_read_entry", json!({"uri": uri, "part": part})).await;
    assert_eq!(beyond["exception"]["field"], "part", "{beyond}");
    let short = json!({"uri": "lore://entry/srd-2014/spell/fireball", "part": 2});
    assert!(call(server, "guide_read_entry", short).await["error"].as_str().unwrap().contains("1 part"));
}

/// The greatest size of a copy of a list of up to 20 entries, in bytes.
const MAX_LIST_BYTES: usize = 7_000;
/// The same with the best entry of a search whole.
const MAX_SEARCH_BYTES: usize = 10_000;

async fn listed(server: &TestServer, tool: &str, arguments: Value) -> (usize, usize, Vec<Value>) {
    let content = server.call(tool, arguments).await.content;
    let entries = content["value"].as_array().unwrap().clone();
    let whole = entries.iter().filter(|entry| entry["description"].is_string()).count();
    let is_shortened = whole < entries.len();
    let instruction = content["instruction"].as_str().unwrap_or_default();
    assert_eq!(instruction.contains("`guide_read_entry` with its `uri`"), is_shortened, "{instruction}");
    (content.to_string().len(), whole, entries)
}

#[tokio::test]
async fn a_list_of_twenty_costs_at_most_7_kilobytes_a_copy() {
    let server = TestServer::with_starter().await;
    // The first answer also has advice.
    server.call("lookup_spell", json!({"name": "light"})).await;
    let mut lists_with_whole_entries = 0;
    for (tool, arguments) in [
        ("lookup_spell", json!({})),
        ("lookup_spell", json!({"level": 3})),
        ("lookup_creature", json!({})),
        ("lookup_creature", json!({"type": "dragon"})),
        ("lookup_equipment", json!({})),
        ("lookup_equipment", json!({"type": "magic-item", "rarity": "rare"})),
        ("lookup_character_option", json!({"type": "class-option"})),
        ("lookup_rule", json!({})),
        ("lookup_rule", json!({"rule_type": "skill", "fold": false})),
        ("search_dnd_content", json!({"query": "fire"})),
        ("search_dnd_content", json!({"query": "dragon"})),
        ("search_dnd_content", json!({"query": "lich"})),
        ("search_dnd_content", json!({"query": "what happens when I fall"})),
    ] {
        let (size, whole, entries) = listed(&server, tool, arguments.clone()).await;
        assert_eq!(entries.len(), 20, "{tool} {arguments}");
        let max = if tool == "search_dnd_content" { MAX_SEARCH_BYTES } else { MAX_LIST_BYTES };
        assert!(size <= max, "{tool} {arguments}: {size} bytes");
        lists_with_whole_entries += usize::from(whole > 0);
        let is_named = ["dragon", "lich"].iter().any(|name| arguments["query"] == *name);
        assert!(!is_named || entries[0]["description"].is_string(), "{arguments}: the best is whole");
    }
    assert!(lists_with_whole_entries >= 6, "{lists_with_whole_entries}");
    let all = json!({"limit": 100});
    for (tool, most) in [("lookup_spell", 24_000), ("lookup_creature", 24_000)] {
        let (size, _, entries) = listed(&server, tool, all.clone()).await;
        assert!(entries.len() == 100 && size <= most, "{tool}: {} entries, {size} bytes", entries.len());
    }
}

#[tokio::test]
async fn a_result_is_as_long_as_its_client_takes_it() {
    let uri = "lore://entry/srd-2024/class/wizard";
    let (mut parts, mut liches) = (Vec::new(), HashSet::new());
    for client in ["claude-code", "server", "codex-mcp-client", "@cline/core"] {
        let server = TestServer::of_client_named(client).await;
        let read = server.call("guide_read_entry", json!({"uri": uri})).await;
        parts.push(read.value()["parts"].as_u64().unwrap_or(1));
        for part in 2..=parts[parts.len() - 1] {
            let next = server.call("guide_read_entry", json!({"uri": uri, "part": part})).await;
            let text = next.value()["entry"]["description"].as_str().unwrap();
            assert!(!text.ends_with('…'), "{client}: part {part} is whole: {text}");
        }
        let lich = json!({"uri": "lore://entry/srd-2024/creature/lich"});
        let lich = server.call("guide_read_entry", lich).await;
        liches.insert(lich.value()["entry"]["description"].to_string());
        let named = json!({"type": "class", "name": "wizard"});
        let wizard = server.call("lookup_character_option", named).await;
        let is_cut = wizard.entries()[0]["description_is_cut"] == true;
        let instruction = wizard.content["instruction"].as_str().unwrap_or_default();
        assert_eq!(is_cut, instruction.contains("`part` 2"), "{client}: {instruction}");
        let max = if client == "@cline/core" { 7_000 } else { 16_000 };
        assert!(wizard.text.len() <= max || client == "claude-code", "{client}: {}", wizard.text.len());
        if is_cut {
            let description = read.value()["entry"]["description"].as_str().unwrap();
            assert_eq!(wizard.entries()[0]["description"], description, "part 2 goes on there");
        }
    }
    assert!(parts.is_sorted() && parts[0] == 1 && parts[3] > 1, "{parts:?}");
    assert_eq!(liches.len(), 1, "facts and links make room for the text");
}

#[tokio::test]
async fn an_entry_says_nothing_twice_and_fireball_is_short() {
    let server = TestServer::with_starter().await;
    server.call("lookup_spell", json!({"name": "light"})).await;
    let reply = server.call("lookup_spell", json!({"name": "fireball", "documents": ["srd-2024"]})).await;
    let entry = &reply.entries()[0];
    let text = entry["description"].as_str().unwrap();
    for repeated in ["150 feet", "Casting Time", "Sorcerer", "At Higher Levels"] {
        assert!(!text.contains(repeated), "{repeated} in {text}");
    }
    assert!(text.contains("8d6") && entry["facts"].is_null(), "{entry}");
    assert!(serde_json::from_str::<Value>(&reply.text).unwrap() == reply.content, "{}", reply.text);
    let both = serde_json::to_string(&reply.text).unwrap().len() + reply.content.to_string().len();
    assert!(both <= 3_000, "{both} bytes in both copies");
    let read = server.call("guide_read_entry", json!({"uri": entry["uri"]})).await;
    assert!(read.value()["entry"]["facts"].is_object() && read.value()["text"].is_null(), "{}", read.text);
}

#[tokio::test]
async fn detail_chooses_how_much_of_each_entry_is_shown() {
    let server = TestServer::with_starter().await;
    for (tool, mut arguments) in [
        ("lookup_spell", json!({"level": 3})),
        ("lookup_creature", json!({"type": "undead"})),
        ("search_dnd_content", json!({"query": "dragon"})),
    ] {
        let mut sizes = Vec::new();
        for (detail, least, most) in [("short", 0, 0), ("auto", 0, 8), ("Full", 2, 20)] {
            arguments["detail"] = detail.into();
            let (size, whole, entries) = listed(&server, tool, arguments.clone()).await;
            assert_eq!(entries.len(), 20);
            assert!((least..=most).contains(&whole), "{tool} {detail}: {whole}");
            sizes.push(size);
        }
        assert!(sizes[0].max(sizes[1]) < sizes[2] && sizes[2] <= MAX_COPY_BYTES, "{sizes:?}");
        arguments["detail"] = "long".into();
        let refused = server.call(tool, arguments).await;
        refused.fails_with("`detail`");
        assert_eq!(refused.content["exception"]["valid"], json!(["auto", "short", "full"]));
    }
    let creature = listed(&server, "lookup_creature", json!({"cr": "1/4"})).await.2.remove(19);
    assert!(creature["challenge_rating"] == "1/4" && creature["size"].is_string(), "{creature}");
    let gear = json!({"type": "item", "name": "*rope*", "detail": "short"});
    let rope = listed(&server, "lookup_equipment", gear).await.2.remove(0);
    assert!(rope["cost_gp"].is_number() && rope["weight_lb"].is_number(), "{rope}");
}

#[tokio::test]
async fn an_entry_that_is_looked_up_by_name_is_whole() {
    let server = TestServer::with_starter().await;
    for (tool, arguments) in [
        ("lookup_spell", json!({"name": "fireball"})),
        ("lookup_creature", json!({"name": "tarrasque"})),
        ("lookup_creature", json!({"name": "ancient-red-dragon"})),
        ("lookup_character_option", json!({"type": "class", "name": "rogue"})),
        ("lookup_rule", json!({"name": "grappled"})),
    ] {
        let uri = server.call(tool, arguments.clone()).await.entries()[0]["uri"].clone();
        let whole = server.call("guide_read_entry", json!({"uri": uri})).await;
        let expected = &whole.value()["entry"]["description"];
        for detail in ["auto", "short", "full"] {
            let mut arguments = arguments.clone();
            arguments["detail"] = detail.into();
            let first = listed(&server, tool, arguments).await.2.remove(0);
            assert_eq!(first["description"], *expected, "{tool} {detail}");
            assert_eq!(first.get("description_is_cut"), None);
        }
    }
    let only = listed(&server, "lookup_creature", json!({"type": "dragon", "limit": 1})).await;
    assert_eq!(only.1, 1, "a single entry is whole");
}

#[tokio::test]
async fn the_window_gets_complete_results() {
    let server = TestServer::of_the_window().await;
    let reply = server.call("guide_browse_entries", json!({"limit": 200, "kinds": ["creature"]})).await;
    assert_eq!(reply.value()["entries"].as_array().unwrap().len(), 200);
    assert!(reply.content.get("instruction").is_none());
}
