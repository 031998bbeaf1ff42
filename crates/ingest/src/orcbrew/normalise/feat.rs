//! Feats.

use content::model::{ABILITIES, CharacterOption, Kind, capitalised};
use serde_json::Value;

use super::EntryContent;
use super::benefits::{benefits, bullets, listed};
use super::fields::Fields;
use super::keywords::{ability, ability_or_words, bare, in_words};
use super::proficiencies::proficiencies;
use super::traits::{Trait, names_of, traits};
use super::values::{holds_only_names, names_in, names_in_words, whole};
use crate::markdown::{Part, joined};

/// The minimum score of a required ability. The program that writes the files knows no other.
const REQUIRED_SCORE: u8 = 13;

pub(super) fn feat(fields: &mut Fields<'_>) -> EntryContent {
    let text = fields.description();
    let traits = traits(fields, "traits");
    let details = CharacterOption {
        prerequisite: prerequisite(fields),
        features: names_of(&traits),
        ..CharacterOption::default()
    };
    let mut lines = ability_increases(fields);
    lines.extend(benefits(fields));
    let mut parts = vec![Part { name: String::new(), text: bullets(lines) }];
    parts.extend(proficiencies(fields).parts());
    parts.extend(traits.iter().map(Trait::part));
    EntryContent::option(Kind::Feat, details, &text, &parts)
}

/// `Wisdom 13, proficiency with light armor, Elf or Half-Elf`.
fn prerequisite(fields: &mut Fields<'_>) -> Option<String> {
    let keys = names(fields, "prereqs");
    let mut required: Vec<String> = keys.into_iter().map(requirement).collect();
    required.sort_by_key(|words| !words.ends_with(&REQUIRED_SCORE.to_string()));
    for (key, value) in fields.object("path-prereqs").into_iter().flatten() {
        let mut names = names_in_words(value);
        names.sort();
        let label = if key == "race" { String::new() } else { format!("{}: ", in_words(key)) };
        if !names.is_empty() {
            required.push(format!("{label}{}", joined(&names, "or")));
        }
    }
    required.extend(fields.text("prerequisite"));
    (!required.is_empty()).then(|| capitalised(&required.join(", ")))
}

fn names<'a>(fields: &mut Fields<'a>, key: &str) -> Vec<&'a str> {
    let names = fields.parse(key, "are not names", |value| holds_only_names(value).then(|| names_in(value)));
    names.unwrap_or_default()
}

fn requirement(key: &str) -> String {
    match (ability(key), bare(key).trim_end_matches("-armor")) {
        (Some(ability), _) => format!("{ability} {REQUIRED_SCORE}"),
        (_, "spellcasting") => "able to cast a spell".to_owned(),
        (_, weight @ ("light" | "medium" | "heavy")) => format!("proficiency with {weight} armor"),
        (_, "shields") => "proficiency with shields".to_owned(),
        _ => in_words(key),
    }
}

/// Of several abilities, the player chooses one.
fn ability_increases(fields: &mut Fields<'_>) -> Vec<String> {
    const KEY: &str = "ability-increases";
    let Some(value) = fields.take(KEY) else { return Vec::new() };
    if let Some(pairs) = value.as_array().filter(|items| items.iter().any(Value::is_array)) {
        return pairs.iter().map(pair).collect();
    }
    if value.as_object().is_some_and(|object| object.values().any(Value::is_number)) {
        return super::race::abilities(fields, KEY);
    }
    let keys = names(fields, KEY);
    let is_known = |key: &&str| ability(key).is_some() || key.starts_with("saves") || *key == "any";
    if !keys.iter().all(is_known) {
        fields.reject_value(KEY, value, "are not all of abilities");
        return Vec::new();
    }
    let (saves, keys): (Vec<&str>, Vec<&str>) = keys.into_iter().partition(|key| key.starts_with("saves"));
    let mut names: Vec<String> = keys.into_iter().map(ability_or_words).collect();
    names.sort_by_key(|name| ABILITIES.iter().position(|ability| ability == name));
    if names.is_empty() {
        return Vec::new();
    }
    let is_any = names.len() == 6 || names.iter().any(|name| name == "Any");
    let one = if is_any { "an ability of choice".to_owned() } else { joined(&names, "or") };
    let mut lines = vec![format!("{} +1, up to 20", capitalised(&one))];
    if !saves.is_empty() {
        lines.push("Proficiency in the saving throws of that ability".to_owned());
    }
    lines
}

/// `[1 :con]` → `Constitution +1`; `[1 :any]` → `An ability of choice +1`.
fn pair(value: &Value) -> String {
    let parts = value.as_array().map(Vec::as_slice).unwrap_or_default();
    let number = parts.iter().find_map(whole).unwrap_or(1_i32);
    let names: Vec<String> = parts
        .iter()
        .flat_map(names_in)
        .map(|key| if bare(key) == "any" { "An ability of choice".to_owned() } else { ability_or_words(key) })
        .collect();
    format!("{} {number:+}", listed(&names))
}
