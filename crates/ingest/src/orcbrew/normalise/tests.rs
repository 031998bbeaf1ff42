use serde_json::json;

use super::*;

#[expect(clippy::needless_pass_by_value, reason = "the tests write their fields in place")]
fn item(content_type: &str, key: &str, fields: Value) -> Item {
    Item {
        content_type: content_type.to_owned(),
        key: key.to_owned(),
        line: 1,
        disabled: false,
        json: fields.to_string().into(),
    }
}

fn read(content_type: &str, key: &str, fields: Value) -> (Record, Vec<String>) {
    normalise(&item(content_type, key, fields), "Saltmarch", &DocumentKey::new("saltmarch")).unwrap()
}

#[test]
fn an_item_without_a_usable_name_is_named_after_its_key() {
    let name = |key: &str, fields| read("monsters", key, fields).0.name;
    assert_eq!(name("9-lives", json!({})), "9 Lives");
    assert_eq!(name("mud-eel-", json!({ "name": "\u{a0} " })), "Mud Eel");
    assert_eq!(name("", json!({ "name": null })), "Unnamed Creature");
    assert_eq!(read("spells", "-", json!({})).0.name, "Unnamed Spell");
    let (odd, notes) = read("spells", "tide", json!({ "name": 7 }));
    assert_eq!(odd.name, "Tide");
    assert_eq!(notes, ["the name 7 is not a text; the entry is named after its key"]);
    let (long, notes) = read("spells", "tide", json!({ "name": "tide ".repeat(100) }));
    assert!(long.name.chars().count() <= 300);
    assert_eq!(notes.len(), 1);
}

#[test]
fn an_option_pack_is_kept_if_it_differs_from_the_book() {
    let pack = |pack: Value| read("feats", "x", json!({ "option-pack": pack })).0.homebrew.option_pack;
    assert_eq!(pack(json!("Tidebook")).as_deref(), Some("Tidebook"));
    assert_eq!([pack(json!("Saltmarch")), pack(json!("")), pack(json!(null))], [None, None, None]);
    let mut off = item("feats", "x", json!({}));
    off.disabled = true;
    assert!(normalise(&off, "Saltmarch", &DocumentKey::new("s")).unwrap().0.homebrew.disabled);
}

#[test]
fn only_items_without_fields_are_rejected() {
    let refused = |fields| normalise(&item("spells", "x", fields), "S", &DocumentKey::new("s")).unwrap_err();
    assert_eq!(refused(json!("gone")), "it has no fields, only “gone”");
    assert_eq!(refused(json!(null)), "it has no fields, only nothing");
}

/// Every field that any family knows, with every sort of value: nothing may stop it, and nothing may be lost.
#[test]
fn no_value_of_a_field_is_lost() {
    const TYPES: [&str; 13] = [
        "spells", "monsters", "classes", "subclasses", "races", "subraces", "backgrounds", "feats",
        "languages", "invocations", "selections", "encounters", "sandwiches",
    ];
    const FIELDS: &str = "name option-pack level school casting-time range duration components ritual spell-lists \
        attack-roll? description help size type alignment armor-class armor-notes hit-points speed str saving-throws \
        skills senses challenge props damage-immunities languages traits actions legendary-actions hit-die \
        subclass-level subclass-title subclass-help ability-increase-levels profs equipment equipment-choices weapons \
        treasure spellcasting level-modifiers level-selections class race cleric-spells abilities darkvision spells \
        ability-increases prereqs path-prereqs options breath-weapon creatures";
    let values = json!([
        null, true, -1, 7.5, 1e300, "", "zyx wvu", "ünï-cödé", [], [null, 1, "zyx", ["zyx"], { "name": 3 }], {},
        { "zyx": { "wvu": true } }, { "1": { "0": "zyx" } }, { "zyx": "wvu", "nil": null }, [{ "zyx": "wvu" }]
    ]);
    let mut lost = Vec::new();
    for content_type in TYPES {
        for field in FIELDS.split_whitespace() {
            for value in values.as_array().unwrap() {
                let (record, _) = read(content_type, "k", json!({ field: value }));
                let told = format!("{} {} {}", record.name, record.body, record.stored_fields().unwrap());
                // What a flag holds beside being set says nothing.
                let words = if value.is_object() { &["zyx"][..] } else { &["zyx", "wvu", "cödé"] };
                let gone =
                    |word: &&str| value.to_string().contains(*word) && !told.to_lowercase().contains(*word);
                if words.iter().any(gone) {
                    lost.push(format!("{content_type} {field} {value}"));
                }
            }
        }
    }
    assert_eq!(lost, Vec::<String>::new());
}
