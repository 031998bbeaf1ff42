//! Species, backgrounds and feats of SRD 5.2.1.

use super::{entry, named, owned, part_of};
use crate::ingest::json::Object;
use crate::ingest::markdown::{self, Part};
use crate::model::{CharacterOption, Details, Kind, Record};

/// Adds a species, and an entry for each of its traits.
pub(super) fn species(object: Object<'_>) -> Vec<Result<Record, String>> {
    let owner = object.text("name").unwrap_or_default();
    let traits = object.list("traits").map(|it| part_of(owner, trait_(it, owner)));
    std::iter::once(whole_species(object)).chain(traits).collect()
}

fn whole_species(object: Object<'_>) -> Result<Record, String> {
    let part = |it: Object<'_>| Some(Part::new(it.text("name")?, it.text("text").unwrap_or_default()));
    let speed: Option<u16> = object.integer("speed");
    let facts = [
        ("Creature Type", owned(object, "creature_type")),
        ("Size", owned(object, "size")),
        ("Speed", speed.map(|feet| format!("{feet} feet"))),
    ];
    let facts = facts.into_iter().filter_map(|(name, value)| Some(Part::new(name, &value?)));
    let parts: Vec<Part> = facts.chain(object.list("traits").filter_map(part)).collect();
    let details = CharacterOption {
        size: owned(object, "size"),
        speed,
        features: object.names("traits"),
        ..CharacterOption::default()
    };
    let body = markdown::race(&details, object.text("text").unwrap_or_default(), &parts);
    entry(object, Kind::Race, Details::CharacterOption(details), body)
}

fn trait_(object: Object<'_>, owner: &str) -> Result<Record, String> {
    let details = CharacterOption { parent: Some(owner.to_owned()), ..CharacterOption::default() };
    let body = markdown::trait_of(&details, object.needed_text("text")?);
    named(object, Kind::Trait, object.needed_text("name")?, Details::CharacterOption(details), body)
}

/// Converts a background with its benefits.
pub(super) fn background(object: Object<'_>) -> Result<Record, String> {
    let listed = |key| object.texts(key).collect::<Vec<_>>().join(", ");
    let feat = object.text("feat").unwrap_or_default();
    let parts = [
        ("Ability Scores", listed("ability_scores")),
        ("Feat", feat.to_owned()),
        ("Skill Proficiencies", listed("skills")),
        ("Tool Proficiency", object.text("tool").unwrap_or_default().to_owned()),
        ("Equipment", object.text("equipment").unwrap_or_default().to_owned()),
    ];
    let parts: Vec<Part> = parts.into_iter().map(|(name, text)| Part::new(name, &text)).collect();
    let gives = feat.split(" (see").next().unwrap_or(feat);
    let details = CharacterOption { features: vec![gives.to_owned()], ..CharacterOption::default() };
    let body = markdown::benefits(&details, "", &parts);
    entry(object, Kind::Background, Details::CharacterOption(details), body)
}

/// Converts a feat with its category, such as `Origin Feat`.
pub(super) fn feat(object: Object<'_>) -> Result<Record, String> {
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
    entry(object, Kind::Feat, Details::CharacterOption(details), body)
}
