//! Races, subraces and backgrounds.

use content::model::{CharacterOption, Kind, capitalised, ordinal};
use serde_json::Value;

use super::EntryContent;
use super::benefits::{benefit_list, bullets};
use super::equipment::equipment;
use super::fields::Fields;
use super::keywords::ability_or_words;
use super::level_benefits::spell;
use super::proficiencies::proficiencies;
use super::traits::{Trait, names_of, traits};
use super::values::{class_level, names_in_words, present, present_fields, quoted, value_in_words, whole};
use crate::markdown::Part;

pub(super) fn race(fields: &mut Fields<'_>, kind: Kind) -> EntryContent {
    let parent = if kind == Kind::Subrace { fields.words("race") } else { None };
    let text = fields.description();
    let traits = traits(fields, "traits");
    let details = CharacterOption {
        parent,
        size: fields.words("size").map(|size| capitalised(&size)),
        speed: fields.parse("speed", "is not a number of feet", whole),
        features: names_of(&traits),
        ..CharacterOption::default()
    };
    let abilities = abilities(fields, "abilities").join(", ");
    let darkvision = darkvision(fields);
    let languages = fields.take("languages").map(|value| match value {
        Value::String(text) => text.clone(),
        other => names_in_words(other).join(", "),
    });
    let mut parts = vec![
        Part::new("Ability Score Increase", &abilities),
        Part::new("Size", &details.size.clone().unwrap_or_default()),
        Part::new("Speed", &details.speed.map(|feet| format!("{feet} feet")).unwrap_or_default()),
        Part::new("Darkvision", &darkvision),
        Part::new("Languages", &languages.unwrap_or_default()),
    ];
    for part in proficiencies(fields).parts() {
        match parts.iter_mut().find(|other| other.name == part.name && !other.text.is_empty()) {
            Some(other) => other.text = format!("{}, {}", other.text, part.text),
            None => parts.push(part),
        }
    }
    parts.push(Part::new("Benefits", &benefit_list(fields)));
    let spells = bullets(fields.list("spells").into_iter().map(spell_from_level));
    parts.push(Part::new("Spells", &spells));
    parts.retain(|part| !part.text.is_empty());
    parts.extend(traits.iter().map(Trait::part));
    EntryContent::option(kind, details, &text, &parts)
}

pub(super) fn background(fields: &mut Fields<'_>) -> EntryContent {
    let text = fields.description();
    let traits = traits(fields, "traits");
    let details = CharacterOption { features: names_of(&traits), ..CharacterOption::default() };
    let mut parts = proficiencies(fields).parts();
    parts.extend(equipment(fields).iter().map(|(label, words)| Part::new(label, words)));
    parts.push(Part::new("Benefits", &benefit_list(fields)));
    parts.retain(|part| !part.text.is_empty());
    parts.extend(traits.iter().map(Trait::part));
    EntryContent::option(Kind::Background, details, &text, &parts)
}

pub(super) fn abilities(fields: &mut Fields<'_>, key: &str) -> Vec<String> {
    let Some(object) = fields.object(key) else { return Vec::new() };
    let mut words = Vec::new();
    for (ability, value) in present_fields(object) {
        let ability = ability_or_words(ability);
        match whole(value) {
            Some(0_i32) => {}
            Some(number) => words.push(format!("{ability} {number:+}")),
            None => {
                fields.note(format!("the increase {} of {ability} is not a number", quoted(value)));
                words.push(format!("{ability} {}", value_in_words(value)));
            }
        }
    }
    words
}

/// A range of 0 means none.
fn darkvision(fields: &mut Fields<'_>) -> String {
    match fields.take("darkvision") {
        Some(value @ Value::String(text)) if whole::<i64>(value).is_none() => text.clone(),
        _ => {
            let feet = fields.parse("darkvision", "is not a number of feet", whole::<u16>);
            feet.filter(|feet| *feet > 0).map(|feet| format!("{feet} feet")).unwrap_or_default()
        }
    }
}

/// `Faerie Fire (1st level, Charisma) from 3rd level`.
fn spell_from_level(value: &Value) -> String {
    let inner = value.get("value").filter(|inner| inner.is_object()).unwrap_or(value);
    let from = present(value.get("value").and(value.get("level")));
    let from = from.map(|level| match class_level(level) {
        Some(level) => format!(" from {} level", ordinal(level)),
        None => format!(" from level {}", value_in_words(level)),
    });
    format!("{}{}", spell(inner), from.unwrap_or_default())
}
