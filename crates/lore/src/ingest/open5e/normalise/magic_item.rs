//! Magic items.

use super::both::{Both, Counterparts, V1, V2, VARIES};
use super::equipment::{record, set_armor, set_weapon};
use super::equipment_text::{attuned_by, text};
use crate::ingest::json::Object;
use crate::model::{Equipment, Kind, Rarity, Record};

/// Converts a magic item. There is one for each weapon or armor it can be based on; all are kept.
pub(super) fn magic_item(object: Object<'_>, older: &Counterparts<'_>) -> Result<Record, String> {
    let rarity = object.at("rarity");
    let weapon = object.at("weapon");
    let armor = object.at("armor");
    let mut thing = Equipment::default();
    if weapon.exists() {
        set_weapon(&mut thing, weapon, None);
    }
    if armor.exists() {
        set_armor(&mut thing, armor);
    }
    thing.category = object.at("category").text("name").map(str::to_owned);
    thing.rarity = rarity.text("name").or_else(|| rarity.text("key")).and_then(Rarity::find);
    thing.requires_attunement = object.flag("requires_attunement");
    thing.attunement_detail = object.text("attunement_detail").and_then(attuned_by);
    thing.is_magic = true;
    // A cost or weight of zero means unknown here.
    thing.cost_gp = object.number("cost").filter(|cost| *cost > 0.0);
    thing.weight_lb = object.number("weight").filter(|weight| *weight > 0.0);
    thing.base_item = weapon.text("name").or_else(|| armor.text("name")).map(str::to_owned);
    let both = settle_rarity(&mut thing, object, older);
    Ok(Record { raw: both.into_raw(), ..record(object, Kind::MagicItem, thing, &text(object))? })
}

/// Returns the rarity. Version 1 fills it, and decides where it varies.
fn settle_rarity<'a>(thing: &mut Equipment, object: Object<'a>, among: &Counterparts<'a>) -> Both<'a> {
    let mut both = Both::found(object, among);
    let other = both.older().and_then(|older| older.text("rarity"));
    let other = other.map(|words| Rarity::find(words).unwrap_or(Rarity::Varies));
    thing.rarity = match (thing.rarity, other) {
        (Some(own), Some(Rarity::Varies)) if own != Rarity::Varies => {
            both.differ("rarity", &["rarity"], (V1, Rarity::Varies), (V2, own), VARIES);
            Some(Rarity::Varies)
        }
        (own, other) => both.settle("rarity", "rarity", own, other, |one, other| one == other),
    };
    both
}

#[cfg(test)]
mod unit_tests {
    use super::*;

    #[test]
    fn attunement_says_by_whom() {
        assert_eq!(attuned_by("Requires Attunement by a Cook").as_deref(), Some("by a Cook"));
        assert_eq!(attuned_by("requires attunement"), None);
        assert_eq!(attuned_by("by a cook").as_deref(), Some("by a cook"));
    }
}
