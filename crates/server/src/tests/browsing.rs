use serde_json::{Value, json};

use super::contract::OF_THE_WINDOW;
use super::support::{Reply, TestServer};
use crate::tools::Toolset;

fn listed(reply: &Reply) -> Vec<&str> {
    let entries = reply.value()["entries"].as_array().unwrap();
    entries.iter().map(|entry| entry["name"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn each_keystroke_finds_the_meant_name_first() {
    let server = TestServer::with_starter().await;
    for (query, name) in [
        ("f", "Fly"),
        ("firebo", "Fire Bolt"),
        ("hunters ma", "Hunter’s Mark"),
        ("grapp", "Grappled"),
        ("firebal", "Fireball"),
    ] {
        let reply = server.call("guide_browse_entries", json!({"query": query})).await;
        assert_eq!(listed(&reply)[0], name, "{query}: {:?}", listed(&reply));
    }
    let text = server.call("guide_browse_entries", json!({"query": "bat guano"})).await;
    assert!(listed(&text).contains(&"Fireball"), "the text is looked at, too: {:?}", listed(&text));
}

#[tokio::test]
async fn filtered_entries_are_listed_and_counted() {
    let server = TestServer::with_starter().await;
    let arguments = json!({
        "kinds": ["spell"], "limit": 5,
        "filters": [{"field": "class", "include": ["Wizard"]}, {"field": "ritual", "exclude": ["yes"]}, {"field": "level", "include": ["1"]}],
    });
    let reply = server.call("guide_browse_entries", arguments).await;
    let value = reply.value();
    let total = value["total"].as_u64().unwrap();
    assert_eq!(value["entries"].as_array().unwrap().len(), 5);
    assert!(total > 5 && total < value["unfiltered"].as_u64().unwrap());
    let by_lookup = json!({"class_key": "wizard", "level": 1, "ritual": false, "limit": 100});
    assert_eq!(server.call("lookup_spell", by_lookup).await.entries().len() as u64, total);
    let levels = value["fields"].as_array().unwrap().iter().find(|field| field["field"] == "level").unwrap();
    assert_eq!(levels["values"][0]["label"], "Cantrip");
    for (field, wrong) in [
        ("limit", json!({"limit": 201})),
        ("kinds", json!({"kinds": ["spel"]})),
        ("offset", json!({"offset": -1})),
        ("sort", json!({"sort": "beauty"})),
    ] {
        let refused = server.call("guide_browse_entries", wrong).await;
        refused.fails_with(field);
        assert_eq!(refused.content["exception"]["field"], field);
    }
}

#[tokio::test]
async fn a_thing_is_one_row_with_its_editions_and_columns() {
    let server = TestServer::with_starter().await;
    let reply = server.call("guide_browse_entries", json!({"query": "fireball", "kinds": ["spell"]})).await;
    let first = &reply.value()["entries"][0];
    assert_eq!(first["edition"], "2024");
    assert_eq!(first["also_in"][0]["uri"], "lore://entry/srd-2014/spell/fireball");
    assert_eq!(first["cells"], json!(["3rd", "Evocation", "1 action", "150 feet", ""]));
    let all = json!({"query": "fireball", "fold": false, "filters": [{"field": "level", "include": ["3"]}]});
    let reply = server.call("guide_browse_entries", all).await;
    assert_eq!(listed(&reply)[..2], ["Fireball", "Fireball"]);

    let reply = server.call("guide_browse_entries", json!({"limit": 200})).await;
    let kinds = ["spell", "creature", "magic-item", "weapon", "armor", "item", "class", "condition"];
    let entries = reply.value()["entries"].as_array().unwrap();
    let found: Vec<&str> = entries.iter().map(|entry| entry["kind"].as_str().unwrap()).collect();
    let looked_up = found.iter().filter(|kind| kinds.contains(kind)).count();
    assert!(10 * looked_up > 8 * found.len(), "{looked_up} of {found:?}");
    let dearest = json!({"kinds": ["creature"], "sort": "-challenge-rating"});
    assert_eq!(listed(&server.call("guide_browse_entries", dearest).await)[0], "Tarrasque");
    let misspelt = server.call("guide_browse_entries", json!({"query": "dispell magic"})).await;
    let first = &misspelt.value()["entries"][0];
    assert_eq!((&first["name"], &first["found_by"]), (&json!("Dispel Magic"), &json!("spelling")));
}

#[tokio::test]
async fn two_entries_are_compared_as_data_and_as_a_table() {
    let server = TestServer::with_starter().await;
    let fireball = "lore://entry/srd-2014/spell/fireball";
    let reply = server.call("guide_read_entry", json!({"uri": fireball, "compare_with": "twin"})).await;
    let value = reply.value();
    assert_eq!(value["second"]["uri"], "lore://entry/srd-2024/spell/fireball");
    assert_eq!(value["sentences"][0][0], json!({"same": "A bright streak flashes from"}));
    let row = "| material | a tiny ball of bat guano and sulfur | a ball of bat guano and sulfur |";
    assert!(reply.text.contains(row), "{}", reply.text);
    let wolves = json!({
        "uri": "lore://entry/srd-2024/creature/wolf",
        "compare_with": "lore://entry/srd-2024/creature/dire-wolf",
    });
    let short = server.call("guide_read_entry", wolves.clone()).await;
    let sentences = short.value()["sentences"].as_array().unwrap();
    let differs = |runs: &Value| runs[0]["same"].is_null() || runs.as_array().unwrap().len() > 1;
    assert!(sentences.iter().all(differs), "{sentences:?}");
    let whole = TestServer::of_the_window().await.call("guide_read_entry", wolves).await;
    let count = whole.value()["sentences"].as_array().unwrap().len();
    assert!(count >= short.value()["same_sentences"].as_u64().unwrap() as usize);
    let refused = server.call("guide_read_entry", json!({"uri": fireball, "compare_with": "nonsense"})).await;
    refused.fails_with("there is no entry at `nonsense`");
}

#[tokio::test]
async fn entries_are_exported_as_the_content_of_a_file() {
    let server = TestServer::of_the_window().await;
    let wolves = json!({"query": "wolf", "kinds": ["creature"], "filters": [{"field": "edition", "include": ["2024"]}]});
    let reply =
        server.call("guide_export_entries", json!({"format": "fantasy-statblocks", "found": wolves})).await;
    let content = reply.value()["content"].as_str().unwrap();
    assert!(content.contains("name: \"Dire Wolf\""), "{content}");
    assert_eq!(reply.content["message"], format!("Exported {} entries.", reply.value()["entries"]));
    for (arguments, why) in [
        (json!({"format": "papyrus"}), "`format`"),
        (json!({"format": "print", "uris": ["nonsense"]}), "has no entry `nonsense`"),
    ] {
        server.call("guide_export_entries", arguments).await.fails_with(why);
    }
}

#[tokio::test]
async fn a_whole_entry_has_links_and_counterparts() {
    let server = TestServer::with_starter().await;
    let reply = server.call("guide_read_entry", json!({"uri": "lore://entry/srd-2014/creature/lich"})).await;
    let value = reply.value();
    assert_eq!((&value["edition"], &value["entry"]["challenge_rating"]), (&json!("2014"), &json!("21")));
    assert!(value["entry"]["description"].as_str().unwrap().starts_with("***Legendary Resistance"));
    assert!(value["notice"].as_str().unwrap().contains("SRD 5.1"));
    let links = value["links"].as_array().unwrap();
    let leads = |text, uri| links.iter().any(|link| link["text"] == text && link["uri"] == uri);
    assert!(leads("power word kill", "lore://entry/srd-2014/spell/power-word-kill"), "{links:?}");
    assert!(leads("paralyzed", "lore://entry/srd-2014/condition/paralyzed"), "{links:?}");
    let is_spell = links.iter().any(|link| link["text"] == "Resistance");
    assert!(!is_spell, "a word of a trait's name is not a spell");
    for wrong in
        ["lore://entry/srd-2014/creature/lichen", "lore://documents", "nonsense", "lore://entry/a/b/c/d"]
    {
        let refused = server.call("guide_read_entry", json!({"uri": wrong})).await;
        assert_eq!(refused.content["error_type"], "invalid_arguments", "{wrong}");
    }
}

#[tokio::test]
async fn tools_that_only_the_window_is_offered_are_marked_for_it() {
    let (server, window) = (TestServer::with_starter().await, TestServer::of_the_window().await);
    let for_assistants = server.client.list_all_tools().await.unwrap();
    let for_the_window = window.client.list_all_tools().await.unwrap();
    assert_eq!(for_the_window.len(), Toolset::with_prefix("guide_").router.list_all().len());
    for tool in for_the_window {
        let is_marked = tool.meta.is_some_and(|meta| meta.contains_key("lorekeeper/of-the-window"));
        assert_eq!(is_marked, for_assistants.iter().all(|other| other.name != tool.name), "{}", tool.name);
        assert_eq!(is_marked, OF_THE_WINDOW.contains(&tool.name.as_ref()), "{}", tool.name);
    }
}

#[tokio::test]
async fn a_book_is_read_by_its_contents() {
    let server = TestServer::of_the_window().await;
    let reply = server.call("guide_read_book", json!({"document": "srd-2014"})).await;
    let of_combat = |entry: &&Value| entry["kind"] == "rule" && entry["parent"] == "Combat";
    let sections: Vec<&Value> = reply.value().as_array().unwrap().iter().filter(of_combat).collect();
    assert_eq!(sections[0]["name"], "The Order of Combat");
    let uris: Vec<&Value> = sections.iter().map(|section| &section["uri"]).take(3).collect();
    let read = server.call("guide_read_book", json!({"uris": [uris[2], "nonsense", uris[0]]})).await;
    let read: Vec<&Value> =
        read.value().as_array().unwrap().iter().map(|whole| &whole["entry"]["uri"]).collect();
    assert_eq!(read, [uris[2], uris[0]]);
    server.call("guide_read_book", json!({"document": "nonsense"})).await.fails_with("`nonsense`");
}

async fn links_of(server: &TestServer, uri: &str) -> Vec<(String, String)> {
    let reply = server.call("guide_read_entry", json!({ "uri": uri })).await;
    let text = |link: &Value, field: &str| link[field].as_str().unwrap_or_default().to_owned();
    let link = |link: &Value| {
        let place = ["before", "text", "after"].map(|field| text(link, field)).concat();
        (place, text(link, "uri"))
    };
    reply.value()["links"].as_array().unwrap().iter().map(link).collect()
}

#[tokio::test]
async fn names_in_lists_tables_and_immunities_are_linked_at_their_place() {
    // It takes all links of a class.
    let server = TestServer::of_client_named("claude-code").await;
    for (of, kind, names) in [
        (
            "srd-2024/class/cleric",
            "spell",
            "Guidance, Light, Resistance, Bless, Command, Silence, Sending, Heal, Symbol, Gate",
        ),
        ("srd-2024/class-option/sorcerer-draconic-spells", "spell", "Command, Fear, Fly"),
        ("srd-2024/rule/equipment-weapons", "weapon", "Club, Dagger, Light Crossbow"),
        ("srd-2024/creature/lich", "spell", "Prestidigitation, Fireball, Invisibility"),
        ("srd-2024/creature/lich", "condition", "Charmed, Frightened, Paralyzed, Poisoned"),
        (
            "srd-2014/creature/archmage",
            "spell",
            "light, identify, counterspell, fly, banishment, scrying, teleport",
        ),
        ("srd-2014/subclass/land", "spell", "sleet storm, slow, divination, scrying, invisibility"),
        ("srd-2014/creature/lich", "condition", "charmed, frightened, paralyzed, poisoned"),
    ] {
        let links = links_of(&server, &format!("lore://entry/{of}")).await;
        let document = of.split('/').next().unwrap();
        for name in names.split(", ") {
            let target = format!("lore://entry/{document}/{kind}/{}", name.to_lowercase().replace(' ', "-"));
            let shown = |place: &str| place.to_lowercase().contains(&name.to_lowercase());
            let is_linked = links.iter().any(|(place, uri)| *uri == target && shown(place));
            assert!(is_linked, "{of}: {name}, {links:?}");
        }
        let mut lights = links.iter().filter(|(_, uri)| uri.ends_with("srd-2024/spell/light"));
        assert!(lights.all(|(place, _)| place == "Guidance, Light"), "not “Light and Medium armor”");
    }
}
