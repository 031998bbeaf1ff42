use std::sync::LazyLock;

use regex::Regex;
use serde_json::Value;

use super::Made;
use super::fields::Fields;
use super::spell_text::{damage_types, saving_throw, split_higher_levels};
use super::values::{chosen_in_words, in_words, is_nothing, quoted, value_in_words, whole};
use crate::ingest::markdown::{self, capitalised, pattern};
use crate::model::{CastingTime, Details, Kind, Spell, fold, title_case};

/// How a text says that a spell is a ritual: in brackets, or at its end.
static RITUAL: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)\s*(?:[(\[]\s*(?:or\s+)?ritual\s*[)\]]|(?:[,;/]|\bor\b)\s*(?:or\s+)?ritual\s*$|(?:^|\s)ritual\s*$)",
    )
});
/// A distance in feet and nothing else.
static FEET: LazyLock<Regex> = LazyLock::new(|| pattern(r"(?i)^(\d+)\s*(?:ft\.?|feet|foot|')?$"));
/// How a duration begins that concentration ends.
static CONCENTRATION: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"(?i)^concentration\s*[,:;-]?\s*(?:up\s+to\s+)?(\d.*)$"));
/// A reaction and what it is taken to, with or without a comma between them.
static REACTION: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"(?is)^(?:1\s+|one\s+)?reaction\b\s*[,:;(-]?\s*(\S.*?)\s*[).]*$"));

/// A spell.
pub(super) fn spell(fields: &mut Fields<'_>) -> Made {
    let (level, level_says_ritual) = level(fields);
    let (school, school_says_ritual) = without_ritual(&fields.text("school").unwrap_or_default());
    let (time, time_says_ritual) = without_ritual(&fields.text("casting-time").unwrap_or_default());
    let (casting_time, reaction_condition) = casting_time(&time);
    let duration = fields.text("duration").unwrap_or_default();
    let (components, material) = components(fields);
    let text = fields.story();
    let (text, higher_level) = split_higher_levels(&text);
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
        damage_types: damage_types(&text),
        saving_throw: saving_throw(&text),
        attack_roll: fields.flag("attack-roll?"),
        higher_level,
    };
    let body = markdown::spell(&spell, &text);
    Made { kind: Kind::Spell, details: Details::Spell(spell), body }
}

/// The level, and whether its text says that the spell is a ritual.
fn level(fields: &mut Fields<'_>) -> (Option<u8>, bool) {
    let Some(value) = fields.take("level") else { return (None, false) };
    let (text, ritual) = without_ritual(value.as_str().unwrap_or_default());
    let level = match value {
        Value::String(_) => level_in_words(&text),
        other => whole(other),
    };
    let level = level.and_then(|level| u8::try_from(level).ok()).filter(|level| *level <= 9);
    if level.is_none() {
        fields.refuse(
            "level",
            format!("the level {} is not a number from 0 to 9; the level is left open", quoted(value)),
        );
    }
    (level, ritual)
}

/// `3`, `3rd`, `3rd level`, `3rd-level spell`, `Level 3`, `three` or `Cantrip`.
fn level_in_words(text: &str) -> Option<i64> {
    const NUMBERS: [&str; 10] =
        ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];
    let folded = fold(text);
    if folded.starts_with("cantrip") {
        return Some(0);
    }
    let mut words = folded.split([' ', '-']).filter(|word| !matches!(*word, "" | "level" | "spell" | "lvl"));
    let (Some(word), None) = (words.next(), words.next()) else { return None };
    if let Some(number) = NUMBERS.iter().position(|name| *name == word) {
        return i64::try_from(number).ok();
    }
    let digits =
        ["st", "nd", "rd", "th"].into_iter().find_map(|ending| word.strip_suffix(ending)).unwrap_or(word);
    digits.parse().ok()
}

fn without_ritual(text: &str) -> (String, bool) {
    let rest = RITUAL.replace_all(text, "");
    (rest.trim().trim_end_matches(',').to_owned(), rest.len() < text.len())
}

/// The casting time in the one spelling, and what a reaction is taken to.
fn casting_time(text: &str) -> (String, Option<String>) {
    if let Some(condition) = REACTION.captures(text).and_then(|found| found.get(1)) {
        return ("1 reaction".to_owned(), Some(condition.as_str().to_owned()));
    }
    let (time, rest) = text.split_once(',').map_or((text, None), |(time, rest)| (time, Some(rest.trim())));
    let known = CastingTime::new(time).as_str().to_owned();
    let starts_with_number = known.starts_with(|c: char| c.is_ascii_digit());
    let time = if starts_with_number { known } else { time.trim().to_owned() };
    (rest.map_or_else(|| time.clone(), |rest| format!("{time}, {rest}")), None)
}

fn in_feet(range: &str) -> String {
    let feet = FEET.captures(range).and_then(|found| found.get(1));
    feet.map_or_else(|| capitalised(range), |feet| format!("{} feet", feet.as_str()))
}

/// `V, S, M`, and the material. A material without its flag still is one.
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
            fields.refuse("components", format!("the components {} say nothing", quoted(other)));
            return (String::new(), None);
        }
    };
    let set = |key: &str| object.get(key).is_some_and(|value| !is_nothing(value));
    let material =
        object.get("material-component").filter(|it| !is_nothing(it)).or_else(|| object.get("material"));
    let material = material.filter(|value| value.is_string() && !is_nothing(value)).map(value_in_words);
    let mut letters: Vec<&str> = Vec::new();
    letters.extend(set("verbal").then_some("V"));
    letters.extend(set("somatic").then_some("S"));
    letters.extend((set("material") || material.is_some()).then_some("M"));
    fields.also_unknown("components", object, &["verbal", "somatic", "material", "material-component"]);
    (letters.join(", "), material.map(|material| material.trim_matches(['(', ')']).trim().to_owned()))
}

fn classes(fields: &mut Fields<'_>) -> Vec<String> {
    let Some(value) = fields.take("spell-lists") else { return Vec::new() };
    let mut classes: Vec<String> = match value {
        Value::String(text) => text.split(',').map(in_words).collect(),
        other => chosen_in_words(other),
    };
    if classes.is_empty() {
        fields.refuse("spell-lists", format!("the spell lists {} name no class", quoted(value)));
    }
    classes.sort();
    classes.dedup();
    classes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_read_from_words() {
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
            assert_eq!(level_in_words(text), level, "{text}");
        }
    }

    #[test]
    fn a_ritual_is_told_by_brackets_or_the_end_of_a_text() {
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
    fn casting_times_have_one_spelling_and_reactions_their_cause() {
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
