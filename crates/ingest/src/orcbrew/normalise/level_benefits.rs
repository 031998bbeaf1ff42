//! The `level-modifiers` and `level-selections` of classes and subclasses: benefits beside the features.

use content::model::ordinal;
use serde_json::{Map, Value};

use super::benefits::{benefit, benefit_of_names, unknown_benefit};
use super::fields::Fields;
use super::keywords::{ability_or_words, in_words};
use super::values::{present, present_fields, value_in_words, whole};

pub(super) struct LevelBenefit {
    /// 1 by default.
    pub(super) level: u8,
    pub(super) words: String,
}

pub(super) fn level_benefits(fields: &mut Fields<'_>) -> Vec<LevelBenefit> {
    let mut benefits = Vec::new();
    for (key, sentence_of) in
        [("level-modifiers", modifier as fn(&Value) -> Option<String>), ("level-selections", selection)]
    {
        for value in fields.list(key) {
            let words = sentence_of(value);
            let whose = format!("“{}”", words.as_deref().unwrap_or_default());
            let level = fields.level_of(&whose, value.get("level")).unwrap_or(1);
            benefits.extend(words.map(|words| LevelBenefit { level, words }));
        }
    }
    benefits
}

/// `Proficiency with martial weapons`, `Spell: Guidance (cantrip, Wisdom)`. `None` for a row left empty.
fn modifier(modifier: &Value) -> Option<String> {
    let Value::Object(object) = modifier else { return Some(value_in_words(modifier)) };
    let value = present(object.get("value"));
    let Some(kind) = object.get("type").and_then(Value::as_str) else {
        let rest = others(object, &["level"]);
        return (!rest.is_empty()).then(|| rest.join("; "));
    };
    Some(match (kind, value) {
        ("num-attacks", Some(value)) if whole::<i64>(value).is_some() => {
            format!("Extra attack: {} attacks", value_in_words(value))
        }
        ("flying-speed" | "swimming-speed" | "flying-speed-equals-walking-speed", value) => {
            benefit(kind, value.unwrap_or(&Value::Bool(true)))?
        }
        ("spell", Some(value)) => format!("Spell: {}", spell(value)),
        (kind, Some(value)) => benefit_of_names(kind, value).unwrap_or_else(|| unknown_benefit(kind, value)),
        (kind, None) => in_words(kind),
    })
}

fn selection(value: &Value) -> Option<String> {
    let Value::Object(object) = value else {
        return Some(format!("Choose 1 from {}", value_in_words(value)));
    };
    let from = object.get("type").and_then(Value::as_str).map(in_words);
    let number = present(object.get("num")).map(value_in_words);
    let others = others(object, &["type", "num", "level"]);
    if from.is_none() && number.is_none() {
        return (!others.is_empty()).then(|| others.join("; "));
    }
    let number = number.unwrap_or_else(|| "1".to_owned());
    let from = from.unwrap_or_else(|| "a selection without a name".to_owned());
    let others: String = others.iter().map(|other| format!("; {other}")).collect();
    Some(format!("Choose {number} from {from}{others}"))
}

/// `Faerie Fire (1st level, Charisma)`, `Guidance (cantrip, Wisdom)`. The program that writes the files
/// treats a spell without a level as a cantrip, but it may be none, so the words say nothing about it.
pub(super) fn spell(value: &Value) -> String {
    let Value::Object(object) = value else { return value_in_words(value) };
    let level = present(object.get("level")).map(|level| match whole(level) {
        Some(0) => "cantrip".to_owned(),
        Some(number) => format!("{} level", ordinal(number)),
        None => value_in_words(level),
    });
    let ability = object.get("ability").and_then(Value::as_str).map(ability_or_words);
    let others = others(object, &["key", "level", "ability"]);
    let details: Vec<String> = level.into_iter().chain(ability).chain(others).collect();
    let name = object.get("key").and_then(Value::as_str).filter(|key| *key != "select").map(in_words);
    let name = name.unwrap_or_else(|| "no spell chosen".to_owned());
    if details.is_empty() { name } else { format!("{name} ({})", details.join(", ")) }
}

fn others(object: &Map<String, Value>, known: &[&str]) -> Vec<String> {
    let others = present_fields(object).filter(|(key, _)| !known.contains(&key.as_str()));
    others.map(|(key, value)| unknown_benefit(key, value)).collect()
}
