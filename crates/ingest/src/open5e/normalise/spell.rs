//! Spells.

use content::facts::Rolls;
use content::model::{Details, Kind, Record, Spell, capitalised, casting_time};
use text::{Pattern, pattern};

use super::both::Both;
use super::objects::{Counterparts, entry};
use crate::json::Object;
use crate::markdown;
use crate::words::plain;

const PRINTED_CLASSES: &str =
    "The first version has the printed list of classes; the second has a list made for a few classes only.";

static ANY_SAVE: Pattern = pattern!(
    r"(?i)\b(?:fail\w*|success\w*|succeed\w*|make\w*|repeat\w*)\b[^.]{0,25}\b(?:saving throws?|saves?)\b"
);

pub(super) fn spell(object: Object<'_>, older: &Counterparts<'_>) -> Result<Record, String> {
    let cleaned = |key| Some(object.markdown(key)).filter(|text| !text.is_empty());
    let mut classes = object.names("classes");
    classes.sort();
    classes.dedup();
    let mut spell = Spell {
        level: object.integer("level"),
        school: object.at("school").string("name"),
        casting_time: casting_time(object.text("casting_time").unwrap_or_default()),
        reaction_condition: cleaned("reaction_condition").map(|text| text.trim_end_matches('.').to_owned()),
        range: range(object),
        components: components(object),
        material: cleaned("material_specified"),
        duration: capitalised(object.text("duration").unwrap_or_default()),
        concentration: object.flag("concentration"),
        ritual: object.flag("ritual"),
        classes,
        damage_types: object.texts("damage_types").map(str::to_lowercase).collect(),
        saving_throw: object.text("saving_throw_ability").map(str::to_lowercase),
        attack_roll: object.flag("attack_roll"),
        higher_level: cleaned("higher_level"),
    };
    let text = object.markdown("desc");
    let mut both = Both::found(object, older);
    fill_spell(&mut spell, &text, &mut both);
    if spell.level.is_none() {
        return Err("it has no level".to_owned());
    }
    let record = entry(object, Kind::Spell, Details::Spell(spell.clone()), markdown::spell(&spell, &text))?;
    Ok(Record { sources: both.into_sources(), ..record })
}

/// The number is ignored: sight is 2020 there, and unlimited 999999.
fn range(object: Object<'_>) -> String {
    let words = object.text("range_text").unwrap_or_default();
    match words.strip_suffix(" ft") {
        Some(number) => format!("{number} feet"),
        // The API's text for a missing number with the unit `any`.
        None if words == "anys" => "Any".to_owned(),
        None => words.to_owned(),
    }
}

fn components(object: Object<'_>) -> String {
    let letters = [("V", "verbal"), ("S", "somatic"), ("M", "material")];
    let present = letters.into_iter().filter(|(_, field)| object.flag(field));
    present.map(|(letter, _)| letter).collect::<Vec<_>>().join(", ")
}

fn fill_spell(spell: &mut Spell, text: &str, both: &mut Both<'_>) {
    if let Some(older) = both.older {
        fill_classes(spell, older, both);
        let range = older.text("range").unwrap_or_default();
        let (own, other) = (unit_free(&spell.range), unit_free(range));
        if other.starts_with(&own) && other != own {
            both.filled("range", "range");
            spell.range = range.to_owned();
        }
    }
    // Fields of version 2 name abilities the text only mentions, and lack attack rolls and damage types.
    let rolls = Rolls::of(text);
    spell.saving_throw = saving_throw(text, spell.saving_throw.as_ref(), rolls.saves);
    spell.attack_roll |= rolls.attack;
    for damage in rolls.damage_types {
        if !spell.damage_types.contains(&damage) {
            spell.damage_types.push(damage);
        }
    }
}

fn fill_classes(spell: &mut Spell, older: Object<'_>, both: &mut Both<'_>) {
    let mut printed: Vec<String> = older
        .text("dnd_class")
        .unwrap_or_default()
        .split([',', '\n'])
        .map(str::trim)
        // `Ritual` is a way to cast, not a class.
        .filter(|class| !class.is_empty() && *class != "Ritual Caster")
        .map(|class| if class == "Sorceror" { "Sorcerer" } else { class }.to_owned())
        .collect();
    printed.sort();
    printed.dedup();
    if printed.is_empty() || printed == spell.classes {
        return;
    }
    if spell.classes.iter().all(|class| printed.contains(class)) {
        both.filled("classes", "dnd_class");
    } else {
        both.decided("classes", "dnd_class", &printed, &spell.classes, PRINTED_CLASSES);
    }
    spell.classes = printed;
}

/// Returns a distance without plural.
fn unit_free(range: &str) -> String {
    plain(range).replace("feet", "foot").replace(" ft", " foot").replace("miles", "mile")
}

/// Returns the ability of a text's saving throw: the given one if the text calls for it, else the first.
fn saving_throw(text: &str, given: Option<&String>, called: Vec<String>) -> Option<String> {
    let is_right = |given: &&String| called.contains(given) || (called.is_empty() && ANY_SAVE.is_match(text));
    given.filter(is_right).cloned().or_else(|| called.into_iter().next())
}

#[cfg(test)]
mod tests;
