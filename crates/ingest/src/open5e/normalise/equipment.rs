//! Items, weapons, armor, magic items and services.

use content::model::{Details, Equipment, Kind, Rarity, Record, capitalised};

use super::both::{Both, VARIES};
use super::entries::Entries;
use super::objects::{Counterparts, Objects, entry, key_of};
use crate::json::Object;
use crate::markdown;

pub(super) fn item(object: Object<'_>, objects: &Objects) -> Result<Record, String> {
    let (weapon, armor) = (object.at("weapon"), object.at("armor"));
    let kind = match object.at("category").text("key") {
        _ if object.at("rarity").exists() => Kind::MagicItem,
        Some("armor" | "shield") => Kind::Armor,
        _ if armor.exists() => Kind::Armor,
        // A staff used for fighting is listed as a staff, not as a weapon.
        _ if weapon.exists() && weapon.text("key") == object.text("key") => Kind::Weapon,
        _ => Kind::Item,
    };
    let listed = weapon.text("key").and_then(|key| objects.find("/v2/weapons/", key));
    let mut thing = Equipment { is_magic: kind == Kind::MagicItem, ..thing(object, listed) };
    match kind {
        Kind::Weapon => thing.category = weapon_category(weapon),
        Kind::Armor if armor.exists() => thing.category = armor_category(armor),
        // The API has no armor class for shields (SRD 5.1, "Armor": a shield increases it by 2).
        Kind::Armor => thing.armor_class = Some("+2".to_owned()),
        _ => {}
    }
    record(object, kind, thing, &text(object))
}

/// There is one object for each weapon or armor that an item can be based on; all are kept.
pub(super) fn magic_item(object: Object<'_>, older: &Counterparts<'_>) -> Result<Record, String> {
    let rarity = object.at("rarity");
    let base = ["weapon", "armor"].into_iter().find_map(|key| object.at(key).text("name"));
    let mut thing = Equipment {
        rarity: rarity.text("name").or_else(|| rarity.text("key")).and_then(Rarity::find),
        requires_attunement: object.flag("requires_attunement"),
        attunement_detail: object.text("attunement_detail").and_then(attuned_by),
        is_magic: true,
        base_item: base.map(str::to_owned),
        ..thing(object, None)
    };
    let mut both = Both::found(object, older);
    let other = both.older.and_then(|older| older.text("rarity"));
    let varies = other.is_some_and(|it| Rarity::find(it).is_none_or(|it| it == Rarity::Varies));
    if let Some(own) = thing.rarity.filter(|own| varies && *own != Rarity::Varies) {
        both.decided("rarity", "rarity", Rarity::Varies, own, VARIES);
        thing.rarity = Some(Rarity::Varies);
    }
    Ok(Record { sources: both.into_sources(), ..record(object, Kind::MagicItem, thing, &text(object))? })
}

pub(super) fn service(object: Object<'_>) -> Result<Record, String> {
    let thing = Equipment { category: Some("Service".to_owned()), ..thing(object, None) };
    let per = object.text("detail").map(|detail| {
        let unit = detail.trim_start_matches("per ").trim_start_matches("1 ");
        format!("The cost is per {unit}.")
    });
    let text = [Some(object.markdown("desc")), per].into_iter().flatten().collect::<Vec<_>>().join("\n\n");
    record(object, Kind::Item, thing, &text)
}

pub(super) fn item_set(object: Object<'_>) -> Result<Record, String> {
    let thing = Equipment { category: Some("Equipment set".to_owned()), ..Equipment::default() };
    let items: Vec<String> = object.names("items").iter().map(|name| format!("- {name}")).collect();
    let text = object.markdown("desc");
    record(object, Kind::Item, thing, format!("{text}\n\n{}", items.join("\n")).trim())
}

/// A price or weight of zero means unknown.
fn thing(object: Object<'_>, listed: Option<Object<'_>>) -> Equipment {
    let (weapon, armor) = (object.at("weapon"), object.at("armor"));
    let mut thing = Equipment {
        category: object.at("category").string("name"),
        cost_gp: object.number("cost").filter(|cost| *cost > 0.0),
        weight_lb: object.number("weight").filter(|weight| *weight > 0.0),
        ..Equipment::default()
    };
    if weapon.exists() {
        set_weapon(&mut thing, weapon, listed);
    }
    if armor.exists() {
        set_armor(&mut thing, armor);
    }
    thing
}

/// Converts the weapons or armors of a separate list. Most are also items and make no entry here.
pub(super) fn bare(to: &mut Entries<'_>, endpoint: &str) {
    let (field, is_weapon) = if endpoint == "/v2/weapons/" { ("weapon", true) } else { ("armor", false) };
    let items = to.objects.list("/v2/items/");
    let of_items: Vec<&str> = items.filter_map(|item| item.at(field).text("key")).collect();
    to.each_many(endpoint, |object| {
        if object.text("key").is_some_and(|key| of_items.contains(&key)) {
            return Vec::new();
        }
        let mut thing = Equipment::default();
        let kind = if is_weapon {
            set_weapon(&mut thing, object, Some(object));
            thing.category = weapon_category(object);
            Kind::Weapon
        } else {
            set_armor(&mut thing, object);
            thing.category = armor_category(object);
            Kind::Armor
        };
        vec![(key_of(object), record(object, kind, thing, ""))]
    });
}

