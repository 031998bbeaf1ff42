use serde_json::Value;

use super::Made;
use super::fields::{Fields, bare};
use super::proficiencies::proficiencies;
use super::props::props;
use super::traits::{Trait, traits};
use super::values::{
    ability, ability_or_words, chosen, chosen_in_words, holds_names, in_words, label, listed, quoted, whole,
};
use crate::ingest::markdown::{self, Part, alternatives, capitalised, signed};
use crate::model::{CharacterOption, Details, Kind};

/// The score that a feat asks for; the program that writes them knows no other.
const SCORE_ASKED_FOR: u8 = 13;

/// A feat.
pub(super) fn feat(fields: &mut Fields<'_>) -> Made {
    let text = fields.story();
    let own = traits(fields, "traits");
    let details = CharacterOption {
        prerequisite: prerequisite(fields),
        features: own.iter().map(|it| it.name.clone()).filter(|name| !name.is_empty()).collect(),
        ..CharacterOption::default()
    };
    let mut benefits = ability_increases(fields);
    benefits.extend(props(fields));
    let lines: Vec<String> = benefits.iter().map(|benefit| format!("- {benefit}")).collect();
    let mut parts = vec![Part { name: String::new(), text: lines.join("\n") }];
    parts.extend(proficiencies(fields).parts());
    parts.extend(own.iter().map(Trait::part));
    let body = markdown::benefits(&details, &text, &parts);
    Made { kind: Kind::Feat, details: Details::CharacterOption(details), body }
}

/// `Wisdom 13, proficiency with light armor, Elf or Half-Elf`.
fn prerequisite(fields: &mut Fields<'_>) -> Option<String> {
    let asked = names(fields, "prereqs");
    let mut needed: Vec<String> = asked.into_iter().map(asked_for).collect();
    needed.sort_by_key(|words| !words.ends_with(&SCORE_ASKED_FOR.to_string()));
    for (key, value) in fields.object("path-prereqs").into_iter().flatten() {
        let mut names = chosen_in_words(value);
        names.sort();
        match (key.as_str(), names.is_empty()) {
            (_, true) => {}
            ("race", false) => needed.push(alternatives(&names)),
            (key, false) => needed.push(format!("{}: {}", in_words(key), alternatives(&names))),
        }
    }
    needed.extend(fields.text("prerequisite"));
    (!needed.is_empty()).then(|| capitalised(&needed.join(", ")))
}

/// The names in a field that holds nothing else.
fn names<'a>(fields: &mut Fields<'a>, key: &str) -> Vec<&'a str> {
    let Some(value) = fields.take(key) else { return Vec::new() };
    if !holds_names(value) {
        fields.refuse(key, format!("the {} {} are no names", label(key), quoted(value)));
        return Vec::new();
    }
    chosen(value)
}

fn asked_for(key: &str) -> String {
    match (ability(key), bare(key).trim_end_matches("-armor")) {
        (Some(ability), _) => format!("{ability} {SCORE_ASKED_FOR}"),
        (_, "spellcasting") => "able to cast a spell".to_owned(),
        (_, weight @ ("light" | "medium" | "heavy")) => format!("proficiency with {weight} armor"),
        (_, "shields") => "proficiency with shields".to_owned(),
        _ => in_words(key),
    }
}

/// Which scores it increases. One ability is increased, of several one is chosen.
fn ability_increases(fields: &mut Fields<'_>) -> Vec<String> {
    const KEY: &str = "ability-increases";
    let Some(value) = fields.take(KEY) else { return Vec::new() };
    if let Some(pairs) = value.as_array().filter(|items| items.iter().any(Value::is_array)) {
        return pairs.iter().map(pair).collect();
    }
    let counted = value.as_object().is_some_and(|object| object.values().any(Value::is_number));
    if counted {
        return super::race::abilities(fields, KEY);
    }
    let keys = names(fields, KEY);
    let is_known = |key: &&str| ability(key).is_some() || key.starts_with("saves") || *key == "any";
    if !keys.iter().all(is_known) {
        fields.refuse(KEY, format!("the ability increases {} are not all of abilities", quoted(value)));
        return Vec::new();
    }
    let (saves, keys): (Vec<&str>, Vec<&str>) = keys.into_iter().partition(|key| key.starts_with("saves"));
    let mut names: Vec<String> = keys.into_iter().map(ability_or_words).collect();
    names.sort_by_key(|name| {
        ["Strength", "Dexterity", "Constitution", "Intelligence", "Wisdom", "Charisma"]
            .iter()
            .position(|it| it == name)
    });
    if names.is_empty() {
        return Vec::new();
    }
    let one = if names.len() == 6 || names.iter().any(|name| name == "Any") {
        "an ability of choice".to_owned()
    } else {
        alternatives(&names)
    };
    let mut lines = vec![format!("{} +1, up to 20", capitalised(&one))];
    if !saves.is_empty() {
        lines.push("Proficiency in the saving throws of that ability".to_owned());
    }
    lines
}

/// `[1 :con]` → `Constitution +1`; `[1 :any]` → `An ability of choice +1`.
fn pair(value: &Value) -> String {
    let parts = value.as_array().map(Vec::as_slice).unwrap_or_default();
    let number = parts.iter().find_map(whole).and_then(|number| i32::try_from(number).ok()).unwrap_or(1);
    let names: Vec<String> = parts
        .iter()
        .flat_map(chosen)
        .map(|key| if bare(key) == "any" { "An ability of choice".to_owned() } else { ability_or_words(key) })
        .collect();
    format!("{} {}", listed(&names), signed(number))
}
