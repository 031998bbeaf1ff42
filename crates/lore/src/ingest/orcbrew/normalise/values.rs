use serde_json::Value;

use super::fields::bare;
use crate::ingest::markdown::{ability_in_full, capitalised, clean_markdown};
use crate::model::{excerpt, title_case};

/// The longest piece of a value that a note quotes, in characters.
const LONGEST_QUOTE: usize = 60;
/// Things whose sort stands first in a key: `clothes-common` are common clothes.
const SORT_FIRST: [&str; 5] = ["clothes", "rope", "crossbow", "knife", "pot"];
/// Words that stay small within a name.
const SMALL: [&str; 11] = ["of", "the", "and", "in", "to", "a", "with", "from", "for", "on", "or"];
/// What a craftsman's things are called: `smiths-tools` are smith's tools.
const THINGS: [&str; 5] = ["tools", "supplies", "utensils", "pack", "tool"];

/// A keyword as words: `orcpub.dnd.e5.character/wis` → `Wis`, `telepathy-120-ft-` → `Telepathy 120 ft.`. A text that is
/// words already stays as it is.
pub(super) fn in_words(text: &str) -> String {
    let text = text.trim();
    if text.contains(char::is_whitespace) {
        return text.to_owned();
    }
    let key = bare(text).trim_start_matches(':').trim_end_matches('?');
    let parts: Vec<&str> = key.split(['-', '_']).filter(|part| !part.is_empty()).collect();
    let parts = match parts.as_slice() {
        [sort, first, rest @ ..] if SORT_FIRST.contains(sort) => {
            let mut turned = vec![*first];
            turned.extend_from_slice(rest);
            turned.push(sort);
            turned
        }
        other => other.to_vec(),
    };
    let mut words: Vec<String> = Vec::with_capacity(parts.len());
    for (place, part) in parts.iter().enumerate() {
        match (*part, words.last_mut()) {
            ("s", Some(before)) => before.push_str("'s"),
            ("ft", _) => words.push("ft.".to_owned()),
            (_, Some(before)) if before == "half" => {
                *before = title_case(&format!("half-{part}")).replace(' ', "-");
            }
            _ if THINGS.contains(parts.get(place + 1).unwrap_or(&"")) => words.push(of_a_craftsman(part)),
            _ => words.push((*part).to_owned()),
        }
    }
    let title: Vec<String> = words
        .iter()
        .enumerate()
        .map(
            |(place, word)| {
                if place > 0 && SMALL.contains(&word.as_str()) { word.clone() } else { capital(word) }
            },
        )
        .collect();
    title.join(" ")
}

fn capital(word: &str) -> String {
    if word == "ft." { word.to_owned() } else { capitalised(word) }
}

fn of_a_craftsman(word: &str) -> String {
    match word.strip_suffix('s') {
        Some("thieve") => "thieves'".to_owned(),
        Some(stem) if !stem.ends_with('s') && stem.len() > 2 => format!("{stem}'s"),
        _ => word.to_owned(),
    }
}

/// A field's name in a sentence: `attack-roll?` → `attack roll`.
pub(super) fn label(key: &str) -> String {
    in_words(key).to_lowercase()
}

/// A plural key as one of its kind: `draconic-ancestries` → `draconic ancestry`.
pub(super) fn singular(key: &str) -> String {
    let words = label(key);
    if let Some(stem) = words.strip_suffix("ies") {
        return format!("{stem}y");
    }
    for ending in ["sses", "xes", "ches", "shes"] {
        if words.ends_with(ending) {
            return words.strip_suffix("es").unwrap_or(&words).to_owned();
        }
    }
    match words.strip_suffix('s') {
        Some(stem) if !stem.ends_with('s') && !stem.is_empty() => stem.to_owned(),
        _ if words.is_empty() => "option".to_owned(),
        _ => words,
    }
}

/// Whether a value says nothing: null, false, or empty.
pub(super) fn is_nothing(value: &Value) -> bool {
    match value {
        Value::Null | Value::Bool(false) => true,
        Value::String(text) => text.trim().is_empty(),
        Value::Array(items) => items.iter().all(is_nothing),
        Value::Object(fields) => fields.values().all(is_nothing),
        Value::Bool(true) | Value::Number(_) => false,
    }
}

