//! Species, backgrounds and feats of the System Reference Documents.

use super::{Entry, owned};
use crate::ingest::json::Object;
use crate::ingest::markdown::{self, Part};
use crate::model::{CharacterOption, Details, Kind};

/// Converts a species or one of its subraces. The book of 2014 prints facts such as `Languages` among the traits.
pub(super) fn species(object: Object<'_>) -> Result<Entry, String> {
    let part = |it: Object<'_>| Some(Part::new(it.text("name")?, it.text("text").unwrap_or_default()));
    let speed: Option<u16> = object.integer("speed");
    let facts = [
        ("Creature Type", owned(object, "creature_type")),
        ("Size", owned(object, "size")),
        ("Speed", speed.map(|feet| format!("{feet} feet"))),
    ];
    let is_printed = |name: &str| object.list("traits").any(|it| it.text("name") == Some(name));
    let facts = facts.into_iter().filter(|(name, _)| !is_printed(name));
    let facts = facts.filter_map(|(name, value)| Some(Part::new(name, &value?)));
    let parts: Vec<Part> = facts.chain(object.list("traits").filter_map(part)).collect();
    let details = CharacterOption {
        size: owned(object, "size"),
        speed,
        parent: owned(object, "subrace_of"),
        features: traits(object).filter_map(|it| owned(it, "name")).collect(),
        ..CharacterOption::default()
    };
    let kind = if details.parent.is_some() { Kind::Subrace } else { Kind::Race };
    let body = markdown::race(&details, object.text("text").unwrap_or_default(), &parts);
    Entry::new(object, kind, Details::CharacterOption(details), body)
}

fn traits(object: Object<'_>) -> impl Iterator<Item = Object<'_>> {
    object.list("traits").filter(|it| !it.flag("fact"))
}

/// Converts a trait of one or more species.
pub(super) fn trait_(object: Object<'_>) -> Result<Entry, String> {
    let owners: Vec<&str> = object.texts("of").collect();
    let first = owners.first().copied().ok_or("it is of no species")?;
    let details = CharacterOption { parent: Some(owners.join(", ")), ..CharacterOption::default() };
    let body = markdown::trait_of(&details, object.needed_text("text")?);
    Entry::part_of(first, object, Kind::Trait, Details::CharacterOption(details), body)
}

/// Converts a background with its benefits.
pub(super) fn background(object: Object<'_>) -> Result<Entry, String> {
    let listed = |key| object.texts(key).collect::<Vec<_>>().join(", ");
    let feat = object.text("feat").unwrap_or_default();
    let feature = object.at("feature");
    let parts = [
        ("Ability Scores", listed("ability_scores")),
        ("Feat", feat.to_owned()),
        ("Skill Proficiencies", listed("skills")),
        ("Tool Proficiency", object.text("tool").unwrap_or_default().to_owned()),
        ("Languages", listed("languages")),
        ("Equipment", object.text("equipment").unwrap_or_default().to_owned()),
        (
            &format!("Feature: {}", feature.text("name").unwrap_or_default()),
            owned(feature, "text").unwrap_or_default(),
        ),
        ("Suggested Characteristics", owned(object, "characteristics").unwrap_or_default()),
    ];
    let parts = parts.into_iter().filter(|(_, text)| !text.is_empty());
    let parts: Vec<Part> = parts.map(|(name, text)| Part::new(name, &text)).collect();
    let gives = feature.text("name").or_else(|| feat.split(" (see").next()).unwrap_or(feat);
    let details = CharacterOption { features: vec![gives.to_owned()], ..CharacterOption::default() };
    let body = markdown::benefits(&details, object.text("text").unwrap_or_default(), &parts);
    Entry::new(object, Kind::Background, Details::CharacterOption(details), body)
}

/// Converts a feat with its category, such as `Origin Feat`.
pub(super) fn feat(object: Object<'_>) -> Result<Entry, String> {
    let sort = object.text("category").map(|category| format!("{category} Feat"));
    let line = sort.as_ref().map(|sort| format!("*{sort}*\n\n")).unwrap_or_default();
    let details = CharacterOption {
        subtype: sort,
        prerequisite: owned(object, "prerequisite"),
        ..CharacterOption::default()
    };
    let text = object.needed_text("text")?;
    let repeatable = object.flag("repeatable") && !text.contains("***Repeatable");
    let parts = if repeatable {
        vec![Part::new("Repeatable", "You can take this feat more than once.")]
    } else {
        vec![]
    };
    let body = markdown::benefits(&details, &format!("{line}{text}"), &parts);
    Entry::new(object, Kind::Feat, Details::CharacterOption(details), body)
}
