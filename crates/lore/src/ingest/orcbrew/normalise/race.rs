use serde_json::Value;

use super::Made;
use super::fields::Fields;
use super::modifiers::spell;
use super::proficiencies::proficiencies;
use super::props::props;
use super::traits::{Trait, traits};
use super::values::{ability_or_words, chosen_in_words, is_nothing, quoted, value_in_words, whole};
use crate::ingest::markdown::{self, Part, capitalised, signed};
use crate::model::{CharacterOption, Details, Kind};

/// A race with its traits.
pub(super) fn race(fields: &mut Fields<'_>) -> Made {
    origin(fields, Kind::Race, None)
}

/// A subrace with its own traits.
pub(super) fn subrace(fields: &mut Fields<'_>) -> Made {
    let parent = fields.words("race");
    origin(fields, Kind::Subrace, parent)
}

fn origin(fields: &mut Fields<'_>, kind: Kind, parent: Option<String>) -> Made {
    let text = fields.story();
    let own = traits(fields, "traits");
    let details = CharacterOption {
        parent,
        size: fields.words("size").map(|size| capitalised(&size)),
        speed: fields.number("speed", "a number of feet"),
        features: own.iter().map(|it| it.name.clone()).filter(|name| !name.is_empty()).collect(),
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
    let benefits: Vec<String> = props(fields).into_iter().map(|benefit| format!("- {benefit}")).collect();
    parts.push(Part::new("Benefits", &benefits.join("\n")));
    let spells: Vec<String> =
        fields.list("spells").into_iter().map(|it| format!("- {}", from_level(it))).collect();
    parts.push(Part::new("Spells", &spells.join("\n")));
    parts.retain(|part| !part.text.is_empty());
    parts.extend(own.iter().map(Trait::part));
    let body = markdown::race(&details, &text, &parts);
    Made { kind, details: Details::CharacterOption(details), body }
}

/// `Strength +2`, for each ability that changes.
pub(super) fn abilities(fields: &mut Fields<'_>, key: &str) -> Vec<String> {
    let Some(object) = fields.object(key) else { return Vec::new() };
    let mut words = Vec::new();
    for (ability, value) in object.iter().filter(|(_, value)| !is_nothing(value)) {
        match whole(value).and_then(|number| i32::try_from(number).ok()) {
            Some(0) => {}
            Some(number) => words.push(format!("{} {}", ability_or_words(ability), signed(number))),
            None => {
                fields.note(format!(
                    "the increase {} of {} is not a number",
                    quoted(value),
                    ability_or_words(ability)
                ));
                words.push(format!("{} {}", ability_or_words(ability), value_in_words(value)));
            }
        }
    }
    words
}

/// How far it sees in the dark; 0 is how the program that wrote the file says that it does not.
fn darkvision(fields: &mut Fields<'_>) -> String {
    match fields.take("darkvision") {
        Some(Value::String(text)) if whole(&Value::String(text.clone())).is_none() => text.clone(),
        _ => {
            let feet = fields.number::<u16>("darkvision", "a number of feet");
            feet.filter(|feet| *feet > 0).map(|feet| format!("{feet} feet")).unwrap_or_default()
        }
    }
}

fn languages(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => chosen_in_words(other).join(", "),
    }
}

/// `Faerie Fire (1st level, Charisma) from 3rd level`.
fn from_level(value: &Value) -> String {
    let inner = value.get("value").filter(|inner| inner.is_object()).unwrap_or(value);
    let from = value.get("value").and(value.get("level")).filter(|level| !is_nothing(level));
    let from = from.map(|level| match super::values::class_level(level) {
        Some(level) => format!(" from {} level", markdown::ordinal(level)),
        None => format!(" from level {}", value_in_words(level)),
    });
    format!("{}{}", spell(inner), from.unwrap_or_default())
}
