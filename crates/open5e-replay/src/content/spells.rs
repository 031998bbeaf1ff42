//! Spells of both versions.

use serde_json::{Value, json};

use super::documents::{BOOK, CELLAR, GALLERY, origin_of_version_1, prefix, summary};
use super::{names, reference, sentence, slug};

/// The schools of magic.
pub(super) const SCHOOLS: [&str; 8] = [
    "Abjuration",
    "Conjuration",
    "Divination",
    "Enchantment",
    "Evocation",
    "Illusion",
    "Necromancy",
    "Transmutation",
];
const CASTING_TIMES: [&str; 5] = ["action", "bonus-action", "reaction", "1minute", "1hour"];

/// The number of spells beside the odd ones.
const PLAIN: usize = 240;

/// Returns a spell with the fields that every one has.
fn spell(document: &str, name: &str, level: u64, school: &str) -> Value {
    json!({
        "key": format!("{}_{}", prefix(document), slug(name)), "document": summary(document),
        "casting_options": [{ "type": "default", "damage_roll": null, "duration": null, "range": null, "desc": null }],
        "school": reference(school), "classes": [{ "name": "Wizard", "key": "srd_wizard" }], "range_unit": "feet",
        "shape_size_unit": "feet", "name": name, "desc": format!("You cast {name}. {}", sentence(name.len())), "level": level,
        "higher_level": "", "target_type": "creature", "range_text": "60 feet", "range": 60, "ritual": false,
        "casting_time": "action", "reaction_condition": null, "verbal": true, "somatic": true, "material": false,
        "material_specified": "", "material_cost": null, "material_consumed": false, "target_count": 1,
        "saving_throw_ability": "", "attack_roll": false, "damage_roll": "", "damage_types": [], "duration": "instantaneous",
        "shape_type": null, "shape_size": null, "concentration": false, "crossreferences": { "to": [] },
    })
}

fn with(mut object: Value, fields: &Value) -> Value {
    for (name, value) in fields.as_object().unwrap() {
        object[name] = value.clone();
    }
    object
}

fn plain(number: usize, name: &str) -> Value {
    let document = if number.is_multiple_of(2) { BOOK } else { CELLAR };
    // A quarter is of level 3 and the school of evocation, so that a page of them is full.
    let (level, school) = match number % 4 {
        0 => (3, "Evocation"),
        _ => ((number % 10) as u64, SCHOOLS[number % SCHOOLS.len()]),
    };
    let mut spell = spell(document, name, level, school);
    spell["casting_time"] = json!(CASTING_TIMES[number % CASTING_TIMES.len()]);
    spell["ritual"] = json!(number.is_multiple_of(7));
    spell["concentration"] = json!(number.is_multiple_of(3));
    if number.is_multiple_of(5) {
        // Of nearly a thousand spells the API names no class.
        spell["classes"] = json!([]);
    }
    if number.is_multiple_of(4) {
        spell["damage_types"] = json!(["fire"]);
        spell["damage_roll"] = json!("3d6");
        spell["saving_throw_ability"] = json!("dexterity");
    }
    spell
}

