//! Items, magic items, weapons and armor of both versions.

use serde_json::{Value, json};

use super::documents::{BOOK, CELLAR, GALLERY, origin_of_version_1, prefix, summary};
use super::{names, reference, sentence, slug};

const RARITIES: [&str; 5] = ["Common", "Uncommon", "Rare", "Very Rare", "Legendary"];
/// The base weapons of magic items: name, damage, whether it is simple, properties.
const WEAPONS: [(&str, &str, bool, &[&str]); 4] = [
    ("Ladle", "1d4", true, &["Light", "Finesse"]),
    ("Skillet", "1d6", true, &["Versatile"]),
    ("Carving Knife", "1d6", false, &["Finesse", "Light", "Thrown"]),
    ("Bread Peel", "1d10", false, &["Two-Handed", "Heavy"]),
];

/// The number of magic items beside the odd ones.
const PLAIN: usize = 160;

fn key(document: &str, name: &str) -> String {
    format!("{}_{}", prefix(document), slug(name))
}

fn property(name: &&str) -> Value {
    let detail = if *name == "Thrown" { json!("Range 20/60") } else { Value::Null };
    json!({ "property": { "name": name, "type": null, "desc": format!("The {name} property.") }, "detail": detail })
}

fn weapon((name, damage, simple, properties): (&str, &str, bool, &[&str])) -> Value {
    json!({
        "name": name, "key": key(CELLAR, name), "damage_type": reference("Bludgeoning"), "damage_dice": damage,
        "properties": properties.iter().map(property).collect::<Vec<_>>(), "range": 0, "long_range": 0, "is_simple": simple,
        "is_martial": !simple, "is_improvised": false, "distance_unit": "feet",
    })
}

fn armor(name: &str, category: &str, base: u64) -> Value {
    json!({
        "name": name, "key": key(CELLAR, name), "category": category, "ac_base": base,
        "ac_display": format!("{base} + Dex modifier (max 2)"), "ac_add_dexmod": true, "ac_cap_dexmod": 2,
        "grants_stealth_disadvantage": false, "strength_score_required": null,
    })
}

fn item(document: &str, name: &str, category: &str, cost: &str, weight: &str) -> Value {
    json!({
        "key": key(document, name), "name": name, "desc": format!("It is a {}. {}", name.to_lowercase(), sentence(name.len())), "category": reference(category),
        "weapon": null, "armor": null, "size": reference("Tiny"), "weight": weight, "weight_unit": "lb", "cost": cost,
        "document": summary(document), "crossreferences": { "to": [] },
    })
}

fn magic_item(document: &str, name: &str, category: &str, rarity: &str) -> Value {
    let mut object = item(document, name, category, "0.00", "1.000");
    object["rarity"] = reference(rarity);
    object["rarity"]["rank"] = json!(1);
    object["requires_attunement"] = json!(rarity != "Common");
    object["attunement_detail"] = Value::Null;
    object
}

/// Returns a weapon or a piece of armor as an object of a list of its own.
fn alone(mut object: Value) -> Value {
    object["document"] = summary(CELLAR);
    object
}

fn of_version_1(object: &Value, more: &Value) -> Option<Value> {
    let name = object["name"].as_str().unwrap();
    let mut older =
        json!({ "slug": name.to_lowercase().replace(' ', "-"), "name": name, "desc": object["desc"] });
    let origin = origin_of_version_1(object["document"]["key"].as_str().unwrap())?;
    for (field, value) in origin.as_object().unwrap().iter().chain(more.as_object().unwrap()) {
        older[field] = value.clone();
    }
    Some(older)
}

