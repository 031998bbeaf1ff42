//! Species, backgrounds and feats.

use content::model::{CharacterOption, Kind, Record, fold, title_case};

use super::objects::{KeyedRecord, Objects, key_of, option_entry, part_entry, slug_of};
use crate::json::Object;
use crate::markdown::{Part, join_paragraphs};

/// Traits that every race words in its own way; they stay in its body.
const GENERIC: [&str; 8] = [
    "ability score increase", "ability score increases", "age", "alignment", "creature type", "languages",
    "size", "speed",
];
const BENEFITS: [&str; 7] =
    ["ability_score", "skill_proficiency", "tool_proficiency", "language", "feat", "equipment", "feature"];

pub(super) fn species<'a>(object: Object<'a>, objects: &Objects) -> Vec<KeyedRecord> {
    let key = key_of(object);
    let mut traits: Vec<Object<'a>> = object.list("traits").collect();
    traits.sort_by_key(|it| it.integer::<i64>("order"));
    let mut records = vec![(key.clone(), race(object, &traits, objects))];
    for it in traits {
        let Some(name) = it.text("name") else { continue };
        let text = it.markdown("desc");
        if !text.is_empty() && !GENERIC.contains(&fold(name).as_str()) {
            let slug = object.needed_text("key").map(|key| slug_of(&format!("{key} {name}")));
            let record = slug.and_then(|slug| part_entry(object, (it, slug, name), Kind::Trait, None, &text));
            records.push((format!("{key} / {name}"), record));
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
        features: traits.iter().filter_map(|it| it.string("name")).collect(),
        ..CharacterOption::default()
    };
    let parts: Vec<Part> = traits.iter().map(|it| it.part()).collect();
    option_entry(object, kind, details, &parts)
}

pub(super) fn background(object: Object<'_>) -> Result<Record, String> {
    let mut benefits: Vec<Object<'_>> = object.list("benefits").collect();
    let place =
        |it: &Object<'_>| BENEFITS.iter().position(|sort| it.text("type") == Some(*sort)).unwrap_or(99);
    benefits.sort_by_key(place);
    let features = benefits.iter().filter(|it| it.text("type") == Some("feature"));
    let details = CharacterOption {
        features: features.filter_map(|it| it.string("name")).collect(),
        ..CharacterOption::default()
    };
    let parts: Vec<Part> = benefits.iter().map(|it| it.part()).filter(|part| !part.text.is_empty()).collect();
    option_entry(object, Kind::Background, details, &parts)
}

/// The prerequisite is in italics and sometimes `N/A`.
pub(super) fn feat(object: Object<'_>) -> Result<Record, String> {
    let prerequisite = object.text("prerequisite").map(|text| text.replace('*', "").trim().to_owned());
    let details = CharacterOption {
        prerequisite: prerequisite.filter(|text| !text.is_empty() && text != "N/A"),
        ..CharacterOption::default()
    };
    let (named, unnamed): (Vec<Part>, Vec<Part>) = object
        .list("benefits")
        .map(Object::part)
        .filter(|part| !part.text.is_empty())
        .partition(|part| !part.name.is_empty());
    // Unnamed one-line benefits form a list.
    let is_line = |text: &str| !text.contains('\n') && !text.starts_with(['-', '*', '|']);
    let lines =
        unnamed.into_iter().map(|it| if is_line(&it.text) { format!("- {}", it.text) } else { it.text });
    let list = Part { name: String::new(), text: join_paragraphs(lines) };
    let parts: Vec<Part> = std::iter::once(list).chain(named).collect();
    option_entry(object, Kind::Feat, details, &parts)
}

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
mod unit_tests;