/// Any value in words, on one line.
pub(super) fn value_in_words(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::Bool(flag) => if *flag { "yes" } else { "no" }.to_owned(),
        Value::Number(number) => number.to_string(),
        Value::String(text) if is_key(text) => in_words(text),
        Value::String(text) => clean_markdown(text).split_whitespace().collect::<Vec<_>>().join(" "),
        Value::Array(items) => {
            let items: Vec<&Value> = items.iter().filter(|item| !is_nothing(item)).collect();
            let mark =
                if items.iter().all(|item| !item.is_object() && !item.is_array()) { ", " } else { "; " };
            items.into_iter().map(value_in_words).collect::<Vec<_>>().join(mark)
        }
        Value::Object(fields) => {
            let fields = fields.iter().filter(|(_, value)| !is_nothing(value));
            let fields = fields.map(|(key, value)| match value {
                Value::Bool(true) => in_words(key),
                Value::Object(_) => format!("{} ({})", in_words(key), value_in_words(value)),
                other => format!("{} {}", in_words(key), value_in_words(other)),
            });
            fields.collect::<Vec<_>>().join(", ")
        }
    }
}

/// Whether a text is a keyword rather than words.
fn is_key(text: &str) -> bool {
    text.chars().all(|c| c.is_lowercase() || c.is_ascii_digit() || "-_/.?'".contains(c))
        && text.starts_with(|c: char| c.is_alphanumeric())
        && text.contains(char::is_alphabetic)
}

/// A value as a note quotes it.
pub(super) fn quoted(value: &Value) -> String {
    match value {
        Value::Null => "nothing".to_owned(),
        Value::String(text) => format!("“{}”", excerpt(text.trim(), LONGEST_QUOTE)),
        Value::Number(number) => excerpt(&number.to_string(), LONGEST_QUOTE),
        other => format!("“{}”", excerpt(&value_in_words(other), LONGEST_QUOTE)),
    }
}

/// The names in a map of flags that are set, in a list, or in a text, as they stand there.
pub(super) fn chosen(value: &Value) -> Vec<&str> {
    match value {
        Value::Object(flags) => {
            flags.iter().filter(|(_, flag)| !is_nothing(flag)).map(|(key, _)| key.as_str()).collect()
        }
        Value::Array(items) => {
            items.iter().filter_map(Value::as_str).filter(|it| !it.trim().is_empty()).collect()
        }
        Value::String(text) if !text.trim().is_empty() => vec![text],
        _ => Vec::new(),
    }
}

/// The same in words, and in brackets what a flag says beside being set.
pub(super) fn chosen_in_words(value: &Value) -> Vec<String> {
    match value {
        Value::Object(flags) => {
            let set = flags.iter().filter(|(_, flag)| !is_nothing(flag));
            set.map(|(key, flag)| match flag {
                Value::Bool(_) | Value::Number(_) => in_words(key),
                other => format!("{} ({})", in_words(key), value_in_words(other)),
            })
            .collect()
        }
        Value::Array(items) => items.iter().filter(|item| !is_nothing(item)).map(name_in_words).collect(),
        other => chosen(other).into_iter().map(in_words).collect(),
    }
}

fn name_in_words(value: &Value) -> String {
    value.as_str().map_or_else(|| value_in_words(value), in_words)
}

/// Whether a value holds nothing but names, as a list, as flags or as a text.
pub(super) fn holds_names(value: &Value) -> bool {
    match value {
        Value::Object(flags) => flags.values().all(|flag| flag.is_boolean() || flag.is_null()),
        Value::Array(items) => items.iter().all(|item| item.is_string() || item.is_null()),
        other => other.is_string(),
    }
}

/// A whole number far from any limit, given as such or at the beginning of a text: `30`, `"30"`, `"30 ft."`, `"+5"`.
pub(super) fn whole(value: &Value) -> Option<i64> {
    const LIMIT: i64 = 1_000_000_000;
    let number = match value {
        Value::Number(number) => number.as_i64().or_else(|| whole_float(number.as_f64()?))?,
        Value::String(text) => {
            let text = text.trim().trim_start_matches('+');
            let end = text.char_indices().find(|(at, c)| !(c.is_ascii_digit() || (*at == 0 && *c == '-')));
            let (digits, rest) = text.split_at(end.map_or(text.len(), |(at, _)| at));
            // `1/4` and `2.5` are no whole numbers, and `10d8` is a roll.
            let whole =
                rest.is_empty() || rest.starts_with([' ', '(', ',', '\'', '+']) || rest.starts_with("ft");
            whole.then(|| digits.parse().ok()).flatten()?
        }
        _ => return None,
    };
    (-LIMIT..=LIMIT).contains(&number).then_some(number)
}

