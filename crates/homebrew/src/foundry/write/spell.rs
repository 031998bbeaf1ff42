//! Spells as items.

use content::model::Spell;
use serde_json::{Value, json};

use super::ability_code;
use crate::foundry::codes::code_of;

const ACTIVITY: &str = "lorekeeperCast00";

pub(super) fn system(spell: &Spell) -> Value {
    let flags = [
        ("vocal", has(spell, "V")),
        ("somatic", has(spell, "S")),
        ("material", has(spell, "M")),
        ("concentration", spell.concentration),
        ("ritual", spell.ritual),
    ];
    let properties: Vec<&str> =
        flags.into_iter().filter(|(_, is_set)| *is_set).map(|(code, _)| code).collect();
    let activation = activation(spell);
    json!({
        "level": spell.level.unwrap_or_default(), "school": spell.school.as_deref().map(code_of).unwrap_or_default(),
        "properties": properties, "materials": { "value": spell.material.as_deref().unwrap_or_default() },
        "activation": activation, "duration": duration(&spell.duration), "range": range(&spell.range),
        "target": {}, "activities": { ACTIVITY: activity(spell, &activation) },
    })
}

fn has(spell: &Spell, component: &str) -> bool {
    spell.components.split(", ").any(|it| it == component)
}

/// Returns the number and the unit of `10 minutes`, the unit without its plural.
fn measure(words: &str) -> Option<(u32, String)> {
    let (number, unit) = words.split_once(' ')?;
    Some((number.parse().ok()?, unit.trim_end_matches('s').to_lowercase()))
}

fn activation(spell: &Spell) -> Value {
    let condition = spell.reaction_condition.as_deref().unwrap_or_default();
    match measure(&spell.casting_time) {
        Some((number, unit)) => {
            let kind = if unit == "bonus action" { "bonus".to_owned() } else { unit };
            json!({ "type": kind, "value": number, "condition": condition })
        }
        None => json!({ "type": "special", "condition": spell.casting_time }),
    }
}

fn duration(words: &str) -> Value {
    let units = match words.to_lowercase().as_str() {
        "instantaneous" => "inst",
        "permanent" => "perm",
        "until dispelled" => "disp",
        "until dispelled or triggered" => "dstr",
        _ => "spec",
    };
    let known = ["minute", "hour", "day", "round", "turn", "week", "month", "year"];
    match measure(words.trim_start_matches("Up to ")).filter(|(_, unit)| known.contains(&unit.as_str())) {
        Some((number, unit)) => json!({ "value": number.to_string(), "units": unit }),
        None => json!({ "value": "", "units": units, "special": if units == "spec" { words } else { "" } }),
    }
}

fn range(words: &str) -> Value {
    let units = match words.to_lowercase().as_str() {
        "self" => "self",
        "touch" => "touch",
        "unlimited" => "any",
        _ => "spec",
    };
    let measured = measure(words).and_then(|(number, unit)| match unit.as_str() {
        "feet" | "foot" => Some((number, "ft")),
        "mile" => Some((number, "mi")),
        _ => None,
    });
    match measured {
        Some((number, unit)) => json!({ "value": number.to_string(), "units": unit }),
        None => json!({ "value": "", "units": units, "special": if units == "spec" { words } else { "" } }),
    }
}

fn activity(spell: &Spell, activation: &Value) -> Value {
    let part = json!({ "types": spell.damage_types, "custom": { "enabled": false, "formula": "" } });
    let parts: Vec<Value> = Some(part).filter(|_| !spell.damage_types.is_empty()).into_iter().collect();
    let save = spell.saving_throw.as_deref().and_then(ability_code);
    let kind = match (&save, spell.attack_roll) {
        (_, true) => "attack",
        (Some(_), false) => "save",
        _ => "utility",
    };
    json!({
        "_id": ACTIVITY, "type": kind, "activation": activation, "damage": { "parts": parts },
        "attack": { "type": { "value": "ranged", "classification": "spell" }, "ability": "spellcasting" },
        "save": { "ability": save.into_iter().collect::<Vec<_>>(), "dc": { "calculation": "spellcasting", "formula": "" } },
    })
}
