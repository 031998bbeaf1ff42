use serde_json::{Map, Value};

use super::Made;
use super::fields::{Fields, Rest};
use super::stats;
use super::traits::{Sort, Trait, traits};
use super::values::{chosen_in_words, in_words, is_nothing, value_in_words};
use crate::ingest::markdown::{Part, StatBlock, capitalised};
use crate::model::{Creature, Details, Kind};

/// What stops or hurts it, by the name in `props` and the names of fields of older files.
const DEFENCES: [(&str, [&str; 2]); 4] = [
    ("damage-vulnerability", ["damage-vulnerabilities", "damage-vulnerability"]),
    ("damage-resistance", ["damage-resistances", "damage-resistance"]),
    ("damage-immunity", ["damage-immunities", "damage-immunity"]),
    ("condition-immunity", ["condition-immunities", "condition-immunity"]),
];

/// A creature with its whole stat block.
pub(super) fn monster(fields: &mut Fields<'_>) -> Made {
    let (armor_class, armor_detail) = stats::armor_class(fields);
    let (hit_points, hit_dice) = stats::hit_points(fields);
    let (ability_scores, some_scores) = stats::ability_scores(fields);
    let (creature_type, subtype) = creature_type(fields.text("type"));
    let props = fields.object("props");
    let [vulnerabilities, resistances, immunities, conditions] =
        DEFENCES.map(|(prop, older)| joined(fields, props, prop, &older).map(|words| words.to_lowercase()));
    let mut creature = Creature {
        size: fields.words("size").map(|size| capitalised(&size)),
        creature_type,
        subtype,
        alignment: fields.text("alignment"),
        armor_class,
        armor_detail,
        hit_points,
        hit_dice,
        speed: stats::speed(fields),
        ability_scores,
        saving_throws: stats::bonuses(fields, "saving-throws"),
        skills: stats::bonuses(fields, "skills"),
        damage_vulnerabilities: vulnerabilities,
        damage_resistances: resistances,
        damage_immunities: immunities,
        condition_immunities: conditions,
        senses: fields.text("senses"),
        languages: joined(fields, props, "language", &["languages", "language"]),
        ..Creature::default()
    };
    if let Some(rating) = stats::challenge_rating(fields) {
        creature.set_challenge_rating(rating);
    }
    for (key, value) in props.into_iter().flatten() {
        let known = DEFENCES.iter().any(|(prop, _)| prop == key) || key == "language";
        if !known && !is_nothing(value) {
            fields.also(&in_words(key), value_in_words(value));
        }
    }
    let mut block = block(fields);
    block.traits.splice(0..0, some_scores);
    let body = block.to_markdown(&creature);
    Made { kind: Kind::Creature, details: Details::Creature(Box::new(creature)), body }
}

/// `humanoid (elf)` is a humanoid with the tag `elf`.
fn creature_type(text: Option<String>) -> (Option<String>, Option<String>) {
    let Some(text) = text else { return (None, None) };
    let (main, tag) = text.split_once('(').map_or((text.as_str(), None), |(main, tag)| (main, Some(tag)));
    let tag = tag.map(|tag| tag.trim().trim_end_matches(')').trim().to_owned()).filter(|tag| !tag.is_empty());
    (Some(capitalised(&in_words(main))).filter(|main| !main.is_empty()), tag)
}

/// The true ones of a map of flags, and what older files have as a text.
fn joined(
    fields: &mut Fields<'_>,
    props: Option<&Map<String, Value>>,
    prop: &str,
    older: &[&str],
) -> Option<String> {
    let mut flags = props.and_then(|props| props.get(prop)).map(chosen_in_words).unwrap_or_default();
    let mut texts: Vec<String> = Vec::new();
    for key in older {
        match fields.take(key) {
            Some(Value::String(text)) if text.contains([',', ' ']) => texts.push(text.trim().to_owned()),
            Some(Value::Number(_) | Value::Bool(_)) => texts.extend(fields.text(key)),
            Some(other) => flags.extend(chosen_in_words(other)),
            None => {}
        }
    }
    let flags = Some(flags.join(", ")).filter(|flags| !flags.is_empty());
    let all: Vec<String> = flags.into_iter().chain(texts).collect();
    (!all.is_empty()).then(|| all.join("; "))
}

fn block(fields: &mut Fields<'_>) -> StatBlock {
    let mut block = StatBlock { lore: fields.story(), ..StatBlock::default() };
    for it in traits(fields, "traits") {
        place(&mut block, &it, it.sort);
    }
    let lists =
        [("actions", Sort::Action), ("bonus-actions", Sort::BonusAction), ("reactions", Sort::Reaction)];
    for (key, sort) in lists {
        for it in traits(fields, key) {
            place(&mut block, &it, if it.sort == Sort::Trait { sort } else { it.sort });
        }
    }
    legendary(fields, &mut block);
    block
}

fn place(block: &mut StatBlock, it: &Trait, sort: Sort) {
    let parts = match sort {
        Sort::Trait => &mut block.traits,
        Sort::Action => &mut block.actions,
        Sort::BonusAction => &mut block.bonus_actions,
        Sort::Reaction => &mut block.reactions,
        Sort::LegendaryAction => &mut block.legendary_actions,
    };
    parts.push(it.action());
}

/// Legendary actions are given as what introduces them, as a list of their own, or as both.
fn legendary(fields: &mut Fields<'_>, block: &mut StatBlock) {
    const KEY: &str = "legendary-actions";
    let Some(Value::Object(object)) = fields.take(KEY) else {
        let own = traits(fields, KEY);
        let (intro, own): (Vec<Trait>, Vec<Trait>) = own.into_iter().partition(|it| it.name.is_empty());
        block.legendary_actions.extend(own.iter().map(Trait::action));
        block.legendary_actions.splice(0..0, intro.iter().map(Trait::action));
        return;
    };
    let mut inner = Fields::new(object);
    let intro = Part { name: String::new(), text: inner.story() };
    let mut own = Vec::new();
    for key in ["actions", "traits"] {
        own.extend(traits(&mut inner, key));
    }
    block.legendary_actions.extend(own.iter().map(Trait::action));
    if !intro.text.is_empty() {
        block.legendary_actions.insert(0, intro);
    }
    let Rest { facts, sections, notes } = inner.finish();
    for (label, value) in facts {
        fields.also(&format!("Legendary Actions: {label}"), value);
    }
    for part in sections.into_iter().flat_map(|(_, parts)| parts) {
        block.legendary_actions.push(part);
    }
    notes.into_iter().for_each(|note| fields.note(note));
}
