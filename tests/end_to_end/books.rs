//! Facts of both System Reference Documents as their pages state them: with the starter content alone, and
//! after the full sync of `open5e`.

use serde_json::{Map, Value, json};
use tempfile::TempDir;

use crate::program::{Serve, program};
use crate::starter_library::served;

/// The facts are also compared where the books are read.
const KNOWN: [&str; 2] = [include_str!("../facts/srd-2014.json"), include_str!("../facts/srd-2024.json")];

const WORDS: [(&str, &str, &str, &str, &str); 13] = [
    ("lookup_spell", "srd-2014", "Fireball", "page", "144"),
    ("lookup_spell", "srd-2014", "Fireball", "citation", "SRD 5.1, p. 144"),
    ("lookup_equipment", "srd-2014", "Whip", "properties", "Finesse"),
    ("lookup_equipment", "srd-2014", "Handaxe", "properties", "Thrown"),
    ("lookup_equipment", "srd-2014", "Greatsword", "properties", "Heavy"),
    ("lookup_equipment", "srd-2014", "Crossbow, heavy", "properties", "Ammunition"),
    ("lookup_equipment", "srd-2014", "Crossbow, light", "properties", "Two-Handed"),
    ("lookup_rule", "srd-2014", "Long Rest", "description", "8 hours"),
    ("lookup_rule", "srd-2014", "Search", "description", "Search action"),
    ("lookup_rule", "srd-2014", "Blindsight", "description", "blindsight can perceive"),
    ("lookup_rule", "srd-2014", "Bonus Action", "description", "bonus action"),
    ("lookup_rule", "srd-2024", "Hide", "description", "*Hide [Action]*"),
    ("lookup_rule", "srd-2024", "Hide", "citation", "SRD 5.2.1, p. 183"),
];

const COUNTS: [(&str, &str, &str, usize); 5] = [
    ("lookup_rule", "rule_type", "proficiency", 100),
    ("lookup_rule", "rule_type", "language", 16),
    ("lookup_rule", "rule_type", "magic-school", 8),
    ("lookup_rule", "section", "combat", 1),
    ("lookup_spell", "class_key", "paladin", 31),
];

fn ask(serve: &mut Serve, tool: &str, document: &str, name: &str) -> Value {
    let answer = serve.call(tool, json!({"name": name, "documents": [document]}));
    let entries = answer["value"].as_array().unwrap_or_else(|| panic!("{name}: {answer}"));
    let found = entries.iter().find(|entry| entry["name"] == name);
    found.unwrap_or_else(|| panic!("no {name} in {answer}")).clone()
}

fn check(serve: &mut Serve) {
    for (address, facts) in
        KNOWN.iter().flat_map(|book| serde_json::from_str::<Map<String, Value>>(book).unwrap())
    {
        let read = serve.call("guide_read_entry", json!({"uri": format!("lore://entry/{address}")}));
        for (field, value) in facts.as_object().unwrap().iter().filter(|(field, _)| *field != "words") {
            let found = &read["value"]["entry"][field];
            // A result has whole numbers as integers.
            let is_number = value.is_number() && found.as_f64() == value.as_f64();
            assert!(is_number || found == value, "{address}: {field} is {found}, not {value}");
        }
    }
    for (tool, document, name, field, word) in WORDS {
        let text = ask(serve, tool, document, name)[field].to_string().to_lowercase();
        assert!(text.contains(&word.to_lowercase()), "{name}: {field} {text}");
    }
    let trident = ask(serve, "lookup_equipment", "srd-2014", "Trident");
    assert!(!trident["properties"].to_string().contains("Two-Handed"), "{trident}");
    for (tool, argument, value, least) in COUNTS {
        let found = serve.call(tool, json!({argument: value, "documents": ["srd-2014"], "limit": 100}));
        let found = found["value"].as_array().unwrap().len();
        assert!(found >= least && (tool != "lookup_spell" || found == least), "{found} of {value}");
    }
    for document in ["srd-2014", "srd-2024"] {
        for class in ["Wizard", "Bard", "Cleric", "Druid", "Sorcerer"] {
            let arguments = json!({"type": "class", "name": class, "documents": [document]});
            let answer = serve.call("lookup_character_option", arguments);
            let body = answer["value"][0]["description"].as_str().unwrap();
            let third = body.lines().find(|line| line.starts_with("| 3rd |") || line.starts_with("| 3 |"));
            assert!(third.is_some_and(|third| third.contains("| 4 | 2 |")), "{document} {class}: {body}");
        }
    }
}

#[test]
fn both_books_are_right_before_a_sync() {
    check(&mut served().1);
}

pub(crate) fn books_are_right_after_a_sync(home: &TempDir, notes: &[Value]) {
    let keeps = "System Reference Document 5.1 keeps the text of its printed pages";
    assert!(notes.iter().any(|note| note.as_str().is_some_and(|note| note.contains(keeps))), "{notes:?}");
    let mut serve = Serve::connected(&mut program(home.path()));
    check(&mut serve);
    let dragon = ask(&mut serve, "lookup_creature", "srd-2014", "Adult Red Dragon");
    assert!(!dragon["environments"].as_array().unwrap().is_empty(), "Open5e says where it lives");
}
