//! What a class or subclass gives at a level beside its features: `level-modifiers` and `level-selections`.

use serde_json::Value;

use super::fields::Fields;
use super::props::{of_names, other};
use super::values::{ability_or_words, class_level, in_words, is_nothing, quoted, value_in_words, whole};
use crate::ingest::markdown::ordinal;

/// What is gained at a level, in words.
pub(super) struct Gain {
    /// The level of the class; 1 where none is given.
    pub(super) level: u8,
    pub(super) words: String,
}

/// Everything that is gained at levels beside features, in the order of the file.
pub(super) fn gains(fields: &mut Fields<'_>) -> Vec<Gain> {
    let mut gains = Vec::new();
    for (key, in_sentence) in
        [("level-modifiers", modifier as fn(&Value) -> Option<String>), ("level-selections", selection)]
    {
        for value in fields.list(key) {
            let given = value.get("level").filter(|level| !is_nothing(level));
            let level = given.and_then(class_level);
            if let (Some(given), None) = (given, level) {
                fields.note(format!(
                    "the level {} of “{}” is not a number from 1 to 20; it stands at the 1st level",
                    quoted(given),
                    in_sentence(value).unwrap_or_default()
                ));
            }
            gains.extend(in_sentence(value).map(|words| Gain { level: level.unwrap_or(1), words }));
        }
    }
    gains
}

/// `Proficiency with martial weapons`, `Spell: Guidance (cantrip, Wisdom)`. None for a row that was never filled in.
fn modifier(modifier: &Value) -> Option<String> {
    let Value::Object(object) = modifier else { return Some(value_in_words(modifier)) };
    let value = object.get("value").filter(|value| !is_nothing(value));
    let Some(kind) = object.get("type").and_then(Value::as_str) else {
        let rest = object.iter().filter(|(key, value)| *key != "level" && !is_nothing(value));
        let rest: Vec<String> = rest.map(|(key, value)| other(key, value)).collect();
        return (!rest.is_empty()).then(|| rest.join("; "));
    };
    Some(match (kind, value) {
        ("flying-speed-equals-walking-speed", _) => "Flying speed equal to the walking speed".to_owned(),
        ("num-attacks", Some(value)) if whole(value).is_some() => {
            format!("Extra attack: {} attacks", value_in_words(value))
        }
        ("flying-speed", Some(value)) if whole(value).is_some() => {
            format!("Flying speed {} ft.", value_in_words(value))
        }
        ("swimming-speed", Some(value)) if whole(value).is_some() => {
            format!("Swimming speed {} ft.", value_in_words(value))
        }
        ("spell", Some(value)) => format!("Spell: {}", spell(value)),
        (kind, Some(value)) => of_names(kind, value).unwrap_or_else(|| other(kind, value)),
        (kind, None) => in_words(kind),
    })
}

/// `Choose 2 from Wayfarer Routes`.
fn selection(value: &Value) -> Option<String> {
    let Value::Object(object) = value else {
        return Some(format!("Choose 1 from {}", value_in_words(value)));
    };
    let from = object.get("type").and_then(Value::as_str).map(in_words);
    let number = object.get("num").filter(|number| !is_nothing(number)).map(value_in_words);
    let known = ["type", "num", "level"];
    let others = object.iter().filter(|(key, value)| !known.contains(&key.as_str()) && !is_nothing(value));
    let others: Vec<String> = others.map(|(key, value)| other(key, value)).collect();
    if from.is_none() && number.is_none() {
        return (!others.is_empty()).then(|| others.join("; "));
    }
    let number = number.unwrap_or_else(|| "1".to_owned());
    let from = from.unwrap_or_else(|| "a selection without a name".to_owned());
    let others: String = others.iter().map(|other| format!("; {other}")).collect();
    Some(format!("Choose {number} from {from}{others}"))
}

/// `Faerie Fire (1st level, Charisma)`, `Guidance (cantrip, Wisdom)`. The program that writes them takes a spell
/// without a level for a cantrip, but the spell itself may be none, so then nothing is said.
pub(super) fn spell(value: &Value) -> String {
    let Value::Object(object) = value else { return value_in_words(value) };
    let level = object.get("level").filter(|level| !is_nothing(level)).map(|level| match whole(level) {
        Some(0) => "cantrip".to_owned(),
        Some(number) => {
            u8::try_from(number).map_or_else(|_| number.to_string(), |it| format!("{} level", ordinal(it)))
        }
        None => value_in_words(level),
    });
    let ability = object.get("ability").and_then(Value::as_str).map(ability_or_words);
    let known = ["key", "level", "ability"];
    let others = object.iter().filter(|(key, value)| !known.contains(&key.as_str()) && !is_nothing(value));
    let details: Vec<String> =
        level.into_iter().chain(ability).chain(others.map(|(key, value)| other(key, value))).collect();
    let name = object.get("key").and_then(Value::as_str).filter(|key| *key != "select").map(in_words);
    let name = name.unwrap_or_else(|| "no spell chosen".to_owned());
    if details.is_empty() { name } else { format!("{name} ({})", details.join(", ")) }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn modifiers_are_sentences() {
        for (value, words) in [
            (json!({ "type": "weapon-prof", "value": "martial" }), Some("Proficiency with martial weapons")),
            (json!({ "type": "armor-prof", "value": "shields" }), Some("Proficiency with shields")),
            (
                json!({ "type": "tool-prof", "value": "thieves-tools" }),
                Some("Proficiency with Thieves' Tools"),
            ),
            (
                json!({ "type": "skill-prof", "value": "animal-handling" }),
                Some("Proficiency in Animal Handling"),
            ),
            (json!({ "type": "num-attacks", "value": 2 }), Some("Extra attack: 2 attacks")),
            (json!({ "type": "damage-resistance", "value": "cold" }), Some("Resistance to cold damage")),
            (json!({ "type": "damage-immunity", "value": "cold" }), Some("Immunity to cold damage")),
            (
                json!({ "type": "saving-throw-advantage", "value": "charmed" }),
                Some("Advantage on saving throws against being charmed"),
            ),
            (json!({ "type": "flying-speed", "value": 30 }), Some("Flying speed 30 ft.")),
            (
                json!({ "type": "spell", "value": { "key": "guidance", "ability": "orcpub.dnd.e5.character/wis" } }),
                Some("Spell: Guidance (Wisdom)"),
            ),
            (
                json!({ "type": "spell", "value": { "key": "fog-cloud", "level": 1 } }),
                Some("Spell: Fog Cloud (1st level)"),
            ),
            (json!({ "type": "tide-sense", "value": "strong" }), Some("Tide Sense: Strong")),
            (json!({ "type": "tide-sense" }), Some("Tide Sense")),
            (json!({ "level": 3 }), None),
        ] {
            assert_eq!(modifier(&value).as_deref(), words, "{value}");
        }
    }

    #[test]
    fn selections_are_choices() {
        assert_eq!(
            selection(&json!({ "type": "far-roads", "num": 2 })).as_deref(),
            Some("Choose 2 from Far Roads")
        );
        assert_eq!(selection(&json!({ "type": "far-roads" })).as_deref(), Some("Choose 1 from Far Roads"));
        assert_eq!(selection(&json!({ "level": 2 })), None);
    }
}
