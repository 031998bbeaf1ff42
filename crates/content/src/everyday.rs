//! Everyday words: what a thing looks like, does, or is for, in words of people who do not know its name.
//!
//! They find entries whose own text takes for granted what everyone knows: that a pegasus is a winged horse.
//! They are joined to entries of every book by name, and are never shown.

mod files;

use std::collections::HashMap;
use std::sync::LazyLock;

use sha2::{Digest, Sha256};

use self::files::{EQUIPMENT, FILES, MAGIC_ITEMS, lines_of};
use crate::model::{Family, Kind, base_name, fold};

/// Nouns in a magic item's name that stand for any such item: a rapier may be a `Sword of Sharpness`. The
/// line of one with such a noun is for every shape; that of a `Vorpal Glaive` for those that have none.
const GENERIC_ITEMS: [&str; 6] = ["weapon", "sword", "armor", "ammunition", "arrow", "shield"];

/// A line of everyday words.
#[derive(Clone, Copy)]
pub struct Line {
    /// Its place among all lines.
    pub number: usize,
    /// The words.
    pub words: &'static str,
}

/// The lines by file and folded name.
static LINES: LazyLock<HashMap<&'static str, HashMap<String, Line>>> = LazyLock::new(|| {
    let mut files: HashMap<&'static str, HashMap<String, Line>> = HashMap::new();
    let mut numbers = 0..;
    for (file, texts) in FILES {
        let [of_srd, of_other_books] = texts.map(|text| {
            let numbered = lines_of(text).zip(numbers.by_ref());
            numbered.map(|((name, words), number)| (name, Line { number, words })).collect::<Vec<_>>()
        });
        let mut lines = HashMap::new();
        // Names of properties first: a name of its own comes before them.
        for (name, line) in of_srd.iter().filter(|_| file == MAGIC_ITEMS) {
            let name = fold(name);
            let Some((property, item)) = property_and_item(&name) else { continue };
            let property = base_name(property, None);
            if GENERIC_ITEMS.contains(&item) {
                lines.insert(property, *line);
            } else if files.get(EQUIPMENT).is_some_and(|equipment| equipment.contains_key(item)) {
                lines.entry(property).or_insert(*line);
            }
        }
        for (name, line) in of_srd.into_iter().chain(of_other_books) {
            let name = fold(name);
            lines.entry(base_name(&name, None)).or_insert(line);
            lines.insert(name, line);
        }
        files.insert(file, lines);
    }
    files
});

/// A number that changes with the words. What is made from them is made anew then.
pub static VERSION: LazyLock<u32> = LazyLock::new(|| {
    let mut hash = Sha256::new();
    FILES.iter().flat_map(|(_, texts)| texts).for_each(|text| hash.update(text.as_bytes()));
    hash.finalize().iter().take(4).fold(0, |number, byte| number << 8 | u32::from(*byte))
});

/// Returns true if a name is that of a spell of an open book.
pub fn is_spell(name: &str) -> bool {
    LINES.get("spells").is_some_and(|spells| spells.contains_key(&fold(name)))
}

/// Returns an entry's everyday words, if any. `base_item` is the mundane item a magic item is made from.
pub fn line(kind: Kind, name: &str, base_item: Option<&str>) -> Option<Line> {
    let lines = LINES.get(file(kind))?;
    let name = fold(name);
    let base = || lines.get(&base_name(&name, None));
    let of_item = || base_item.and_then(|item| lines.get(&base_name(&name, Some(&fold(item)))));
    lines.get(&name).or_else(base).or_else(of_item).copied()
}

/// Returns the names that only other books than the System Reference Documents have, with their words.
pub fn of_other_books() -> impl Iterator<Item = (&'static str, &'static str)> {
    FILES.into_iter().flat_map(|(_, [_, other_books])| lines_of(other_books))
}

/// Splits the name of a magic item such as `sword of sharpness` or `vorpal glaive`.
fn property_and_item(name: &str) -> Option<(&str, &str)> {
    let reversed = |(item, property)| (property, item);
    name.split_once(" of ").map(reversed).or_else(|| name.rsplit_once(' '))
}

fn file(kind: Kind) -> &'static str {
    match kind.family() {
        Family::Creature | Family::Encounter => "creatures",
        Family::Spell => "spells",
        Family::Equipment if kind == Kind::MagicItem => MAGIC_ITEMS,
        Family::Equipment => EQUIPMENT,
        Family::CharacterOption => "options",
        Family::Rule => "rules",
    }
}

/// Returns all names with their words.
pub fn lines() -> impl Iterator<Item = (&'static str, &'static str)> {
    FILES.into_iter().flat_map(|(_, texts)| texts).flat_map(lines_of)
}

#[cfg(test)]
mod tests;
