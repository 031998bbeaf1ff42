//! Creatures.

use content::model::{Creature, Details, Kind, capitalised};
use serde_json::{Map, Value};

use super::EntryContent;
use super::fields::Fields;
use super::keywords::in_words;
use super::stats;
use super::traits::{Trait, traits};
use super::values::{names_in_words, present_fields, value_in_words};
use crate::markdown::{Part, Section, StatBlock};

/// The defences: the name in `props`, and the names of fields in older files.
const DEFENCES: [(&str, [&str; 2]); 4] = [
    ("damage-vulnerability", ["damage-vulnerabilities", "damage-vulnerability"]),
    ("damage-resistance", ["damage-resistances", "damage-resistance"]),
    ("damage-immunity", ["damage-immunities", "damage-immunity"]),
    ("condition-immunity", ["condition-immunities", "condition-immunity"]),
];

pub(super) fn monster(fields: &mut Fields<'_>) -> EntryContent {
    let (armor_class, armor_detail) = stats::armor_class(fields);
    let (hit_points, hit_dice) = stats::hit_points(fields);
    let (ability_scores, some_scores) = stats::ability_scores(fields);
    let (creature_type, subtype) = creature_type(fields.text("type"));
    let props = fields.object("props");
    let [damage_vulnerabilities, damage_resistances, damage_immunities, condition_immunities] =
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
        damage_vulnerabilities,
        damage_resistances,
        damage_immunities,
        condition_immunities,
        senses: fields.text("senses"),
        languages: joined(fields, props, "language", &["languages", "language"]),
        ..Creature::default()
    };
    if let Some(rating) = stats::challenge_rating(fields) {
        creature.set_challenge_rating(rating);
    }
    for (key, value) in props.into_iter().flat_map(present_fields) {
        let is_known = DEFENCES.iter().any(|(prop, _)| prop == key) || key == "language";
        if !is_known {
            fields.add_fact(&in_words(key), value_in_words(value));
        }
    }
    let mut block = stat_block(fields);
    block.passages.entry(Section::Traits).or_default().splice(0..0, some_scores);
    let body = block.to_markdown(&creature);
    EntryContent { kind: Kind::Creature, details: Details::Creature(Box::new(creature)), body }
}

/// Splits `humanoid (elf)` into the type and its tag.
fn creature_type(text: Option<String>) -> (Option<String>, Option<String>) {
    let Some(text) = text else { return (None, None) };
    let (main, tag) = text.split_once('(').map_or((text.as_str(), None), |(main, tag)| (main, Some(tag)));
    let tag = tag.map(|tag| tag.trim().trim_end_matches(')').trim().to_owned()).filter(|tag| !tag.is_empty());
    (Some(capitalised(&in_words(main))).filter(|main| !main.is_empty()), tag)
}

/// Joins the flags in `props` and the texts in the fields of older files.
fn joined(
    fields: &mut Fields<'_>,
    props: Option<&Map<String, Value>>,
    prop: &str,
    older: &[&str],
) -> Option<String> {
    let mut flags = props.and_then(|props| props.get(prop)).map(names_in_words).unwrap_or_default();
    let mut texts: Vec<String> = Vec::new();
    for key in older {
        match fields.take(key) {
            Some(Value::String(text)) if text.contains([',', ' ']) => texts.push(text.trim().to_owned()),
            Some(Value::Number(_) | Value::Bool(_)) => texts.extend(fields.text(key)),
            other => flags.extend(other.map(names_in_words).unwrap_or_default()),
        }
    }
    let flags = Some(flags.join(", ")).filter(|flags| !flags.is_empty());
    let all: Vec<String> = flags.into_iter().chain(texts).collect();
    (!all.is_empty()).then(|| all.join("; "))
}

fn stat_block(fields: &mut Fields<'_>) -> StatBlock {
    let mut block = StatBlock { lore: fields.description(), ..StatBlock::default() };
    let lists = [
        ("traits", Section::Traits),
        ("actions", Section::Actions),
        ("bonus-actions", Section::BonusActions),
        ("reactions", Section::Reactions),
    ];
    for (key, default) in lists {
        for it in traits(fields, key) {
            let section = if it.trait_type == Section::Traits { default } else { it.trait_type };
            block.passages.entry(section).or_default().push(it.action());
        }
    }
    legendary_actions(fields, &mut block);
    block
}

/// Takes the legendary actions: a list, or an object with an introduction and a list.
fn legendary_actions(fields: &mut Fields<'_>, block: &mut StatBlock) {
    const KEY: &str = "legendary-actions";
    let all = block.passages.entry(Section::LegendaryActions).or_default();
    let Some(Value::Object(object)) = fields.take(KEY) else {
        let (intro, actions): (Vec<Trait>, Vec<Trait>) =
            traits(fields, KEY).into_iter().partition(|it| it.name.is_empty());
        all.extend(actions.iter().map(Trait::action));
        all.splice(0..0, intro.iter().map(Trait::action));
        return;
    };
    let mut inner = Fields::new(object);
    let intro = Part { name: String::new(), text: inner.description() };
    let has_intro = !intro.text.is_empty();
    all.splice(0..0, has_intro.then_some(intro));
    for key in ["actions", "traits"] {
        all.extend(traits(&mut inner, key).iter().map(Trait::action));
    }
    let sections = fields.add_remainder("Legendary Actions", inner);
    all.extend(sections.into_iter().flat_map(|(_, parts)| parts));
}
