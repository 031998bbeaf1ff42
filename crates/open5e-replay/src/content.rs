//! Invented content in the shapes of the API, list by list.
//!
//! The documents that the API treats in a way of its own keep their keys: `core`, `srd-2014` and `srd-2024`. The others are
//! invented, and so is all text. Every list holds, beside plain objects, those that show an oddity of the real content:
//!
//! - keys whose prefix is not their document's key, and slugs of version 1 with `'`, `:` and `æ`
//! - conditions and other terms with several descriptions, each of another document
//! - documents given as a summary without licences, or as a bare key
//! - names that stand in several documents; weapons and armor that are items, too; magic items for each base weapon
//! - spells without classes, ranges that are sentinels, texts with CRLF, HTML, dead links and placeholders
//! - creatures with wrong damage types, absurd senses, actions in the wrong order and no proficiency bonus
//! - costs of 0.00, numbers as text, fields that are absent
//! - lore, actions and items that only version 1 has

mod creatures;
mod documents;
mod equipment;
mod options;
mod rules;
mod spells;

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde_json::{Value, json};

pub use self::documents::{BOOK, BOOK_NAME, CELLAR, GALLERY};

/// A creature of [`BOOK`] whose lore only version 1 has.
pub const CREATURE_WITH_LORE: &str = "Amber Golem";

/// The lists by their paths.
static LISTS: LazyLock<BTreeMap<&str, Vec<Value>>> = LazyLock::new(|| {
    let lists = [
        documents::lists(),
        spells::lists(),
        creatures::lists(),
        equipment::lists(),
        options::lists(),
        rules::lists(),
    ];
    let mut lists: BTreeMap<&str, Vec<Value>> = lists.into_iter().flatten().collect();
    for (path, objects) in &mut lists {
        let field = if path.starts_with("/v1/") { "slug" } else { "key" };
        objects.sort_by(|a, b| a[field].as_str().cmp(&b[field].as_str()));
    }
    lists
});

/// Returns the paths of all lists.
pub fn lists() -> impl Iterator<Item = &'static str> {
    LISTS.keys().copied()
}

/// Returns the objects of a list, such as `/v2/spells/`, in the API's order: by key, or in version 1 by slug.
#[must_use]
pub fn objects(list: &str) -> Option<&'static Vec<Value>> {
    LISTS.get(list)
}

const ADJECTIVES: [&str; 16] = [
    "Amber", "Brazen", "Copper", "Dusty", "Elder", "Frosted", "Gilded", "Hollow", "Ivory", "Jaunty",
    "Knotted", "Lunar", "Mossy", "Nimble", "Ochre", "Patient",
];

/// Returns so many names, such as “Amber Lantern”, with these nouns; no name twice.
fn names(nouns: &[&str], count: usize) -> Vec<String> {
    let names =
        nouns.iter().flat_map(|noun| ADJECTIVES.iter().map(move |adjective| format!("{adjective} {noun}")));
    let names: Vec<String> = names.take(count).collect();
    assert_eq!(names.len(), count, "too few nouns");
    names
}

/// Returns the part of a key that a name becomes.
fn slug(name: &str) -> String {
    name.to_lowercase().chars().map(|it| if it.is_alphanumeric() { it } else { '-' }).collect()
}

/// Returns a reference to another object by its name, such as `{"name": "Evocation", "key": "evocation"}`.
fn reference(name: &str) -> Value {
    json!({ "name": name, "key": slug(name) })
}

/// Returns the number written out enough to tell prose apart.
fn sentence(number: usize) -> String {
    let things =
        ["a kettle", "the third bell", "a ripe plum", "an unlit stair", "the wet chalk", "a borrowed key"];
    format!(
        "It concerns {} and what became of it in the year {}.",
        things[number % things.len()],
        300 + number
    )
}