fn record(object: Object<'_>, kind: Kind, thing: Equipment, text: &str) -> Result<Record, String> {
    let body = markdown::equipment(&thing, text);
    entry(object, kind, Details::Equipment(Box::new(thing)), body)
}

/// `listed` is the weapon's object in `/v2/weapons/`, which alone has the range.
fn set_weapon(thing: &mut Equipment, weapon: Object<'_>, listed: Option<Object<'_>>) {
    let mut names = Vec::new();
    for it in weapon.list("properties") {
        let property = it.at("property");
        let Some(name) = property.text("name") else { continue };
        let name = if name.starts_with("Special") { "Special" } else { name };
        let detail = it.text("detail");
        match (name, detail) {
            ("Versatile", Some(dice)) => thing.two_handed_damage_dice = Some(dice.to_owned()),
            ("Ammunition", Some(range)) => thing.range = distances(range),
            _ => {}
        }
        let mastery = (property.text("type") == Some("Mastery")).then_some("mastery");
        let detail = detail.map(|detail| detail.replacen("Range", "range", 1));
        thing.properties.push(match detail.as_deref().or(mastery) {
            Some(detail) => format!("{name} ({detail})"),
            None => name.to_owned(),
        });
        names.push(name);
    }
    if let (None, true, Some(listed)) = (&thing.range, names.contains(&"Ammunition"), listed) {
        let ranges = listed.integer::<u32>("range").zip(listed.integer::<u32>("long_range"));
        thing.range =
            ranges.filter(|(normal, _)| *normal > 0).map(|(normal, long)| format!("{normal}/{long}"));
    }
    thing.damage_dice = weapon.text("damage_dice").filter(|dice| *dice != "0").map(str::to_owned);
    thing.damage_type =
        thing.damage_dice.as_ref().and(weapon.at("damage_type").text("name")).map(str::to_lowercase);
    thing.is_simple = weapon.maybe_flag("is_simple");
    thing.is_finesse = Some(names.contains(&"Finesse"));
    thing.is_light = Some(names.contains(&"Light"));
}

/// A shield adds to the armor class.
fn set_armor(thing: &mut Equipment, armor: Object<'_>) {
    let words = armor.text("ac_display");
    thing.armor_class =
        words.map(|words| if is_shield(armor) { format!("+{words}") } else { words.to_owned() });
    thing.strength_required = armor.integer("strength_score_required").filter(|score| *score > 0);
    thing.stealth_disadvantage = armor.maybe_flag("grants_stealth_disadvantage");
}

fn weapon_category(weapon: Object<'_>) -> Option<String> {
    let simple = weapon.maybe_flag("is_simple")?;
    Some(if simple { "Simple Weapon" } else { "Martial Weapon" }.to_owned())
}

fn armor_category(armor: Object<'_>) -> Option<String> {
    if is_shield(armor) {
        return Some("Shield".to_owned());
    }
    armor.text("category").map(|weight| format!("{} Armor", capitalised(weight)))
}

/// The API lists one shield as heavy armor with an armor class of 2. No armor has less than 10.
fn is_shield(armor: Object<'_>) -> bool {
    armor.integer::<i64>("ac_base").is_some_and(|base| base < 10)
}

/// Converts `Range 80/320; Bolt` to `80/320`.
fn distances(detail: &str) -> Option<String> {
    let mut parts = detail.split(|c: char| !c.is_ascii_digit() && c != '/');
    parts.find(|part| part.contains('/')).map(str::to_owned)
}

/// Returns the text of an item, unless it only repeats the name, such as `A dagger.`
pub(super) fn text(object: Object<'_>) -> String {
    let text = object.markdown("desc");
    let name = object.text("name").unwrap_or_default().to_lowercase();
    let bare = text.trim_end_matches('.').to_lowercase();
    let bare = ["a ", "an "].into_iter().find_map(|article| bare.strip_prefix(article)).unwrap_or(&bare);
    if bare == name { String::new() } else { text }
}

/// Converts `Requires Attunement by a Paladin` to `by a Paladin`; nothing if anyone can attune.
pub(super) fn attuned_by(words: &str) -> Option<String> {
    let start = "requires attunement";
    let by = match words.get(..start.len()) {
        Some(head) if head.eq_ignore_ascii_case(start) => words.get(start.len()..)?,
        _ => words,
    };
    Some(by.trim().to_owned()).filter(|by| !by.is_empty())
}

#[cfg(test)]
mod unit_tests;
