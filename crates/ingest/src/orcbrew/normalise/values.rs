//! Values of fields: numbers, names and words in their various shapes.

use content::model::excerpt;
use serde_json::{Map, Value};

use super::keywords::in_words;
use crate::json;
use crate::markdown::clean_markdown;

const MAX_QUOTE_CHARS: usize = 60;

/// Returns true if a value is null, false, or empty.
pub(super) fn is_empty(value: &Value) -> bool {
    match value {
        Value::Null | Value::Bool(false) => true,
        Value::String(text) => text.trim().is_empty(),
        Value::Array(items) => items.iter().all(is_empty),
        Value::Object(fields) => fields.values().all(is_empty),
        Value::Bool(true) | Value::Number(_) => false,
    }
}

pub(super) fn present(value: Option<&Value>) -> Option<&Value> {
    value.filter(|value| !is_empty(value))
}

pub(super) fn present_fields(object: &Map<String, Value>) -> impl Iterator<Item = (&String, &Value)> {
    object.iter().filter(|(_, value)| !is_empty(value))
}

pub(super) fn value_in_words(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::Bool(flag) => if *flag { "yes" } else { "no" }.to_owned(),
        Value::Number(number) => number.to_string(),
        Value::String(text) if is_keyword(text) => in_words(text),
        Value::String(text) => clean_markdown(text).split_whitespace().collect::<Vec<_>>().join(" "),
        Value::Array(items) => {
            let items: Vec<&Value> = items.iter().filter(|item| !is_empty(item)).collect();
            let is_nested = items.iter().any(|item| item.is_object() || item.is_array());
            let words: Vec<String> = items.into_iter().map(value_in_words).collect();
            words.join(if is_nested { "; " } else { ", " })
        }
        Value::Object(fields) => {
            let fields = present_fields(fields).map(|(key, value)| match value {
                Value::Bool(true) => in_words(key),
                Value::Object(_) => format!("{} ({})", in_words(key), value_in_words(value)),
                other => format!("{} {}", in_words(key), value_in_words(other)),
            });
            fields.collect::<Vec<_>>().join(", ")
        }
    }
}

fn is_keyword(text: &str) -> bool {
    text.chars().all(|c| c.is_lowercase() || c.is_ascii_digit() || "-_/.?'".contains(c))
        && text.starts_with(|c: char| c.is_alphanumeric())
        && text.contains(char::is_alphabetic)
}

pub(super) fn quoted(value: &Value) -> String {
    match value {
        Value::Null => "nothing".to_owned(),
        Value::String(text) => format!("“{}”", excerpt(text.trim(), MAX_QUOTE_CHARS)),
        Value::Number(number) => excerpt(&number.to_string(), MAX_QUOTE_CHARS),
        other => format!("“{}”", excerpt(&value_in_words(other), MAX_QUOTE_CHARS)),
    }
}

/// Returns the names in a value: the keys of flags that are set, the texts of a list, or a single text.
pub(super) fn names_in(value: &Value) -> Vec<&str> {
    match value {
        Value::Object(flags) => present_fields(flags).map(|(key, _)| key.as_str()).collect(),
        Value::Array(items) => {
            items.iter().filter_map(Value::as_str).filter(|it| !it.trim().is_empty()).collect()
        }
        Value::String(text) if !text.trim().is_empty() => vec![text],
        _ => Vec::new(),
    }
}

/// The content of a flag that is more than set follows in parentheses.
pub(super) fn names_in_words(value: &Value) -> Vec<String> {
    match value {
        Value::Object(flags) => present_fields(flags)
            .map(|(key, flag)| match flag {
                Value::Bool(_) | Value::Number(_) => in_words(key),
                other => format!("{} ({})", in_words(key), value_in_words(other)),
            })
            .collect(),
        Value::Array(items) => {
            let items = items.iter().filter(|item| !is_empty(item));
            items.map(|item| item.as_str().map_or_else(|| value_in_words(item), in_words)).collect()
        }
        other => names_in(other).into_iter().map(in_words).collect(),
    }
}

pub(super) fn holds_only_names(value: &Value) -> bool {
    match value {
        Value::Object(flags) => flags.values().all(|flag| flag.is_boolean() || flag.is_null()),
        Value::Array(items) => items.iter().all(|item| item.is_string() || item.is_null()),
        other => other.is_string(),
    }
}

/// Parses a whole number up to 10⁹, as a number or at the start of a text: `30`, `"30"`, `"30 ft."`, `"+5"`.
pub(super) fn whole<T: TryFrom<i64>>(value: &Value) -> Option<T> {
    const LIMIT: i64 = 1_000_000_000;
    let number = match value {
        Value::Number(_) => json::whole(value)?,
        Value::String(text) => {
            let text = text.trim().trim_start_matches('+');
            let end = text.char_indices().find(|(at, c)| !(c.is_ascii_digit() || (*at == 0 && *c == '-')));
            let (digits, rest) = text.split_at(end.map_or(text.len(), |(at, _)| at));
            // `1/4` and `2.5` are no whole numbers, and `10d8` is a roll.
            let is_whole =
                rest.is_empty() || rest.starts_with([' ', '(', ',', '\'', '+']) || rest.starts_with("ft");
            is_whole.then(|| digits.parse().ok()).flatten()?
        }
        _ => return None,
    };
    (-LIMIT..=LIMIT).contains(&number).then_some(number).and_then(|number| T::try_from(number).ok())
}

/// Parses the level of a class, from 1 to 20: a number, or a text that begins with one.
pub(super) fn class_level(value: &Value) -> Option<u8> {
    let level = match value {
        Value::String(text) => {
            let digits: String = text.trim().chars().take_while(char::is_ascii_digit).collect();
            digits.parse().ok()
        }
        other => whole(other),
    };
    level.filter(|level| (1..=20).contains(level))
}

#[cfg(test)]
mod tests;
