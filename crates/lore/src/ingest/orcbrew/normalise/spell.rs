//! Spells.

use std::sync::LazyLock;

use regex::Regex;
use serde_json::Value;

use super::EntryContent;
use super::fields::Fields;
use super::keywords::in_words;
use super::spell_text::split_higher_levels;
use super::values::{names_in_words, present, value_in_words, whole};
use crate::facts::Rolls;
use crate::ingest::markdown::{self, capitalised, pattern};
use crate::model::{CastingTime, Details, Kind, Spell, fold, title_case};

/// “Ritual” in brackets or at the end of a text.
static RITUAL: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)\s*(?:[(\[]\s*(?:or\s+)?ritual\s*[)\]]|(?:[,;/]|\bor\b)\s*(?:or\s+)?ritual\s*$|(?:^|\s)ritual\s*$)",
    )
});
/// A distance in feet.
static FEET: LazyLock<Regex> = LazyLock::new(|| pattern(r"(?i)^(\d+)\s*(?:ft\.?|feet|foot|')?$"));
/// A duration with concentration.
static CONCENTRATION: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"(?i)^concentration\s*[,:;-]?\s*(?:up\s+to\s+)?(\d.*)$"));
/// A reaction or bonus action and its trigger.
static TRIGGERED: LazyLock<Regex> = LazyLock::new(|| {
    pattern(r"(?is)^(?:1\s+|one\s+)?(reaction|bonus action)\b\s*[,:;(-]?\s*(\S.*?)\s*[).]*$")
});

/// Converts a spell.
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
    let Some(value) = fields.take("level") else { return (None, false) };
    let (text, ritual) = without_ritual(value.as_str().unwrap_or_default());
    let level = match value {
        Value::String(_) => parse_level(&text),
        other => whole(other),
    };
    let level = level.filter(|level| *level <= 9);
    if level.is_none() {
        fields.reject_value("level", value, "is not a number from 0 to 9; the level is unknown");
    }
    (level, ritual)
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

/// Removes the mention of a ritual. Returns also whether there was one.
fn without_ritual(text: &str) -> (String, bool) {
    let rest = RITUAL.replace_all(text, "");
    (rest.trim().trim_end_matches(',').to_owned(), rest.len() < text.len())
}

/// Parses a casting time. Returns its canonical spelling and the trigger of a reaction or bonus action.
fn casting_time(text: &str) -> (String, Option<String>) {
    if let Some(found) = TRIGGERED.captures(text) {
        let (_, [action, trigger]) = found.extract();
        return (format!("1 {}", action.to_lowercase()), Some(trigger.to_owned()));
    }
    let (time, rest) = text.split_once(',').map_or((text, None), |(time, rest)| (time, Some(rest.trim())));
    let canonical = CastingTime::new(time).as_str().to_owned();
    let starts_with_number = canonical.starts_with(|c: char| c.is_ascii_digit());
    let time = if starts_with_number { canonical } else { time.trim().to_owned() };
    (rest.map_or_else(|| time.clone(), |rest| format!("{time}, {rest}")), None)
}

fn in_feet(range: &str) -> String {
    let feet = FEET.captures(range).and_then(|found| found.get(1));
    feet.map_or_else(|| capitalised(range), |feet| format!("{} feet", feet.as_str()))
}

/// Takes the components, `V, S, M`, and the material. A material counts even if its flag is not set.
fn components(fields: &mut Fields<'_>) -> (String, Option<String>) {
    let Some(value) = fields.take("components") else { return (String::new(), None) };
    let object = match value {
        Value::Object(object) => object,
        Value::Array(letters) => {
            let letters: Vec<String> =
                letters.iter().map(value_in_words).filter(|it| !it.is_empty()).collect();
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
    let Some(value) = fields.take("spell-lists") else { return Vec::new() };
    let mut classes: Vec<String> = match value {
        Value::String(text) => text.split(',').map(in_words).collect(),
        other => names_in_words(other),
    };
    if classes.is_empty() {
        fields.reject_value("spell-lists", value, "name no class");
    }
    classes.sort();
    classes.dedup();
    classes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parses_levels_in_words() {
        for (text, level) in [
            ("3", Some(3)),
            ("3rd", Some(3)),
            ("3rd level", Some(3)),
            ("1st-level", Some(1)),
            ("Level 2", Some(2)),
            ("Cantrip", Some(0)),
            ("three", Some(3)),
            ("3rd or 4th", None),
            ("high", None),
            ("", None),
        ] {
            assert_eq!(parse_level(text), level, "{text}");
        }
    }

    #[test]
    fn a_ritual_is_named_in_brackets_or_at_the_end() {
        for (text, rest, ritual) in [
            ("1 hour (ritual)", "1 hour", true),
            ("10 minutes or ritual", "10 minutes", true),
            ("1 minute, Ritual", "1 minute", true),
            ("Ritual", "", true),
            ("1 action", "1 action", false),
            ("1 hour; a ritual circle is drawn", "1 hour; a ritual circle is drawn", false),
        ] {
            assert_eq!(without_ritual(text), (rest.to_owned(), ritual), "{text}");
        }
    }

    #[test]
    fn casting_times_are_canonical_and_reactions_have_a_trigger() {
        for (text, time, condition) in [
            ("Action", "1 action", None),
            ("Bonus Action", "1 bonus action", None),
            ("1 Action", "1 action", None),
            ("1 reaction, which you take when you fall", "1 reaction", Some("which you take when you fall")),
            ("Reaction (when you are hit)", "1 reaction", Some("when you are hit")),
            ("1 reaction", "1 reaction", None),
            ("1 hour, at dawn", "1 hour, at dawn", None),
            ("Until the Bell tolls", "Until the Bell tolls", None),
            ("", "", None),
        ] {
            assert_eq!(casting_time(text), (time.to_owned(), condition.map(str::to_owned)), "{text}");
        }
    }

    #[test]
    fn ranges_are_in_feet() {
        assert_eq!([in_feet("60"), in_feet("60 ft."), in_feet("self")], ["60 feet", "60 feet", "Self"]);
        assert_eq!(in_feet("Self (15-foot cone)"), "Self (15-foot cone)");
    }
}
