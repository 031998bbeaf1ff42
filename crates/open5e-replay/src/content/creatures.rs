//! Creatures of both versions, and their sets and environments.

use serde_json::{Value, json};

use super::documents::{BOOK, CELLAR, GALLERY, origin_of_version_1, prefix, summary};
use super::{names, reference, sentence, slug};

const TYPES: [&str; 6] = ["Aberration", "Beast", "Construct", "Dragon", "Ooze", "Undead"];
const SIZES: [&str; 5] = ["Tiny", "Small", "Medium", "Large", "Huge"];
/// Challenge ratings with their experience points.
const RATINGS: [(f64, u64); 6] =
    [(0.125, 25), (0.25, 50), (1.0, 200), (5.0, 1_800), (12.0, 8_400), (24.0, 62_000)];
const ENVIRONMENTS: [&str; 4] = ["Kitchen", "Orchard", "Underground", "Ice Cellar"];

/// The number of creatures beside the odd ones.
const PLAIN: usize = 232;

fn action(name: &str, kind: &str, order: u64) -> Value {
    let attack = json!({
        "name": format!("{name} attack"), "attack_type": "WEAPON", "to_hit_mod": 5, "reach": 5, "range": null,
        "damage_die_count": null, "damage_die_type": null, "damage_bonus": null,
        // The real content of 2014 says thunder of nearly every attack.
        "damage_type": reference("Thunder"), "extra_damage_type": null, "distance_unit": "feet",
    });
    json!({
        "name": name, "desc": format!("Melee Weapon Attack: +5 to hit, reach 5 ft., one target. Hit: 7 (1d8 + 3) piercing damage. {}", sentence(name.len())),
        "attacks": [attack], "action_type": kind, "order_in_statblock": order, "legendary_action_cost": null,
        "limited_to_form": null, "usage_limits": null,
    })
}

fn creature(document: &str, name: &str, number: usize) -> Value {
    let (rating, points) = RATINGS[number % RATINGS.len()];
    let scores = json!({
        "strength": 8 + number % 12, "dexterity": 10, "constitution": 14, "intelligence": 3, "wisdom": 12, "charisma": 5,
    });
    json!({
        "key": format!("{}_{}", prefix(document), slug(name)), "name": name, "document": summary(document),
        "type": reference(TYPES[number % TYPES.len()]), "size": reference(SIZES[number % SIZES.len()]),
        "challenge_rating": rating, "proficiency_bonus": null, "experience_points": points,
        "speed": { "walk": 30, "unit": "feet" }, "speed_all": { "unit": "feet", "walk": 30, "crawl": 15, "hover": false, "fly": 0, "burrow": 0, "climb": 15, "swim": 15 },
        "category": "Monsters", "subcategory": null, "alignment": "unaligned",
        "languages": { "as_string": "Common", "data": [{ "name": "Common", "key": "common", "desc": "Everybody speaks it." }] },
        "armor_class": 10 + number % 10, "armor_detail": "natural armor", "hit_points": 20 + number % 200, "hit_dice": "4d8+8",
        "ability_scores": scores, "modifiers": { "strength": 1, "dexterity": 0, "constitution": 2, "intelligence": -4, "wisdom": 1, "charisma": -3 },
        "initiative_bonus": 0, "saving_throws": { "wisdom": 4 }, "skill_bonuses": { "perception": 4, "sleight_of_hand": 2 },
        "passive_perception": 14,
        "resistances_and_immunities": {
            "damage_immunities_display": "poison", "damage_immunities": [reference("Poison")],
            "damage_resistances_display": "", "damage_resistances": [], "damage_vulnerabilities_display": "",
            "damage_vulnerabilities": [], "condition_immunities_display": "", "condition_immunities": [],
        },
        "normal_sight_range": 10560, "darkvision_range": 60, "blindsight_range": null, "tremorsense_range": null,
        "truesight_range": null,
        // The list is in the order of the alphabet, not of the stat block.
        "actions": [action("Bite", "ACTION", 1), action("Multiattack", "ACTION", 0)],
        "traits": [{ "name": "Keen Nose", "desc": sentence(number) }], "creaturesets": [],
        "environments": [reference(ENVIRONMENTS[number % ENVIRONMENTS.len()])], "illustration": null,
        "crossreferences": { "to": [] },
    })
}

