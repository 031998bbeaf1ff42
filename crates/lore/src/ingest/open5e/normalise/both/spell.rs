//! Merges a spell of both API versions.

use std::sync::LazyLock;

use regex::Regex;

use super::words::plain;
use super::{Both, CALLED_FOR, LEADS, PRINTED_CLASSES, V1, V2};
use crate::facts::Rolls;
use crate::ingest::json::Object;
use crate::ingest::markdown::{capitalised, pattern};
use crate::model::{CastingTime, Spell};

/// Matches a saving throw against the spell, of any ability.
static ANY_SAVE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)\b(?:fail\w*|success\w*|succeed\w*|make\w*|repeat\w*)\b[^.]{0,25}\b(?:saving throws?|saves?)\b",
    )
});

/// Fills a spell from version 1 and takes its rolls from its text.
pub(in super::super) fn fill_spell(spell: &mut Spell, text: &str, both: &mut Both<'_>) {
    if let Some(older) = both.older() {
        fill_classes(spell, older, both);
        fill_words(spell, older, both);
    }
    follow_text(spell, text, both);
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
        both.filled("classes", &["dnd_class"]);
    } else {
        both.differ("classes", &["dnd_class"], (V1, &printed), (V2, &spell.classes), PRINTED_CLASSES);
    }
    spell.classes = printed;
}

fn fill_words(spell: &mut Spell, older: Object<'_>, both: &mut Both<'_>) {
    let own = |key: &str| older.text(key).map(str::to_owned);
    spell.level = both.settle("level", "level_int", spell.level, older.integer("level_int"), |a, b| a == b);
    spell.school =
        both.settle_words("school", "school", spell.school.take(), own("school").map(|it| capitalised(&it)));
    let range = older.text("range").unwrap_or_default();
    let (own, other) = (unit_free(&spell.range), unit_free(range));
    if other.starts_with(&own) && other != own {
        // Equal, with the area appended.
        both.filled("range", &["range"]);
        spell.range = range.to_owned();
    } else if !other.is_empty() && own != other {
        both.differ("range", &["range"], (V2, &spell.range), (V1, range), LEADS);
    }
    let time = older.text("casting_time").unwrap_or_default();
    let (_, condition) = time.split_once(',').unwrap_or_default();
    let read = CastingTime::new(time);
    if spell.casting_time.is_empty() && !time.is_empty() {
        both.filled("casting_time", &["casting_time"]);
        spell.casting_time = read.as_str().to_owned();
    } else if !time.is_empty() && read.as_str() != spell.casting_time {
        both.differ("casting_time", &["casting_time"], (V2, &spell.casting_time), (V1, time), LEADS);
    }
    if spell.reaction_condition.is_none()
        && spell.casting_time.contains("reaction")
        && !condition.trim().is_empty()
    {
        both.filled("reaction_condition", &["casting_time"]);
        spell.reaction_condition = Some(condition.trim().trim_end_matches('.').to_owned());
    }
    let duration = older.text("duration").unwrap_or_default();
    if spell.duration.is_empty() && !duration.is_empty() {
        both.filled("duration", &["duration"]);
        spell.duration = capitalised(duration);
    } else if !time_of(duration).is_empty() && time_of(&spell.duration) != time_of(duration) {
        both.differ("duration", &["duration"], (V2, &spell.duration), (V1, duration), LEADS);
    }
}

/// Returns a distance without plural.
fn unit_free(range: &str) -> String {
    plain(range).replace("feet", "foot").replace(" ft", " foot").replace("miles", "mile")
}

/// Returns a duration without remarks and plural.
fn time_of(duration: &str) -> String {
    let mut words = plain(duration).replace("rounds", "round");
    for beside in ["concentration", "up to", "see below"] {
        words = words.replace(beside, "");
    }
    words.trim().to_owned()
}

/// Sets saving throw, attack roll and damage types from the text: the fields of version 2 name abilities that the text only
/// mentions, and lack attack rolls and damage types.
fn follow_text(spell: &mut Spell, text: &str, both: &mut Both<'_>) {
    let rolls = Rolls::of(text);
    let saving_throw = saving_throw(text, spell.saving_throw.as_ref(), rolls.saves);
    if saving_throw != spell.saving_throw {
        let field = "saving_throw";
        both.differ(field, &[], (V2, &saving_throw), (V2, &spell.saving_throw), CALLED_FOR);
        spell.saving_throw = saving_throw;
    }
    if !spell.attack_roll && rolls.attack {
        both.differ("attack_roll", &[], (V2, true), (V2, false), CALLED_FOR);
        spell.attack_roll = true;
    }
    for damage in rolls.damage_types {
        if !spell.damage_types.contains(&damage) {
            spell.damage_types.push(damage);
        }
    }
}

/// Returns the ability of the saving throw in a text that calls for some: the given one if it is among them, else the first.
fn saving_throw(text: &str, given: Option<&String>, called: Vec<String>) -> Option<String> {
    let is_right = |given: &&String| called.contains(given) || (called.is_empty() && ANY_SAVE.is_match(text));
    given.filter(is_right).cloned().or_else(|| called.into_iter().next())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_save_is_one_that_the_text_calls_for() {
        let save = |text, given: &str| saving_throw(text, Some(&given.to_owned()), Rolls::of(text).saves);
        assert_eq!(save("It must make a Wisdom saving throw.", "wisdom").as_deref(), Some("wisdom"));
        assert_eq!(save("It must make a Wisdom saving throw.", "charisma").as_deref(), Some("wisdom"));
        assert_eq!(save("It has advantage on Dexterity saving throws.", "dexterity"), None);
        assert_eq!(save("On a failed save it sleeps.", "wisdom").as_deref(), Some("wisdom"));
    }
}
