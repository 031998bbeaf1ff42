//! Classes of the System Reference Documents.

use serde_json::Value;

use super::{Entry, Objects, owned};
use crate::ingest::json::Object;
use crate::ingest::markdown::{self, ClassSheet, Feature, Part, Table, levels_in_words, ordinal};
use crate::model::{CharacterOption, Details, Kind};

/// Converts a class: core traits, multiclassing, levels, spells and features.
pub(super) fn class(object: Object<'_>, objects: &Objects) -> Result<Entry, String> {
    let name = object.needed_text("name")?;
    let features = features(objects, |feature| {
        feature.text("class") == Some(name) && feature.text("subclass").is_none()
    });
    let details = CharacterOption {
        hit_die: owned(object, "hit_die"),
        saving_throws: object.texts("saving_throws").map(str::to_owned).collect(),
        spellcasting_ability: owned(object, "spellcasting_ability"),
        features: features.iter().map(|feature| feature.name.clone()).collect(),
        ..CharacterOption::default()
    };
    let fields = |key| object.at(key).fields().filter_map(|(label, value)| Some((label, value.as_str()?)));
    let mut notes: Vec<Part> = fields("becoming").map(|(label, text)| Part::new(label, text)).collect();
    notes.extend(spell_list(object, name));
    let sheet = ClassSheet {
        text: owned(object, "text").unwrap_or_default(),
        facts: fields("traits").map(|(label, text)| (label, text.to_owned())).collect(),
        table: level_table(object),
        notes,
        features,
    };
    let body = sheet.to_markdown(&details);
    Entry::new(object, Kind::Class, Details::CharacterOption(details), body)
}

/// Converts a subclass with its features.
pub(super) fn subclass(object: Object<'_>, objects: &Objects) -> Result<Entry, String> {
    let name = object.needed_text("name")?;
    let features = features(objects, |feature| feature.text("subclass") == Some(name));
    let details = CharacterOption {
        parent: owned(object, "class"),
        level: features.iter().filter_map(|feature| feature.levels.first().copied()).min(),
        features: features.iter().map(|feature| feature.name.clone()).collect(),
        ..CharacterOption::default()
    };
    let tagline = object.text("tagline").map(|line| format!("*{line}*"));
    let text: Vec<String> = tagline.into_iter().chain(owned(object, "text")).collect();
    let sheet = ClassSheet { text: text.join("\n\n"), features, ..ClassSheet::default() };
    let body = sheet.to_markdown(&details);
    Entry::new(object, Kind::Subclass, Details::CharacterOption(details), body)
}

/// Converts a feature of a class or subclass, or an option that one offers.
pub(super) fn feature(object: Object<'_>, objects: &Objects) -> Result<Entry, String> {
    let class = object.needed_text("class")?;
    let options: Vec<&str> = options_of(objects, object).filter_map(|option| option.text("name")).collect();
    let details = CharacterOption {
        subtype: owned(object, "option_of"),
        parent: owned(object, "subclass").or_else(|| owned(object, "class")),
        level: levels(object).first().copied(),
        prerequisite: owned(object, "prerequisite"),
        features: options.iter().map(|name| (*name).to_owned()).collect(),
        ..CharacterOption::default()
    };
    let mut parts = Vec::new();
    let levels = levels(object);
    if levels.len() > 1 {
        parts.push(Part { name: "Gained at".to_owned(), text: format!("{}.", levels_in_words(&levels)) });
    }
    parts.extend(object.text("cost").map(|cost| Part::new("Cost", cost)));
    if !options.is_empty() {
        parts.push(Part { name: "Options".to_owned(), text: options.join("; ") });
    }
    let body = markdown::class_option(&details, object.needed_text("text")?, &parts);
    Entry::part_of(class, object, Kind::ClassOption, Details::CharacterOption(details), body)
}

