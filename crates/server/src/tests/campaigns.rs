//! Campaigns, to which every answer keeps, and the user's pins and notes.

use serde_json::{Value, json};

use super::support::{Reply, TestServer, has};

const SPELLS: [&str; 2] = ["lore://entry/srd-2024/spell/fireball", "lore://entry/srd-2014/spell/light"];

async fn campaign(server: &TestServer, arguments: Value) -> Reply {
    server.call("guide_campaign", arguments).await
}

fn first_document(reply: &Reply) -> &str {
    reply.entries()[0]["document_key"].as_str().unwrap()
}

#[tokio::test]
async fn the_preferred_edition_comes_first_and_folds_its_twin() {
    let server = TestServer::with_starter().await;
    let lookups = [
        ("lookup_rule", json!({"name": "grappled"})),
        ("lookup_spell", json!({"name": "fireball"})),
        ("lookup_creature", json!({"name": "owlbear"})),
        ("lookup_spell", json!({"level": 3, "school": "evocation"})),
        ("search_dnd_content", json!({"query": "grappled", "semantic": false})),
        ("search_dnd_content", json!({"query": "a wall of fire", "semantic": false})),
    ];
    for edition in ["2014", "2024"] {
        let chosen = campaign(&server, json!({"name": "Salt Road", "edition": edition})).await;
        assert_eq!(chosen.value()["chosen"], "Salt Road", "{}", chosen.text);
        let document = format!("srd-{edition}");
        for (tool, arguments) in &lookups {
            let reply = server.call(tool, arguments.clone()).await;
            assert_eq!(reply.content["campaign"], format!("Salt Road ({edition} rules first)"));
            assert_eq!(first_document(&reply), document, "{tool} {arguments}");
        }
        let grappled = server.call("lookup_rule", json!({"name": "grappled"})).await;
        let first = &grappled.entries()[0];
        assert!(first["description"].is_string());
        let other = if edition == "2014" { "2024" } else { "2014" };
        has(&first["also_in"][0], &json!({"edition": other, "differs": true}));
        let browsed = server.call("guide_browse_entries", json!({"query": "grappled"})).await;
        assert_eq!(browsed.value()["entries"][0]["document_key"], document);
    }
    campaign(&server, json!({"edition": "any"})).await;
    let newer = server.call("lookup_rule", json!({"name": "grappled"})).await;
    assert_eq!(first_document(&newer), "srd-2024", "without a preferred edition the 2024 rules come first");
    campaign(&server, json!({"name": ""})).await;
    let free = server.call("lookup_rule", json!({"name": "grappled"})).await;
    assert_eq!(free.content["campaign"], Value::Null);
}

#[tokio::test]
async fn a_name_of_one_edition_finds_the_entry_of_the_preferred_edition_first() {
    let server = TestServer::with_starter().await;
    let renamed = [
        ("lookup_spell", "Feeblemind", "Befuddlement"),
        ("lookup_creature", "Goblin", "Goblin Warrior"),
        ("lookup_creature", "Veteran", "Warrior Veteran"),
    ];
    for (edition, [first, second]) in [("2024", [2, 1]), ("2014", [1, 2])] {
        campaign(&server, json!({"name": "Salt Road", "edition": edition})).await;
        for (tool, of_2014, of_2024) in renamed {
            let names = ["", of_2014, of_2024];
            for asked in [of_2014, of_2024] {
                let reply = server.call(tool, json!({"name": asked})).await;
                let entries = reply.entries();
                assert_eq!(entries[0]["name"], names[first], "{asked} in {edition}");
                assert!(entries[0]["description"].is_string(), "{asked} in {edition}");
                assert_eq!(entries[0]["also_in"][0]["name"], names[second], "{asked} in {edition}");
                assert!(entries.iter().all(|entry| entry["name"] != names[second]), "{asked} in {edition}");
            }
        }
    }
    campaign(&server, json!({"name": ""})).await;
    let free = server.call("lookup_spell", json!({"name": "Feeblemind"})).await;
    assert_eq!(free.entries()[0]["name"], "Feeblemind");
}

