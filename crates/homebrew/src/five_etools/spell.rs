//! Spells.

use content::json::Object;
use content::markdown::{self, ability_in_full};
use content::model::{Details, Kind, Spell, capitalised, casting_time};

use super::context::{Content, Context};
use super::entries::markdown_of;
use super::tags::plain_tags;
use super::words::{damage_type, joined};

pub(super) fn spell(object: Object<'_>, context: &mut Context<'_, '_>) -> Result<Content, String> {
    let level = object.integer::<u8>("level");
    if level.is_none() {
        context.notes.push("its level is not a number".to_owned());
    }
    let times: Vec<String> = object.list("time").map(time).collect();
    let first = object.list("time").next().unwrap_or(Object::NOTHING);
    let (duration, concentration) = duration(object);
    let (components, material) = components(object.at("components"));
    let higher = markdown_of(object, "entriesHigherLevel");
    let higher = higher
        .strip_prefix("***At Higher Levels.*** ")
        .or(higher.strip_prefix("***Using a Higher-Level Spell Slot.*** "))
        .unwrap_or(&higher);
    let damage = object.texts("damageInflict").map(damage_type).collect();
    let spell = Spell {
        level,
        school: object
            .text("school")
            .map(|code| context.index.name_of_code("spellSchools", code).unwrap_or_else(|| school(code))),
        casting_time: casting_time(&times.join(" or ")),
        reaction_condition: first
            .text("condition")
            .map(|condition| plain_tags(condition).trim_start_matches(", ").to_owned()),
        range: range(object.at("range")),
        components,
        material,
        duration,
        concentration,
        ritual: object.at("meta").flag("ritual"),
        classes: classes(object),
        damage_types: damage,
        saving_throw: object.texts("savingThrow").next().and_then(ability_in_full).map(str::to_lowercase),
        attack_roll: object.texts("spellAttack").next().is_some(),
        higher_level: Some(higher.to_owned()).filter(|higher| !higher.is_empty()),
    };
    let text = [markdown_of(object, "entries"), context.fluff(object)];
    let text = text.into_iter().filter(|text| !text.is_empty()).collect::<Vec<_>>().join("\n\n");
    let body = markdown::spell(&spell, &text);
    Ok(Content::new(Kind::Spell, Details::Spell(spell), body))
}

fn time(time: Object<'_>) -> String {
    let number = time.integer::<u32>("number").unwrap_or(1);
    let unit = match time.text("unit").unwrap_or("action") {
        "bonus" => "bonus action",
        unit => unit,
    };
    let plural = if number == 1 { "" } else { "s" };
    let note = time.text("note").map(|note| format!(" ({})", plain_tags(note)));
    format!("{number} {unit}{plural}{}", note.unwrap_or_default())
}

fn school(code: &str) -> String {
    match code {
        "A" => "Abjuration",
        "C" => "Conjuration",
        "D" => "Divination",
        "E" => "Enchantment",
        "V" => "Evocation",
        "I" => "Illusion",
        "N" => "Necromancy",
        "T" => "Transmutation",
        "P" => "Psionic",
        other => return capitalised(other),
    }
    .to_owned()
}

fn range(range: Object<'_>) -> String {
    let distance = range.at("distance");
    let amount = distance.integer::<u32>("amount");
    let measured = |amount: u32, unit: &str| {
        let one = match unit {
            "feet" => "foot",
            "miles" => "mile",
            "yards" => "yard",
            "inches" => "inch",
            other => other,
        };
        format!("{amount} {}", if amount == 1 { one } else { unit })
    };
    let words = match (distance.text("type"), amount) {
        (Some("plane"), _) => "Unlimited on the same plane".to_owned(),
        (Some(unit), Some(amount)) => measured(amount, unit),
        (Some(unit), None) => capitalised(unit),
        (None, _) => String::new(),
    };
    match range.text("type").unwrap_or_default() {
        "point" => words,
        "special" => "Special".to_owned(),
        shape => {
            let length = match (distance.text("type"), amount) {
                (Some("feet"), Some(amount)) => format!("{amount}-foot"),
                (Some("miles"), Some(amount)) => format!("{amount}-mile"),
                _ => words,
            };
            let shape = match shape {
                "sphere" | "hemisphere" => format!("radius {shape}"),
                shape => shape.to_owned(),
            };
            format!("Self ({length} {shape})").replace("( ", "(")
        }
    }
}

fn components(components: Object<'_>) -> (String, Option<String>) {
    let material = components.at("m");
    let text = material.value().as_str().or_else(|| material.text("text")).map(plain_tags);
    let has = |field: &str| {
        !matches!(components.at(field).value(), serde_json::Value::Null | serde_json::Value::Bool(false))
    };
    let letters = [("v", "V"), ("s", "S"), ("m", "M"), ("r", "R")];
    let letters: Vec<&str> =
        letters.iter().filter(|(field, _)| has(field)).map(|(_, letter)| *letter).collect();
    (letters.join(", "), text)
}

/// Returns the duration, and true if a spell needs concentration.
fn duration(object: Object<'_>) -> (String, bool) {
    let mut concentration = false;
    let words = object.list("duration").map(|duration| {
        concentration |= duration.flag("concentration");
        let condition = duration.text("condition").map(|condition| format!(" ({})", plain_tags(condition)));
        let words = match duration.text("type").unwrap_or_default() {
            "instant" => "Instantaneous".to_owned(),
            "special" => "Special".to_owned(),
            "permanent" => {
                let ends = duration.texts("ends").map(|end| match end {
                    "dispel" => "dispelled".to_owned(),
                    "trigger" => "triggered".to_owned(),
                    "discharge" => "discharged".to_owned(),
                    other => other.to_owned(),
                });
                let ends: Vec<String> = ends.collect();
                if ends.is_empty() {
                    "Permanent".to_owned()
                } else {
                    format!("Until {}", joined(&ends, "or"))
                }
            }
            _ => {
                let time = duration.at("duration");
                let amount = time.integer::<u32>("amount").unwrap_or(1);
                let unit = time.text("type").unwrap_or("round");
                let up_to = if time.flag("upTo") && !duration.flag("concentration") { "up to " } else { "" };
                format!("{up_to}{amount} {unit}{}", if amount == 1 { "" } else { "s" })
            }
        };
        format!("{words}{}", condition.unwrap_or_default())
    });
    let words: Vec<String> = words.collect();
    (capitalised(&joined(&words, "or")), concentration)
}

fn classes(object: Object<'_>) -> Vec<String> {
    let classes = object.at("classes");
    let mut names: Vec<String> =
        ["fromClassList", "fromClassListVariant"].iter().flat_map(|field| classes.names(field)).collect();
    names.sort_unstable();
    names.dedup();
    names
}
