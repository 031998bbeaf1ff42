//! Spells.

use std::collections::BTreeSet;

use content::facts::Rolls;
use content::model::{self, Details, Kind, Spell, capitalised, fold, title_case};
use serde_json::Value;
use text::{Pattern, pattern};

use super::EntryContent;
use super::fields::Fields;
use super::keywords::in_words;
use super::values::{names_in_words, present, value_in_words, whole};
use crate::markdown;

static RITUAL: Pattern = pattern!(
    r"(?i)\s*(?:[(\[]\s*(?:or\s+)?ritual\s*[)\]]|(?:[,;/]|\bor\b)\s*(?:or\s+)?ritual\s*$|(?:^|\s)ritual\s*$)"
);
static FEET: Pattern = pattern!(r"(?i)^(\d+)\s*(?:ft\.?|feet|foot|')?$");
static CONCENTRATION: Pattern = pattern!(r"(?i)^concentration\s*[,:;-]?\s*(?:up\s+to\s+)?(\d.*)$");
static TRIGGERED: Pattern =
    pattern!(r"(?is)^(?:1\s+|one\s+)?(reaction|bonus action)\b\s*[,:;(-]?\s*(\S.*?)\s*[).]*$");

static HIGHER_LEVELS: Pattern =
    pattern!(r"(?i)(^|\n\s*|[.!?:;)”’*_]\s+)[#*_ ]*\bat higher levels?[*_ ]*[.:][*_]*\s*");
pub(super) fn spell(fields: &mut Fields<'_>) -> EntryContent {
    let (level, level_says_ritual) = level(fields);
    let (school, school_says_ritual) = without_ritual(&fields.text("school").unwrap_or_default());
    let (time, time_says_ritual) = without_ritual(&fields.text("casting-time").unwrap_or_default());
    let (casting_time, reaction_condition) = casting_time(&time);
    let duration = fields.text("duration").unwrap_or_default();
    let (components, material) = components(fields);
    let text = fields.description();
    let (text, higher_level) = split_higher_levels(&text);
    let rolls = Rolls::of(&text);
    let concentration = fields.flag("concentration") || duration.to_lowercase().contains("concentration");
    let spell = Spell {
        level,
        school: Some(title_case(&school.to_lowercase())).filter(|school| !school.is_empty()),
        casting_time,
        reaction_condition,
        range: fields.text("range").map(|range| in_feet(&range)).unwrap_or_default(),
        components,
        material,
        duration: CONCENTRATION.replace(&capitalised(&duration), "$1").into_owned(),
        concentration,
        ritual: fields.flag("ritual") || level_says_ritual || school_says_ritual || time_says_ritual,
        classes: classes(fields),
        damage_types: rolls.damage_types,
        saving_throw: rolls.saves.into_iter().next(),
        attack_roll: fields.flag("attack-roll?") || rolls.attack,
        higher_level,
    };
    let body = markdown::spell(&spell, &text);
    EntryContent { kind: Kind::Spell, details: Details::Spell(spell), body }
}

/// Takes the level. Returns also whether its text mentions a ritual.
fn level(fields: &mut Fields<'_>) -> (Option<u8>, bool) {
    let mut is_ritual = false;
    let level = fields.parse("level", "is not a number from 0 to 9; the level is unknown", |value| {
        let level = match value {
            Value::String(text) => {
                let (text, ritual) = without_ritual(text);
                is_ritual = ritual;
                parse_level(&text)
            }
            other => whole(other),
        };
        level.filter(|level| *level <= 9)
    });
    (level, is_ritual)
}

