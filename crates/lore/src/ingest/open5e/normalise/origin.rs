//! Species, backgrounds and feats.

use super::objects::{Objects, entry, key_of};
use crate::ingest::json::Object;
use crate::ingest::markdown::{self, Part, clean_markdown, join_paragraphs};
use crate::model::{CharacterOption, Details, Homebrew, Kind, Record, fold, title_case};

/// Traits that every race words in its own way; they stay in its body.
const GENERIC: [&str; 8] = [
    "ability score increase",
    "ability score increases",
    "age",
    "alignment",
    "creature type",
    "languages",
    "size",
    "speed",
];
/// The kinds of background benefits, in display order.
const BENEFITS: [&str; 7] =
    ["ability_score", "skill_proficiency", "tool_proficiency", "language", "feat", "equipment", "feature"];

/// Adds a race or subrace, and an entry for each of its own traits.
pub(super) fn species<'a>(object: Object<'a>, objects: &Objects) -> Vec<(String, Result<Record, String>)> {
    let key = key_of(object);
    let mut traits: Vec<Object<'a>> = object.list("traits").collect();
    traits.sort_by_key(|it| it.integer::<i64>("order"));
    let mut records = vec![(key.clone(), race(object, &traits, objects))];
    for it in traits {
        let Some(name) = it.text("name") else { continue };
        let text = clean_markdown(it.text("desc").unwrap_or_default());
        if !text.is_empty() && !GENERIC.contains(&fold(name).as_str()) {
            records.push((format!("{key} / {name}"), trait_of(object, it, name, &text)));
        }
    }
    records
}

fn race(object: Object<'_>, traits: &[Object<'_>], objects: &Objects) -> Result<Record, String> {
    let parent = object.text("subspecies_of").map(|key| {
        let named = objects.find("/v2/species/", key).and_then(|race| race.text("name"));
        named.map_or_else(|| title_case(key.split_once('_').map_or(key, |(_, rest)| rest)), str::to_owned)
    });
    let of_name = |name: &str| traits.iter().find(|it| it.text("name").map(fold).as_deref() == Some(name));
    let kind = if parent.is_some() || object.flag("is_subspecies") { Kind::Subrace } else { Kind::Race };
    let details = CharacterOption {
        parent,
        size: of_name("size").and_then(|it| sizes(it.text("desc")?)),
        speed: of_name("speed").and_then(|it| first_number(it.text("desc")?)),
        features: traits.iter().filter_map(|it| it.text("name")).map(str::to_owned).collect(),
        ..CharacterOption::default()
    };
    let parts: Vec<Part> = traits.iter().map(|it| part(*it)).collect();
    let body = markdown::race(&details, &clean_markdown(object.text("desc").unwrap_or_default()), &parts);
    entry(object, kind, Details::CharacterOption(details), body)
}

fn trait_of(race: Object<'_>, object: Object<'_>, name: &str, text: &str) -> Result<Record, String> {
    let owner = race.needed_text("name")?;
    let details = CharacterOption { parent: Some(owner.to_owned()), ..CharacterOption::default() };
    Ok(Record {
        document: super::objects::document_of(race)?,
        kind: Kind::Trait,
        slug: super::objects::slug_of(&format!("{} {name}", race.needed_text("key")?)),
        name: name.to_owned(),
        body: markdown::trait_of(&details, text),
        details: Details::CharacterOption(details),
        page: None,
        homebrew: Homebrew::default(),
        raw: object.value().to_string(),
    })
}

/// Converts a background.
pub(super) fn background(object: Object<'_>) -> Result<Record, String> {
    let mut benefits: Vec<Object<'_>> = object.list("benefits").collect();
    let place =
        |it: &Object<'_>| BENEFITS.iter().position(|sort| it.text("type") == Some(*sort)).unwrap_or(99);
    benefits.sort_by_key(place);
    let features = benefits.iter().filter(|it| it.text("type") == Some("feature"));
    let details = CharacterOption {
        features: features.filter_map(|it| it.text("name")).map(str::to_owned).collect(),
        ..CharacterOption::default()
    };
    let parts: Vec<Part> = benefits.iter().map(|it| part(*it)).filter(|part| !part.text.is_empty()).collect();
    let body = markdown::benefits(&details, &clean_markdown(object.text("desc").unwrap_or_default()), &parts);
    entry(object, Kind::Background, Details::CharacterOption(details), body)
}

/// Converts a feat. The prerequisite is in italics and sometimes `N/A`.
pub(super) fn feat(object: Object<'_>) -> Result<Record, String> {
    let prerequisite = object.text("prerequisite").map(|text| text.replace('*', "").trim().to_owned());
    let details = CharacterOption {
        prerequisite: prerequisite.filter(|text| !text.is_empty() && text != "N/A"),
        ..CharacterOption::default()
    };
    let (named, unnamed): (Vec<Part>, Vec<Part>) = object
        .list("benefits")
        .map(part)
        .filter(|part| !part.text.is_empty())
        .partition(|part| !part.name.is_empty());
    // Unnamed one-line benefits form a list.
    let is_line = |text: &str| !text.contains('\n') && !text.starts_with(['-', '*', '|']);
    let lines: Vec<String> = unnamed
        .into_iter()
        .map(|Part { text, .. }| if is_line(&text) { format!("- {text}") } else { text })
        .collect();
    let list = Part { name: String::new(), text: join_paragraphs(lines.iter().map(String::as_str)) };
    let parts: Vec<Part> = std::iter::once(list).chain(named).collect();
    let body = markdown::benefits(&details, &clean_markdown(object.text("desc").unwrap_or_default()), &parts);
    entry(object, Kind::Feat, Details::CharacterOption(details), body)
}

fn part(object: Object<'_>) -> Part {
    Part::new(object.text("name").unwrap_or_default(), object.text("desc").unwrap_or_default())
}

/// Returns the sizes in a text, such as `Medium or Small`.
fn sizes(text: &str) -> Option<String> {
    let mut sizes: Vec<&str> = Vec::new();
    for word in text.split(|c: char| !c.is_alphanumeric()) {
        if ["Tiny", "Small", "Medium", "Large", "Huge"].contains(&word) && !sizes.contains(&word) {
            sizes.push(word);
        }
    }
    (!sizes.is_empty()).then(|| sizes.join(" or "))
}

fn first_number(text: &str) -> Option<u16> {
    text.split(|c: char| !c.is_ascii_digit()).find(|part| !part.is_empty())?.parse().ok()
}

#[cfg(test)]
mod unit_tests {
    use super::*;

    #[test]
    fn sizes_and_speeds_are_read_from_words() {
        assert_eq!(sizes("Medium (tall) or Small (short)").as_deref(), Some("Medium or Small"));
        assert_eq!(sizes("As you like."), None);
        assert_eq!(first_number("Your base walking speed is 25 feet, or 30."), Some(25));
    }
}
