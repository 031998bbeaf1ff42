//! Merges a spell of both API versions.

use std::sync::LazyLock;

use content::facts::Rolls;
use content::model::Spell;
use regex::Regex;
use text::pattern;

use super::{Both, PRINTED_CLASSES};
use crate::json::Object;

static ANY_SAVE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)\b(?:fail\w*|success\w*|succeed\w*|make\w*|repeat\w*)\b[^.]{0,25}\b(?:saving throws?|saves?)\b",
    )
});
use crate::words::plain;

pub(in super::super) fn fill_spell(spell: &mut Spell, text: &str, both: &mut Both<'_>) {
    if let Some(older) = both.older {
        fill_classes(spell, older, both);
        let range = older.text("range").unwrap_or_default();
        let (own, other) = (unit_free(&spell.range), unit_free(range));
        if other.starts_with(&own) && other != own {
            both.filled("range", "range");
            spell.range = range.to_owned();
        }
    }
    // The fields of version 2 name abilities that the text only mentions, and lack attack rolls and damage types.
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

/// Returns the ability of the saving throw in a text that calls for some: the given one if it is among them, else the first.
fn saving_throw(text: &str, given: Option<&String>, called: Vec<String>) -> Option<String> {
    let is_right = |given: &&String| called.contains(given) || (called.is_empty() && ANY_SAVE.is_match(text));
    given.filter(is_right).cloned().or_else(|| called.into_iter().next())
}

#[cfg(test)]
mod tests;
