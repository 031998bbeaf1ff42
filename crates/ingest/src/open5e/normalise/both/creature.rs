//! Merges a creature of both API versions.

use std::collections::btree_map::Entry;

use content::model::{AbilityScores, Creature, title_case};
use serde_json::Value;
use text::{Pattern, pattern};

use super::actions::ActionList;
use super::{Both, NO_ALIGNMENT, PRINTED_PERCEPTION};
use crate::json::Object;
use crate::markdown::{Part, clean_markdown};
use crate::open5e::normalise::stat_block::{ActionLists, SORTS, is_introduction};
use crate::words::plain;

/// In feet. The largest printed range is 360; with a page number appended (`6013`), it is far larger.
const FARTHEST_SENSE: u32 = 600;

pub(in super::super) const SKILLS: [(&str, &[&str]); 5] = [
    ("strength", &["athletics"]),
    ("dexterity", &["acrobatics", "sleight_of_hand", "stealth"]),
    ("intelligence", &["arcana", "history", "investigation", "nature", "religion"]),
    ("wisdom", &["animal_handling", "insight", "medicine", "perception", "survival"]),
    ("charisma", &["deception", "intimidation", "performance", "persuasion"]),
];

const SPEEDS: [&str; 4] = ["burrow", "climb", "fly", "swim"];

pub(in super::super) const SENSES: [&str; 4] = ["blindsight", "darkvision", "tremorsense", "truesight"];

static CLOSE_COMMA: Pattern = pattern!(r",(\p{Alphabetic})");
static FEET: Pattern = pattern!(r"(\d+) ?(?:ft\b\.?|feet\b|')");
static NEXT_SENSE: Pattern = pattern!(r"ft\.[;,]? +(blindsight|darkvision|tremorsense|truesight)");
static PASSIVE: Pattern = pattern!(r"(?i)[,;]? *passive perception:? +(?:\d+|x+\b)");

pub(in super::super) fn fill_creature(
    creature: &mut Creature,
    newer: Object<'_>,
    lists: &mut ActionLists<'_>,
    both: &mut Both<'_>,
) {
    let Some(older) = both.older else { return };
    let fields: [(&str, &str, &mut Option<String>); 5] = [
        ("subtype", "subtype", &mut creature.subtype),
        ("armor_detail", "armor_desc", &mut creature.armor_detail),
        ("damage_resistances", "damage_resistances", &mut creature.damage_resistances),
        ("damage_immunities", "damage_immunities", &mut creature.damage_immunities),
        ("condition_immunities", "condition_immunities", &mut creature.condition_immunities),
    ];
    for (field, key, value) in fields {
        if let (None, Some(words)) = (&value, words_of(older, key)) {
            *value = Some(words);
            both.filled(field, key);
        }
    }
    let has_none =
        older.text("alignment").is_none() && older.value().get("alignment").is_some_and(Value::is_string);
    if let Some(made_up) = creature.alignment.take_if(|_| has_none) {
        both.decided("alignment", "alignment", Value::Null, made_up, NO_ALIGNMENT);
    }
    let rest = speed(newer.at("speed"), older.at("speed"));
    if rest != creature.speed {
        both.filled("speed", "speed");
        creature.speed = rest;
    }
    creature.senses = senses(creature, newer, older, both);
    fill_skills(creature, older, both);
    lists.fill(older, both);
}

/// Returns the senses of version 1 if they contain all those of version 2, with passive Perception last.
fn senses(creature: &Creature, newer: Object<'_>, older: Object<'_>, both: &mut Both<'_>) -> Option<String> {
    let own = creature.senses.clone();
    let words = older.text("senses").map(clean_markdown).unwrap_or_default();
    let words = FEET.replace_all(&words, "$1 ft.");
    let words = NEXT_SENSE.replace_all(&words, "ft., $1").into_owned();
    let passive_in_words = PASSIVE.find(&words).map(|it| it.as_str().to_owned());
    let printed = passive_in_words.as_deref().and_then(last_number);
    let ranges = PASSIVE.replace(&words, "").trim_matches([' ', ',', ';', '-', '—']).to_owned();
    let told = |sense: &str| {
        let place = ranges.to_lowercase().find(sense)?;
        last_number(ranges.get(place..)?.split("ft").next()?)
    };
    if SENSES.into_iter().any(|sense| sense_range(newer, sense).is_some_and(|it| told(sense) != Some(it))) {
        return own;
    }
    let passive = passive(creature, newer, older, printed, both);
    let stop = if ranges.ends_with("ft") { "." } else { "" };
    let ranges = Some(format!("{ranges}{stop}")).filter(|ranges| !ranges.is_empty());
    let passive = passive.map(|passive| format!("passive Perception {passive}"));
    let words = ranges.into_iter().chain(passive).collect::<Vec<_>>().join(", ");
    let of = |words: &str| {
        let mut parts: Vec<String> = words.split(',').map(plain).collect();
        parts.sort();
        parts
    };
    if words.is_empty() || own.as_ref().is_some_and(|own| *own == words || of(own) == of(&words)) {
        return own;
    }
    both.filled("senses", "senses");
    Some(words)
}

