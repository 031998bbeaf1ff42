//! The fields of spells.

use super::fact::{AREA, AREA_FEET, DAMAGE_TYPE, HEALS, INFLICTS, RANGE_FEET, SAVE};
use super::field::Comparison::{AtLeast, AtMost, Equal};
use super::field::{ApiCondition, Argument, Facet, Field, Missing, Only, Read, Storage, Unknown};
use super::value::{Value, ValueType, values};
use crate::model::{capitalised, casting_time, fold, ordinal, title_case};

pub(super) static FIELDS: [&Field; 13] = [
    &LEVEL, &SCHOOL, &CLASS, &RITUAL, &CONCENTRATION, &CASTING_TIME, &DAMAGE_TYPE, &SAVE, &INFLICTS, &HEALS,
    &AREA, &AREA_FEET, &RANGE_FEET,
];

/// The level, 0 (cantrip) to 9.
pub static LEVEL: Field = Field {
    name: "level",
    read: Read::Spell(|spell| values(spell.level)),
    value_type: ValueType::Integer { max: 9 },
    storage: Storage::Column("level", Missing::MinusOne),
    unknown: Some(Unknown { noun: "level", only: Only::All }),
    facet: Some(Facet {
        label: level_label,
        rank: |level| level.parse().unwrap_or(usize::MAX),
        ..Facet::titled("Level")
    }),
    arguments: &[
        Argument::new("level", Equal, "The level; 0 is a cantrip.").parameter("level").one_in(9),
        Argument::new("level_min", AtLeast, "The lowest level.").parameter("level__gte"),
        Argument::new("level_max", AtMost, "The highest level.").parameter("level__lte"),
    ],
    sort: Some("level"),
    ..Field::BASE
};

/// The school of magic.
pub static SCHOOL: Field = Field {
    unknown: Some(Unknown { noun: "school", only: Only::All }),
    noun: Some("school of magic"),
    facet: Some(Facet::titled("School")),
    arguments: &[Argument::new("school", Equal, "The school of magic, such as `evocation`.")
        .translated(|_, school| ApiCondition::key("school__key", school))
        .one_in(8)],
    ..Field::column("school", "school", Read::Spell(|spell| values(&spell.school)))
};

/// The classes that can learn the spell.
pub static CLASS: Field = Field {
    name: "class",
    read: Read::Spell(|spell| values(&spell.classes)),
    storage: Storage::Table("spell_classes", "class"),
    unknown: Some(Unknown { noun: "class", only: Only::All }),
    noun: Some("class with a spell list"),
    facet: Some(Facet::titled("Class").with_several_values()),
    arguments: &[Argument {
        translate: Some(class_name),
        ..Argument::new("class_key", Equal, "A class whose spell list it is on, such as `wizard`.")
            .translated(class_in_api)
    }],
    ..Field::BASE
};

/// True if the spell can be cast as a ritual.
pub static RITUAL: Field = Field {
    value_type: ValueType::Flag,
    facet: Some(Facet { label: |_| "Ritual".to_owned(), ..Facet::titled("Ritual") }),
    arguments: &[Argument::new("ritual", Equal, "True if it can be cast as a ritual.")],
    ..Field::column("ritual", "ritual", Read::Spell(|spell| values([spell.ritual])))
};

/// True if the caster must concentrate.
pub static CONCENTRATION: Field = Field {
    value_type: ValueType::Flag,
    facet: Some(Facet { label: |_| "Concentration".to_owned(), ..Facet::titled("Concentration") }),
    arguments: &[
        Argument::new("concentration", Equal, "True if it needs concentration.").parameter("concentration")
    ],
    ..Field::column("concentration", "concentration", Read::Spell(|spell| values([spell.concentration])))
};

/// The casting time.
pub static CASTING_TIME: Field = Field {
    name: "casting-time",
    read: Read::Spell(|spell| values([spell.casting_time.as_str()])),
    storage: Storage::Column("casting_time", Missing::EmptyText),
    normalise: casting_time,
    unknown: Some(Unknown { noun: "casting time", only: Only::All }),
    noun: Some("casting time"),
    facet: Some(Facet::titled("Casting time")),
    arguments: &[Argument::new(
        "casting_time",
        Equal,
        "The casting time, such as `action`, `bonus action`, `reaction` or `10 minutes`.",
    )
    .translated(casting_time_in_api)],
    ..Field::BASE
};

/// The range, for lists only.
pub static RANGE: Field =
    Field { name: "range", read: Read::Spell(|spell| vec![spell.range.as_str().into()]), ..Field::BASE };

const API_CASTING_TIMES: [&str; 16] = [
    "reaction", "bonus-action", "action", "turn", "round", "1minute", "5minutes", "10minutes", "1hour",
    "4hours", "7hours", "8hours", "9hours", "12hours", "24hours", "1week",
];

fn level_label(level: &str) -> String {
    match level.parse() {
        Ok(0) => "Cantrip".to_owned(),
        Ok(level) => format!("{} level", ordinal(level)),
        Err(_) => capitalised(level),
    }
}

/// Returns the class a name, slug or key means: `wizard` for `Wizard` and `srd-2024_wizard`.
fn class_name(key: &str) -> String {
    let (_, name) = key.rsplit_once('_').unwrap_or(("", key));
    fold(&name.replace('-', " "))
}

/// Classes are queried by name, since keys differ by document; several keys would return spells twice.
fn class_in_api(_: &str, class: &Value) -> ApiCondition {
    match ApiCondition::key("classes__name__in", &class_name(&class.to_string()).into()) {
        ApiCondition::Parameters(parameters) => ApiCondition::Parameters(
            parameters.into_iter().map(|(name, key)| (name, title_case(&key))).collect(),
        ),
        other => other,
    }
}

fn casting_time_in_api(_: &str, time: &Value) -> ApiCondition {
    let time = casting_time(&time.to_string());
    match API_CASTING_TIMES.iter().find(|known| casting_time(known) == time) {
        Some(known) => ApiCondition::parameter("casting_time__in", *known),
        None => ApiCondition::NeverTrue,
    }
}
