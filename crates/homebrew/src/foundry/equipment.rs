//! Weapons, armor and other things.

use content::json::Object;
use content::markdown;
use content::model::{Details, Equipment, Kind, Rarity, fold};

use super::Entry;
use super::codes::in_words;
use super::fields::at_path;
use super::item::{Item, formula_of};
use super::text::Scope;

/// The value of coins in gold pieces.
const COINS: [(&str, f64); 5] = [("pp", 10.0), ("gp", 1.0), ("ep", 0.5), ("sp", 0.1), ("cp", 0.01)];
/// The pounds of a kilogram, as dnd5e converts them.
const POUNDS: f64 = 2.5;

pub(super) fn equipment(scope: &Scope<'_>, notes: &mut Vec<String>) -> Entry {
    let item = scope.item;
    let system = item.system;
    let rarity = rarity(system, notes);
    let is_magic = item.has("mgc") || rarity.is_some();
    let (requires_attunement, attunement_detail) = attunement(system);
    let is_armor =
        matches!(item.subtype(), "light" | "medium" | "heavy" | "shield") && item.kind() == "equipment";
    let kind = match item.kind() {
        _ if is_magic => Kind::MagicItem,
        "weapon" => Kind::Weapon,
        _ if is_armor => Kind::Armor,
        _ => Kind::Item,
    };
    let base = system.at("type").text("baseItem").or_else(|| system.text("baseItem"));
    let mut thing = Equipment {
        category: Some(category(item)).filter(|category| !category.is_empty()),
        rarity,
        requires_attunement,
        attunement_detail,
        is_magic,
        cost_gp: cost(system),
        weight_lb: weight(system),
        base_item: base.filter(|_| is_magic).map(in_words),
        ..Equipment::default()
    };
    if item.kind() == "weapon" {
        add_weapon(&mut thing, item);
    }
    if is_armor {
        add_armor(&mut thing, item);
    }
    let body = markdown::equipment(&thing, &text(scope));
    Entry { kind, details: Details::Equipment(Box::new(thing)), body }
}

/// Returns the text, with the descriptions of effects that it lacks.
fn text(scope: &Scope<'_>) -> String {
    let text = scope.markdown(scope.item.html());
    let effects = scope.item.doc.list("effects").filter_map(|effect| {
        let words = scope.markdown(effect.text("description")?);
        let name = effect.text("name").or_else(|| effect.text("label"))?;
        (!words.is_empty() && text.is_empty()).then(|| format!("***{name}.*** {words}"))
    });
    std::iter::once(text.clone()).chain(effects).filter(|it| !it.is_empty()).collect::<Vec<_>>().join("\n\n")
}

fn rarity(system: Object<'_>, notes: &mut Vec<String>) -> Option<Rarity> {
    let text = system.text("rarity")?;
    let words = in_words(text);
    let rarity = Rarity::find(&words);
    if rarity.is_none() && !matches!(fold(&words).as_str(), "none" | "mundane" | "unknown") {
        notes.push(format!("its rarity `{}` is none", content::model::shown(text)));
    }
    rarity
}

/// Before version 3.2, 0 meant no, 1 meant required and 2 attuned.
fn attunement(system: Object<'_>) -> (bool, Option<String>) {
    match (system.text("attunement"), system.integer::<u8>("attunement")) {
        (Some("required"), _) | (None, Some(1 | 2)) => (true, None),
        (Some("optional"), _) => (true, Some("optional".to_owned())),
        _ => (false, None),
    }
}

fn category(item: Item<'_>) -> String {
    let (subtype, more) = (item.subtype(), item.system.at("type").text("subtype"));
    let words = match (item.kind(), subtype) {
        ("loot", "art") => "Art Object".to_owned(),
        ("loot", "gear") | ("loot" | "equipment" | "consumable", "") => "Adventuring Gear".to_owned(),
        ("tool", "") => "Tools".to_owned(),
        ("container" | "backpack", _) => "Container".to_owned(),
        ("facility", _) => "Facility".to_owned(),
        ("weapon", "") => "Weapon".to_owned(),
        (_, subtype) => in_words(subtype),
    };
    match more {
        Some(more) => format!("{words} ({})", in_words(more).to_lowercase()),
        None => words,
    }
}

