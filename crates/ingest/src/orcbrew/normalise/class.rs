//! Classes and subclasses, level by level.

use std::collections::{BTreeMap, BTreeSet};

use content::model::{CharacterOption, Details, Kind, ordinal};
use serde_json::Value;

use super::EntryContent;
use super::benefits::benefit_list;
use super::equipment::equipment;
use super::fields::Fields;
use super::level_benefits::{LevelBenefit, level_benefits};
use super::proficiencies::proficiencies;
use super::spellcasting::{Spellcasting, spell_lists, spellcasting};
use super::traits::{Trait, names_of, traits};
use super::values::{class_level, quoted, value_in_words, whole};
use crate::markdown::{ClassSheet, Feature, Part, Table, levels_in_words};

pub(super) fn class(fields: &mut Fields<'_>, name: &str) -> EntryContent {
    let faces = fields.parse("hit-die", "is not a die", die);
    let improvements = improvements(fields);
    let chosen_at = fields.parse("subclass-level", "is not a number from 1 to 20", class_level);
    let title = fields.text("subclass-title");
    let at = chosen_at.map(|level| format!("chosen at {} level", ordinal(level)));
    let title_and_level = title.iter().cloned().chain(at).collect::<Vec<_>>().join(", ");
    let title = title.unwrap_or_else(|| "Subclass".to_owned());
    let mut at_levels: BTreeMap<u8, Vec<String>> = BTreeMap::new();
    for level in &improvements {
        at_levels.entry(*level).or_default().push("Ability Score Improvement".to_owned());
    }
    if let Some(level) = chosen_at {
        at_levels.entry(level).or_default().push(title.clone());
    }
    let parts = ClassParts {
        facts: faces.map(|faces| hit_points(faces, name)).unwrap_or_default(),
        milestones: vec![
            ("Ability Score Improvements", levels_in_words(&improvements)),
            ("Subclass", title_and_level),
        ],
        at_levels,
        notes: vec![Part { name: title, text: fields.prose("subclass-help") }],
    };
    let hit_die = faces.map(|faces| format!("d{faces}"));
    class_sheet(fields, Kind::Class, CharacterOption { hit_die, ..CharacterOption::default() }, parts)
}

pub(super) fn subclass(fields: &mut Fields<'_>) -> EntryContent {
    let details = CharacterOption { parent: fields.words("class"), ..CharacterOption::default() };
    class_sheet(fields, Kind::Subclass, details, ClassParts::default())
}

/// The parts of a class that a subclass lacks.
#[derive(Default)]
struct ClassParts {
    /// Labels and values before the proficiencies.
    facts: Vec<(&'static str, String)>,
    /// Labels and values after the equipment.
    milestones: Vec<(&'static str, String)>,
    at_levels: BTreeMap<u8, Vec<String>>,
    notes: Vec<Part>,
}

fn class_sheet(
    fields: &mut Fields<'_>,
    kind: Kind,
    mut details: CharacterOption,
    parts: ClassParts,
) -> EntryContent {
    let ClassParts { mut facts, milestones, at_levels, mut notes } = parts;
    let text = fields.description();
    let traits = traits(fields, "traits");
    let benefits = level_benefits(fields);
    let casting = spellcasting(fields);
    let proficiencies = proficiencies(fields);
    facts.push(("Saving Throws", proficiencies.saving_throws.join(", ")));
    facts.extend(proficiencies.others);
    facts.extend(equipment(fields));
    facts.extend(milestones);
    facts.extend(casting.facts.clone());
    notes.push(Part::new("Benefits", &benefit_list(fields)));
    notes.extend(casting.list.clone());
    notes.extend(spell_lists(fields));
    notes.retain(|part| !part.text.is_empty());
    let feature = |it: &Trait| Feature {
        name: if it.name.is_empty() { "Feature".to_owned() } else { it.name.clone() },
        levels: vec![it.level.unwrap_or(1)],
        text: it.text_with_type(),
    };
    let mut features: Vec<Feature> = traits.iter().map(feature).collect();
    features.sort_by_key(|feature| feature.levels.first().copied());
    let has_table = kind == Kind::Class
        || !(benefits.is_empty() && casting.spells.is_empty() && casting.cantrips.is_empty());
    let table = if has_table { table(&features, &benefits, at_levels, &casting) } else { Table::default() };
    details.saving_throws = proficiencies.saving_throws;
    details.spellcasting_ability = casting.ability;
    details.features = names_of(&traits);
    if kind == Kind::Subclass {
        let levels = features.iter().filter_map(|feature| feature.levels.first().copied());
        details.level = levels.chain(benefits.iter().map(|benefit| benefit.level)).min();
    }
    let body = ClassSheet { text, facts, table, notes, features }.to_markdown(&details);
    EntryContent { kind, details: Details::CharacterOption(details), body }
}

/// Parses the number of faces of a die: `8`, `d8` or `1d8`.
fn die(value: &Value) -> Option<u32> {
    let faces = match value.as_str() {
        Some(text) => text.trim().trim_start_matches('1').trim_start_matches(['d', 'D']).parse().ok(),
        None => whole(value),
    };
    faces.filter(|faces| (1..=100).contains(faces))
}

fn hit_points(faces: u32, name: &str) -> Vec<(&'static str, String)> {
    let (class, average) = (name.to_lowercase(), faces / 2 + 1);
    vec![
        ("Hit Dice", format!("1d{faces} per {class} level")),
        ("Hit Points at 1st Level", format!("{faces} + your Constitution modifier")),
        (
            "Hit Points at Higher Levels",
            format!("1d{faces} (or {average}) + your Constitution modifier per {class} level after 1st"),
        ),
    ]
}

/// Takes the levels with an ability score improvement.
fn improvements(fields: &mut Fields<'_>) -> Vec<u8> {
    let mut levels = BTreeSet::new();
    for value in fields.list("ability-increase-levels") {
        levels.extend(class_level(value));
        if class_level(value).is_none() {
            let wrong = quoted(value);
            fields.note(format!("the ability increase level {wrong} is not a number from 1 to 20"));
            fields.add_fact("Ability Increase Level", value_in_words(value));
        }
    }
    levels.into_iter().collect()
}

/// Creates the class table, with a row for each level at which anything changes.
fn table(
    features: &[Feature],
    benefits: &[LevelBenefit],
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
        .chain(benefits.iter().map(|benefit| benefit.level))
        .collect();
    let known = |known: &BTreeMap<u8, i64>, level: u8| {
        known.range(..=level).next_back().map_or_else(|| "—".to_owned(), |(_, number)| number.to_string())
    };
    let or_dash = |words: String| if words.is_empty() { "—".to_owned() } else { words };
    let mut table = Table::new(["Level", "Features", "Also Gained", "Cantrips Known", "Spells Known"]);
    for level in levels {
        let gained = benefits.iter().filter(|benefit| benefit.level == level);
        let gained = gained.map(|benefit| benefit.words.as_str());
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
