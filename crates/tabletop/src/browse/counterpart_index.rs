//! An index of the names under which entries are found in other documents.

use std::collections::HashMap;

use content::model::{Edition, Kind, fold, names_of_2024};
use content::query::is_srd;

use super::entry::{CatalogueEntry, DocumentInfo};

/// Words that a name may have or lack.
const SMALL_WORDS: [&str; 6] = ["a", "an", "and", "of", "or", "the"];

/// The entries of a snapshot by the names under which they are found as counterparts.
#[derive(Debug, Clone, Default)]
pub(super) struct CounterpartIndex(HashMap<String, Vec<NamedEntry>>);

#[derive(Debug, Clone, Copy)]
pub(super) struct NamedEntry {
    pub(super) position: usize,
    /// Its kind under that name.
    pub(super) kind: Kind,
    pub(super) name_type: NameType,
}

/// A type of name, closest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum NameType {
    /// The entry's name in any order of its words.
    Own,
    /// The name in the other edition.
    Renamed,
    /// The name without a suffix in brackets.
    Short,
}

impl CounterpartIndex {
    pub(super) fn new(entries: &[CatalogueEntry], documents: &[DocumentInfo]) -> Self {
        let mut index = Self::default();
        for (position, entry) in entries.iter().enumerate() {
            index.add(&entry.name, NamedEntry { position, kind: entry.kind, name_type: NameType::Own });
            let Some(document) = documents.get(entry.document) else { continue };
            for (name, kind, name_type) in other_names(document, entry.kind, &entry.name) {
                index.add(&name, NamedEntry { position, kind, name_type });
            }
        }
        index
    }

    fn add(&mut self, name: &str, entry: NamedEntry) {
        self.0.entry(key(name)).or_default().push(entry);
    }

    pub(super) fn get(&self, name: &str) -> impl Iterator<Item = NamedEntry> {
        self.0.get(&key(name)).into_iter().flatten().copied()
    }
}

/// Returns the other names under which an entry of a System Reference Document is found.
pub(super) fn other_names(document: &DocumentInfo, kind: Kind, name: &str) -> Vec<(String, Kind, NameType)> {
    if !is_srd(document.key.as_str()) {
        return Vec::new();
    }
    let renamed = if document.edition == Edition::Of2014 { names_of_2024(kind, name) } else { Vec::new() };
    let short = name.strip_suffix(')').and_then(|name| name.rsplit_once(" ("));
    let renamed = renamed.into_iter().map(|(kind, name)| (name, kind, NameType::Renamed));
    renamed.chain(short.map(|(name, _)| (name.to_owned(), kind, NameType::Short))).collect()
}

/// Returns the words of a name in alphabetical order, so that `Light Crossbow` equals `Crossbow, light`.
fn key(name: &str) -> String {
    let folded = fold(name).replace('\'', "");
    let mut words: Vec<&str> = folded.split(|c: char| !c.is_alphanumeric() && c != '+').collect();
    words.retain(|word| !word.is_empty() && !SMALL_WORDS.contains(word));
    words.sort_unstable();
    words.dedup();
    if words.is_empty() { folded } else { words.join(" ") }
}
