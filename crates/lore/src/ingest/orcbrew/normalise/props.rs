//! What an item gives a character, as sentences: the `:props` of races, subraces, classes and feats. What each means is
//! told by the builder of the program that writes them.

use serde_json::Value;

use super::fields::Fields;
use super::values::{chosen, chosen_in_words, in_words, is_nothing, listed, value_in_words, whole};
use crate::ingest::markdown::signed;

/// Conditions, which a creature is: `being charmed`.
const CONDITIONS: [&str; 15] = [
    "blinded",
    "charmed",
    "deafened",
    "exhausted",
    "frightened",
    "grappled",
    "incapacitated",
    "invisible",
    "paralyzed",
    "petrified",
    "poisoned",
    "prone",
    "restrained",
    "stunned",
    "unconscious",
];

/// The benefits in `props`, each a sentence without its stop.
pub(super) fn props(fields: &mut Fields<'_>) -> Vec<String> {
    let Some(props) = fields.object("props") else { return Vec::new() };
    props.iter().filter(|(_, value)| !is_nothing(value)).filter_map(|(key, value)| prop(key, value)).collect()
}

/// One benefit; none where the number is a zero.
fn prop(key: &str, value: &Value) -> Option<String> {
    let number = whole(value).and_then(|number| i32::try_from(number).ok());
    if number == Some(0) {
        return None;
    }
    let sentence = match (key, number) {
        ("max-hp-bonus", Some(number)) => format!("Hit point maximum {} per level", signed(number)),
        ("speed", Some(feet)) => format!("Speed {} ft.", signed(feet)),
        ("flying-speed", Some(feet)) => format!("Flying speed {feet} ft."),
        ("swimming-speed", Some(feet)) => format!("Swimming speed {feet} ft."),
        ("initiative", Some(number)) => format!("Initiative {}", signed(number)),
        ("weapon-prof-choice", Some(number)) => format!("Proficiency with {}", of_choice(number, "weapon")),
        ("language-choice", Some(number)) => of_choice(number, "language"),
        ("skill-tool-choice", Some(number)) => {
            format!("Proficiency in {}", of_choice(number, "skill or tool"))
        }
        ("flying-speed-equals-walking-speed", _) => "Flying speed equal to the walking speed".to_owned(),
        ("lizardfolk-ac", _) => "Armor class 13 + Dexterity modifier without armor".to_owned(),
        ("tortle-ac", _) => "Armor class 17, whatever the armor and the Dexterity modifier".to_owned(),
        ("two-weapon-ac-1", _) => "Armor class +1 while holding a melee weapon in each hand".to_owned(),
        ("two-weapon-any-one-handed", _) => "Two-weapon fighting with any one-handed melee weapon".to_owned(),
        ("passive-perception-5", _) => "Passive Perception +5".to_owned(),
        ("passive-investigation-5", _) => "Passive Investigation +5".to_owned(),
        ("medium-armor-max-dex-3", _) => "Medium armor allows a Dexterity bonus of up to 3".to_owned(),
        ("medium-armor-stealth", _) => "Medium armor gives no disadvantage on Stealth checks".to_owned(),
        ("saving-throw-advantage-traps", _) => "Advantage on saving throws against traps".to_owned(),
        ("improvised-weapons-prof", _) => "Proficiency with improvised weapons".to_owned(),
        ("magic-novice", _) => "Two cantrips and one 1st-level spell from the list of one class".to_owned(),
        ("ritual-casting", _) => "Two 1st-level ritual spells from the list of one class".to_owned(),
        ("attack-spell", _) => "A cantrip with an attack roll from the list of one class".to_owned(),
        _ => of_names(key, value).unwrap_or_else(|| other(key, value)),
    };
    Some(sentence)
}

