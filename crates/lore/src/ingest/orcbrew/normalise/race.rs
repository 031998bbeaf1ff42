//! Races and subraces.

use serde_json::Value;

use super::EntryContent;
use super::benefits::{benefit_list, bullets};
use super::fields::Fields;
use super::keywords::ability_or_words;
use super::level_benefits::spell;
use super::proficiencies::proficiencies;
use super::traits::{Trait, names_of, traits};
use super::values::{class_level, names_in_words, present, present_fields, quoted, value_in_words, whole};
use crate::ingest::markdown::{self, Part, capitalised, signed};
use crate::model::{CharacterOption, Kind};

/// Converts a race.
pub(super) fn race(fields: &mut Fields<'_>) -> EntryContent {
    origin(fields, Kind::Race, None)
}

/// Converts a subrace.
pub(super) fn subrace(fields: &mut Fields<'_>) -> EntryContent {
    let parent = fields.words("race");
    origin(fields, Kind::Subrace, parent)
}

fn origin(fields: &mut Fields<'_>, kind: Kind, parent: Option<String>) -> EntryContent {
    let text = fields.description();
    let traits = traits(fields, "traits");
    let details = CharacterOption {
        parent,
        size: fields.words("size").map(|size| capitalised(&size)),
        speed: fields.number("speed", "a number of feet"),
        features: names_of(&traits),
        ..CharacterOption::default()
    };
    let mut parts = vec![
        Part::new("Ability Score Increase", &abilities(fields, "abilities").join(", ")),
        Part::new("Size", &details.size.clone().unwrap_or_default()),
        Part::new("Speed", &details.speed.map(|feet| format!("{feet} feet")).unwrap_or_default()),
        Part::new("Darkvision", &darkvision(fields)),
        Part::new("Languages", &fields.take("languages").map(languages).unwrap_or_default()),
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
    let body = markdown::race(&details, &text, &parts);
    EntryContent::option(kind, details, body)
}

/// Takes the ability score increases: `Strength +2` for each.
pub(super) fn abilities(fields: &mut Fields<'_>, key: &str) -> Vec<String> {
    let Some(object) = fields.object(key) else { return Vec::new() };
    let mut words = Vec::new();
    for (ability, value) in present_fields(object) {
        let ability = ability_or_words(ability);
        match whole(value) {
            Some(0) => {}
            Some(number) => words.push(format!("{ability} {}", signed(number))),
            None => {
                fields.note(format!("the increase {} of {ability} is not a number", quoted(value)));
                words.push(format!("{ability} {}", value_in_words(value)));
            }
        }
    }
    words
}

/// Takes the range of darkvision. A range of 0 means none.
fn darkvision(fields: &mut Fields<'_>) -> String {
    match fields.take("darkvision") {
        Some(value @ Value::String(text)) if whole::<i64>(value).is_none() => text.clone(),
        _ => {
            let feet = fields.number::<u16>("darkvision", "a number of feet");
            feet.filter(|feet| *feet > 0).map(|feet| format!("{feet} feet")).unwrap_or_default()
        }
    }
}

fn languages(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => names_in_words(other).join(", "),
    }
}

/// `Faerie Fire (1st level, Charisma) from 3rd level`.
fn spell_from_level(value: &Value) -> String {
    let inner = value.get("value").filter(|inner| inner.is_object()).unwrap_or(value);
    let from = present(value.get("value").and(value.get("level")));
    let from = from.map(|level| match class_level(level) {
        Some(level) => format!(" from {} level", markdown::ordinal(level)),
        None => format!(" from level {}", value_in_words(level)),
    });
    format!("{}{}", spell(inner), from.unwrap_or_default())
}
