//! Rolls of dice and on tables.

use serde_json::json;

use super::support::{TestServer, has};

#[tokio::test]
async fn the_seed_in_an_answer_repeats_the_roll() {
    let server = TestServer::with_starter().await;
    let [first, other] = [
        server.call("guide_roll", json!({"dice": "20d1000"})).await,
        server.call("guide_roll", json!({"dice": "20d1000"})).await,
    ];
    assert_ne!(first.value()["terms"], other.value()["terms"]);
    let seed = first.value()["seed"].as_u64().unwrap();
    assert!(seed < 1 << 53, "{seed} is not exact in every program");
    let again = server.call("guide_roll", json!({"dice": "20d1000", "seed": seed})).await;
    assert_eq!(again.value(), first.value());
}

#[tokio::test]
async fn a_roll_on_a_table_has_its_row_document_and_address() {
    let server = TestServer::with_starter().await;
    let reply = server.call("guide_roll", json!({"table": "trinkets", "seed": 7})).await;
    let fields = json!({
        "total": 88,
        "document_name": "System Reference Document 5.2.1",
        "uri": "lore://entry/srd-2024/rule/character-creation-trinkets"
    });
    has(reply.value(), &fields);
    let row = &reply.value()["row"];
    assert!(row["1d100"] == "88" && row["Trinket"].is_string(), "{row}");
}

#[tokio::test]
async fn a_roll_that_cannot_be_made_says_what_to_write() {
    let server = TestServer::with_starter().await;
    for (arguments, words) in [
        (json!({}), "give `dice`, such as `2d6+3`, or a `table`"),
        (json!({"table": "zzzzqqq"}), "no entry `zzzzqqq` with a table whose first column is dice"),
        (json!({"table": "acolyte"}), "give a heading or a column of the table as `column`; there are `"),
        (json!({"table": "lore://entry/srd-2014/spell/nothing"}), "take the address from a list of entries"),
    ] {
        let reply = server.call("guide_roll", arguments).await;
        reply.fails_with(words);
        assert_eq!(reply.content["error_type"], "invalid_arguments");
    }
}
