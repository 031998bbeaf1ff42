//! Reference entries of the D&D 5e API.

use crate::ingest::json::Object;
use crate::ingest::markdown::{ability_in_full, clean_markdown, join_paragraphs};

/// Returns the cleaned text of a paragraph or a list of them.
pub(super) fn text_of(object: Object<'_>, key: &str) -> String {
    clean_markdown(&join_paragraphs(object.texts(key)))
}

/// Returns the class of an object. Data exported by Python names the field `class_`.
pub(super) fn class_of(object: Object<'_>) -> Object<'_> {
    let class = object.at("class");
    if class.exists() { class } else { object.at("class_") }
}

/// Returns the full name of the ability in a field such as `ability_score`.
pub(super) fn ability(object: Object<'_>, key: &str) -> Option<&'static str> {
    let ability = object.at(key);
    ability.text("index").or_else(|| ability.text("name")).and_then(ability_in_full)
}

/// Returns minimum scores: `Strength 13, Wisdom 13`.
pub(super) fn minimum_scores(object: Object<'_>, key: &str) -> Option<String> {
    let scores: Vec<String> = object
        .list(key)
        .filter_map(|it| {
            Some(format!("{} {}", ability(it, "ability_score")?, it.integer::<u8>("minimum_score")?))
        })
        .collect();
    (!scores.is_empty()).then(|| scores.join(", "))
}

/// Returns starting equipment and choices: `Explorer's Pack, Javelin (4); (a) … or (b) …`.
pub(super) fn starting_equipment(object: Object<'_>) -> String {
    let given = object.list("starting_equipment").filter_map(|it| {
        let name = it.at("equipment").text("name")?;
        Some(match it.integer::<u32>("quantity") {
            Some(number) if number > 1 => format!("{name} ({number})"),
            _ => name.to_owned(),
        })
    });
    let given: Vec<String> = given.collect();
    let chosen = object.list("starting_equipment_options").filter_map(choice);
    let all: Vec<String> =
        Some(given.join(", ")).filter(|it| !it.is_empty()).into_iter().chain(chosen).collect();
    all.join("; ")
}

/// Returns a choice in words: its own text, or `2 of a, b, c`.
pub(super) fn choice(choice: Object<'_>) -> Option<String> {
    if let Some(words) = choice.text("desc") {
        return Some(clean_markdown(words));
    }
    let number: u32 = choice.integer("choose")?;
    let from = choice.at("from");
    let category = from.at("equipment_category").text("name").map(str::to_owned);
    let of = category.or_else(|| {
        let names: Vec<&str> = from.list("options").filter_map(option_name).collect();
        (!names.is_empty()).then(|| names.join(", "))
    });
    Some(of.map_or_else(|| format!("{number} of your choice"), |of| format!("{number} of {of}")))
}

fn option_name(option: Object<'_>) -> Option<&str> {
    option.at("item").text("name").or_else(|| option.text("string")).or_else(|| option.text("desc"))
}