#[tokio::test]
async fn only_the_books_of_the_campaign_count_unless_one_is_named() {
    let server = TestServer::with_starter().await;
    let chosen = campaign(&server, json!({"name": "Old School", "documents": ["SRD 5.1"]})).await;
    assert_eq!(chosen.value()["campaigns"][0]["documents"], json!(["srd-2014"]), "{}", chosen.text);
    let fireball = server.call("lookup_spell", json!({"name": "fireball"})).await;
    assert_eq!(fireball.entries().len(), 1);
    assert_eq!(first_document(&fireball), "srd-2014");
    assert_eq!(fireball.content["campaign"], "Old School (1 book)");

    let hex = server.call("lookup_spell", json!({"name": "hex"})).await;
    assert!(hex.names().is_empty());
    hex.says(
        "`Hex` is in no book of the campaign `Old School`, but in `srd-2024`; name the document to see it.",
    );
    for other in
        [json!({"name": "hex", "documents": ["srd-2024"]}), json!({"name": "hex", "edition": "2024"})]
    {
        assert_eq!(server.call("lookup_spell", other).await.names()[0], "Hex");
    }
    let search = json!({"query": "hex", "semantic": false});
    let searched = server.call("search_dnd_content", search).await;
    assert!(searched.entries().iter().all(|entry| entry["document_key"] == "srd-2014"), "{}", searched.text);
    let browsed = server.call("guide_browse_entries", json!({"query": "hex"})).await;
    let listed = browsed.value()["entries"].as_array().unwrap();
    assert!(listed.iter().all(|entry| entry["document_key"] == "srd-2014"), "{}", browsed.text);
    assert!(browsed.value()["elsewhere"].as_u64() > Some(0), "{}", browsed.text);
    let named = json!({"query": "hex", "filters": [{"field": "document", "include": ["srd-2024"]}]});
    let browsed = server.call("guide_browse_entries", named).await;
    assert_eq!(browsed.value()["entries"][0]["name"], "Hex");

    server.delete("srd-2014").await;
    let gone = server.call("lookup_spell", json!({"name": "fireball"})).await;
    assert!(gone.names().is_empty(), "a book that is gone does not open the others");
}

#[tokio::test]
async fn encounters_keep_to_the_campaign() {
    let server = TestServer::with_starter().await;
    let party = json!({"characters": 4, "level": 5, "type": "dragon"});
    for (edition, key) in [("2014", "srd-2014"), ("2024", "srd-2024")] {
        campaign(&server, json!({"name": "Salt Road", "edition": edition, "documents": [key]})).await;
        for arguments in [party.clone(), json!({"characters": 4, "level": 5, "creatures": ["2 goblin"]})] {
            let planned = server.call("guide_plan_encounter", arguments).await;
            assert!(planned.content["campaign"].as_str().unwrap().starts_with("Salt Road"));
            let encounters = planned.value()["encounters"].as_array().unwrap();
            let creatures =
                encounters.iter().flat_map(|encounter| encounter["creatures"].as_array().unwrap());
            assert!(creatures.clone().count() > 0);
            for creature in creatures {
                assert_eq!(creature["document_key"], key, "{creature}");
                assert!(creature["initiative"].is_i64(), "{creature}");
            }
        }
    }
}

