//! Merges a creature of both API versions.

use std::sync::LazyLock;

use regex::Regex;
use serde_json::Value;

use super::actions::ActionList;
use super::words::plain;
use super::{AVERAGE, Both, NO_ALIGNMENT, PRINTED_PERCEPTION, V1, V2};
use crate::ingest::json::Object;
use crate::ingest::markdown::{Part, capitalised, clean_markdown, pattern};
use crate::ingest::open5e::normalise::creature_fields::{SENSES, SKILLS, SPEEDS, sense_range, words_of};
use crate::ingest::open5e::normalise::stat_block::{ActionLists, SORTS, is_introduction};
use crate::model::{AbilityScores, Creature, title_case};

static DICE: LazyLock<Regex> = LazyLock::new(|| pattern(r"^(\d+)d(\d+)(?:([+-])(\d+))?$"));
static FEET: LazyLock<Regex> = LazyLock::new(|| pattern(r"(\d+) ?(?:ft\b\.?|feet\b|')"));
static NEXT_SENSE: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"ft\.[;,]? +(blindsight|darkvision|tremorsense|truesight)"));
static PASSIVE: LazyLock<Regex> = LazyLock::new(|| pattern(r"(?i)[,;]? *passive perception:? +(?:\d+|x+\b)"));

/// Fills a creature and its stat block from version 1.
pub(in super::super) fn fill_creature(
    creature: &mut Creature,
    newer: Object<'_>,
    lists: &mut ActionLists<'_>,
    both: &mut Both<'_>,
) {
    let Some(older) = both.older() else { return };
    fill_words(creature, older, both);
    fill_numbers(creature, older, both);
    creature.speed = speed(creature.speed.take(), newer, older, both);
    creature.senses = senses(creature, newer, older, both);
    fill_skills(creature, older, both);
    lists.fill(older, both);
}

fn fill_words(creature: &mut Creature, older: Object<'_>, both: &mut Both<'_>) {
    let own = |key: &str| words_of(older, key);
    let titled = |key: &str| own(key).map(|words| capitalised(&words));
    let fields: [(&str, &str, &mut Option<String>, Option<String>); 9] = [
        ("size", "size", &mut creature.size, titled("size")),
        ("type", "type", &mut creature.creature_type, titled("type")),
        ("subtype", "subtype", &mut creature.subtype, own("subtype")),
        ("armor_detail", "armor_desc", &mut creature.armor_detail, own("armor_desc")),
        ("languages", "languages", &mut creature.languages, own("languages")),
        (
            "damage_vulnerabilities",
            "damage_vulnerabilities",
            &mut creature.damage_vulnerabilities,
            own("damage_vulnerabilities"),
        ),
        (
            "damage_resistances",
            "damage_resistances",
            &mut creature.damage_resistances,
            own("damage_resistances"),
        ),
        ("damage_immunities", "damage_immunities", &mut creature.damage_immunities, own("damage_immunities")),
        (
            "condition_immunities",
            "condition_immunities",
            &mut creature.condition_immunities,
            own("condition_immunities"),
        ),
    ];
    for (field, key, value, other) in fields {
        *value = both.settle_words(field, key, value.take(), other);
    }
    creature.alignment = match (creature.alignment.take(), own("alignment")) {
        (Some(given), None) if older.value().get("alignment").is_some_and(Value::is_string) => {
            both.differ("alignment", &["alignment"], (V1, Value::Null), (V2, given), NO_ALIGNMENT);
            None
        }
        (newer, older) => both.settle_words("alignment", "alignment", newer, older),
    };
    if creature.environments.is_empty() {
        creature.environments = older.texts("environments").map(str::to_owned).collect();
        if !creature.environments.is_empty() {
            both.filled("environments", &["environments"]);
        }
    }
}