fn odd() -> Vec<Value> {
    let mut golem = creature(GALLERY, "Jam Golem", 3);
    golem["alignment"] = json!("Titan)");
    // A page number that was glued on.
    golem["darkvision_range"] = json!(6013);
    golem["hit_dice"] = Value::Null;
    golem["speed"] = json!({ "walk": 30, "fly": 20, "hover": true, "unit": "feet", "swim": 0 });
    let mut flood = action("Flood", "LEGENDARY_ACTION", 1);
    flood["legendary_action_cost"] = json!(2);
    flood["limited_to_form"] = json!("Liquid Form Only");
    let mut throw = action("Throw Jar", "ACTION", 2);
    throw["desc"] = json!("Ranged Weapon Attack: +7 to hit.<br>It sticks.");
    throw["usage_limits"] = json!({ "type": "RECHARGE_ON_ROLL", "param": 5 });
    let mut wobble = action("Wobble", "REACTION", 0);
    wobble["usage_limits"] = json!({ "type": "PER_DAY", "param": 3 });
    golem["actions"] = json!([flood, throw, wobble, action("Slurp", "BONUS_ACTION", 0)]);
    golem["traits"] = json!([{ "name": "Sticky", "desc": "See [web](https://api.open5e.com/spells/web)." }]);

    // The names of the fields until 2026.
    let mut old = creature(GALLERY, "Crumb Sprite", 1);
    let fields = old.as_object_mut().unwrap();
    fields.remove("challenge_rating");
    fields.insert("challenge_rating_decimal".to_owned(), json!("0.250"));
    fields.insert("challenge_rating_text".to_owned(), json!("1/4"));

    vec![
        golem,
        old,
        // Of an entry of the books the API knows where it lives.
        creature("srd-2014", "Adult Red Dragon", 2),
        creature("srd-2014", "Goblin", 1),
        creature("srd-2024", "Goblin Warrior", 1),
        creature(BOOK, "Ætherling: the Plum's Ghost", 5),
        // Names that stand in several documents.
        creature(CELLAR, "Jam Golem", 9),
        creature(BOOK, "Jam Golem", 15),
    ]
}

/// Returns a creature in the words of version 1, with the lore that only that has; `None` where it lacks the document.
fn of_version_1(number: usize, creature: &Value) -> Option<Value> {
    let name = creature["name"].as_str().unwrap();
    let document = creature["document"]["key"].as_str().unwrap();
    let mut object = json!({
        "slug": format!("{}{}", name.to_lowercase().replace(' ', "-"), if document == CELLAR { "-cellar" } else { "" }),
        // Two ways of having no lore.
        "desc": match number % 5 { 1 => "False".to_owned(), 2 => String::new(), _ => format!("**Lore.** {}", sentence(number)) },
        "name": name, "size": creature["size"]["name"], "type": creature["type"]["name"], "subtype": "", "group": "null",
        "alignment": "unaligned", "armor_class": creature["armor_class"], "armor_desc": "natural armor",
        "hit_points": creature["hit_points"], "hit_dice": "4d8 + 8", "speed": { "walk": 30, "burrow": 20 },
        "strength": 10, "dexterity": 10, "constitution": 14, "intelligence": 3, "wisdom": 12, "charisma": 5,
        "strength_save": null, "wisdom_save": 4, "perception": 4, "skills": { "Perception": 4 },
        "damage_vulnerabilities": "False", "damage_resistances": "", "damage_immunities": "poison", "condition_immunities": "",
        "senses": "darkvision 60 ft., passive Perception 14", "languages": "Common", "challenge_rating": "1", "cr": 1.0,
        "actions": [
            { "name": "Bite", "desc": "The same bite." },
            { "name": "Stomp", "desc": "An action that version 2 lacks." },
        ],
        "bonus_actions": [], "reactions": [], "legendary_desc": "", "legendary_actions": [],
        "special_abilities": [{ "name": "Keen Nose", "desc": "It smells plums." }], "spell_list": [], "page_no": 75,
        "environments": ["Orchard"], "img_main": null,
        "v2_converted_path": format!("/v2/creatures/{}/", creature["key"].as_str().unwrap()),
    });
    for (field, value) in origin_of_version_1(document)?.as_object().unwrap() {
        object[field] = value.clone();
    }
    Some(object)
}

pub(super) fn lists() -> Vec<(&'static str, Vec<Value>)> {
    let nouns = [
        "Golem", "Hound", "Serpent", "Moth", "Stalker", "Widow", "Toad", "Ghoul", "Wyrm", "Lurker", "Imp",
        "Sentinel", "Heron", "Beetle", "Phantom",
    ];
    let book = |number: usize| if number.is_multiple_of(2) { BOOK } else { CELLAR };
    let names = names(&nouns, PLAIN);
    let mut creatures: Vec<Value> =
        names.iter().enumerate().map(|(number, name)| creature(book(number), name, number)).collect();
    creatures.extend(odd());
    let monsters = creatures.iter().enumerate().filter_map(|(number, it)| of_version_1(number, it)).collect();
    let set = json!({
        "key": "kitchen-pets", "name": "Kitchen Pets", "document": BOOK, "creatures": [creatures[0], creatures[2]],
    });
    let environment = |name: &&str| {
        json!({
            "key": slug(name), "name": name, "desc": "[None provided]", "aquatic": false, "planar": false, "interior": true,
            "document": "core", "crossreferences": { "to": [] },
        })
    };
    vec![
        ("/v2/creaturesets/", vec![set]),
        ("/v2/environments/", ENVIRONMENTS.iter().map(environment).collect()),
        ("/v2/creatures/", creatures),
        ("/v1/monsters/", monsters),
    ]
}
