//! Facts of both System Reference Documents as their pages state them: with the starter content alone, and after the full
//! sync of `open5e`.

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::program::{Serve, printed, program, run};
use crate::starter_library::starter_library;

/// Returns the first entry of exactly this name.
fn one<'a>(answer: &'a Value, name: &str) -> &'a Value {
    let entries = answer["value"].as_array().unwrap_or_else(|| panic!("{name}: {answer}"));
    entries.iter().find(|entry| entry["name"] == name).unwrap_or_else(|| panic!("no {name} in {answer}"))
}

/// Looks up an entry of a document by its name.
fn ask(serve: &mut Serve, tool: &str, name: &str, document: &str, more: Value) -> Value {
    let mut arguments = json!({"name": name, "documents": [document]});
    arguments.as_object_mut().unwrap().extend(more.as_object().cloned().unwrap_or_default());
    one(&serve.call(tool, arguments), name).clone()
}

fn properties(weapon: &Value) -> Vec<String> {
    let names = weapon["properties"].as_array().into_iter().flatten();
    names.filter_map(|name| Some(name.as_str()?.split(" (").next()?.to_owned())).collect()
}

fn body(entry: &Value) -> &str {
    entry["description"].as_str().unwrap()
}

/// Checks everything that holds with and without Open5e.
fn check(serve: &mut Serve) {
    weapons(serve);
    spells(serve);
    rules(serve);
    items(serve);
    classes(serve);
}

fn weapons(serve: &mut Serve) {
    let mut weapon = |name: &str| ask(serve, "lookup_equipment", name, "srd-2014", json!({"type": "weapon"}));
    assert!(properties(&weapon("Whip")).contains(&"Finesse".to_owned()));
    assert_eq!(weapon("Shortsword")["damage_type"], "piercing");
    assert!(properties(&weapon("Handaxe")).contains(&"Thrown".to_owned()));
    assert_eq!(weapon("Sling")["range"], "30/120");
    let greatsword = weapon("Greatsword");
    assert_eq!(greatsword["weight_lb"], 6.0);
    assert!(properties(&greatsword).contains(&"Heavy".to_owned()));
    assert!(properties(&weapon("Crossbow, heavy")).contains(&"Ammunition".to_owned()));
    assert!(properties(&weapon("Crossbow, light")).contains(&"Two-Handed".to_owned()));
    let trident = weapon("Trident");
    assert!(!properties(&trident).contains(&"Two-Handed".to_owned()), "{trident}");
    assert_eq!(trident["damage_type"], "piercing");
}

fn spells(serve: &mut Serve) {
    let paladins =
        serve.call("lookup_spell", json!({"class_key": "paladin", "documents": ["srd-2014"], "limit": 100}));
    assert_eq!(paladins["value"].as_array().unwrap().len(), 31);
    let mut spell = |name: &str| ask(serve, "lookup_spell", name, "srd-2014", json!({}));
    assert_eq!(spell("Magic Missile")["damage_types"], json!(["force"]));
    assert_eq!(spell("Acid Splash")["damage_types"], json!(["acid"]));
    assert_eq!(spell("Sacred Flame")["damage_types"], json!(["radiant"]));
    assert_eq!(spell("Inflict Wounds")["attack_roll"], true);
    assert_eq!(spell("Animal Friendship")["saving_throw"], "wisdom");
    assert_eq!(spell("Haste")["saving_throw"], Value::Null);
    let fireball = spell("Fireball");
    assert_eq!((&fireball["page"], &fireball["citation"]), (&json!(144), &json!("SRD 5.1, p. 144")));
}

fn rules(serve: &mut Serve) {
    let hide = serve.call("lookup_rule", json!({"name": "hide", "edition": "2024"}));
    let hide = one(&hide, "Hide");
    assert_eq!(hide["citation"], "SRD 5.2.1, p. 183");
    assert!(body(hide).starts_with("*Hide [Action]*"), "{hide}");
    let combat = serve
        .call("lookup_rule", json!({"rule_type": "rule", "section": "combat", "documents": ["srd-2014"]}));
    assert!(!combat["value"].as_array().unwrap().is_empty());
    let mut rule = |name: &str| {
        let entry = ask(serve, "lookup_rule", name, "srd-2014", json!({"rule_type": "rule"}));
        body(&entry).to_lowercase()
    };
    assert!(rule("Long Rest").contains("8 hours"));
    assert!(rule("Search").contains("search action"));
    assert!(rule("Blindsight").contains("blindsight can perceive"));
    assert!(rule("Bonus Action").contains("bonus action"));
    for (kind, least) in [("proficiency", 100), ("language", 16), ("magic-school", 8)] {
        let arguments = json!({"rule_type": kind, "documents": ["srd-2014"], "limit": 100});
        let found = serve.call("lookup_rule", arguments)["value"].as_array().unwrap().len();
        assert!(found >= least, "{found} of {kind}");
    }
}

fn items(serve: &mut Serve) {
    let warhorse = ask(serve, "lookup_equipment", "Warhorse", "srd-2014", json!({}));
    assert_eq!(warhorse["cost_gp"], 400.0);
    let mut item = |name: &str| ask(serve, "lookup_equipment", name, "srd-2024", json!({}));
    for (name, rarity) in
        [("Potion of Healing", "common"), ("Spell Scroll", "varies"), ("Ioun Stone", "varies")]
    {
        let found = item(name);
        assert_eq!((&found["is_magic"], &found["rarity"]), (&json!(true), &json!(rarity)), "{name}");
    }
    assert_eq!(item("Elephant")["weight_lb"], Value::Null, "its weight is not told");
    let burrow = ask(serve, "lookup_creature", "Young Blue Dragon", "srd-2014", json!({}));
    assert_eq!(burrow["speed"], "40 ft., burrow 20 ft., fly 80 ft.");
}

fn classes(serve: &mut Serve) {
    for document in ["srd-2014", "srd-2024"] {
        for class in ["Wizard", "Bard", "Cleric", "Druid", "Sorcerer"] {
            let entry = ask(serve, "lookup_character_option", class, document, json!({"type": "class"}));
            let third =
                body(&entry).lines().find(|line| line.starts_with("| 3rd |") || line.starts_with("| 3 |"));
            let third = third.unwrap_or_else(|| panic!("{document}: no third level of {class}"));
            assert!(third.contains("| 4 | 2 |"), "{document} {class}: {third}");
        }
    }
}

#[test]
fn both_books_are_right_before_a_sync() {
    let home = starter_library();
    check(&mut Serve::connected(&mut program(home.path())));
}

/// Checks the books of a library that was synced, and what the sync said about them.
pub(crate) fn books_are_right_after_a_sync(home: &TempDir, notes: &[Value]) {
    let keeps = "System Reference Document 5.1 keeps the text of its printed pages";
    assert!(notes.iter().any(|note| note.as_str().is_some_and(|note| note.contains(keeps))), "{notes:?}");
    let mut serve = Serve::connected(&mut program(home.path()));
    check(&mut serve);
    let dragon = ask(&mut serve, "lookup_creature", "Adult Red Dragon", "srd-2014", json!({}));
    assert!(!dragon["environments"].as_array().unwrap().is_empty(), "Open5e tells where it lives");
    let listed = run(home.path(), &["documents"]);
    assert!(printed(&listed).contains("System Reference Document 5.2.1"), "{}", printed(&listed));
}
