//! Words for codes: sizes, alignments, damage types, times.

use content::json::Object;
use content::model::capitalised;
use serde_json::Value;

use super::tags::plain_tags;

pub(super) const ABILITIES: [&str; 6] = ["str", "dex", "con", "int", "wis", "cha"];

pub(super) fn size_name(code: &str) -> Option<&'static str> {
    Some(match code {
        "F" => "Fine",
        "D" => "Diminutive",
        "T" => "Tiny",
        "S" => "Small",
        "M" => "Medium",
        "L" => "Large",
        "H" => "Huge",
        "G" => "Gargantuan",
        "C" => "Colossal",
        "V" => "Varies",
        _ => return None,
    })
}

/// Returns the size of a creature or race: `Medium or Small`.
pub(super) fn size(object: Object<'_>) -> Option<String> {
    let sizes =
        object.texts("size").map(|code| size_name(code).map_or_else(|| capitalised(code), str::to_owned));
    let sizes: Vec<String> = sizes.collect();
    let note = object.text("sizeNote").map(|note| format!(" {}", plain_tags(note)));
    (!sizes.is_empty()).then(|| format!("{}{}", joined(&sizes, "or"), note.unwrap_or_default()))
}

pub(super) fn alignment(object: Object<'_>) -> Option<String> {
    let words = alignment_words(object.at("alignment").value());
    let prefix = object.text("alignmentPrefix").map(|prefix| format!("{} ", prefix.trim()));
    (!words.is_empty()).then(|| format!("{}{words}", prefix.unwrap_or_default()))
}

pub(super) fn alignment_words(value: &Value) -> String {
    let Some(all) = value.as_array() else { return value.as_str().map(alignment_code).unwrap_or_default() };
    if all.iter().any(Value::is_object) {
        let parts = all.iter().map(|part| {
            let part = Object::new(part);
            let words = part
                .text("special")
                .map(plain_tags)
                .unwrap_or_else(|| alignment_words(part.at("alignment").value()));
            let chance = part.integer::<u32>("chance").map(|chance| format!(" ({chance}%)"));
            let note = part.text("note").map(|note| format!(" ({})", plain_tags(note)));
            format!("{words}{}{}", chance.unwrap_or_default(), note.unwrap_or_default())
        });
        return joined(&parts.collect::<Vec<_>>(), "or");
    }
    let codes: Vec<&str> = all.iter().filter_map(Value::as_str).collect();
    let has = |wanted: &[&str]| wanted.iter().all(|code| codes.contains(code));
    let any = match codes.as_slice() {
        _ if codes.len() == 5 && has(&["G", "E", "C"]) => "any non-lawful alignment",
        _ if codes.len() == 5 && has(&["G", "E", "L"]) => "any non-chaotic alignment",
        _ if codes.len() == 5 && has(&["L", "C", "E"]) => "any non-good alignment",
        _ if codes.len() == 5 && has(&["L", "C", "G"]) => "any non-evil alignment",
        _ if codes.len() == 4 && has(&["L", "NX", "C", "E"]) => "any evil alignment",
        _ if codes.len() == 4 && has(&["L", "NX", "C", "G"]) => "any good alignment",
        _ if codes.len() == 4 && has(&["L", "G", "NY", "E"]) => "any lawful alignment",
        _ if codes.len() == 4 && has(&["C", "G", "NY", "E"]) => "any chaotic alignment",
        _ => "",
    };
    if !any.is_empty() {
        return any.to_owned();
    }
    codes.iter().map(|code| alignment_code(code)).collect::<Vec<_>>().join(" ")
}

fn alignment_code(code: &str) -> String {
    match code {
        "L" => "lawful",
        "N" | "NX" | "NY" => "neutral",
        "C" => "chaotic",
        "G" => "good",
        "E" => "evil",
        "U" => "unaligned",
        "A" => "any alignment",
        other => other,
    }
    .to_owned()
}

/// Returns a damage type in words for its code or name.
pub(super) fn damage_type(code: &str) -> String {
    match code {
        "A" => "acid",
        "B" => "bludgeoning",
        "C" => "cold",
        "F" => "fire",
        "O" => "force",
        "L" => "lightning",
        "N" => "necrotic",
        "P" => "piercing",
        "I" => "poison",
        "Y" => "psychic",
        "R" => "radiant",
        "S" => "slashing",
        "T" => "thunder",
        other => return other.to_lowercase(),
    }
    .to_owned()
}

pub(super) fn feet(number: i64) -> String {
    format!("{number} ft.")
}

/// Joins words with a conjunction before the last.
pub(super) fn joined(words: &[String], conjunction: &str) -> String {
    content::markdown::joined(words, conjunction)
}

/// Returns the ability of a skill.
pub(super) fn ability_of_skill(skill: &str) -> &'static str {
    match skill {
        "athletics" => "str",
        "acrobatics" | "sleight of hand" | "stealth" => "dex",
        "arcana" | "history" | "investigation" | "nature" | "religion" => "int",
        "animal handling" | "insight" | "medicine" | "perception" | "survival" => "wis",
        _ => "cha",
    }
}

/// Returns the short name of an ability, in lower case.
pub(super) fn short_ability(name: &str) -> Option<String> {
    content::markdown::ability_in_full(name)?.get(..3).map(str::to_lowercase)
}
