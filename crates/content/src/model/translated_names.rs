//! The names of entries in other languages, as the books in these languages print them or players say them.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::other_names::spelling;
use super::{Kind, OtherName};

/// The languages, each with its list: the kind as a heading, then a line for each name of the System
/// Reference Documents, such as `Fireball = Feuerball`, or with several names `Mage = Magier; Zauberer`.
const LANGUAGES: [(&str, &str); 6] = [
    ("German", include_str!("translated_names/de.txt")),
    ("French", include_str!("translated_names/fr.txt")),
    ("Spanish", include_str!("translated_names/es.txt")),
    ("Italian", include_str!("translated_names/it.txt")),
    ("Portuguese", include_str!("translated_names/pt.txt")),
    ("Polish", include_str!("translated_names/pl.txt")),
];

static BY_SPELLING: LazyLock<HashMap<String, Vec<OtherName>>> = LazyLock::new(|| {
    let mut names: HashMap<String, Vec<OtherName>> = HashMap::new();
    for (language, list) in LANGUAGES {
        for translated in translations(language, list) {
            let same_name = names.entry(spelling(translated.asked)).or_default();
            if same_name.iter().all(|other| (other.kind, other.name) != (translated.kind, translated.name)) {
                same_name.push(translated);
            }
        }
    }
    names
});

/// Returns the translations of a list that differ from the English names.
fn translations(language: &'static str, list: &'static str) -> impl Iterator<Item = OtherName> {
    let mut kind = None;
    let of_line = move |line: &'static str| {
        kind = line.strip_prefix('[').and_then(|line| line.strip_suffix(']')?.parse().ok()).or(kind);
        Some((kind?, line.split_once(" = ")?))
    };
    list.lines().filter_map(of_line).flat_map(move |(kind, (name, translations))| {
        let differs = move |translation: &&str| !translation.eq_ignore_ascii_case(name);
        let translated =
            move |asked| OtherName { kind, asked, name, edition: None, language: Some(language) };
        translations.split("; ").filter(differs).map(translated)
    })
}

/// Returns the entries of these kinds (all if empty) that have a name in another language.
pub fn translated_names(kinds: &[Kind], name: &str) -> Vec<OtherName> {
    let named = BY_SPELLING.get(&spelling(name)).into_iter().flatten();
    named.filter(|other| kinds.is_empty() || kinds.contains(&other.kind)).copied().collect()
}

#[cfg(test)]
mod tests;