fn odd() -> Vec<Value> {
    let two_classes =
        json!([{ "name": "Wizard", "key": "srd_wizard" }, { "name": "Bard", "key": "srd_bard" }]);
    let fireball = json!({ "damage_types": ["fire"], "damage_roll": "8d6", "classes": two_classes });
    vec![
        // Names of the rules of both editions, with words of our own.
        with(spell("srd-2014", "Fireball", 3, "Evocation"), &fireball),
        with(spell("srd-2024", "Fireball", 3, "Evocation"), &fireball),
        with(
            spell("srd-2014", "Shield", 1, "Abjuration"),
            &json!({
                "casting_time": "reaction", "reaction_condition": "which you take when a plum is thrown at you",
                "range_text": "Self", "range": 0, "duration": "1 round",
            }),
        ),
        with(
            spell("srd-2024", "Shield", 1, "Abjuration"),
            &json!({ "casting_time": "reaction", "range_text": "Self" }),
        ),
        with(spell(GALLERY, "Fireball", 3, "Evocation"), &fireball),
        with(spell(GALLERY, "Shield", 1, "Abjuration"), &json!({ "classes": [] })),
        spell(GALLERY, "Shield of Plums", 2, "Abjuration"),
        with(spell("srd-2014", "Wish", 9, "Conjuration"), &json!({ "range_text": "Self" })),
        with(spell("srd-2024", "Wish", 9, "Conjuration"), &json!({ "range_text": "Self" })),
        // Sentinels instead of distances.
        with(
            spell(BOOK, "Far Plum", 4, "Divination"),
            &json!({ "range": 999_999, "range_text": "Unlimited" }),
        ),
        with(spell(CELLAR, "Seen Plum", 2, "Divination"), &json!({ "range": 2020, "range_text": "Sight" })),
        // Markdown with what does not belong into it.
        with(
            spell(BOOK, "Plum's Feast", 6, "Conjuration"),
            &json!({
                "desc": "You set a table.\r\n\r\n| d4 | Dish |\r\n| --- | --- |\r\n| 1 | Plum soup |\r\n| 2 | Plum jam |\r\n\r\nSee [wish](https://api.open5e.com/spells/wish).",
                "higher_level": "One more guest<br>for each level above 6th.",
                "material": true, "material_specified": "a fork worth 5 gp", "material_cost": "5.00",
            }),
        ),
        with(
            spell(CELLAR, "Æther Cork", 5, "Transmutation"),
            &json!({
                "desc": "<p>A cork of <em>air</em> &amp; dust appears.</p><ul><li>It floats.</li></ul>",
                "higher_level": "[No description provided]", "casting_options": [],
            }),
        ),
    ]
}

/// Returns a spell in the words of version 1; `None` where that lacks its document.
fn of_version_1(spell: &Value) -> Option<Value> {
    let text = |field: &str| spell[field].as_str().unwrap_or_default();
    let level = spell["level"].as_u64().unwrap();
    let object = json!({
        // Slugs keep signs that must be encoded in an address.
        "slug": text("name").to_lowercase().replace(' ', "-"), "name": spell["name"], "desc": spell["desc"],
        "higher_level": spell["higher_level"], "page": "", "range": spell["range_text"], "target_range_sort": spell["range"],
        "components": "V, S", "level": format!("level {level}"), "level_int": level, "spell_level": level,
        "requires_verbal_components": true, "requires_somatic_components": true, "requires_material_components": false,
        "material": "", "can_be_cast_as_ritual": spell["ritual"], "ritual": "no", "duration": "Instantaneous",
        "concentration": "no", "requires_concentration": spell["concentration"], "casting_time": "1 action",
        "school": spell["school"]["name"], "dnd_class": "Sorcerer, Wizard", "spell_lists": ["wizard"], "archetype": "",
        "circles": "",
    });
    Some(with(object, &origin_of_version_1(spell["document"]["key"].as_str().unwrap())?))
}

pub(super) fn lists() -> Vec<(&'static str, Vec<Value>)> {
    let nouns = [
        "Lantern", "Ember", "Whisper", "Ladder", "Mirror", "Thimble", "Bell", "Veil", "Anchor", "Candle",
        "Door", "Echo", "Feather", "Grasp", "Harvest",
    ];
    let mut spells: Vec<Value> =
        names(&nouns, PLAIN).iter().enumerate().map(|(number, name)| plain(number, name)).collect();
    spells.extend(odd());
    let mut older: Vec<Value> = spells.iter().filter_map(of_version_1).collect();
    older.dedup_by(|a, b| a["slug"] == b["slug"]);
    vec![("/v2/spells/", spells), ("/v1/spells/", older)]
}
