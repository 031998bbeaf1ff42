use super::{List, key, name};
use crate::model::CastingTime;
use crate::query::{CreatureFilter, SpellFilter};

/// The casting times that the API knows.
const CASTING_TIMES: [&str; 16] = [
    "reaction",
    "bonus-action",
    "action",
    "turn",
    "round",
    "1minute",
    "5minutes",
    "10minutes",
    "1hour",
    "4hours",
    "7hours",
    "8hours",
    "9hours",
    "12hours",
    "24hours",
    "1week",
];
/// The creature types that the API knows; it refuses others.
const CREATURE_TYPES: [&str; 14] = [
    "aberration",
    "beast",
    "celestial",
    "construct",
    "dragon",
    "elemental",
    "fey",
    "fiend",
    "giant",
    "humanoid",
    "monstrosity",
    "ooze",
    "plant",
    "undead",
];
/// The sizes that the API knows; it refuses others.
const SIZES: [&str; 7] = ["gargantuan", "huge", "large", "medium", "small", "tiny", "titanic"];

/// The list of spells; `None` when the API has none such. It cannot filter by rituals and types of damage.
pub(super) fn spells(filter: &SpellFilter) -> Option<List> {
    let mut list = List::new("/v2/spells/")
        .maybe("level", filter.level)
        .maybe("level__gte", filter.level_min)
        .maybe("level__lte", filter.level_max)
        .maybe("concentration", filter.concentration)
        .inexact(filter.ritual.is_some() || filter.damage_type.is_some());
    if let Some(school) = &filter.school {
        list = list.with("school__key", key(school)?);
    }
    if let Some(class) = filter.class_name() {
        // By name, for the keys differ from document to document; several keys would give spells twice.
        list = list.with("classes__name__in", key(&class).map(|class| name::class(&class))?);
    }
    if let Some(time) = &filter.casting_time {
        let wanted = CastingTime::new(time);
        let known = CASTING_TIMES.iter().find(|known| CastingTime::new(known).as_str() == wanted.as_str());
        list = list.with("casting_time__in", *known?);
    }
    Some(list)
}

/// The list of creatures; `None` when the API has none such. It cannot filter by hit points.
pub(super) fn creatures(filter: &CreatureFilter) -> Option<List> {
    let mut list = List::new("/v2/creatures/")
        .maybe("challenge_rating", filter.cr.map(|cr| cr.decimal()))
        .maybe("challenge_rating__gte", filter.cr_min.map(|cr| cr.decimal()))
        .maybe("challenge_rating__lte", filter.cr_max.map(|cr| cr.decimal()))
        .maybe("armor_class__gte", filter.armor_class_min)
        .inexact(filter.hit_points_min.is_some());
    for (parameter, word, known) in
        [("type", &filter.creature_type, CREATURE_TYPES.as_slice()), ("size", &filter.size, SIZES.as_slice())]
    {
        if let Some(word) = word {
            let key = key(word)?;
            list = list.with(parameter, *known.iter().find(|known| **known == key)?);
        }
    }
    Some(list)
}