/// Parses a level: `3`, `3rd`, `3rd level`, `3rd-level spell`, `Level 3`, `three` or `Cantrip`.
fn parse_level(text: &str) -> Option<u8> {
    const NUMBERS: [&str; 10] =
        ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];
    let folded = fold(text);
    if folded.starts_with("cantrip") {
        return Some(0);
    }
    let mut words = folded.split([' ', '-']).filter(|word| !matches!(*word, "" | "level" | "spell" | "lvl"));
    let (Some(word), None) = (words.next(), words.next()) else { return None };
    if let Some(number) = NUMBERS.iter().position(|name| *name == word) {
        return u8::try_from(number).ok();
    }
    let digits =
        ["st", "nd", "rd", "th"].into_iter().find_map(|ending| word.strip_suffix(ending)).unwrap_or(word);
    digits.parse().ok()
}

fn without_ritual(text: &str) -> (String, bool) {
    let rest = RITUAL.replace_all(text, "");
    (rest.trim().trim_end_matches(',').to_owned(), rest.len() < text.len())
}

fn casting_time(text: &str) -> (String, Option<String>) {
    if let Some(found) = TRIGGERED.captures(text) {
        let (_, [action, trigger]) = found.extract();
        return (format!("1 {}", action.to_lowercase()), Some(trigger.to_owned()));
    }
    let (time, rest) = text.split_once(',').map_or((text, None), |(time, rest)| (time, Some(rest.trim())));
    let canonical = model::casting_time(time);
    let starts_with_number = canonical.starts_with(|c: char| c.is_ascii_digit());
    let time = if starts_with_number { canonical } else { time.trim().to_owned() };
    (rest.map_or_else(|| time.clone(), |rest| format!("{time}, {rest}")), None)
}

fn in_feet(range: &str) -> String {
    let feet = FEET.captures(range).and_then(|found| found.get(1));
    feet.map_or_else(|| capitalised(range), |feet| format!("{} feet", feet.as_str()))
}

/// A material counts even if its flag is not set.
fn components(fields: &mut Fields<'_>) -> (String, Option<String>) {
    let Some(value) = fields.take("components") else { return (String::new(), None) };
    let object = match value {
        Value::Object(object) => object,
        Value::Array(letters) => {
            let letters: Vec<_> = letters.iter().map(value_in_words).filter(|it| !it.is_empty()).collect();
            return (letters.join(", "), None);
        }
        Value::String(text) => return (text.trim().to_owned(), None),
        other => {
            fields.reject_value("components", other, "are not components");
            return (String::new(), None);
        }
    };
    let field = |key: &str| present(object.get(key));
    let material = field("material-component").or_else(|| field("material"));
    let material = material.filter(|value| value.is_string()).map(value_in_words);
    let mut letters: Vec<&str> = Vec::new();
    letters.extend(field("verbal").is_some().then_some("V"));
    letters.extend(field("somatic").is_some().then_some("S"));
    letters.extend((field("material").is_some() || material.is_some()).then_some("M"));
    fields.add_unknown("components", object, &["verbal", "somatic", "material", "material-component"]);
    (letters.join(", "), material.map(|material| material.trim_matches(['(', ')']).trim().to_owned()))
}

fn classes(fields: &mut Fields<'_>) -> Vec<String> {
    let classes = fields.parse("spell-lists", "name no class", |value| {
        let classes: BTreeSet<String> = match value {
            Value::String(text) => text.split(',').map(in_words).collect(),
            other => names_in_words(other).into_iter().collect(),
        };
        Some(classes).filter(|classes| !classes.is_empty())
    });
    classes.into_iter().flatten().collect()
}

fn split_higher_levels(text: &str) -> (String, Option<String>) {
    let found = HIGHER_LEVELS.captures(text).and_then(|found| Some((found.get(0)?, found.get(1)?)));
    let Some((whole, before)) = found else { return (text.to_owned(), None) };
    let higher = text.get(whole.end()..).unwrap_or_default().trim();
    if higher.is_empty() {
        return (text.to_owned(), None);
    }
    let text = text.get(..before.end()).unwrap_or_default().trim();
    (text.to_owned(), Some(higher.to_owned()))
}

#[cfg(test)]
mod tests;
