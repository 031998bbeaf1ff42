//! The fields of an item while it is converted.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::keywords::{bare, in_words, label};
use super::prose::prose;
use super::values::{class_level, is_empty, present, present_fields, quoted, value_in_words};
use crate::markdown::Part;

/// The fields of an item. Each is taken at most once; those that nothing takes end up in the [`Remainder`].
pub(super) struct Fields<'a> {
    object: &'a Map<String, Value>,
    taken: BTreeSet<&'a str>,
    facts: Vec<(String, String)>,
    notes: Vec<String>,
}

/// The part of an item that its fields in the record do not cover.
pub(super) struct Remainder {
    /// Labels and values for the end of the body.
    pub(super) facts: Vec<(String, String)>,
    /// Titles and passages for sections after the facts.
    pub(super) sections: Vec<(String, Vec<Part>)>,
    pub(super) notes: Vec<String>,
}

impl<'a> Fields<'a> {
    pub(super) fn new(object: &'a Map<String, Value>) -> Self {
        Self { object, taken: BTreeSet::new(), facts: Vec::new(), notes: Vec::new() }
    }

    /// Takes a field. Returns its value unless it is empty.
    pub(super) fn take(&mut self, key: &str) -> Option<&'a Value> {
        let (key, value) = self.object.get_key_value(key)?;
        self.taken.insert(key);
        present(Some(value))
    }

    pub(super) fn untaken(&self) -> Vec<&'a str> {
        let keys = self.object.keys().map(String::as_str);
        keys.filter(|key| !self.taken.contains(key)).collect()
    }

    /// Notes that a field could not be used, and leaves it for the end of the body.
    pub(super) fn reject(&mut self, key: &str, note: String) {
        self.taken.remove(key);
        self.note(note);
    }

    pub(super) fn reject_value(&mut self, key: &str, value: &Value, problem: &str) {
        self.reject(key, format!("the {} {} {problem}", label(key), quoted(value)));
    }

    pub(super) fn note(&mut self, note: String) {
        self.notes.push(note);
    }

    pub(super) fn add_fact(&mut self, label: &str, value: String) {
        self.facts.push((label.to_owned(), value));
    }

    pub(super) fn add_unknown(&mut self, of: &str, object: &Map<String, Value>, known: &[&str]) {
        for (key, value) in present_fields(object).filter(|(key, _)| !known.contains(&bare(key))) {
            self.add_fact(&format!("{}: {}", in_words(of), in_words(key)), value_in_words(value));
        }
    }

    pub(super) fn add_remainder(&mut self, of: &str, inner: Fields<'_>) -> Vec<(String, Vec<Part>)> {
        let Remainder { facts, sections, notes } = inner.finish();
        for (label, value) in facts {
            self.add_fact(&format!("{of}: {label}"), value);
        }
        self.notes.extend(notes);
        sections
    }

    /// A value that cannot be converted is rejected: `the level “high” {problem}`.
    pub(super) fn parse<T>(
        &mut self,
        key: &str,
        problem: &str,
        convert: impl FnOnce(&'a Value) -> Option<T>,
    ) -> Option<T> {
        let value = self.take(key)?;
        let converted = convert(value);
        if converted.is_none() {
            self.reject_value(key, value, problem);
        }
        converted
    }

    pub(super) fn text(&mut self, key: &str) -> Option<String> {
        let text = self.parse(key, "is not a text", |value| match value {
            Value::String(text) => {
                Some(text.replace('\u{ad}', "").split_whitespace().collect::<Vec<_>>().join(" "))
            }
            Value::Number(number) => Some(number.to_string()),
            _ => None,
        });
        text.filter(|text| !text.is_empty())
    }

    pub(super) fn words(&mut self, key: &str) -> Option<String> {
        self.text(key).map(|text| in_words(&text))
    }

    pub(super) fn prose(&mut self, key: &str) -> String {
        let text = self.parse(key, "is not a text", |value| match value {
            Value::String(text) => Some(prose(text)),
            Value::Array(lines) => {
                let lines: Option<Vec<&str>> = lines.iter().map(Value::as_str).collect();
                lines.map(|lines| prose(&lines.join("\n")))
            }
            _ => None,
        });
        text.unwrap_or_default()
    }

    pub(super) fn description(&mut self) -> String {
        let mut texts = vec![self.prose("help"), self.prose("description")];
        texts.retain(|text| !text.is_empty());
        texts.dedup();
        texts.join("\n\n")
    }

    pub(super) fn flag(&mut self, key: &str) -> bool {
        let flag = self.parse(key, "is neither yes nor no", |value| match value {
            Value::Bool(flag) => Some(*flag),
            Value::String(text) => match text.trim().to_lowercase().as_str() {
                "true" | "yes" => Some(true),
                "false" | "no" => Some(false),
                _ => None,
            },
            _ => None,
        });
        flag.unwrap_or(false)
    }

    pub(super) fn object(&mut self, key: &str) -> Option<&'a Map<String, Value>> {
        self.parse(key, "is not what this field holds", Value::as_object)
    }

    /// Takes the items of a list, or of a map with numbers as keys.
    pub(super) fn list(&mut self, key: &str) -> Vec<&'a Value> {
        let items = self.parse(key, "is not a list", |value| match value {
            Value::Array(items) => Some(items.iter().filter(|item| !is_empty(item)).collect()),
            Value::Object(items) if items.keys().all(|key| key.parse::<u32>().is_ok()) => {
                Some(present_fields(items).map(|(_, item)| item).collect())
            }
            _ => None,
        });
        items.unwrap_or_default()
    }

    pub(super) fn level_of(&mut self, whose: &str, value: Option<&Value>) -> Option<u8> {
        let value = present(value)?;
        let level = class_level(value);
        if level.is_none() {
            self.note(format!(
                "the level {} of {whose} is not a number from 1 to 20; it is listed at 1st level",
                quoted(value)
            ));
        }
        level
    }

    pub(super) fn finish(self) -> Remainder {
        let untaken = self.untaken();
        let mut remainder = Remainder { facts: self.facts, sections: Vec::new(), notes: self.notes };
        for key in untaken {
            let Some(value) = present(self.object.get(key)) else { continue };
            match passages(value) {
                Some(parts) => remainder.sections.push((in_words(key), parts)),
                None => remainder.facts.push((in_words(key), value_in_words(value))),
            }
        }
        remainder
    }
}

/// Returns the passages of a list in which each has a name and a text, or a long text as one passage.
fn passages(value: &Value) -> Option<Vec<Part>> {
    match value {
        Value::Array(items) => items.iter().map(passage).collect(),
        Value::String(text) if text.contains('\n') => {
            Some(vec![Part { name: String::new(), text: prose(text) }])
        }
        _ => None,
    }
}

fn passage(value: &Value) -> Option<Part> {
    let object = value.as_object()?;
    let text = |key: &str| object.get(key).and_then(Value::as_str);
    if present_fields(object).any(|(key, _)| key != "name" && key != "description") {
        return None;
    }
    Some(Part::new(text("name")?, &prose(text("description")?)))
}
