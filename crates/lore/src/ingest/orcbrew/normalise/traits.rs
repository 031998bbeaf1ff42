//! Traits, features and actions.

use std::sync::LazyLock;

use regex::Regex;
use serde_json::{Map, Value};

use super::fields::Fields;
use super::keywords::{in_words, label};
use super::prose::prose;
use super::values::{class_level, present, present_fields, quoted, value_in_words};
use crate::ingest::markdown::{Part, action, pattern};
use crate::model::{clean, fold};

/// A name with its type first: `Reaction: Parry`.
static TYPE_FIRST: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"(?i)^(reaction|bonus action|legendary action)s?\s*[:–—-]\s*(\S.*)$"));
/// A name with its type last: `Parry (Reaction)`, `Parry (Reaction, Recharge 6)`.
static TYPE_LAST: LazyLock<Regex> = LazyLock::new(|| {
    pattern(r"(?i)^(.*\S)\s*[(\[](reaction|bonus action|legendary action)(?:[,;]\s*([^)\]]+))?[)\]]$")
});

/// The type of a trait: the action that it takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TraitType {
    /// None; it is always in effect, or as its text says.
    Trait,
    Action,
    BonusAction,
    Reaction,
    LegendaryAction,
}

/// A trait, a feature or an action of an item.
#[derive(Debug)]
pub(super) struct Trait {
    /// The name; may be empty.
    pub(super) name: String,
    /// The text, as clean Markdown.
    pub(super) text: String,
    pub(super) trait_type: TraitType,
    /// The class level at which it is gained.
    pub(super) level: Option<u8>,
}

impl Trait {
    /// Converts it to a passage of a stat block, with attacks formatted.
    pub(super) fn action(&self) -> Part {
        action(&self.name, &self.text)
    }

    /// Converts it to a passage that begins with its type.
    pub(super) fn part(&self) -> Part {
        Part::new(&self.name, &self.text_with_type())
    }

    /// Returns the text with its type before it.
    pub(super) fn text_with_type(&self) -> String {
        let label = match self.trait_type {
            TraitType::Trait => return self.text.clone(),
            TraitType::Action => "Action",
            TraitType::BonusAction => "Bonus action",
            TraitType::Reaction => "Reaction",
            TraitType::LegendaryAction => "Legendary action",
        };
        let gap = if self.text.starts_with(['|', '#', '-']) { "\n\n" } else { " " };
        format!("*{label}.*{gap}{}", self.text).trim_end().to_owned()
    }
}

/// Returns the names of traits that have one.
pub(super) fn names_of(traits: &[Trait]) -> Vec<String> {
    traits.iter().map(|it| it.name.clone()).filter(|name| !name.is_empty()).collect()
}

/// Takes the traits in a field, in their order. Empty ones are left out.
pub(super) fn traits(fields: &mut Fields<'_>, key: &str) -> Vec<Trait> {
    if let Some(Value::String(text)) = fields.take(key) {
        return vec![nameless(prose(text))];
    }
    let list = fields.list(key);
    list.into_iter().filter_map(|value| parse_trait(fields, key, value)).collect()
}

fn nameless(text: String) -> Trait {
    Trait { name: String::new(), text, trait_type: TraitType::Trait, level: None }
}

fn parse_trait(fields: &mut Fields<'_>, key: &str, value: &Value) -> Option<Trait> {
    let object = match value {
        Value::Object(object) => object,
        Value::String(text) => return Some(nameless(prose(text))),
        other => {
            fields.note(format!("{} among the {} is neither a text nor named", quoted(other), label(key)));
            return Some(nameless(value_in_words(other)));
        }
    };
    let text = |key: &str| present(object.get(key)).and_then(Value::as_str).map(str::trim);
    let (name, named_type) = split_type(&clean(text("name").unwrap_or_default()).replace('\n', " "));
    let name = match text("notes") {
        Some(notes) if !name.is_empty() => format!("{name} ({})", notes.trim_matches(['(', ')'])),
        Some(notes) => notes.to_owned(),
        None => name,
    };
    let mut passages: Vec<String> =
        ["description", "summary"].into_iter().filter_map(text).map(prose).collect();
    passages.dedup();
    passages.extend(unknown_fields(object));
    let text = passages.join("\n\n");
    if name.is_empty() && text.is_empty() {
        return None;
    }
    let value_of_level = present(object.get("level"));
    let level = value_of_level.and_then(class_level);
    if let (Some(wrong), None) = (value_of_level, level) {
        let whose = if name.is_empty() { "a nameless feature".to_owned() } else { format!("“{name}”") };
        fields.note(format!(
            "the level {} of {whose} is not a number from 1 to 20; it is listed at 1st level",
            quoted(wrong)
        ));
    }
    let trait_type = type_of(object).or(named_type).unwrap_or(TraitType::Trait);
    Some(Trait { name, text, trait_type, level })
}

