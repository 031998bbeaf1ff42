use std::collections::{BTreeMap, BTreeSet};

use super::Made;
use super::equipment::equipment;
use super::fields::Fields;
use super::modifiers::{Gain, gains};
use super::proficiencies::proficiencies;
use super::props::props;
use super::spellcasting::{Spellcasting, spell_lists, spellcasting};
use super::traits::{Trait, traits};
use super::values::{class_level, quoted, value_in_words, whole};
use crate::ingest::markdown::{ClassSheet, Feature, Part, Table, levels_in_words, ordinal};
use crate::model::{CharacterOption, Details, Kind};

/// A class, level by level.
pub(super) fn class(fields: &mut Fields<'_>, name: &str) -> Made {
    let hit_die = hit_die(fields);
    let improvements = improvements(fields);
    let (title, chosen_at, about) = subclasses(fields);
    let at = chosen_at.map(|level| format!("chosen at {} level", ordinal(level)));
    let title_and_level = title.iter().cloned().chain(at).collect::<Vec<_>>().join(", ");
    let milestones =
        vec![("Ability Score Improvements", levels_in_words(&improvements)), ("Subclass", title_and_level)];
    let title = title.unwrap_or_else(|| "Subclass".to_owned());
    let mut at_levels: BTreeMap<u8, Vec<String>> = BTreeMap::new();
    for level in improvements {
        at_levels.entry(level).or_default().push("Ability Score Improvement".to_owned());
    }
    if let Some(level) = chosen_at {
        at_levels.entry(level).or_default().push(title.clone());
    }
    let notes = vec![Part { name: title, text: about }];
    let details =
        CharacterOption { hit_die: hit_die.map(|faces| format!("d{faces}")), ..CharacterOption::default() };
    sheet(
        fields,
        Kind::Class,
        details,
        Start { facts: hit_points(hit_die, name), milestones, at_levels, notes },
    )
}

/// A subclass, level by level.
pub(super) fn subclass(fields: &mut Fields<'_>) -> Made {
    let details = CharacterOption { parent: fields.words("class"), ..CharacterOption::default() };
    sheet(fields, Kind::Subclass, details, Start::default())
}

