//! The `:props` of races, subraces, classes and feats: benefits for a character, as the builder means them.

use serde_json::Value;

use super::fields::Fields;
use super::keywords::in_words;
use super::values::{names_in, names_in_words, present_fields, value_in_words, whole};
use crate::markdown::joined;

/// The conditions, which take “being”: `being charmed`.
const CONDITIONS: [&str; 15] = [
    "blinded", "charmed", "deafened", "exhausted", "frightened", "grappled", "incapacitated", "invisible",
    "paralyzed", "petrified", "poisoned", "prone", "restrained", "stunned", "unconscious",
];

/// Takes the benefits, each a sentence without its full stop.
pub(super) fn benefits(fields: &mut Fields<'_>) -> Vec<String> {
    let Some(props) = fields.object("props") else { return Vec::new() };
    present_fields(props).filter_map(|(key, value)| benefit(key, value)).collect()
}

pub(super) fn benefit_list(fields: &mut Fields<'_>) -> String {
    bullets(benefits(fields))
}

pub(super) fn bullets(lines: impl IntoIterator<Item = String>) -> String {
    lines.into_iter().map(|line| format!("- {line}")).collect::<Vec<_>>().join("\n")
}

/// Returns `None` if the benefit's number is zero.
pub(super) fn benefit(key: &str, value: &Value) -> Option<String> {
    let number: Option<i32> = whole(value);
    if number == Some(0) {
        return None;
    }
    let sentence = match (key, number) {
        ("max-hp-bonus", Some(number)) => format!("Hit point maximum {number:+} per level"),
        ("speed", Some(feet)) => format!("Speed {feet:+} ft."),
        ("flying-speed", Some(feet)) => format!("Flying speed {feet} ft."),
        ("swimming-speed", Some(feet)) => format!("Swimming speed {feet} ft."),
        ("initiative", Some(number)) => format!("Initiative {number:+}"),
        ("weapon-prof-choice", Some(number)) => {
            format!("Proficiency with {}", of_choice(number, "weapon", "weapons"))
        }
        ("language-choice", Some(number)) => of_choice(number, "language", "languages"),
        ("skill-tool-choice", Some(number)) => {
            format!("Proficiency in {}", of_choice(number, "skill or tool", "skills or tools"))
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
        _ => benefit_of_names(key, value).unwrap_or_else(|| unknown_benefit(key, value)),
    };
    Some(sentence)
}

pub(super) fn benefit_of_names(key: &str, value: &Value) -> Option<String> {
    if names_in(value).is_empty() {
        return None;
    }
    let names = listed(&names_in_words(value));
    Some(match key {
        "language" => format!("Languages: {}", names_in_words(value).join(", ")),
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

pub(super) fn unknown_benefit(key: &str, value: &Value) -> String {
    let key = in_words(key);
    match value {
        Value::Bool(true) => key,
        value => format!("{key}: {}", value_in_words(value)),
    }
}

pub(super) fn armor(value: &Value) -> Vec<String> {
    let of_weight = ["light", "medium", "heavy", "all"];
    let words = |key: &str| {
        if of_weight.contains(&key) { format!("{key} armor") } else { in_words(key).to_lowercase() }
    };
    names_in(value).into_iter().map(words).collect()
}

pub(super) fn weapons(value: &Value) -> Vec<String> {
    let words = |key: &str| {
        if matches!(key, "simple" | "martial") { format!("{key} weapons") } else { in_words(key) }
    };
    names_in(value).into_iter().map(words).collect()
}

/// Traps are listed separately, because they are no damage type.
fn damage(value: &Value) -> String {
    let (traps, types): (Vec<&str>, Vec<&str>) = names_in(value).into_iter().partition(|it| *it == "traps");
    let types: Vec<String> = types.into_iter().map(|it| in_words(it).to_lowercase()).collect();
    let types = (!types.is_empty()).then(|| format!("{} damage", listed(&types)));
    let traps = (!traps.is_empty()).then(|| "damage from traps".to_owned());
    types.into_iter().chain(traps).collect::<Vec<_>>().join(" and ")
}

fn dangers(value: &Value) -> String {
    let danger = |key: &str| {
        let words = in_words(key).to_lowercase();
        if CONDITIONS.contains(&words.as_str()) { format!("being {words}") } else { words }
    };
    listed(&names_in(value).into_iter().map(danger).collect::<Vec<_>>())
}

fn of_choice(number: i32, thing: &str, things: &str) -> String {
    format!("{number} {} of choice", if number == 1 { thing } else { things })
}

pub(super) fn listed(words: &[String]) -> String {
    joined(words, "and")
}
