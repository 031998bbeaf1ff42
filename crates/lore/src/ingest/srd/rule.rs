//! Rules of the System Reference Documents.

use super::{Entry, Objects, owned};
use crate::ingest::json::Object;
use crate::ingest::markdown::{Body, chapter};
use crate::model::{Details, Kind, Rule};

/// The chapter that defines terms.
const GLOSSARY: &str = "Rules Glossary";

/// Converts a condition. The newer book has them in its glossary.
pub(super) fn condition(object: Object<'_>) -> Result<Entry, String> {
    let section = object.text("tag").map(|_| GLOSSARY.to_owned());
    let rule = Rule { section, ..Rule::default() };
    Entry::new(object, Kind::Condition, Details::Rule(rule), text(object))
}

/// Converts a term of the glossary. Its tag is part of the printed name: `Hide [Action]`.
pub(super) fn definition(object: Object<'_>) -> Result<Entry, String> {
    let name = object.needed_text("name")?;
    let category = owned(object, "tag");
    let line = category.as_ref().map(|tag| format!("{name} [{tag}]")).unwrap_or_default();
    let body = Body::default().italic(&line).block(&text(object)).finish();
    let rule = Rule { section: Some(GLOSSARY.to_owned()), category, ..Rule::default() };
    Entry::new(object, Kind::Rule, Details::Rule(rule), body)
}

/// Converts a chapter of the rules, or a section of any depth, with the names of its sections.
pub(super) fn section(object: Object<'_>, objects: &Objects) -> Result<Entry, String> {
    let sections: Vec<String> = object.texts("sections").map(str::to_owned).collect();
    let mut body = Body::default();
    let body = body
        .italic(object.text("under").unwrap_or_default())
        .facts([("Price", owned(object, "cost"))])
        .block(&chapter(&text(object), &sections))
        .finish();
    let above = owned(object, "section").or_else(|| above(object, objects));
    let owner = above.clone().unwrap_or_default();
    let details = Details::Rule(Rule { section: above, ..Rule::default() });
    Entry::part_of(&owner, object, Kind::Rule, details, body)
}

/// Returns the section by which a rule is filtered: its chapter, or the second-level section in it, such as
/// `Combat`.
fn above(object: Object<'_>, objects: &Objects) -> Option<String> {
    let chapter = object.text("chapter")?;
    let is_below = |depth: u8| object.integer::<u8>("depth").is_some_and(|own| own > depth);
    let mut place = object.text("parent")?;
    while is_below(2) {
        let parent = |section: &Object<'_>| {
            section.text("chapter") == Some(chapter) && section.text("name") == Some(place)
        };
        match objects.list("rules").find(parent).and_then(|section| section.text("parent")) {
            Some(higher) if higher != chapter && higher != place => place = higher,
            _ => break,
        }
    }
    Some(place.to_owned())
}

/// Returns true if a section only describes an item, such as a poison.
pub(super) fn is_an_item(object: Object<'_>, objects: &Objects) -> bool {
    object.text("cost").is_some()
        && objects.list("items").any(|item| item.text("name") == object.text("name"))
}

/// Converts a weapon property or mastery property.
pub(super) fn weapon_property(object: Object<'_>) -> Result<Entry, String> {
    let rule = Rule { category: owned(object, "category"), ..Rule::default() };
    Entry::new(object, Kind::WeaponProperty, Details::Rule(rule), text(object))
}

/// Converts an entry of a short list: an ability, a skill, an alignment, a language …
pub(super) fn reference(object: Object<'_>) -> Result<Entry, String> {
    let kind: Kind = object.needed_text("kind")?.parse().map_err(|problem| format!("{problem}"))?;
    let rule = Rule {
        ability_score: owned(object, "ability"),
        abbreviation: owned(object, "abbreviation"),
        category: owned(object, "category"),
        ..Rule::default()
    };
    let listed = |key| Some(object.texts(key).collect::<Vec<_>>().join(", ")).filter(|all| !all.is_empty());
    let mut body = Body::default();
    let body = body
        .facts([
            ("Ability", owned(object, "ability")),
            ("Type", owned(object, "category")),
            ("Typical Speakers", owned(object, "speakers")),
            ("Script", owned(object, "script")),
            ("Classes", listed("classes")),
            ("Races", listed("races")),
            ("Skills", listed("skills")),
            ("Score Measures", owned(object, "measures")),
            ("Ability Checks", owned(object, "checks")),
            ("Saving Throws", owned(object, "saves")),
        ])
        .block(&text(object))
        .finish();
    Entry::new(object, kind, Details::Rule(rule), body)
}

fn text(object: Object<'_>) -> String {
    object.text("text").unwrap_or_default().to_owned()
}