fn fill_numbers(creature: &mut Creature, older: Object<'_>, both: &mut Both<'_>) {
    let same = |one: &u32, other: &u32| one == other;
    creature.armor_class =
        both.settle("armor_class", "armor_class", creature.armor_class, older.integer("armor_class"), same);
    let dice = words_of(older, "hit_dice").map(|dice| dice.replace(' ', ""));
    creature.hit_dice = both.settle_words("hit_dice", "hit_dice", creature.hit_dice.take(), dice);
    let average = creature.hit_dice.as_deref().and_then(average);
    let points = older.integer::<u32>("hit_points");
    creature.hit_points = match (creature.hit_points, points) {
        (Some(newer), Some(older)) if newer != older && average == Some(older) => {
            both.differ("hit_points", &["hit_points"], (V1, older), (V2, newer), AVERAGE);
            Some(older)
        }
        (newer, older) => both.settle("hit_points", "hit_points", newer, older, same),
    };
}

/// Returns the average of dice such as `7d8+14`.
fn average(dice: &str) -> Option<u32> {
    let found = DICE.captures(dice)?;
    let number = |group| found.get(group)?.as_str().parse::<u32>().ok();
    let base = number(1)?.checked_mul(number(2)?.checked_add(1)?)? / 2;
    match (found.get(3).map(|sign| sign.as_str()), number(4)) {
        (Some("+"), Some(more)) => base.checked_add(more),
        (Some(_), Some(less)) => base.checked_sub(less),
        _ => Some(base),
    }
}

/// Merges speeds: those of version 2, and those that only version 1 has.
fn speed(own: Option<String>, newer: Object<'_>, older: Object<'_>, both: &mut Both<'_>) -> Option<String> {
    let (newer, theirs) = (newer.at("speed"), older.at("speed"));
    let feet = |speeds: Object<'_>, way: &str| speeds.integer::<u32>(way).filter(|feet| *feet > 0);
    let mut missing = false;
    for (way, _) in theirs.fields() {
        let way_of_ours = if way == "bur." { "burrow" } else { way };
        match (feet(newer, way_of_ours), feet(theirs, way)) {
            (Some(ours), Some(other)) if ours != other => {
                both.differ(&format!("speed: {way}"), &["speed"], (V2, ours), (V1, other), super::LEADS);
            }
            (None, Some(_)) => missing = true,
            _ => {}
        }
    }
    let note = theirs.text("notes").map(clean_markdown);
    if !missing && note.is_none() {
        return own;
    }
    both.filled("speed", &["speed"]);
    let distance = |way: &str| {
        let short = (way == "burrow").then(|| feet(theirs, "bur.")).flatten();
        feet(newer, way).or_else(|| feet(theirs, way)).or(short)
    };
    let others = theirs.fields().map(|(way, _)| way);
    let others =
        others.filter(|way| !SPEEDS.contains(way) && !["walk", "hover", "notes", "bur."].contains(way));
    let mut words = vec![format!("{} ft.", distance("walk").unwrap_or(0))];
    for way in SPEEDS.into_iter().chain(others) {
        let Some(distance) = distance(way) else { continue };
        let hovers = way == "fly" && (newer.flag("hover") || theirs.flag("hover"));
        words.push(format!("{way} {distance} ft.{}", if hovers { " (hover)" } else { "" }));
    }
    let words = words.join(", ");
    Some(note.map_or_else(|| words.clone(), |note| format!("{words} ({note})")))
}

/// Returns the senses of version 1 with passive Perception last, if they contain everything that version 2
/// has.
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
    for sense in SENSES {
        let Some(range) = sense_range(newer, sense) else { continue };
        if told(sense) != Some(range) {
            both.differ(
                &format!("senses: {sense}"),
                &["senses"],
                (V2, range),
                (V1, older.text("senses")),
                super::LEADS,
            );
            return own;
        }
    }
    let passive = passive(creature, newer, older, printed, both);
    let mut parts: Vec<String> = Vec::new();
    if !ranges.is_empty() {
        parts.push(if ranges.ends_with("ft") { format!("{ranges}.") } else { ranges });
    }
    parts.extend(passive.map(|passive| format!("passive Perception {passive}")));
    let words = parts.join(", ");
    let of = |words: &str| {
        let mut parts: Vec<String> = words.split(',').map(plain).collect();
        parts.sort();
        parts
    };
    if words.is_empty() || own.as_ref().is_some_and(|own| *own == words || of(own) == of(&words)) {
        return own;
    }
    both.filled("senses", &["senses"]);
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
    if let (Some(own), Some(in_words)) = (own, in_words)
        && own != in_words
    {
        both.differ("passive_perception", &["senses"], (V2, own), (V1, in_words), super::LEADS);
    }
    if in_words.is_some() {
        return own.or(in_words);
    }
    let wisdom = creature.ability_scores.map(|scores| AbilityScores::modifier(scores.wisdom));
    let least = wisdom.map_or(10, |wisdom| 10 + wisdom);
    let score = older.integer::<u32>("perception").filter(|score| i64::from(*score) >= i64::from(least));
    match (own, score) {
        (Some(own), Some(score)) if own != score => {
            both.differ("passive_perception", &["perception"], (V1, score), (V2, own), PRINTED_PERCEPTION);
            Some(score)
        }
        (own, score) => own.or(score),
    }
}

