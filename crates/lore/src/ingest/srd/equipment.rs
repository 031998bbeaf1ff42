//! Equipment of the System Reference Documents.

use super::{Entry, owned};
use crate::ingest::json::Object;
use crate::ingest::markdown::{self, Body};
use crate::model::{Details, Equipment, Kind};

/// Converts a weapon with its properties and mastery.
pub(super) fn weapon(object: Object<'_>) -> Result<Entry, String> {
    let mut properties: Vec<String> =
        object.texts("properties").map(|property| property.replacen("Range", "range", 1)).collect();
    let has = |name: &str| properties.iter().any(|property| property.starts_with(name));
    let (is_finesse, is_light) = (has("Finesse"), has("Light"));
    properties.extend(object.text("mastery").map(|mastery| format!("{mastery} (mastery)")));
    let thing = Equipment {
        damage_dice: owned(object, "damage_dice"),
        two_handed_damage_dice: owned(object, "two_handed_damage_dice"),
        damage_type: object.text("damage_type").map(str::to_lowercase),
        properties,
        range: owned(object, "range"),
        is_simple: object.maybe_flag("simple"),
        is_finesse: Some(is_finesse),
        is_light: Some(is_light),
        ..thing(object)
    };
    record(object, Kind::Weapon, thing, object.text("text").unwrap_or_default())
}

/// Converts an armor or the shield.
pub(super) fn armor(object: Object<'_>) -> Result<Entry, String> {
    let thing = Equipment {
        armor_class: owned(object, "armor_class"),
        strength_required: object.integer("strength"),
        stealth_disadvantage: object.maybe_flag("stealth_disadvantage"),
        ..thing(object)
    };
    let time = object.text("don_and_doff").map(|time| format!("***Donning and Doffing.*** {time}."));
    let text: Vec<String> = owned(object, "text").into_iter().chain(time).collect();
    record(object, Kind::Armor, thing, &text.join("\n\n"))
}

/// Converts any other item for sale.
pub(super) fn item(object: Object<'_>) -> Result<Entry, String> {
    let amount = |key: &str| object.integer::<u32>(key).map(|number| number.to_string());
    let mut facts = Body::default();
    facts.facts([
        // A price that is not a number of coins: `Varies`, `2 GP per day`.
        ("Price", object.text("cost").filter(|cost| is_in_words(cost)).map(str::to_owned)),
        ("Amount", amount("amount")),
        ("Capacity", owned(object, "capacity")),
        ("Storage", owned(object, "storage")),
        ("Ability", owned(object, "ability")),
        ("Utilize", owned(object, "utilize")),
        ("Craft", owned(object, "craft")),
        ("Variants", owned(object, "variants")),
        ("Poison Type", owned(object, "poison_type")),
        ("Carrying Capacity", owned(object, "carrying_capacity")),
        ("Speed", owned(object, "speed")),
        ("Crew", amount("crew")),
        ("Passengers", amount("passengers")),
        ("Cargo", owned(object, "cargo_tons").or_else(|| amount("cargo_tons")).map(|tons| cargo(&tons))),
        ("AC", amount("armor_class")),
        ("HP", amount("hit_points")),
        ("Damage Threshold", amount("damage_threshold")),
        ("Availability", owned(object, "availability")),
        ("Note", owned(object, "note")),
    ]);
    let text = facts.block(object.text("text").unwrap_or_default()).finish();
    record(object, Kind::Item, thing(object), &text)
}

/// Returns `1/2 ton`, `1 ton` and `150 tons`.
fn cargo(tons: &str) -> String {
    format!("{tons} {}", if matches!(tons, "1/2" | "1") { "ton" } else { "tons" })
}

/// Returns the fields of every item: type, price and weight.
pub(super) fn thing(object: Object<'_>) -> Equipment {
    Equipment {
        category: owned(object, "category"),
        cost_gp: object.number("cost_gp"),
        weight_lb: object.number("weight_lb"),
        ..Equipment::default()
    }
}

/// Creates the record of an item.
fn record(object: Object<'_>, kind: Kind, thing: Equipment, text: &str) -> Result<Entry, String> {
    let body = markdown::equipment(&thing, text);
    Entry::new(object, kind, Details::Equipment(Box::new(thing)), body)
}

/// Returns true if a price is more than a number of coins: `Varies`, `2 GP per day`.
fn is_in_words(cost: &str) -> bool {
    let mut words = cost.split(' ');
    let number = words.next().is_some_and(|word| word.starts_with(|c: char| c.is_ascii_digit()));
    !number || words.count() > 1
}
