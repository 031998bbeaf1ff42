//! Merges a weapon of both API versions.

use super::{Both, Counterparts, V1, V2, WEAPONS};
use crate::ingest::json::Object;
use crate::ingest::open5e::normalise::older;
use crate::model::{Equipment, fold};

/// Fills a weapon from version 1, which decides all weapon fields.
pub(in super::super) fn fill_weapon<'a>(
    thing: &mut Equipment,
    newer: Object<'a>,
    weapons: &Counterparts<'a>,
) -> Both<'a> {
    let mut both = Both::found(newer, weapons);
    let Some((_, other)) = both.older().and_then(|older| older::weapon(older).ok()) else { return both };
    let folded = |names: &[String]| {
        let mut names: Vec<String> = names.iter().map(|name| fold(name)).collect();
        names.sort();
        names
    };
    let properties = &["properties"];
    if folded(&thing.properties) != folded(&other.properties) {
        both.differ("properties", properties, (V1, &other.properties), (V2, &thing.properties), WEAPONS);
        thing.properties = other.properties;
        (thing.is_finesse, thing.is_light) = (other.is_finesse, other.is_light);
        thing.two_handed_damage_dice = other.two_handed_damage_dice;
    }
    if thing.range != other.range {
        both.differ("range", properties, (V1, &other.range), (V2, &thing.range), WEAPONS);
        thing.range = other.range;
    }
    for (field, value, other) in [
        ("damage_dice", &mut thing.damage_dice, other.damage_dice),
        ("damage_type", &mut thing.damage_type, other.damage_type),
    ] {
        if let Some(other) = other.filter(|other| value.as_ref() != Some(other)) {
            both.differ(field, &[field], (V1, &other), (V2, value.as_ref()), WEAPONS);
            *value = Some(other);
        }
    }
    let same = |one: &f64, other: &f64| (one - other).abs() < 0.001;
    thing.weight_lb = both.settle("weight_lb", "weight", thing.weight_lb, other.weight_lb, same);
    thing.cost_gp = both.settle("cost_gp", "cost", thing.cost_gp, other.cost_gp, same);
    both
}