/// Parses the type in the field `type`.
fn type_of(object: &Map<String, Value>) -> Option<TraitType> {
    match fold(object.get("type")?.as_str()?).replace(['_', ' '], "-").as_str() {
        "action" | "actions" => Some(TraitType::Action),
        "b-action" | "bonus-action" | "bonus-actions" => Some(TraitType::BonusAction),
        "reaction" | "reactions" => Some(TraitType::Reaction),
        "legendary-action" | "legendary-actions" | "legendary" => Some(TraitType::LegendaryAction),
        _ => None,
    }
}

/// Splits a name into the name proper and the type in it.
fn split_type(name: &str) -> (String, Option<TraitType>) {
    let trait_type = |word: &str| match word.to_lowercase().as_str() {
        "reaction" => TraitType::Reaction,
        "bonus action" => TraitType::BonusAction,
        _ => TraitType::LegendaryAction,
    };
    let group = |found: &regex::Captures<'_>, place| found.get(place).map(|it| it.as_str().to_owned());
    if let Some(found) = TYPE_FIRST.captures(name) {
        return (group(&found, 2).unwrap_or_default(), group(&found, 1).map(|word| trait_type(&word)));
    }
    if let Some(found) = TYPE_LAST.captures(name) {
        let rest = group(&found, 3).map(|rest| format!(" ({rest})")).unwrap_or_default();
        let name = group(&found, 1).unwrap_or_default();
        return (format!("{name}{rest}"), group(&found, 2).map(|word| trait_type(&word)));
    }
    (name.to_owned(), None)
}

/// Converts the fields that traits do not usually have to words.
fn unknown_fields(object: &Map<String, Value>) -> Option<String> {
    let unknown = present_fields(object).filter(|(key, value)| match key.as_str() {
        "name" | "notes" | "description" | "summary" => !value.is_string(),
        "type" => type_of(object).is_none() && !is_other(value),
        key => key != "level",
    });
    let facts: Vec<String> =
        unknown.map(|(key, value)| format!("{}: {}", in_words(key), value_in_words(value))).collect();
    (!facts.is_empty()).then(|| format!("({})", facts.join("; ")))
}

fn is_other(value: &Value) -> bool {
    value.as_str().is_some_and(|text| ["other", "trait", "select"].contains(&fold(text).as_str()))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn read(value: &Value) -> (Vec<Trait>, Vec<String>) {
        let mut fields = Fields::new(value.as_object().unwrap());
        let traits = traits(&mut fields, "traits");
        (traits, fields.finish().notes)
    }

    #[test]
    fn the_type_of_a_trait_is_in_its_type_or_its_name() {
        for (name, kind, expected, trait_type) in [
            ("Bite", json!("action"), "Bite", TraitType::Action),
            ("Lash", json!("Legendary Action"), "Lash", TraitType::LegendaryAction),
            ("Reaction: Parry", json!(null), "Parry", TraitType::Reaction),
            ("Parry (Reaction)", json!("Other"), "Parry", TraitType::Reaction),
            ("Parry (Reaction, Recharge 6)", json!(null), "Parry (Recharge 6)", TraitType::Reaction),
            ("Hop (Bonus Action)", json!(null), "Hop", TraitType::BonusAction),
            ("Keen (Sight)", json!("other"), "Keen (Sight)", TraitType::Trait),
            ("Reaction Time", json!(7), "Reaction Time", TraitType::Trait),
        ] {
            let (traits, _) =
                read(&json!({ "traits": [{ "name": name, "type": kind, "description": "x" }] }));
            assert_eq!((traits[0].name.as_str(), traits[0].trait_type), (expected, trait_type));
        }
    }

    #[test]
    fn keeps_traits_of_every_shape_except_empty_ones() {
        let (traits, notes) = read(&json!({ "traits": [
            null, {}, { "type": "action" }, "Bare words.", { "description": "Nameless." },
            { "name": "Only a name", "frequency": { "amount": 1, "units": "day" } },
            { "name": "Gaze", "notes": "1/Day", "summary": "Looks.", "level": "high" }, 3,
        ] }));
        let texts: Vec<(&str, &str)> = traits.iter().map(|it| (it.name.as_str(), it.text.as_str())).collect();
        assert_eq!(
            texts,
            [
                ("", "Bare words."),
                ("", "Nameless."),
                ("Only a name", "(Frequency: Amount 1, Units Day)"),
                ("Gaze (1/Day)", "Looks."),
                ("", "3"),
            ]
        );
        assert_eq!(
            notes,
            [
                "the level “high” of “Gaze (1/Day)” is not a number from 1 to 20; it is listed at 1st level",
                "3 among the traits is neither a text nor named",
            ]
        );
    }
}