pub(super) fn lists() -> Vec<(&'static str, Vec<Value>)> {
    let weapons: Vec<Value> = WEAPONS.into_iter().map(weapon).collect();
    let armors =
        [armor("Apron", "light", 11), armor("Oven Mitts", "heavy", 16), armor("Pot Lid", "shield", 2)];
    // Weapons and armor stand among the items, too, under the same keys.
    let mut items = vec![
        item(BOOK, "Plum Basket", "Adventuring Gear", "0.50", "2.000"),
        item(BOOK, "Unsold Jar", "Adventuring Gear", "0.00", "0.000"),
        item(CELLAR, "Cork Screw", "Tools", "15.00", "0.500"),
        item("srd-2014", "Longsword", "Weapon", "15.00", "3.000"),
        item("srd-2024", "Longsword", "Weapon", "15.00", "3.000"),
        item("srd-2024", "Camel", "Mount", "50.00", "0.000"),
    ];
    for weapon in &weapons {
        let mut object = item(CELLAR, weapon["name"].as_str().unwrap(), "Weapon", "2.00", "1.500");
        object["weapon"] = weapon.clone();
        items.push(object);
    }
    for armor in &armors[..2] {
        let mut object = item(CELLAR, armor["name"].as_str().unwrap(), "Armor", "75.00", "20.000");
        object["armor"] = armor.clone();
        items.push(object);
    }
    let nouns = ["Ring", "Cloak", "Goblet", "Amulet", "Flute", "Lamp", "Boots", "Wand", "Mask", "Orb"];
    let plain = |(number, name): (usize, &String)| {
        let document = if number.is_multiple_of(2) { BOOK } else { CELLAR };
        magic_item(document, name, "Wondrous Item", RARITIES[number % RARITIES.len()])
    };
    let mut magic_items: Vec<Value> = names(&nouns, PLAIN).iter().enumerate().map(plain).collect();
    // One object for each base weapon.
    for weapon in &weapons {
        let name = format!("Blade of Jam ({})", weapon["name"].as_str().unwrap());
        let mut object = magic_item(GALLERY, &name, "Weapon", "Rare");
        object["weapon"] = weapon.clone();
        object["attunement_detail"] = json!("by a cook");
        magic_items.push(object);
    }
    let more = |object: &Value| {
        json!({
            "type": "Wondrous item", "rarity": object["rarity"]["name"].as_str().unwrap().to_lowercase(),
            "requires_attunement": if object["requires_attunement"] == true { "requires attunement" } else { "" },
        })
    };
    let mut older_magic: Vec<Value> =
        magic_items.iter().filter_map(|it| of_version_1(it, &more(it))).collect();
    let only_there = magic_item(BOOK, "Spoon of Version One", "Wondrous Item", "Rare");
    older_magic.extend(of_version_1(&only_there, &more(&only_there)));
    let wire =
        |name: &str, document: &str| json!({ "name": name, "desc": "", "document": summary(document) });
    let older_weapon = |name: &str, document: &str| {
        of_version_1(
            &wire(name, document),
            &json!({
                "category": "Martial Melee Weapons", "cost": "25 gp", "damage_dice": "1d8", "damage_type": "slashing", "weight": "8 lb.",
                "properties": ["two-handed", "versatile (1d10)"],
            }),
        )
    };
    let older_armor = |name: &str, document: &str| {
        of_version_1(
            &wire(name, document),
            &json!({
                "category": "Light Armor", "base_ac": 13, "plus_dex_mod": true, "plus_con_mod": false, "plus_wis_mod": false, "plus_flat_mod": 0,
                "plus_max": 0, "ac_string": "13 + Dex modifier", "strength_requirement": 0, "cost": "50 gp", "weight": "", "stealth_disadvantage": true,
            }),
        )
    };
    let set = json!({
        "key": "cutlery", "name": "Cutlery", "desc": "What one eats with.", "document": CELLAR,
        "items": [{ "name": "Ladle", "key": "cellar_ladle", "url": "https://api.open5e.com/v2/items/cellar_ladle/" }],
        "crossreferences": { "to": [] },
    });
    let service = json!({
        "key": "srd-2024_plum-delivery", "document": summary("srd-2024"), "name": "Plum Delivery", "desc": "A boy brings plums.",
        "cost": "0.10", "detail": "1 mile", "crossreferences": { "to": [] },
    });
    vec![
        ("/v2/weapons/", weapons.into_iter().map(alone).collect()),
        ("/v2/armor/", armors.into_iter().map(alone).collect()),
        ("/v2/items/", items),
        ("/v2/magicitems/", magic_items),
        ("/v2/itemsets/", vec![set]),
        ("/v2/services/", vec![service]),
        ("/v1/magicitems/", older_magic),
        (
            "/v1/weapons/",
            [("Fish Fork", BOOK), ("Ladle", CELLAR), ("Longsword", "srd-2014")]
                .into_iter()
                .filter_map(|(name, document)| older_weapon(name, document))
                .collect(),
        ),
        (
            "/v1/armor/",
            [("Tablecloth", BOOK), ("Apron", CELLAR)]
                .into_iter()
                .filter_map(|(name, document)| older_armor(name, document))
                .collect(),
        ),
    ]
}
