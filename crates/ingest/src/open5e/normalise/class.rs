//! Classes and subclasses.

use std::collections::{BTreeMap, BTreeSet};

use content::model::{CharacterOption, Details, Kind, Record, ordinal, title_case};

use super::objects::{KeyedRecord, entry, key_of, part_entry, slug_of};
use crate::json::Object;
use crate::markdown::{ClassSheet, Feature, Table, levels_in_words};

pub(super) fn class(object: Object<'_>) -> Vec<KeyedRecord> {
    let mut features: Vec<(Object<'_>, Feature)> = object.list("features").filter_map(feature).collect();
    // Features without a level, such as proficiencies, come first.
    features.sort_by_key(|(_, feature)| feature.levels.first().copied());
    let mut records = vec![(key_of(object), sheet(object, &features))];
    for (source, feature) in features.iter().filter(|(source, _)| is_option(*source)) {
        records.push((key_of(*source), option(object, *source, feature)));
    }
    records
}

fn sheet(object: Object<'_>, features: &[(Object<'_>, Feature)]) -> Result<Record, String> {
    let of = object.at("subclass_of");
    let kind = if of.exists() { Kind::Subclass } else { Kind::Class };
    let levels = features.iter().filter_map(|(_, feature)| feature.levels.first().copied());
    let details = CharacterOption {
        parent: of.string("name"),
        level: levels.filter(|_| of.exists()).min(),
        hit_die: object.text("hit_dice").map(str::to_lowercase),
        saving_throws: object.names("saving_throws"),
        features: features.iter().filter(|(it, _)| is_option(*it)).map(|(_, it)| it.name.clone()).collect(),
        ..CharacterOption::default()
    };
    let sheet = ClassSheet {
        text: object.markdown("desc"),
        facts: facts(object, &details),
        table: class_table(object),
        notes: Vec::new(),
        features: features.iter().map(|(_, feature)| feature.clone()).collect(),
    };
    let body = sheet.to_markdown(&details);
    entry(object, kind, Details::CharacterOption(details), body)
}

fn option(class: Object<'_>, source: Object<'_>, feature: &Feature) -> Result<Record, String> {
    let mut text = feature.text.clone();
    if feature.levels.len() > 1 {
        text = format!("{text}\n\n***Gained at.*** {}.", levels_in_words(&feature.levels));
    }
    let (slug, name) = (slug_of(source.needed_text("key")?), source.needed_text("name")?);
    part_entry(class, (source, slug, name), Kind::ClassOption, feature.levels.first().copied(), &text)
}

/// A feature without a text is a column of the class table.
fn feature(source: Object<'_>) -> Option<(Object<'_>, Feature)> {
    let text = source.markdown("desc");
    if text.is_empty() {
        return None;
    }
    let levels: BTreeSet<u8> = source.list("gained_at").filter_map(|it| it.integer("level")).collect();
    let name = source.text("name")?.to_owned();
    Some((source, Feature { name, levels: levels.into_iter().collect(), text }))
}

/// Returns true for a feature that can be looked up by itself, unlike a list of proficiencies.
fn is_option(feature: Object<'_>) -> bool {
    matches!(feature.text("feature_type"), Some("CLASS_LEVEL_FEATURE" | "CLASS_FEATURE_OPTION_LIST"))
}

fn facts(object: Object<'_>, details: &CharacterOption) -> Vec<(&'static str, String)> {
    let points = object.at("hit_points");
    let words = |key| points.text(key).unwrap_or_default().replace("1D", "1d");
    let caster = object.text("caster_type").filter(|caster| *caster != "NONE");
    let caster = caster.map(|caster| format!("{} caster", title_case(&caster.to_lowercase())));
    vec![
        ("Hit Dice", words("hit_dice_name")),
        ("Hit Points at 1st Level", words("hit_points_at_1st_level")),
        ("Hit Points at Higher Levels", words("hit_points_at_higher_levels")),
        ("Saving Throws", details.saving_throws.join(", ")),
        ("Primary Abilities", object.names("primary_abilities").join(", ")),
        ("Spellcasting", caster.unwrap_or_default()),
    ]
}

/// A column of a class table: heading, and cells by level.
type Column = (String, BTreeMap<u8, String>);

/// Empty if the class has no data for a table.
fn class_table(class: Object<'_>) -> Table {
    let columns = class.list("features").filter_map(|it| Some((it.text("feature_type"), column(it)?)));
    let mut columns: Vec<(String, Column)> = columns
        .map(|(feature_type, (heading, cells))| match feature_type {
            Some("PROFICIENCY_BONUS") => (String::new(), (heading, cells)),
            // In the order of the spell levels.
            Some("SPELL_SLOTS") => {
                let level: String = heading.chars().take_while(char::is_ascii_digit).collect();
                (format!("3{level}"), (format!("{heading}-Level Slots"), cells))
            }
            _ => ("2".to_owned(), (heading, cells)),
        })
        .collect();
    if columns.is_empty() {
        return Table::default();
    }
    columns.push(("1".to_owned(), features(class)));
    columns.sort_by(|(one, _), (other, _)| one.cmp(other));
    let headings = columns.iter().map(|(_, (heading, _))| heading.clone());
    let mut table = Table::new(std::iter::once("Level".to_owned()).chain(headings));
    for level in 1..=20 {
        let cells = columns.iter().map(|(_, (_, cells))| cells.get(&level).map_or("—", String::as_str));
        table.row(std::iter::once(ordinal(level).as_str()).chain(cells));
    }
    table.without_empty_columns()
}

fn column(feature: Object<'_>) -> Option<Column> {
    let cells = feature.list("data_for_class_table");
    let cells: BTreeMap<u8, String> =
        cells.filter_map(|cell| Some((cell.integer("level")?, cell.string("column_value")?))).collect();
    (!cells.is_empty()).then(|| (feature.string("name").unwrap_or_default(), cells))
}

/// The source's details follow a feature in brackets: `Bardic Inspiration (d6)`.
fn features(class: Object<'_>) -> Column {
    let mut cells: BTreeMap<u8, String> = BTreeMap::new();
    for feature in class.list("features") {
        let Some(name) = feature.text("name") else { continue };
        for gained in feature.list("gained_at") {
            let Some(level) = gained.integer::<u8>("level") else { continue };
            let cell = cells.entry(level).or_default();
            let comma = if cell.is_empty() { "" } else { ", " };
            let detail = gained.text("detail").map(|detail| format!(" ({detail})")).unwrap_or_default();
            cell.push_str(&format!("{comma}{name}{detail}"));
        }
    }
    ("Features".to_owned(), cells)
}