/// A benefit about things with names; none where it is not known or names nothing.
pub(super) fn of_names(key: &str, value: &Value) -> Option<String> {
    if chosen(value).is_empty() {
        return None;
    }
    let names = listed(&chosen_in_words(value));
    Some(match key {
        "language" => format!("Languages: {}", chosen_in_words(value).join(", ")),
        "skill-prof" => format!("Proficiency in {names}"),
        "tool-prof" => format!("Proficiency with {names}"),
        "skill-prof-or-expertise" | "tool-prof-or-expertise" => {
            format!("Proficiency in {names}, doubled where there is one already")
        }
        "armor-prof" => format!("Proficiency with {}", listed(&armor(value))),
        "weapon-prof" => format!("Proficiency with {}", listed(&weapons(value))),
        "damage-resistance" => format!("Resistance to {}", damage(value)),
        "damage-immunity" => format!("Immunity to {}", damage(value)),
        "damage-vulnerability" => format!("Vulnerability to {}", damage(value)),
        "condition-immunity" => format!("Immunity to being {}", names.to_lowercase()),
        "saving-throw-advantage" => format!("Advantage on saving throws against {}", dangers(value)),
        _ => return None,
    })
}

/// What is not known, in words.
pub(super) fn other(key: &str, value: &Value) -> String {
    let key = in_words(key);
    match value {
        Value::Bool(true) => key,
        value => format!("{key}: {}", value_in_words(value)),
    }
}

/// `light armor`, `shields`.
pub(super) fn armor(value: &Value) -> Vec<String> {
    let of = |key: &str| match key {
        "light" | "medium" | "heavy" | "all" => format!("{key} armor"),
        other => in_words(other).to_lowercase(),
    };
    chosen(value).into_iter().map(of).collect()
}

/// `martial weapons`, `Longbow`.
pub(super) fn weapons(value: &Value) -> Vec<String> {
    let of = |key: &str| match key {
        "simple" | "martial" => format!("{key} weapons"),
        other => in_words(other),
    };
    chosen(value).into_iter().map(of).collect()
}

/// `cold and fire damage`; traps are no type of damage.
fn damage(value: &Value) -> String {
    let (traps, types): (Vec<&str>, Vec<&str>) = chosen(value).into_iter().partition(|it| *it == "traps");
    let types: Vec<String> = types.into_iter().map(|it| in_words(it).to_lowercase()).collect();
    let types = (!types.is_empty()).then(|| format!("{} damage", listed(&types)));
    let traps = (!traps.is_empty()).then(|| "damage from traps".to_owned());
    types.into_iter().chain(traps).collect::<Vec<_>>().join(" and ")
}

/// `being charmed`, `traps`.
fn dangers(value: &Value) -> String {
    let of = |key: &str| {
        let words = in_words(key).to_lowercase();
        if CONDITIONS.contains(&words.as_str()) { format!("being {words}") } else { words }
    };
    listed(&chosen(value).into_iter().map(of).collect::<Vec<_>>())
}

fn of_choice(number: i32, thing: &str) -> String {
    let ending = match thing {
        _ if number == 1 => "",
        "skill or tool" => return format!("{number} skills or tools of choice"),
        _ => "s",
    };
    format!("{number} {thing}{ending} of choice")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn every_benefit_is_a_sentence() {
        for (key, value, sentence) in [
            (
                "damage-resistance",
                json!({ "cold": true, "fire": false, "traps": true }),
                "Resistance to cold damage and damage from traps",
            ),
            (
                "saving-throw-advantage",
                json!({ "charmed": true, "magic": true }),
                "Advantage on saving throws against being charmed and magic",
            ),
            (
                "armor-prof",
                json!({ "light": true, "shields": true }),
                "Proficiency with light armor and shields",
            ),
            (
                "weapon-prof",
                json!({ "martial": true, "crossbow-hand": true }),
                "Proficiency with martial weapons and Hand Crossbow",
            ),
            ("speed", json!(10), "Speed +10 ft."),
            ("language-choice", json!(2), "2 languages of choice"),
            ("skill-tool-choice", json!(1), "Proficiency in 1 skill or tool of choice"),
            ("tide-sense", json!(true), "Tide Sense"),
            ("tide-sense", json!({ "range": 30 }), "Tide Sense: Range 30"),
            ("speed", json!("fast"), "Speed: Fast"),
        ] {
            assert_eq!(prop(key, &value).as_deref(), Some(sentence));
        }
        assert_eq!(prop("flying-speed", &json!(0)), None);
    }
}