#[tokio::test]
async fn wrong_campaigns_are_refused_with_what_would_be_right() {
    let server = TestServer::with_starter().await;
    campaign(&server, json!({"name": "Salt Road"})).await;
    for (arguments, why) in [
        (
            json!({"name": "Salt Road", "documents": ["srd-204"]}),
            "the nearest keys are `srd-2014`, `srd-2024`",
        ),
        (json!({"name": "x".repeat(200)}), "the length of a campaign's name must be from 1 to 80, not 200"),
        (json!({"edition": "3.5"}), "`3.5` is not an edition"),
        (json!({"delete": "Salt Road"}), "`confirm` must be `DELETE_CAMPAIGN`"),
        (json!({"delete": "Salt Road", "confirm": "REPLACE_NOTE"}), "`confirm` must be `DELETE_CAMPAIGN`"),
        (json!({"delete": "Salt Road", "confirm": "yes"}), "expected `DELETE_CAMPAIGN` or `REPLACE_NOTE`"),
        (
            json!({"delete": "Salt Raod", "confirm": "DELETE_CAMPAIGN"}),
            "there is no campaign `Salt Raod`; the nearest are `Salt Road`",
        ),
        (json!({"pin": ["lore://entry/srd-2024/spell/nothing"]}), "there is no entry at"),
        (json!({"pin": ["fireball"]}), "there is no entry at `fireball`"),
        (json!({"note_on": SPELLS[0]}), "`note_on` needs `note`"),
        (json!({"note": "text"}), "`note` needs `note_on`"),
        (json!({"note_on": SPELLS[0], "note": "x".repeat(1 << 20)}), "must be from 0 to 20000"),
    ] {
        campaign(&server, arguments).await.fails_with(why);
    }
    campaign(&server, json!({"name": ""})).await;
    campaign(&server, json!({"documents": []})).await.fails_with("no campaign is chosen");
    let deleted = campaign(&server, json!({"delete": "salt road", "confirm": "DELETE_CAMPAIGN"})).await;
    assert_eq!(deleted.value()["campaigns"], json!([]));
}

#[tokio::test]
async fn pins_and_notes_are_kept_in_order_and_outlive_their_entries() {
    let server = TestServer::with_starter().await;
    let pinned = campaign(&server, json!({"pin": [SPELLS[1], SPELLS[0], SPELLS[1]]})).await;
    let pins = &pinned.value()["pins"];
    assert_eq!(pins[0], json!({"uri": SPELLS[1], "name": "Light"}));
    assert_eq!(pins.as_array().unwrap().len(), 2);
    let noted = campaign(&server, json!({"note_on": SPELLS[0], "note": " Burns the *barn*. "})).await;
    assert_eq!(noted.value()["note"]["text"], "Burns the *barn*.");
    let fireball = json!({"name": "fireball", "documents": ["srd-2024"]});
    let looked_up = server.call("lookup_spell", fireball.clone()).await;
    assert_eq!(looked_up.entries()[0]["user_note"], "Burns the *barn*.");
    let whole = server.call("guide_read_entry", json!({"uri": SPELLS[0]})).await;
    assert_eq!(whole.value()["entry"]["user_note"], "Burns the *barn*.");

    server.delete("srd-2024").await;
    let kept = campaign(&server, json!({"unpin": [SPELLS[1]]})).await;
    let missing = json!([{"uri": SPELLS[0], "name": "Fireball", "is_missing": true}]);
    assert_eq!(kept.value()["pins"], missing);
    let resource = server.read("lore://pins").await.unwrap()[0]["text"].to_string();
    assert!(resource.contains("Burns the *barn*.") && resource.contains("is_missing"), "{resource}");
    for note in ["", "Burns the ship."] {
        let refused = campaign(&server, json!({"note_on": SPELLS[0], "note": note})).await;
        refused.fails_with("`REPLACE_NOTE`");
        refused.fails_with("Burns the *barn*.");
    }
    let same = campaign(&server, json!({"note_on": SPELLS[0], "note": "Burns the *barn*."})).await;
    assert_eq!(same.value()["note"]["text"], "Burns the *barn*.", "nothing is lost");
    let delete = json!({"note_on": SPELLS[0], "note": "", "confirm": "REPLACE_NOTE"});
    let deleted = campaign(&server, delete).await;
    assert_eq!(deleted.value()["note"]["text"], "", "a note can be deleted without its entry");
    let resource = server.read("lore://pins").await.unwrap()[0]["text"].to_string();
    assert!(!resource.contains("barn"), "{resource}");
}
