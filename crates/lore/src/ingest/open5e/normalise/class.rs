//! Classes and subclasses.

use super::class_table::class_table;
use super::objects::{entry, key_of};
use crate::ingest::json::Object;
use crate::ingest::markdown::{self, ClassSheet, Feature, clean_markdown};
use crate::model::{CharacterOption, Details, Homebrew, Kind, Record, title_case};

/// Adds a class or subclass, and each of its features that has a text.
pub(super) fn class(object: Object<'_>) -> Vec<(String, Result<Record, String>)> {
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
    let details = CharacterOption {
        parent: of.text("name").map(str::to_owned),
        level: features
            .iter()
            .filter(|_| of.exists())
            .filter_map(|(_, feature)| feature.levels.first())
            .min()
            .copied(),
        hit_die: object.text("hit_dice").map(str::to_lowercase),
        saving_throws: object.names("saving_throws"),
        features: features.iter().filter(|(it, _)| is_option(*it)).map(|(_, it)| it.name.clone()).collect(),
        ..CharacterOption::default()
    };
    let sheet = ClassSheet {
        text: clean_markdown(object.text("desc").unwrap_or_default()),
        facts: facts(object, &details),
        table: class_table(object),
        notes: Vec::new(),
        features: features.iter().map(|(_, feature)| feature.clone()).collect(),
    };
    let body = sheet.to_markdown(&details);
    entry(object, kind, Details::CharacterOption(details), body)
}

/// Converts a feature, under its own key and in the document of its class.
fn option(class: Object<'_>, source: Object<'_>, feature: &Feature) -> Result<Record, String> {
    let details = CharacterOption {
        parent: class.text("name").map(str::to_owned),
        level: feature.levels.first().copied(),
        ..CharacterOption::default()
    };
    let mut text = feature.text.clone();
    if feature.levels.len() > 1 {
        text = format!("{text}\n\n***Gained at.*** {}.", feature.levels_in_words());
    }
    Ok(Record {
        document: super::objects::document_of(class)?,
        kind: Kind::ClassOption,
        slug: super::objects::slug_of(source.needed_text("key")?),
        name: source.needed_text("name")?.to_owned(),
        body: markdown::class_option(&details, &text, &[]),
        details: Details::CharacterOption(details),
        page: None,
        homebrew: Homebrew::default(),
        raw: source.value().to_string(),
    })
}

/// Returns a feature that has a text. One without is a column of the class table.
fn feature(source: Object<'_>) -> Option<(Object<'_>, Feature)> {
    let text = clean_markdown(source.text("desc")?);
    if text.is_empty() {
        return None;
    }
    let mut levels: Vec<u8> = source.list("gained_at").filter_map(|it| it.integer::<u8>("level")).collect();
    levels.sort_unstable();
    levels.dedup();
    let name = source.text("name")?.to_owned();
    Some((source, Feature { name, levels, text, options: Vec::new() }))
}

/// Returns true for a feature that can be looked up by itself, unlike a list of proficiencies.
fn is_option(feature: Object<'_>) -> bool {
    matches!(feature.text("feature_type"), Some("CLASS_LEVEL_FEATURE" | "CLASS_FEATURE_OPTION_LIST"))
}

fn facts(object: Object<'_>, details: &CharacterOption) -> Vec<(&'static str, String)> {
    let points = object.at("hit_points");
    let words = |it: Object<'_>, key| it.text(key).map(|words| words.replace("1D", "1d"));
    let caster = object.text("caster_type").filter(|caster| *caster != "NONE").map(title_case_of_shouting);
    let facts = [
        ("Hit Dice", words(points, "hit_dice_name")),
        ("Hit Points at 1st Level", words(points, "hit_points_at_1st_level")),
        ("Hit Points at Higher Levels", words(points, "hit_points_at_higher_levels")),
        ("Saving Throws", Some(details.saving_throws.join(", ")).filter(|it| !it.is_empty())),
        ("Primary Abilities", Some(object.names("primary_abilities").join(", ")).filter(|it| !it.is_empty())),
        ("Spellcasting", caster.map(|caster| format!("{caster} caster"))),
    ];
    facts.into_iter().filter_map(|(label, value)| Some((label, value?))).collect()
}

/// Converts `FULL` to `Full`.
fn title_case_of_shouting(word: &str) -> String {
    title_case(&word.to_lowercase())
}
