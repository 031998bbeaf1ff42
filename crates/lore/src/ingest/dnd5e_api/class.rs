//! Classes of the D&D 5e API.

use super::feature::Features;
use super::level::Levels;
use super::objects::entry;
use super::reference::{ability, choice, class_of, minimum_scores, starting_equipment, text_of};
use crate::ingest::json::Object;
use crate::ingest::markdown::{ClassSheet, Part, Table, ability_in_full, ordinal};
use crate::model::{CharacterOption, Details, Kind, Record};

/// Converts a class with its level table and the texts of its features.
pub(super) fn classes(
    object: Object<'_>,
    features: &Features<'_>,
    levels: &Levels<'_>,
) -> Result<Record, String> {
    let name = object.needed_text("name")?;
    let index = object.needed_text("index")?;
    let saving_throws: Vec<String> = object
        .names("saving_throws")
        .iter()
        .filter_map(|it| ability_in_full(it))
        .map(str::to_owned)
        .collect();
    let features = features.of_class(object);
    let details = CharacterOption {
        hit_die: object.integer::<u32>("hit_die").map(|faces| format!("d{faces}")),
        saving_throws,
        spellcasting_ability: ability(object.at("spellcasting"), "spellcasting_ability").map(str::to_owned),
        features: features.iter().map(|feature| feature.name.clone()).collect(),
        ..CharacterOption::default()
    };
    let sheet = ClassSheet {
        text: String::new(),
        facts: facts(object, name, &details),
        table: levels.of_class(index),
        notes: levels.notes_of_class(index).into_iter().collect(),
        features,
    };
    let body = sheet.to_markdown(&details);
    entry(object, Kind::Class, name, Details::CharacterOption(details), body)
}

/// Converts a subclass with its spells, levels and the texts of its features.
pub(super) fn subclasses(
    object: Object<'_>,
    features: &Features<'_>,
    levels: &Levels<'_>,
) -> Result<Record, String> {
    let name = object.needed_text("name")?;
    let index = object.needed_text("index")?;
    let features = features.of_subclass(object);
    let details = CharacterOption {
        parent: class_of(object).text("name").map(str::to_owned),
        level: features.iter().filter_map(|feature| feature.levels.first().copied()).min(),
        features: features.iter().map(|feature| feature.name.clone()).collect(),
        ..CharacterOption::default()
    };
    let spells = spells(object).to_markdown();
    let sheet = ClassSheet {
        text: text_of(object, "desc"),
        facts: object.text("subclass_flavor").map(|flavor| ("Sort", flavor.to_owned())).into_iter().collect(),
        table: levels.of_subclass(index),
        notes: if spells.is_empty() {
            Vec::new()
        } else {
            vec![Part { name: "Spells".to_owned(), text: spells }]
        },
        features,
    };
    let body = sheet.to_markdown(&details);
    entry(object, Kind::Subclass, name, Details::CharacterOption(details), body)
}

fn facts(object: Object<'_>, name: &str, details: &CharacterOption) -> Vec<(&'static str, String)> {
    let mut facts = Vec::new();
    if let Some(faces) = object.integer::<u32>("hit_die") {
        let class = name.to_lowercase();
        facts.push(("Hit Dice", format!("1d{faces} per {class} level")));
        facts.push(("Hit Points at 1st Level", format!("{faces} + your Constitution modifier")));
        facts.push((
            "Hit Points at Higher Levels",
            format!(
                "1d{faces} (or {}) + your Constitution modifier per {class} level after 1st",
                faces / 2 + 1
            ),
        ));
    }
    let proficiencies: Vec<String> =
        object.names("proficiencies").into_iter().filter(|it| !it.starts_with("Saving Throw")).collect();
    let choices: Vec<String> = object.list("proficiency_choices").filter_map(choice).collect();
    let subclasses = object.names("subclasses");
    facts.push(("Proficiencies", proficiencies.join(", ")));
    facts.push(("Saving Throws", details.saving_throws.join(", ")));
    facts.push(("Skills and Choices", choices.join("; ")));
    facts.push(("Equipment", starting_equipment(object)));
    facts.push(("Spellcasting Ability", details.spellcasting_ability.clone().unwrap_or_default()));
    facts.push(("Multiclassing", multiclassing(object.at("multi_classing"))));
    facts.push(("Subclasses", subclasses.join(", ")));
    facts
}

/// Returns multiclassing rules: `Requires Strength 13; gives Shields, Simple Weapons`.
fn multiclassing(object: Object<'_>) -> String {
    let options: Vec<String> = object
        .at("prerequisite_options")
        .at("from")
        .list("options")
        .filter_map(|it| {
            Some(format!("{} {}", ability(it, "ability_score")?, it.integer::<u8>("minimum_score")?))
        })
        .collect();
    let required = minimum_scores(object, "prerequisites")
        .or_else(|| (!options.is_empty()).then(|| options.join(" or ")));
    let mut given = object.names("proficiencies");
    given.extend(object.list("proficiency_choices").filter_map(choice));
    let given = (!given.is_empty()).then(|| format!("gives {}", given.join(", ")));
    let required = required.map(|scores| format!("requires {scores}"));
    required.into_iter().chain(given).collect::<Vec<_>>().join("; ")
}

/// Returns the spells of a subclass by level.
fn spells(object: Object<'_>) -> Table {
    let mut by_level: Vec<(String, Vec<&str>)> = Vec::new();
    for it in object.list("spells") {
        let Some(spell) = it.at("spell").text("name") else { continue };
        let conditions = it.list("prerequisites").filter_map(|condition| condition.text("name"));
        let level = conditions.map(level_or_name).collect::<Vec<_>>().join(", ");
        match by_level.iter_mut().find(|(other, _)| *other == level) {
            Some((_, spells)) => spells.push(spell),
            None => by_level.push((level, vec![spell])),
        }
    }
    let mut table = Table::new(["Level", "Spells"]);
    for (level, spells) in by_level {
        table.row([level, spells.join(", ")]);
    }
    table
}

/// Converts `Cleric 5` to `5th`; other texts stay.
fn level_or_name(name: &str) -> String {
    let level = name.rsplit(' ').next().and_then(|number| number.parse().ok());
    level.map_or_else(|| name.to_owned(), ordinal)
}
