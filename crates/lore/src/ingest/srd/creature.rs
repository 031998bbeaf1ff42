//! Creatures of the System Reference Documents.

use std::collections::BTreeMap;

use super::{Entry, owned};
use crate::facts::ABILITIES;
use crate::ingest::json::Object;
use crate::ingest::markdown::{Part, StatBlock, action, capitalised};
use crate::model::{AbilityScores, ChallengeRating, Creature, Details, Kind};

/// Converts a creature with its whole stat block. Numbers that depend on a spell or item are given in words.
pub(super) fn creature(object: Object<'_>) -> Result<Entry, String> {
    let abilities = object.at("abilities");
    let mut creature = Creature {
        experience_points: object.integer("xp"),
        lair_experience_points: object.integer("lair_xp"),
        proficiency_bonus: object.integer("proficiency_bonus"),
        size: owned(object, "size"),
        creature_type: owned(object, "type"),
        subtype: subtype(object),
        alignment: owned(object, "alignment"),
        armor_class: object.integer("armor_class"),
        armor_detail: owned(object, "armor_class_text"),
        hit_points: object.integer("hit_points"),
        hit_dice: object
            .text("hit_dice")
            .map(|dice| dice.replace(' ', ""))
            .or_else(|| owned(object, "hit_points_text")),
        initiative_bonus: object.integer("initiative"),
        legendary_actions: object.integer("legendary_uses"),
        speed: owned(object, "speed"),
        ability_scores: ability_scores(abilities),
        saving_throws: saving_throws(object),
        skills: numbers(object.at("skills")),
        damage_vulnerabilities: owned(object, "vulnerabilities"),
        damage_resistances: owned(object, "resistances"),
        damage_immunities: owned(object, "damage_immunities"),
        condition_immunities: owned(object, "condition_immunities"),
        gear: listed(object, "gear"),
        senses: senses(object),
        languages: owned(object, "languages").filter(|none| none != "—"),
        ..Creature::default()
    };
    if let Some(text) = object.text("cr") {
        creature
            .set_challenge_rating(text.parse::<ChallengeRating>().map_err(|problem| problem.to_string())?);
    }
    let of = object.text("of").map(|of| format!("This stat block belongs to {of}."));
    let rating = object.text("cr_text").map(|rating| format!("Challenge rating: {rating}."));
    // A skill in words does not fit a field of numbers.
    let skills = object.text("skills_text").map(|skills| format!("Skills: {skills}."));
    let forms: Vec<&str> = object.texts("variants").collect();
    let forms = (!forms.is_empty()).then(|| format!("Other forms: {}", forms.join("; ")));
    let block = StatBlock {
        traits: parts(object, "traits"),
        actions: parts(object, "actions"),
        bonus_actions: parts(object, "bonus_actions"),
        reactions: parts(object, "reactions"),
        legendary_text: object.text("legendary_text").unwrap_or_default().to_owned(),
        legendary_actions: parts(object, "legendary_actions"),
        lore: of
            .into_iter()
            .chain(rating)
            .chain(skills)
            .chain(owned(object, "text"))
            .chain(forms)
            .collect::<Vec<_>>()
            .join("\n\n"),
    };
    let body = block.to_markdown(&creature);
    Entry::new(object, Kind::Creature, Details::Creature(Box::new(creature)), body)
}

/// Splits `Devil` and `Swarm of Tiny Beasts` into type and tag.
fn subtype(object: Object<'_>) -> Option<String> {
    let plural = |of: &str| if of == "Undead" { of.to_owned() } else { format!("{of}s") };
    let swarm = object
        .text("swarm_of")
        .zip(object.text("type"))
        .map(|(size, of)| format!("Swarm of {size} {}", plural(of)));
    let tags: Vec<String> = swarm.into_iter().chain(object.texts("tags").map(str::to_owned)).collect();
    (!tags.is_empty()).then(|| tags.join(", "))
}

fn ability_scores(abilities: Object<'_>) -> Option<AbilityScores> {
    let score = |ability| abilities.at(ability).integer("score");
    Some(AbilityScores {
        strength: score("strength")?,
        dexterity: score("dexterity")?,
        constitution: score("constitution")?,
        intelligence: score("intelligence")?,
        wisdom: score("wisdom")?,
        charisma: score("charisma")?,
    })
}

/// Returns saving throw proficiencies. A page of 2024 has a bonus for every ability, and those count that differ from the modifier.
fn saving_throws(object: Object<'_>) -> BTreeMap<String, i32> {
    let abilities = object.at("abilities");
    let proficient = |name: &&str| {
        let ability = abilities.at(name);
        let (modifier, save): (i32, i32) = (ability.integer("modifier")?, ability.integer("save")?);
        (modifier != save).then(|| (capitalised(name), save))
    };
    ABILITIES.iter().filter_map(proficient).chain(numbers(object.at("saves"))).collect()
}

fn numbers(object: Object<'_>) -> BTreeMap<String, i32> {
    object.fields().filter_map(|(name, _)| Some((name.to_owned(), object.integer(name)?))).collect()
}

fn listed(object: Object<'_>, key: &str) -> Option<String> {
    let things: Vec<&str> = object.texts(key).collect();
    (!things.is_empty()).then(|| things.join(", "))
}

fn senses(object: Object<'_>) -> Option<String> {
    let passive =
        object.integer::<u32>("passive_perception").map(|score| format!("Passive Perception {score}"));
    let all: Vec<String> = owned(object, "senses").into_iter().chain(passive).collect();
    (!all.is_empty()).then(|| all.join("; "))
}

fn parts(object: Object<'_>, key: &str) -> Vec<Part> {
    object
        .list(key)
        .filter_map(|it| Some(action(it.text("name")?, it.text("text").unwrap_or_default())))
        .collect()
}