fn cost(system: Object<'_>) -> Option<f64> {
    let price = system.at("price");
    let value = price.number("value").or_else(|| system.number("price")).filter(|value| *value > 0.0)?;
    let coin = price.text("denomination").unwrap_or("gp");
    Some(value * COINS.iter().find(|(code, _)| *code == coin)?.1)
}

fn weight(system: Object<'_>) -> Option<f64> {
    let object = system.at("weight");
    let weight = object.number("value").or_else(|| system.number("weight")).filter(|weight| *weight > 0.0)?;
    Some(match object.text("units") {
        Some("kg") => weight * POUNDS,
        Some("tn") => weight * 2000.0,
        _ => weight,
    })
}

fn add_weapon(thing: &mut Equipment, item: Item<'_>) {
    let (system, subtype) = (item.system, item.subtype());
    let damage = item.damage(None);
    let dice = |formula: &str| formula.replace("@mod", "").trim().trim_end_matches('+').replace(' ', "");
    if let Some(first) = damage.first() {
        thing.damage_dice = Some(dice(&first.formula));
        thing.damage_type = first.types.first().map(|kind| in_words(kind).to_lowercase());
    }
    let versatile = system.at("damage");
    let two_handed = versatile.string("versatile").or_else(|| formula_of(versatile.at("versatile")));
    let two_handed = two_handed.filter(|dice| !dice.is_empty()).map(|formula| dice(&formula));
    thing.two_handed_damage_dice =
        two_handed.or_else(|| larger(thing.damage_dice.as_deref()?).filter(|_| item.has("ver")));
    let range = system.at("range");
    let reach = [range.integer::<u32>("value"), range.integer("long")].map(|it| it.filter(|it| *it > 0));
    let is_ranged = subtype.ends_with('R') || item.has("thr");
    thing.range = match reach {
        [Some(value), Some(long)] if is_ranged => Some(format!("{value}/{long}")),
        [Some(value), None] if is_ranged => Some(value.to_string()),
        _ => None,
    };
    let in_range = |name: &str| match (&thing.range, &thing.two_handed_damage_dice) {
        (Some(range), _) if matches!(name, "Thrown" | "Ammunition") => format!("{name} (range {range})"),
        (_, Some(dice)) if name == "Versatile" => format!("{name} ({dice})"),
        _ => name.to_owned(),
    };
    let codes = item.properties().into_iter().filter(|code| !matches!(*code, "mgc" | "gear" | "ada" | "sil"));
    let mut properties: Vec<String> = codes.map(|code| in_range(&in_words(code))).collect();
    properties.sort();
    properties.extend(system.text("mastery").map(|mastery| format!("{} (mastery)", in_words(mastery))));
    thing.properties = properties;
    thing.is_simple = match subtype {
        "simpleM" | "simpleR" => Some(true),
        "martialM" | "martialR" => Some(false),
        _ => None,
    };
    thing.is_finesse = Some(item.has("fin"));
    thing.is_light = Some(item.has("lgt"));
}

/// Returns the dice with the next larger die, which a versatile weapon deals in two hands.
fn larger(dice: &str) -> Option<String> {
    let (number, faces) = dice.split_once('d')?;
    let faces: u8 = faces.parse().ok()?;
    matches!(faces, 4..=10).then(|| format!("{number}d{}", faces + 2))
}

fn add_armor(thing: &mut Equipment, item: Item<'_>) {
    let armor = item.system.at("armor");
    let value: Option<u32> = armor.integer("value").filter(|value| *value > 0);
    let limit: Option<u32> = armor.integer("dex");
    thing.armor_class = value.map(|value| match (item.subtype(), limit) {
        ("shield", _) => format!("+{value}"),
        ("heavy", _) | (_, Some(0)) => value.to_string(),
        ("medium", limit) => format!("{value} + Dex modifier (max {})", limit.unwrap_or(2)),
        (_, Some(limit)) => format!("{value} + Dex modifier (max {limit})"),
        (_, None) => format!("{value} + Dex modifier"),
    });
    let strength = at_path(item.system, &["strength"]).and_then(|score| score.parse().ok());
    thing.strength_required = strength.filter(|score| *score > 0);
    let is_loud = item.has("stealthDisadvantage") || item.system.flag("stealth");
    thing.stealth_disadvantage = is_loud.then_some(true);
}