fn whole_float(number: f64) -> Option<i64> {
    #[expect(clippy::cast_possible_truncation, reason = "whole and far below the limits, checked first")]
    let whole = (number.fract() == 0.0 && number.abs() < 1e12).then_some(number as i64);
    whole
}

/// A level of a class, from 1 to 20, in any spelling that [`whole`] reads.
pub(super) fn class_level(value: &Value) -> Option<u8> {
    let level = match value {
        Value::String(text) => {
            let digits: String = text.trim().chars().take_while(char::is_ascii_digit).collect();
            digits.parse().ok()
        }
        other => whole(other),
    };
    level.and_then(|level: i64| u8::try_from(level).ok()).filter(|level| (1..=20).contains(level))
}

/// The full name of an ability, given bare or with its namespace.
pub(super) fn ability(key: &str) -> Option<&'static str> {
    ability_in_full(bare(key).trim())
}

/// The full name of an ability, or the words of what is none.
pub(super) fn ability_or_words(key: &str) -> String {
    ability(key).map_or_else(|| in_words(key), str::to_owned)
}

/// Words as a list: `a, b, and c`.
pub(super) fn listed(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [one] => one.clone(),
        [one, two] => format!("{one} and {two}"),
        [start @ .., last] => format!("{}, and {last}", start.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn keywords_become_words() {
        for (key, words) in [
            ("9-lives", "9 Lives"),
            ("sorcerer-divine-soul-", "Sorcerer Divine Soul"),
            ("telepathy-120-ft-", "Telepathy 120 ft."),
            ("swarm-of-tiny-beasts", "Swarm of Tiny Beasts"),
            ("orcpub.dnd.e5.character/con", "Con"),
            ("half-elf", "Half-Elf"),
            ("clothes-traveler-s", "Traveler's Clothes"),
            ("thieves-tools", "Thieves' Tools"),
            ("smiths-tools", "Smith's Tools"),
            ("crossbow-light", "Light Crossbow"),
            ("attack-roll?", "Attack Roll"),
            ("Words as they are", "Words as they are"),
            ("", ""),
            ("---", ""),
        ] {
            assert_eq!(in_words(key), words, "{key}");
        }
    }

    #[test]
    fn a_plural_has_a_singular() {
        for (plural, one) in [
            ("invocations", "invocation"),
            ("draconic-ancestries", "draconic ancestry"),
            ("classes", "class"),
            ("glass", "glass"),
            ("s", "s"),
            ("", "option"),
        ] {
            assert_eq!(singular(plural), one, "{plural}");
        }
    }

    #[test]
    fn whole_numbers_are_read_from_numbers_and_texts() {
        for (value, number) in [
            (json!(30), Some(30)),
            (json!(30.0), Some(30)),
            (json!("30 ft."), Some(30)),
            (json!("+5"), Some(5)),
            (json!("-1"), Some(-1)),
            (json!("1/4"), None),
            (json!("10d8"), None),
            (json!(0.5), None),
            (json!(1e300), None),
            (json!(i64::MAX), None),
            (json!("é"), None),
            (json!(null), None),
        ] {
            assert_eq!(whole(&value), number, "{value}");
        }
    }

    #[test]
    fn any_value_can_be_told() {
        assert_eq!(
            value_in_words(&json!({ "a-b": true, "c": false, "d": { "e": 2 }, "f": null })),
            "A B, D (E 2)"
        );
        assert_eq!(value_in_words(&json!(["x-y", "Some text.", 3])), "X Y, Some text., 3");
    }

    #[test]
    fn only_flags_that_are_set_count() {
        assert_eq!(chosen(&json!({ "a": true, "b": false, "c": null })), ["a"]);
        assert_eq!(chosen(&json!(["a", "", 3])), ["a"]);
    }
}