/// What a class has and a subclass has not.
#[derive(Default)]
struct Start {
    facts: Vec<(&'static str, String)>,
    milestones: Vec<(&'static str, String)>,
    at_levels: BTreeMap<u8, Vec<String>>,
    notes: Vec<Part>,
}

fn sheet(fields: &mut Fields<'_>, kind: Kind, mut details: CharacterOption, start: Start) -> Made {
    let Start { mut facts, milestones, at_levels, mut notes } = start;
    let text = fields.story();
    let own = traits(fields, "traits");
    let gains = gains(fields);
    let casting = spellcasting(fields);
    let proficiencies = proficiencies(fields);
    facts.push(("Saving Throws", proficiencies.saving_throws.join(", ")));
    facts.extend(proficiencies.others);
    facts.extend(equipment(fields));
    facts.extend(milestones);
    facts.extend(casting.facts.iter().cloned());
    facts.retain(|(_, words)| !words.is_empty());
    let benefits: Vec<String> = props(fields).into_iter().map(|benefit| format!("- {benefit}")).collect();
    notes.push(Part::new("Benefits", &benefits.join("\n")));
    notes.extend(casting.list.clone());
    notes.extend(spell_lists(fields));
    notes.retain(|part| !part.text.is_empty());
    let mut features: Vec<Feature> = own.iter().map(feature).collect();
    features.sort_by_key(|feature| feature.levels.first().copied());
    let has_table = kind == Kind::Class
        || !(gains.is_empty() && casting.spells.is_empty() && casting.cantrips.is_empty());
    let table = if has_table { table(&features, &gains, at_levels, &casting) } else { Table::default() };
    details.saving_throws = proficiencies.saving_throws;
    details.spellcasting_ability = casting.ability;
    details.features = own.iter().map(|it| it.name.clone()).filter(|name| !name.is_empty()).collect();
    if kind == Kind::Subclass {
        let levels = features.iter().filter_map(|feature| feature.levels.first().copied());
        details.level = levels.chain(gains.iter().map(|gain| gain.level)).min();
    }
    let body = ClassSheet { text, facts, table, notes, features }.to_markdown(&details);
    Made { kind, details: Details::CharacterOption(details), body }
}

/// The faces of the hit die, given as `8`, `d8` or `1d8`.
fn hit_die(fields: &mut Fields<'_>) -> Option<u32> {
    const KEY: &str = "hit-die";
    let value = fields.take(KEY)?;
    let faces = match value.as_str() {
        Some(text) => text.trim().trim_start_matches('1').trim_start_matches(['d', 'D']).parse().ok(),
        None => whole(value).and_then(|faces| u32::try_from(faces).ok()),
    };
    let faces = faces.filter(|faces| (1..=100).contains(faces));
    if faces.is_none() {
        fields.refuse(KEY, format!("the hit die {} is not a die", quoted(value)));
    }
    faces
}

fn hit_points(die: Option<u32>, name: &str) -> Vec<(&'static str, String)> {
    let Some(faces) = die else { return Vec::new() };
    let class = name.to_lowercase();
    vec![
        ("Hit Dice", format!("1d{faces} per {class} level")),
        ("Hit Points at 1st Level", format!("{faces} + your Constitution modifier")),
        (
            "Hit Points at Higher Levels",
            format!(
                "1d{faces} (or {}) + your Constitution modifier per {class} level after 1st",
                faces / 2 + 1
            ),
        ),
    ]
}

fn improvements(fields: &mut Fields<'_>) -> Vec<u8> {
    const KEY: &str = "ability-increase-levels";
    let mut levels = BTreeSet::new();
    for value in fields.list(KEY) {
        match class_level(value) {
            Some(level) => {
                levels.insert(level);
            }
            None => {
                let why =
                    format!("the ability increase level {} is not a number from 1 to 20", quoted(value));
                fields.note(why);
                fields.also("Ability Increase Level", value_in_words(value));
            }
        }
    }
    levels.into_iter().collect()
}

/// Its subclasses: what they are called, the level at which one is chosen, and what is told of them.
fn subclasses(fields: &mut Fields<'_>) -> (Option<String>, Option<u8>, String) {
    let value = fields.take("subclass-level");
    let level = value.and_then(class_level);
    if let (Some(value), None) = (value, level) {
        fields.refuse(
            "subclass-level",
            format!("the subclass level {} is not a number from 1 to 20", quoted(value)),
        );
    }
    (fields.text("subclass-title"), level, fields.prose("subclass-help"))
}

fn feature(it: &Trait) -> Feature {
    Feature {
        name: if it.name.is_empty() { "Feature".to_owned() } else { it.name.clone() },
        levels: vec![it.level.unwrap_or(1)],
        text: it.text_with_sort(),
        options: Vec::new(),
    }
}

/// A row for each level at which anything changes.
fn table(
    features: &[Feature],
    gains: &[Gain],
    mut at_levels: BTreeMap<u8, Vec<String>>,
    casting: &Spellcasting,
) -> Table {
    for feature in features.iter().rev() {
        for level in &feature.levels {
            at_levels.entry(*level).or_default().insert(0, feature.name.clone());
        }
    }
    let levels: BTreeSet<u8> = at_levels
        .keys()
        .chain(casting.cantrips.keys())
        .chain(casting.spells.keys())
        .copied()
        .chain(gains.iter().map(|gain| gain.level))
        .collect();
    let known = |known: &BTreeMap<u8, i64>, level: u8| {
        known.range(..=level).next_back().map_or_else(|| "—".to_owned(), |(_, number)| number.to_string())
    };
    let or_dash = |words: String| if words.is_empty() { "—".to_owned() } else { words };
    let mut table = Table::new(["Level", "Features", "Also Gained", "Cantrips Known", "Spells Known"]);
    for level in levels {
        let gained = gains.iter().filter(|gain| gain.level == level).map(|gain| gain.words.as_str());
        table.row([
            ordinal(level),
            or_dash(at_levels.get(&level).map(|names| names.join(", ")).unwrap_or_default()),
            or_dash(gained.collect::<Vec<_>>().join("; ")),
            known(&casting.cantrips, level),
            known(&casting.spells, level),
        ]);
    }
    table.without_empty_columns()
}
