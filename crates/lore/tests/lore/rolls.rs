//! Rolls on the tables of a library.

use lore::dice::{Roll, tables};
use lore::model::{Edition, Kind};
use lore::{CampaignChange, Library};
use serde_json::json;

use crate::own::{every, save};
use crate::starter::srds;

fn on(table: &str, column: Option<&str>) -> Roll {
    Roll { table: Some(table.to_owned()), column: column.map(str::to_owned), seed: Some(7), dice: None }
}

/// Returns the table of a roll with its entry.
async fn found(library: &Library, table: &str, column: Option<&str>) -> (String, String) {
    let (rolled, _) = library.roll(&on(table, column)).await.unwrap();
    assert!(rolled.row.is_some() && rolled.document_name.is_some(), "{rolled:?}");
    (rolled.uri.unwrap(), rolled.table.unwrap())
}

async fn refused(library: &Library, table: &str, column: Option<&str>) -> String {
    library.roll(&on(table, column)).await.unwrap_err().to_string()
}

#[tokio::test]
async fn every_table_of_both_srds_has_a_row_for_each_result() {
    let (library, _home) = srds().await;
    let (mut read, mut wrong) = (0, Vec::new());
    for entry in every(&library, &Kind::ALL).await {
        for table in tables(&entry.body) {
            let (count, sides) = table.dice.split_once('d').unwrap();
            let count: i64 = count.parse().unwrap_or(1);
            let row = |number| {
                // Dice that are multiplied by 0 are a number.
                let roll = Roll { dice: Some(format!("d2x0+{number}")), ..Roll::default() };
                roll.on(Some(&table)).unwrap().row
            };
            let results = count..=count * sides.parse::<i64>().unwrap();
            let (before, after) = (row(count - 1), row(results.end() + 1));
            if before.is_some() || after.is_some() || results.clone().any(|number| row(number).is_none()) {
                wrong.push(format!("{} {}", entry.uri, table.title));
            }
            read += 1;
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(read >= 70, "{read}");
}

#[tokio::test]
async fn a_table_is_found_by_entry_heading_and_column() {
    let (library, _home) = srds().await;
    for (table, column, uri, title) in [
        ("confusion", None, "srd-2024/spell/confusion", "1d10, Behavior for the Turn"),
        ("lore://entry/srd-2014/spell/confusion", None, "srd-2014/spell/confusion", "d10, Behavior"),
        ("Acolyte", Some("bond"), "srd-2014/background/acolyte", "d6, Bond"),
        (
            "bag of tricks",
            Some("rust"),
            "srd-2024/magic-item/bag-of-tricks",
            "Rust Bag of Tricks: 1d8, Creature",
        ),
        (
            "Potion Miscibility",
            None,
            "srd-2024/rule/magic-items-magic-item-categories",
            "Potion Miscibility: 1d100, Result",
        ),
    ] {
        let (found_uri, found_title) = found(&library, table, column).await;
        assert_eq!(found_uri, format!("lore://entry/{uri}"), "{table}");
        assert!(found_title.ends_with(title), "{table}: {found_title}");
    }
    let several = refused(&library, "bag of tricks", None).await;
    assert!(several.contains("`column`; there are `Gray Bag of Tricks: 1d8, Creature`"), "{several}");
    for (table, words) in [
        ("Potion of Acid Resistance", "no entry `Potion of Acid Resistance` with a table"),
        ("x".repeat(301).as_str(), "the length of a table's name must be from 1 to 300, not 301"),
    ] {
        let message = refused(&library, table, None).await;
        assert!(message.contains(words), "{message}");
    }
}

#[tokio::test]
async fn own_tables_and_the_campaign_count_and_a_seed_repeats_a_roll() {
    let (library, _home) = srds().await;
    let text = "What the jam says.\n\n| 2d4 | Word |\n|---|---|\n| 2–4 | plum |\n| 5–8 | pear |";
    save(&library, json!({"kind": "rule", "name": "Jam Words", "book": "House Rules", "text": text})).await;
    let roll = on("jam words", None);
    let (first, _) = library.roll(&roll).await.unwrap();
    assert_eq!(first, library.roll(&roll).await.unwrap().0);
    assert_eq!(first.document_name.as_deref(), Some("House Rules"));
    let word = if first.total < 5 { "plum" } else { "pear" };
    assert_eq!(first.row.unwrap()["Word"], word);
    let salt_road = CampaignChange {
        name: "Salt Road".to_owned(),
        edition: Some(Some(Edition::Of2014)),
        documents: Some(vec!["srd-2014".to_owned()]),
    };
    library.change_campaign(&salt_road).await.unwrap();
    let (of_2014, answer) = library.roll(&on("reincarnate", None)).await.unwrap();
    assert_eq!(of_2014.uri.as_deref(), Some("lore://entry/srd-2014/spell/reincarnate"));
    assert_eq!(answer.campaign.unwrap().name, "Salt Road");
}