fn last_number(text: &str) -> Option<u32> {
    text.split(|c: char| !c.is_ascii_digit()).rfind(|part| !part.is_empty())?.parse().ok()
}

/// Adds skills that version 2 lacks. A sense is not a skill.
fn fill_skills(creature: &mut Creature, older: Object<'_>, both: &mut Both<'_>) {
    let skills = older.at("skills");
    for (name, _) in skills.fields() {
        let key = plain(name).replace(' ', "_");
        let is_skill = SKILLS.iter().any(|(_, skills)| skills.contains(&key.as_str()));
        let Some(bonus) = skills.integer::<i32>(name).filter(|_| is_skill) else { continue };
        match creature.skills.get(&title_case(&key)).copied() {
            None => {
                creature.skills.insert(title_case(&key), bonus);
                both.filled("skills", &["skills"]);
            }
            Some(own) if own != bonus => {
                both.differ(
                    &format!("skills: {}", title_case(&key)),
                    &["skills"],
                    (V2, own),
                    (V1, bonus),
                    super::LEADS,
                );
            }
            Some(_) => {}
        }
    }
}

impl ActionLists<'_> {
    /// Adds actions, the introduction of legendary actions, and lore from version 1.
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
                both.filled("legendary_text", &["legendary_desc"]);
            }
            // In one creature, it contains the first action.
            Some(text) => {
                if let (Some((name, text)), Some(list)) = (text.split_once(". "), self.parts.last_mut()) {
                    list.insert(0, Part::new(name, text));
                    both.filled("legendary_actions", &["legendary_desc"]);
                }
            }
            None => {}
        }
    }
}

/// Returns the lore, which only version 1 has. Some empty texts are `False`.
pub(in super::super) fn lore(both: &mut Both<'_>) -> String {
    let told = both.older().and_then(|older| older.text("desc")).filter(|text| *text != "False");
    // Two spaces at the end of a line separate paragraphs.
    let text = without_stray_underscore(&clean_markdown(&told.unwrap_or_default().replace("  \n", "\n\n")));
    if !text.is_empty() {
        both.filled("description", &["desc"]);
    }
    text
}

/// The first line of many texts was in italics and lost its opening mark.
fn without_stray_underscore(text: &str) -> String {
    let (first, rest) = text.split_once('\n').map_or((text, ""), |(first, rest)| (first, rest));
    if first.matches('_').count().is_multiple_of(2) {
        return text.to_owned();
    }
    match (first.strip_suffix('_'), first.strip_prefix('_')) {
        (Some(first), _) | (None, Some(first)) => format!("{first}\n{rest}").trim_end().to_owned(),
        (None, None) => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mark_without_its_partner_goes() {
        assert_eq!(without_stray_underscore("It waits._\n**Old.** Yes."), "It waits.\n**Old.** Yes.");
        assert_eq!(without_stray_underscore("_It waits._\nYes."), "_It waits._\nYes.");
        assert_eq!(without_stray_underscore("_It waits. It\nstill_ waits."), "It waits. It\nstill_ waits.");
    }

    #[test]
    fn dice_have_an_average() {
        assert_eq!(average("4d8+8"), Some(26));
        assert_eq!(average("1d6-1"), Some(2));
        assert_eq!(average("many"), None);
    }
}