/// Returns passive Perception: from the text, else the printed score, else version 2.
fn passive(
    creature: &Creature,
    newer: Object<'_>,
    older: Object<'_>,
    in_words: Option<u32>,
    both: &mut Both<'_>,
) -> Option<u32> {
    let own = newer.integer::<u32>("passive_perception");
    if in_words.is_some() {
        return own.or(in_words);
    }
    let wisdom = creature.ability_scores.map(|scores| AbilityScores::modifier(scores.wisdom));
    let least = wisdom.map_or(10, |wisdom| 10 + wisdom);
    let score = older.integer::<u32>("perception").filter(|score| i64::from(*score) >= i64::from(least));
    match (own, score) {
        (Some(own), Some(score)) if own != score => {
            both.decided("passive_perception", "perception", score, own, PRINTED_PERCEPTION);
            Some(score)
        }
        (own, score) => own.or(score),
    }
}

fn last_number(text: &str) -> Option<u32> {
    text.split(|c: char| !c.is_ascii_digit()).rfind(|part| !part.is_empty())?.parse().ok()
}

/// A sense is not a skill.
fn fill_skills(creature: &mut Creature, older: Object<'_>, both: &mut Both<'_>) {
    let skills = older.at("skills");
    for (name, _) in skills.fields() {
        let key = plain(name).replace(' ', "_");
        let is_skill = SKILLS.iter().any(|(_, skills)| skills.contains(&key.as_str()));
        let bonus = skills.integer(name).filter(|_| is_skill);
        if let (Some(bonus), Entry::Vacant(place)) = (bonus, creature.skills.entry(title_case(&key))) {
            place.insert(bonus);
            both.filled("skills", "skills");
        }
    }
}

impl ActionLists<'_> {
    fn fill(&mut self, older: Object<'_>, both: &mut Both<'_>) {
        for (place, (field, key)) in SORTS.into_iter().enumerate() {
            let others = SORTS.iter().filter(|(other, _)| *other != field);
            let of_other_sorts: Vec<Object<'_>> = others.flat_map(|(_, key)| older.list(key)).collect();
            let (Some(objects), Some(parts)) = (self.objects.get(place), self.parts.get_mut(place)) else {
                continue;
            };
            let newer = objects.iter().copied().zip(std::mem::take(parts)).collect();
            let sort = ActionList {
                field,
                key,
                newer,
                older: older.list(key).filter(|it| !is_introduction(*it)).collect(),
                everything: &self.objects,
                of_other_sorts: &of_other_sorts,
            };
            *parts = sort.join(both);
        }
        let introduction = older.text("legendary_desc").map(clean_markdown);
        match introduction.filter(|_| self.legendary_text.is_empty()) {
            Some(text) if text.contains("egendary action") => {
                self.legendary_text = text;
                both.filled("legendary_text", "legendary_desc");
            }
            // In one creature, it contains the first action.
            Some(text) => {
                if let (Some((name, text)), Some(list)) = (text.split_once(". "), self.parts.last_mut()) {
                    list.insert(0, Part::new(name, text));
                    both.filled("legendary_actions", "legendary_desc");
                }
            }
            None => {}
        }
    }
}

/// Only version 1 has lore. Some empty texts are `False`.
pub(in super::super) fn lore(both: &mut Both<'_>) -> String {
    let told = both.older.and_then(|older| older.text("desc")).filter(|text| *text != "False");
    // Two spaces at the end of a line separate paragraphs.
    let text = without_stray_underscore(&clean_markdown(&told.unwrap_or_default().replace("  \n", "\n\n")));
    if !text.is_empty() {
        both.filled("description", "desc");
    }
    text
}

/// The first line of many texts was in italics and lost its opening mark.
fn without_stray_underscore(text: &str) -> String {
    let (first, rest) = text.split_once('\n').unwrap_or((text, ""));
    if first.matches('_').count().is_multiple_of(2) {
        return text.to_owned();
    }
    match (first.strip_suffix('_'), first.strip_prefix('_')) {
        (Some(first), _) | (None, Some(first)) => format!("{first}\n{rest}").trim_end().to_owned(),
        (None, None) => text.to_owned(),
    }
}

/// Some sources write `False` or a dash for an empty text.
pub(in super::super) fn words_of(object: Object<'_>, key: &str) -> Option<String> {
    // Some write `acid,cold` for `acid, cold`.
    let text = object.text(key).map(|text| clean_markdown(&CLOSE_COMMA.replace_all(text, ", $1")));
    text.filter(|text| !["", "-", "—", "–", "False", "None"].contains(&text.as_str()))
}

/// In feet; `None` if the range is implausible.
pub(in super::super) fn sense_range(object: Object<'_>, sense: &str) -> Option<u32> {
    let range: u32 = object.integer(&format!("{sense}_range"))?;
    (range > 0 && range <= FARTHEST_SENSE && range.is_multiple_of(5)).then_some(range)
}

pub(in super::super) fn speed(newer: Object<'_>, older: Object<'_>) -> Option<String> {
    let given = |speeds: Object<'_>, way: &str| speeds.integer::<u32>(way).filter(|feet| *feet > 0);
    let feet = |way: &str| {
        let short = || if way == "burrow" { given(older, "bur.") } else { None };
        given(newer, way).or_else(|| given(older, way)).or_else(short)
    };
    let others = older.fields().map(|(way, _)| way);
    let others = others.filter(|way| !SPEEDS.contains(way) && !["walk", "bur."].contains(way));
    let mut words = vec![format!("{} ft.", feet("walk").unwrap_or(0))];
    for way in SPEEDS.into_iter().chain(others) {
        let Some(distance) = feet(way) else { continue };
        let hover = if way == "fly" && newer.flag("hover") { " (hover)" } else { "" };
        words.push(format!("{way} {distance} ft.{hover}"));
    }
    newer.exists().then(|| words.join(", "))
}

#[cfg(test)]
mod tests;
