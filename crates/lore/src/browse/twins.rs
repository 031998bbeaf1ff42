use std::collections::HashMap;

use serde::Serialize;

use super::catalogue::{Card, Catalogue, Shelved};
use crate::model::{Details, DocumentKey, Edition, Family, Kind, Provider, fold, names_of_2024};
use crate::query::{Entry, is_srd};

/// Words that a name may have or lack.
const SMALL_WORDS: [&str; 6] = ["a", "an", "and", "of", "or", "the"];

/// The same entry in another document.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct Twin {
    /// The address of the whole entry.
    pub uri: String,
    /// Its name, if it differs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The key of its document.
    pub document_key: DocumentKey,
    /// The title of its document.
    pub document_name: String,
    /// Where its document came from.
    pub document_source: Provider,
    /// The edition of its document.
    pub edition: Edition,
}

/// The entries of a catalogue by the names under which they are found as twins.
#[derive(Debug, Clone, Default)]
pub(super) struct TwinIndex(HashMap<String, Vec<Named>>);

/// An entry under one of its names.
#[derive(Debug, Clone, Copy)]
struct Named {
    /// Its place among the cards.
    card: usize,
    /// What it is under that name.
    kind: Kind,
    tie: Tie,
}

/// How well an entry is known under a name, best first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Tie {
    /// It is its name, but for the order of the words.
    Name,
    /// It is called so in the other edition.
    Renamed,
    /// It is its name without what stands in brackets at the end.
    Short,
}

impl TwinIndex {
    pub(super) fn of(catalogue: &Catalogue) -> Self {
        let mut index = Self::default();
        for (place, card) in catalogue.cards.iter().enumerate() {
            index.add(&card.name, Named { card: place, kind: card.kind, tie: Tie::Name });
            let Some(document) = catalogue.documents.get(card.document) else { continue };
            for (name, kind, tie) in other_names(document, card.kind, &card.name) {
                index.add(&name, Named { card: place, kind, tie });
            }
        }
        index
    }

    fn add(&mut self, name: &str, named: Named) {
        self.0.entry(key(name)).or_default().push(named);
    }

    fn get(&self, name: &str) -> impl Iterator<Item = Named> {
        self.0.get(&key(name)).into_iter().flatten().copied()
    }
}

/// The names under which an entry of a System Reference Document is to be found beside its own.
fn other_names(document: &Shelved, kind: Kind, name: &str) -> Vec<(String, Kind, Tie)> {
    if !is_srd(document.key.as_str()) {
        return Vec::new();
    }
    let renamed = if document.edition == Edition::Of2014 { names_of_2024(kind, name) } else { Vec::new() };
    let short = name.strip_suffix(')').and_then(|name| name.rsplit_once(" ("));
    let renamed = renamed.into_iter().map(|(kind, name)| (name, kind, Tie::Renamed));
    renamed.chain(short.map(|(name, _)| (name.to_owned(), kind, Tie::Short))).collect()
}

impl Catalogue {
    /// The same entry in other documents: entries of the same kind and name, whatever the order of its words, and between the two
    /// System Reference Documents those that were renamed. Of each document those that fit best.
    pub(crate) fn twins(&self, entry: &Entry) -> Vec<Twin> {
        let Some(own) = self.documents.iter().position(|document| document.key == entry.document_key) else {
            return Vec::new();
        };
        let mut found: HashMap<usize, (Tie, Vec<usize>)> = HashMap::new();
        for (tie, card) in self.candidates(own, entry) {
            let Some(document) = self.cards.get(card).map(|card| card.document) else { continue };
            let best = found.entry(document).or_insert((tie, Vec::new()));
            if tie < best.0 {
                *best = (tie, Vec::new());
            }
            if tie == best.0 && !best.1.contains(&card) {
                best.1.push(card);
            }
        }
        let mut places: Vec<usize> =
            found.into_values().flat_map(|(_, cards)| self.of_the_same_owner(entry, cards)).collect();
        places.sort_unstable();
        places.into_iter().filter_map(|place| self.twin(entry, self.cards.get(place)?)).collect()
    }

