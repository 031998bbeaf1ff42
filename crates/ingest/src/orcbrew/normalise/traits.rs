//! Traits, features and actions.

use content::model::{clean, fold};
use serde_json::{Map, Value};
use text::{Pattern, pattern};

use super::fields::Fields;
use super::keywords::{in_words, label};
use super::prose::prose;
use super::values::{present, present_fields, quoted, value_in_words};
use crate::markdown::{Part, Section, action};

/// A name with its type first: `Reaction: Parry`.
static TYPE_FIRST: Pattern = pattern!(r"(?i)^(reaction|bonus action|legendary action)s?\s*[:–—-]\s*(\S.*)$");
/// A name with its type last: `Parry (Reaction)`, `Parry (Reaction, Recharge 6)`.
static TYPE_LAST: Pattern =
    pattern!(r"(?i)^(.*\S)\s*[(\[](reaction|bonus action|legendary action)(?:[,;]\s*([^)\]]+))?[)\]]$");

/// A trait, a feature or an action of an item.
#[derive(Debug)]
pub(super) struct Trait {
    /// May be empty.
    pub(super) name: String,
    pub(super) text: String,
    pub(super) trait_type: Section,
    pub(super) level: Option<u8>,
}

impl Trait {
    pub(super) fn action(&self) -> Part {
        action(&self.name, &self.text)
    }

    pub(super) fn part(&self) -> Part {
        Part::new(&self.name, &self.text_with_type())
    }

    pub(super) fn text_with_type(&self) -> String {
        let label = match self.trait_type {
            Section::Traits => return self.text.clone(),
            Section::Actions => "Action",
            Section::BonusActions => "Bonus action",
            Section::Reactions => "Reaction",
            Section::LegendaryActions => "Legendary action",
        };
        let gap = if self.text.starts_with(['|', '#', '-']) { "\n\n" } else { " " };
        format!("*{label}.*{gap}{}", self.text).trim_end().to_owned()
    }
}

pub(super) fn names_of(traits: &[Trait]) -> Vec<String> {
    traits.iter().map(|it| it.name.clone()).filter(|name| !name.is_empty()).collect()
}

pub(super) fn traits(fields: &mut Fields<'_>, key: &str) -> Vec<Trait> {
    if let Some(Value::String(text)) = fields.take(key) {
        return vec![nameless(prose(text))];
    }
    let list = fields.list(key);
    list.into_iter().filter_map(|value| parse_trait(fields, key, value)).collect()
}

fn nameless(text: String) -> Trait {
    Trait { name: String::new(), text, trait_type: Section::Traits, level: None }
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
    let mut passages: Vec<_> = ["description", "summary"].into_iter().filter_map(text).map(prose).collect();
    passages.dedup();
    passages.extend(unknown_fields(object));
    let text = passages.join("\n\n");
    if name.is_empty() && text.is_empty() {
        return None;
    }
    let whose = if name.is_empty() { "a nameless feature".to_owned() } else { format!("“{name}”") };
    let level = fields.level_of(&whose, object.get("level"));
    let trait_type = type_of(object).or(named_type).unwrap_or(Section::Traits);
    Some(Trait { name, text, trait_type, level })
}

fn type_of(object: &Map<String, Value>) -> Option<Section> {
    section_of(object.get("type")?.as_str()?)
}

fn section_of(words: &str) -> Option<Section> {
    match fold(words).replace(['_', ' '], "-").as_str() {
        "action" | "actions" => Some(Section::Actions),
        "b-action" | "bonus-action" | "bonus-actions" => Some(Section::BonusActions),
        "reaction" | "reactions" => Some(Section::Reactions),
        "legendary-action" | "legendary-actions" | "legendary" => Some(Section::LegendaryActions),
        _ => None,
    }
}

fn split_type(name: &str) -> (String, Option<Section>) {
    if let Some((_, [word, name])) = TYPE_FIRST.captures(name).map(|found| found.extract()) {
        return (name.to_owned(), section_of(word));
    }
    let Some(found) = TYPE_LAST.captures(name) else { return (name.to_owned(), None) };
    let group = |place| found.get(place).map(|it| it.as_str());
    let rest = group(3).map(|rest| format!(" ({rest})")).unwrap_or_default();
    (format!("{}{rest}", group(1).unwrap_or_default()), group(2).and_then(section_of))
}

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
mod tests;