/// Returns features by level, each with its options. Those with the same text are one that grows: `Brutal Critical (1 die)` and
/// `Brutal Critical (2 dice)` are `Brutal Critical` of two levels.
fn features(objects: &Objects, is_of: impl Fn(Object<'_>) -> bool) -> Vec<Feature> {
    let own =
        objects.list("features").filter(|feature| feature.text("option_of").is_none() && is_of(*feature));
    let mut features: Vec<Feature> = own
        .map(|feature| Feature {
            name: feature.text("name").unwrap_or_default().to_owned(),
            levels: levels(feature),
            text: feature.text("text").unwrap_or_default().to_owned(),
            // The options of some are rows of a table in its text.
            options: options_of(objects, feature).filter(|it| !is_row(*it)).map(option).collect(),
        })
        .collect();
    features.sort_by_key(|feature| feature.levels.first().copied());
    let mut grown: Vec<Feature> = Vec::new();
    for feature in features {
        match grown.iter_mut().find(|other| !feature.text.is_empty() && other.text == feature.text) {
            Some(other) => {
                other.levels.extend(feature.levels);
                if let Some((name, _)) = other.name.split_once(" (") {
                    other.name = name.to_owned();
                }
            }
            None => grown.push(feature),
        }
    }
    grown
}

fn is_row(option: Object<'_>) -> bool {
    option.text("text").is_some_and(|text| text.starts_with('|'))
}

fn options_of<'o>(objects: &'o Objects, feature: Object<'o>) -> impl Iterator<Item = Object<'o>> {
    let (name, class) = (feature.text("name").unwrap_or_default(), feature.text("class"));
    objects.list("features").filter(move |option| {
        // An `Eldritch Invocation` is one of the `Eldritch Invocations`.
        let of = option.text("option_of");
        of.is_some_and(|of| of == name || name.strip_suffix('s') == Some(of)) && option.text("class") == class
    })
}

fn option(option: Object<'_>) -> Part {
    let asked = option.text("prerequisite").map(|it| format!("*Prerequisite: {it}.* ")).unwrap_or_default();
    let cost = option.text("cost").map(|it| format!("*Cost: {it}.* ")).unwrap_or_default();
    let text = option.text("text").unwrap_or_default();
    Part::new(option.text("name").unwrap_or_default(), &format!("{asked}{cost}{text}"))
}

/// Returns the levels at which a feature is gained: `levels`, or the only `level`.
fn levels(feature: Object<'_>) -> Vec<u8> {
    let all: Vec<u8> = feature
        .value()
        .get("levels")
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
        .filter_map(|level| level.as_u64()?.try_into().ok())
        .collect();
    if all.is_empty() { feature.integer("level").into_iter().collect() } else { all }
}

/// Renders the level table of the class. Spell slot columns are headed by the spell level alone.
fn level_table(object: Object<'_>) -> Table {
    let heading = |column: &str| match column.parse() {
        Ok(level) => format!("{}-Level Slots", ordinal(level)),
        Err(_) => column.to_owned(),
    };
    let mut table = Table::new(object.texts("columns").map(heading));
    for level in object.value().get("levels").and_then(Value::as_array).into_iter().flatten() {
        let cells = level.as_array().into_iter().flatten().filter_map(Value::as_str);
        table.row(cells);
    }
    table
}

/// Returns the spells of the class by level.
fn spell_list(object: Object<'_>, class: &str) -> Option<Part> {
    let mut lines: Vec<String> = Vec::new();
    for level in 0..=9_u8 {
        let of_level = object.list("spells").filter(|spell| spell.integer("level") == Some(level));
        let names: Vec<&str> = of_level.filter_map(|spell| spell.text("name")).collect();
        if !names.is_empty() {
            let heading = if level == 0 { "Cantrips".to_owned() } else { format!("Level {level}") };
            lines.push(format!("- **{heading}** {}", names.join(", ")));
        }
    }
    (!lines.is_empty()).then(|| Part { name: format!("{class} Spell List"), text: lines.join("\n") })
}