    /// The entries of other documents that have a name of an entry.
    fn candidates(&self, own: usize, entry: &Entry) -> Vec<(Tie, usize)> {
        let Some(document) = self.documents.get(own) else { return Vec::new() };
        let mut found = Vec::new();
        let mut add = |name: &str, kind: Kind, tie: Tie| {
            for named in self.twin_index().get(name) {
                let fits = match (tie, named.tie) {
                    (Tie::Name, Tie::Name) => fit(kind, named.kind),
                    // What one of them is called must be all of the other's name, and in the other edition.
                    (Tie::Name, _) | (_, Tie::Name) => {
                        (kind == named.kind || tie.max(named.tie) == Tie::Short && fit(kind, named.kind))
                            && self.is_of_the_other_srd(document, named.card)
                    }
                    _ => false,
                };
                if fits && self.cards.get(named.card).is_some_and(|card| card.document != own) {
                    found.push((tie.max(named.tie), named.card));
                }
            }
        };
        add(&entry.name, entry.kind, Tie::Name);
        for (name, kind, tie) in other_names(document, entry.kind, &entry.name) {
            add(&name, kind, tie);
        }
        found
    }

    /// Whether an entry is of the System Reference Document of another edition than a document that is one, too.
    fn is_of_the_other_srd(&self, document: &Shelved, card: usize) -> bool {
        let other = self.cards.get(card).and_then(|card| self.documents.get(card.document));
        is_srd(document.key.as_str())
            && other.is_some_and(|other| is_srd(other.key.as_str()) && other.edition != document.edition)
    }

    /// Of several features of one name those of the same class or race, if there are any.
    fn of_the_same_owner(&self, entry: &Entry, cards: Vec<usize>) -> Vec<usize> {
        let Details::CharacterOption(option) = &entry.details else { return cards };
        let Some(owner) = option.parent.as_deref() else { return cards };
        let parent = |card: &usize| self.cards.get(*card).and_then(|card| card.parent.as_deref());
        if !cards.iter().filter_map(parent).any(|other| share(owner, other)) {
            return cards;
        }
        let is_of = |card: &usize| parent(card).is_none_or(|other| share(owner, other));
        cards.into_iter().filter(is_of).collect()
    }

    fn twin(&self, entry: &Entry, card: &Card) -> Option<Twin> {
        let document = self.documents.get(card.document)?;
        Some(Twin {
            uri: self.uri(card),
            name: (fold(&card.name) != fold(&entry.name)).then(|| card.name.clone()),
            document_key: document.key.clone(),
            document_name: document.name.clone(),
            document_source: document.provider,
            edition: document.edition,
        })
    }
}

/// Whether entries of two kinds can be the same thing: some documents have among the items what others have among the
/// weapons or the magic items.
fn fit(one: Kind, other: Kind) -> bool {
    one == other || one.family() == Family::Equipment && other.family() == Family::Equipment
}

/// Whether two lists of classes, subclasses or races have one in common, renamed ones included.
fn share(one: &str, other: &str) -> bool {
    let is_renamed = |old: &str, new: &str| {
        let renamed = names_of_2024(Kind::Subclass, old);
        renamed.iter().any(|(_, name)| fold(name) == fold(new))
    };
    let same = |a: &str, b: &str| fold(a) == fold(b) || is_renamed(a, b) || is_renamed(b, a);
    one.split(", ").any(|a| other.split(", ").any(|b| same(a, b)))
}

/// The words of a name in an order of their own, so that `Light Crossbow` is `Crossbow, light`.
fn key(name: &str) -> String {
    let folded = fold(name).replace('\'', "");
    let mut words: Vec<&str> = folded.split(|c: char| !c.is_alphanumeric() && c != '+').collect();
    words.retain(|word| !word.is_empty() && !SMALL_WORDS.contains(word));
    words.sort_unstable();
    words.dedup();
    if words.is_empty() { folded } else { words.join(" ") }
}

#[cfg(test)]
mod tests;
