//! Items, weapons and armor.

use super::both::{Both, Counterparts, fill_weapon};
use super::equipment_text::text;
use super::objects::{Entries, Objects, entry};
use crate::ingest::json::Object;
use crate::ingest::markdown::{self, capitalised};
use crate::model::{Details, Equipment, Kind, Record};

/// Converts an object of `/v2/items/`: a weapon, an armor, or another item. A weapon is filled from version
/// 1.
pub(super) fn item(
    object: Object<'_>,
    objects: &Objects,
    weapons: &Counterparts<'_>,
) -> Result<Record, String> {
    let weapon = object.at("weapon");
    let armor = object.at("armor");
    let category = object.at("category");
    let kind = match category.text("key") {
        _ if object.at("rarity").exists() => Kind::MagicItem,
        Some("armor" | "shield") => Kind::Armor,
        _ if armor.exists() => Kind::Armor,
        // A staff used for fighting is listed as a staff, not as a weapon.
        _ if weapon.exists() && weapon.text("key") == object.text("key") => Kind::Weapon,
        _ => Kind::Item,
    };
    let mut thing = Equipment {
        category: category.text("name").map(str::to_owned),
        is_magic: kind == Kind::MagicItem,
        cost_gp: object.number("cost").filter(|cost| *cost > 0.0),
        weight_lb: object.number("weight").filter(|weight| *weight > 0.0),
        ..Equipment::default()
    };
    if weapon.exists() {
        set_weapon(&mut thing, weapon, objects.find("/v2/weapons/", weapon.text("key").unwrap_or_default()));
    }
    if armor.exists() {
        set_armor(&mut thing, armor);
    }
    match kind {
        Kind::Weapon => thing.category = weapon_category(weapon),
        Kind::Armor if armor.exists() => thing.category = armor_category(armor),
        // The API has no armor class for shields (SRD 5.1, "Armor": a shield increases it by 2).
        Kind::Armor => thing.armor_class = Some("+2".to_owned()),
        _ => {}
    }
    let both = match kind {
        Kind::Weapon => fill_weapon(&mut thing, object, weapons),
        _ => Both::new(object, None),
    };
    Ok(Record { raw: both.into_raw(), ..record(object, kind, thing, &text(object))? })
}

/// Converts the weapons or armors of a separate list. Most are also items and make no entry here.
pub(super) fn bare(to: &mut Entries<'_>, objects: &Objects, endpoint: &str, weapons: &Counterparts<'_>) {
    let (field, is_weapon) = if endpoint == "/v2/weapons/" { ("weapon", true) } else { ("armor", false) };
    let of_items: Vec<&str> =
        objects.list("/v2/items/").filter_map(|item| item.at(field).text("key")).collect();
    for object in objects.list(endpoint) {
        let unwanted = super::objects::document_of(object).is_ok_and(|document| !to.wants(&document));
        if unwanted || object.text("key").is_some_and(|key| of_items.contains(&key)) {
            to.batch.count_folded(endpoint);
            continue;
        }
        let mut thing = Equipment::default();
        let (kind, both) = if is_weapon {
            set_weapon(&mut thing, object, Some(object));
            thing.category = weapon_category(object);
            (Kind::Weapon, fill_weapon(&mut thing, object, weapons))
        } else {
            set_armor(&mut thing, object);
            thing.category = armor_category(object);
            (Kind::Armor, Both::new(object, None))
        };
        to.batch.count_object(endpoint);
        let record = record(object, kind, thing, "").map(|record| Record { raw: both.into_raw(), ..record });
        to.batch.add(endpoint, &super::objects::key_of(object), record);
    }
}

/// Creates the record of an item.
pub(super) fn record(object: Object<'_>, kind: Kind, thing: Equipment, text: &str) -> Result<Record, String> {
    let body = markdown::equipment(&thing, text);
    entry(object, kind, Details::Equipment(Box::new(thing)), body)
}

/// Returns the weapon fields of an item. `listed` is its object in `/v2/weapons/`, which alone has the range.
pub(super) fn set_weapon(thing: &mut Equipment, weapon: Object<'_>, listed: Option<Object<'_>>) {
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
        let mastery = if property.text("type") == Some("Mastery") { Some("mastery") } else { None };
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

/// Returns the armor fields of an item. A shield adds to the armor class.
pub(super) fn set_armor(thing: &mut Equipment, armor: Object<'_>) {
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
    let distances =
        detail.split(|c: char| !c.is_ascii_digit() && c != '/').find(|part| part.contains('/'))?;
    Some(distances.to_owned())
}

#[cfg(test)]
mod unit_tests {
    use super::*;

    #[test]
    fn distances_stand_between_words() {
        assert_eq!(distances("Range 80/320; Bolt").as_deref(), Some("80/320"));
        assert_eq!(distances("unless mounted"), None);
    }
}
