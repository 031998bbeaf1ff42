//! Creatures.

use std::collections::BTreeMap;

use content::model::{AbilityScores, ChallengeRating, Creature, Details, Edition, Kind, Record, title_case};

use super::both::{Both, SENSES, SKILLS, fill_creature, lore, sense_range, speed, words_of};
use super::objects::{Counterparts, entry};
use super::stat_block::{ActionLists, legendary_count};
use crate::json::Object;
use crate::markdown::ability_in_full;

pub(super) fn creature(object: Object<'_>, monsters: &Counterparts<'_>) -> Result<Record, String> {
    let damage = object.at("resistances_and_immunities");
    let mut creature = Creature {
        experience_points: object.integer("experience_points"),
        proficiency_bonus: object.integer("proficiency_bonus"),
        size: object.at("size").string("name"),
        creature_type: object.at("type").string("name"),
        // The API split some type tags; the rest then appears as the alignment: `Titan)`.
        alignment: words_of(object, "alignment").filter(|it| it.contains('(') || !it.ends_with(')')),
        armor_class: object.integer("armor_class"),
        armor_detail: words_of(object, "armor_detail"),
        hit_points: object.integer("hit_points"),
        hit_dice: object.text("hit_dice").map(|dice| dice.replace(' ', "")),
        initiative_bonus: initiative(object),
        speed: speed(object.at("speed"), Object::NOTHING),
        ability_scores: ability_scores(object.at("ability_scores")),
        damage_vulnerabilities: words_of(damage, "damage_vulnerabilities_display"),
        damage_resistances: words_of(damage, "damage_resistances_display"),
        damage_immunities: words_of(damage, "damage_immunities_display"),
        condition_immunities: words_of(damage, "condition_immunities_display"),
        senses: senses(object),
        languages: words_of(object.at("languages"), "as_string"),
        environments: object.names("environments"),
        ..Creature::default()
    };
    creature.saving_throws = saving_throws(object, creature.ability_scores);
    creature.skills = skills(object, creature.ability_scores);
    let mut both = Both::found(object, monsters);
    let mut lists = ActionLists::of(object);
    fill_creature(&mut creature, object, &mut lists, &mut both);
    let listed = |key| Some(damage.names(key).join(", ").to_lowercase()).filter(|words| !words.is_empty());
    for (field, key) in [
        (&mut creature.damage_vulnerabilities, "damage_vulnerabilities"),
        (&mut creature.damage_resistances, "damage_resistances"),
        (&mut creature.damage_immunities, "damage_immunities"),
        (&mut creature.condition_immunities, "condition_immunities"),
    ] {
        *field = field.take().or_else(|| listed(key));
    }
    creature.legendary_actions = legendary_count(&lists.legendary_text);
    if let Some(rating) = challenge_rating(object)? {
        // Zero hit points mean unknown, except for a creature that cannot act.
        let unknown =
            creature.experience_points == Some(0) && !(rating.decimal() == 0.0 && lists.is_harmless());
        creature.experience_points = creature.experience_points.filter(|_| !unknown);
        creature.set_challenge_rating(rating);
    }
    let block = lists.into_block(lore(&mut both));
    let body = block.to_markdown(&creature);
    let record = entry(object, Kind::Creature, Details::Creature(Box::new(creature)), body)?;
    Ok(Record { sources: both.into_sources(), ..record })
}

/// Returns the initiative bonus. 2024 stat blocks state it; for others, Open5e computes it from Dexterity.
fn initiative(object: Object<'_>) -> Option<i32> {
    let of_dexterity = modifier(ability_scores(object.at("ability_scores")), "dexterity");
    let is_of_2024 = Edition::of(object.at("document").at("gamesystem").text("name")) == Edition::Of2024;
    let bonus = object.integer("initiative_bonus")?;
    (is_of_2024 || Some(bonus) != of_dexterity).then_some(bonus)
}

/// Returns the challenge rating, given as a number or, before 2026-04, in two other fields.
fn challenge_rating(object: Object<'_>) -> Result<Option<ChallengeRating>, String> {
    let number = object.number("challenge_rating").or_else(|| object.number("challenge_rating_decimal"));
    let text = object.text("challenge_rating").or_else(|| object.text("challenge_rating_text"));
    let rating = match (number, text) {
        (Some(number), _) => ChallengeRating::from_decimal(number),
        (None, Some(text)) => text.parse(),
        (None, None) => return Ok(None),
    };
    rating.map(Some).map_err(|problem| problem.to_string())
}

fn ability_scores(scores: Object<'_>) -> Option<AbilityScores> {
    serde_json::from_value(scores.value().clone()).ok()
}

fn modifier(scores: Option<AbilityScores>, ability: &str) -> Option<i32> {
    let full = ability_in_full(ability)?;
    let score = scores?.in_order().into_iter().find(|(short, _)| ability_in_full(short) == Some(full))?.1;
    Some(AbilityScores::modifier(score))
}

fn bonuses(bonuses: Object<'_>) -> Vec<(&str, i32)> {
    bonuses.fields().filter_map(|(name, _)| Some((name, bonuses.integer(name)?))).collect()
}

/// Some documents list only proficient saving throws, others all six. Of six, those count that differ from
/// the ability modifier; six zeros, or six without ability scores to compare with, mean none.
fn saving_throws(object: Object<'_>, scores: Option<AbilityScores>) -> BTreeMap<String, i32> {
    let mut given = bonuses(object.at("saving_throws"));
    if given.len() == 6 {
        if scores.is_none() || given.iter().all(|(_, bonus)| *bonus == 0) {
            given.clear();
        }
        given.retain(|(ability, bonus)| modifier(scores, ability) != Some(*bonus));
    }
    given.into_iter().map(|(ability, bonus)| (title_case(ability), bonus)).collect()
}

/// If all eighteen skills are listed, zero or the plain ability modifier means no proficiency.
fn skills(object: Object<'_>, scores: Option<AbilityScores>) -> BTreeMap<String, i32> {
    let mut given = bonuses(object.at("skill_bonuses"));
    if given.len() >= 18 {
        let plain = |skill: &str| {
            let (ability, _) = SKILLS.iter().find(|(_, skills)| skills.contains(&skill))?;
            modifier(scores, ability)
        };
        given.retain(|(skill, bonus)| *bonus != 0 && plain(skill) != Some(*bonus));
    }
    given.into_iter().map(|(skill, bonus)| (title_case(skill), bonus)).collect()
}

fn senses(object: Object<'_>) -> Option<String> {
    let ranges = SENSES.into_iter().filter_map(|sense| {
        let range = sense_range(object, sense)?;
        Some(format!("{sense} {range} ft."))
    });
    let passive =
        object.integer::<u32>("passive_perception").map(|value| format!("passive Perception {value}"));
    let all: Vec<String> = ranges.chain(passive).collect();
    (!all.is_empty()).then(|| all.join(", "))
}
