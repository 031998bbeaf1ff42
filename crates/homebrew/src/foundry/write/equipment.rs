//! Equipment as items.

use content::model::{Equipment, Kind};
use serde_json::{Value, json};

use super::set;
use crate::foundry::codes::code_of;

pub(super) fn system(kind: Kind, thing: &Equipment) -> (&'static str, Value) {
    let category = thing.category.as_deref().unwrap_or_default();
    let code = code_of(category);
    let code = if code == "amm" { "ammo".to_owned() } else { code };
    let is_armor =
        matches!(code.as_str(), "light" | "medium" | "heavy" | "shield") && thing.armor_class.is_some();
    let item_type = match code.as_str() {
        _ if thing.damage_dice.is_some() || kind == Kind::Weapon => "weapon",
        _ if is_armor => "equipment",
        "potion" | "poison" | "scroll" | "food" | "ammo" => "consumable",
        "ring" | "rod" | "wand" | "wondrous" | "clothing" | "trinket" => "equipment",
        "art" | "game" | "music" | "tools" => "tool",
        "container" => "container",
        _ => "loot",
    };
    let attunement = match (thing.requires_attunement, thing.attunement_detail.as_deref()) {
        (true, Some("optional")) => "optional",
        (true, _) => "required",
        (false, _) => "",
    };
    let (price, coin) = price(thing.cost_gp.unwrap_or_default());
    let base = thing.base_item.as_deref().map(code_of).unwrap_or_default();
    let is_mastery = |words: &&String| words.ends_with("(mastery)");
    let names =
        thing.properties.iter().filter(|words| !is_mastery(words)).filter_map(|it| it.split(" (").next());
    let mut properties: Vec<String> = names.map(code_of).filter(|code| code.len() == 3).collect();
    properties.extend(thing.is_magic.then(|| "mgc".to_owned()));
    properties.extend(thing.stealth_disadvantage.and_then(|it| it.then(|| "stealthDisadvantage".to_owned())));
    let mut system = json!({
        "quantity": 1, "price": { "value": price, "denomination": coin },
        "weight": { "value": thing.weight_lb.unwrap_or_default(), "units": "lb" },
        "rarity": thing.rarity.map(|rarity| code_of(rarity.as_str())).unwrap_or_default(),
        "attunement": attunement, "identified": true, "properties": properties,
        "type": { "value": if category.is_empty() { "" } else { code.as_str() }, "baseItem": base },
    });
    if item_type == "weapon" {
        add_weapon(&mut system, thing);
    }
    if is_armor {
        set(&mut system, "armor", armor(thing.armor_class.as_deref().unwrap_or_default()));
        set(&mut system, "strength", thing.strength_required.into());
    }
    (item_type, system)
}

/// Returns a price in the largest coin without a fraction.
fn price(gold: f64) -> (f64, &'static str) {
    let coins = [(1.0, "gp"), (10.0, "sp"), (100.0, "cp")];
    let whole = coins.into_iter().find(|(number, _)| ((gold * number).round() - gold * number).abs() < 1e-6);
    whole.map_or((gold, "gp"), |(number, coin)| ((gold * number).round(), coin))
}

fn add_weapon(system: &mut Value, thing: &Equipment) {
    let types: Vec<&str> = thing.damage_type.iter().map(String::as_str).collect();
    let damage = |dice: Option<&str>| match dice.and_then(|dice| dice.split_once('d')) {
        Some((number, faces)) if faces.parse::<u32>().is_ok() => json!({
            "number": number.parse::<u32>().unwrap_or(1), "denomination": faces.parse::<u32>().ok(), "types": types,
        }),
        _ => json!({
            "types": types, "custom": { "enabled": dice.is_some(), "formula": dice.unwrap_or_default() },
        }),
    };
    let both = json!({
        "base": damage(thing.damage_dice.as_deref()), "versatile": damage(thing.two_handed_damage_dice.as_deref()),
    });
    set(system, "damage", both);
    let (value, long) = thing.range.as_deref().map_or((None, None), |range| {
        let (value, long) = range.split_once('/').unwrap_or((range, ""));
        (value.parse::<u32>().ok(), long.parse::<u32>().ok())
    });
    set(system, "range", json!({ "value": value, "long": long, "units": "ft" }));
    let mastery = thing.properties.iter().find_map(|it| it.strip_suffix(" (mastery)"));
    set(system, "mastery", mastery.unwrap_or_default().to_lowercase().into());
    let attack = json!({ "_id": "lorekeeperAttack", "type": "attack", "activation": { "type": "action", "value": 1 } });
    set(system, "activities", json!({ "lorekeeperAttack": attack }));
}

/// Reads `13 + Dex modifier (max 2)`, `18` or `+2`.
fn armor(words: &str) -> Value {
    let numbers: Vec<u32> =
        words.split(|c: char| !c.is_ascii_digit()).filter_map(|it| it.parse().ok()).collect();
    let limit = match numbers.get(1) {
        Some(limit) => Some(*limit),
        None if words.to_lowercase().contains("dex") => None,
        None => Some(0),
    };
    json!({ "value": numbers.first(), "dex": limit })
}
