//! Races and backgrounds of the D&D 5e API.

use super::objects::{Objects, entry};
use super::reference::{ability, choice, minimum_scores, starting_equipment, text_of};
use crate::ingest::json::Object;
use crate::ingest::markdown::{self, Part};
use crate::model::{CharacterOption, Details, Kind, Record};

/// Converts a race with its traits.
pub(super) fn race(object: Object<'_>, all: &Objects<'_>) -> Result<Record, String> {
    let name = object.needed_text("name")?;
    let details = CharacterOption {
        size: object.text("size").map(str::to_owned),
        speed: object.integer("speed"),
        features: object.names("traits"),
        ..CharacterOption::default()
    };
    let mut parts = vec![
        Part::new("Ability Score Increase", &ability_bonuses(object)),
        Part::new("Age", &text_of(object, "age")),
        Part::new("Alignment", &text_of(object, "alignment")),
        Part::new("Size", &text_of(object, "size_description")),
        Part::new("Speed", &details.speed.map(|feet| format!("{feet} feet.")).unwrap_or_default()),
        Part::new("Languages", &text_of(object, "language_desc")),
        Part::new("Proficiencies", &object.names("starting_proficiencies").join(", ")),
    ];
    parts.retain(|part| !part.text.is_empty());
    parts.extend(traits(object, "traits", all));
    let subraces = object.names("subraces").join(", ");
    if !subraces.is_empty() {
        parts.push(Part::new("Subraces", &subraces));
    }
    let body = markdown::race(&details, &text_of(object, "desc"), &parts);
    entry(object, Kind::Race, name, Details::CharacterOption(details), body)
}

/// Converts a subrace with its own traits.
pub(super) fn subrace(object: Object<'_>, all: &Objects<'_>) -> Result<Record, String> {
    let name = object.needed_text("name")?;
    let details = CharacterOption {
        parent: object.at("race").text("name").map(str::to_owned),
        features: object.names("racial_traits"),
        ..CharacterOption::default()
    };
    let mut parts = vec![Part::new("Ability Score Increase", &ability_bonuses(object))];
    parts.retain(|part| !part.text.is_empty());
    parts.extend(traits(object, "racial_traits", all));
    let body = markdown::race(&details, &text_of(object, "desc"), &parts);
    entry(object, Kind::Subrace, name, Details::CharacterOption(details), body)
}

/// Converts a trait of races or subraces, or a variant of a trait.
pub(super) fn trait_(object: Object<'_>) -> Result<Record, String> {
    let name = object.needed_text("name")?;
    let mut owners = object.names("races");
    owners.extend(object.names("subraces"));
    if owners.is_empty() {
        owners.extend(object.at("parent").text("name").map(str::to_owned));
    }
    let details = CharacterOption {
        parent: (!owners.is_empty()).then(|| owners.join(", ")),
        ..CharacterOption::default()
    };
    let mut text = vec![text_of(object, "desc")];
    let specific = object.at("trait_specific");
    if let Some(damage) = specific.at("damage_type").text("name") {
        text.push(format!("**Damage Type** {damage}"));
    }
    let breath = specific.at("breath_weapon");
    let area = breath.at("area_of_effect");
    if let (Some(feet), Some(shape)) = (area.integer::<u32>("size"), area.text("type")) {
        let saving_throw =
            ability(breath.at("dc"), "dc_type").map(|ability| format!("; {ability} saving throw"));
        text.push(format!("**Area** {feet}-foot {shape}{}", saving_throw.unwrap_or_default()));
    }
    if let Some(name) = breath.text("name") {
        text.push(Part::new(name, &text_of(breath, "desc")).to_markdown());
    }
    let body = markdown::trait_of(&details, text.join("\n\n").trim());
    entry(object, Kind::Trait, name, Details::CharacterOption(details), body)
}

/// Converts a background with its feature and suggested characteristics.
pub(super) fn background(object: Object<'_>) -> Result<Record, String> {
    let name = object.needed_text("name")?;
    let feature = object.at("feature");
    let details = CharacterOption {
        features: feature.text("name").map(str::to_owned).into_iter().collect(),
        ..CharacterOption::default()
    };
    let proficiencies = object.names("starting_proficiencies").join(", ").replace("Skill: ", "");
    let languages = choice(object.at("language_options")).unwrap_or_default();
    let mut parts = vec![
        Part::new("Proficiencies", &proficiencies),
        Part::new("Languages", &languages),
        Part::new("Equipment", &starting_equipment(object)),
        Part::new(
            &feature.text("name").map(|name| format!("Feature: {name}")).unwrap_or_default(),
            &text_of(feature, "desc"),
        ),
    ];
    for (title, key) in [
        ("Personality Traits", "personality_traits"),
        ("Ideals", "ideals"),
        ("Bonds", "bonds"),
        ("Flaws", "flaws"),
    ] {
        let options = object.at(key).at("from").list("options");
        let lines: Vec<String> = options
            .filter_map(|it| it.text("string").or_else(|| it.text("desc")))
            .map(|line| format!("- {line}"))
            .collect();
        parts.push(Part::new(title, &lines.join("\n")));
    }
    parts.retain(|part| !part.text.is_empty());
    let body = markdown::benefits(&details, &text_of(object, "desc"), &parts);
    entry(object, Kind::Background, name, Details::CharacterOption(details), body)
}

/// Converts a feat.
pub(super) fn feat(object: Object<'_>) -> Result<Record, String> {
    let name = object.needed_text("name")?;
    let prerequisite = minimum_scores(object, "prerequisites");
    let details = CharacterOption { prerequisite, ..CharacterOption::default() };
    let body = markdown::benefits(&details, &text_of(object, "desc"), &[]);
    entry(object, Kind::Feat, name, Details::CharacterOption(details), body)
}

/// Returns ability bonuses and choices: `Strength +2, Charisma +1`.
fn ability_bonuses(object: Object<'_>) -> String {
    let bonus = |it: Object<'_>| {
        Some(format!("{} {}", ability(it, "ability_score")?, markdown::signed(it.integer("bonus")?)))
    };
    let mut bonuses: Vec<String> = object.list("ability_bonuses").filter_map(bonus).collect();
    let options = object.at("ability_bonus_options");
    let choices: Vec<String> = options.at("from").list("options").filter_map(bonus).collect();
    if let Some(number) = options.integer::<u8>("choose") {
        bonuses.push(format!("{number} of {}", markdown::alternatives(&choices)));
    }
    bonuses.join(", ")
}

/// Returns the traits in a list with their texts.
fn traits(object: Object<'_>, key: &str, all: &Objects<'_>) -> Vec<Part> {
    let named = object.list(key).filter_map(|it| {
        let text = it.text("index").and_then(|index| all.find("Traits", index)).map(|it| text_of(it, "desc"));
        Some(Part::new(it.text("name")?, &text.unwrap_or_default()))
    });
    named.collect()
}
