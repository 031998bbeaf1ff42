//! Counterparts: the same entry in another document or edition.

use content::model::{Details, DocumentKey, Edition, Family, Kind, Provider, fold, names_of_2024};
use content::query::{Entry, is_srd};
use serde::Serialize;

use super::counterpart_index::{NameType, other_names};
use super::entry::{CatalogueEntry, DocumentInfo};
use super::snapshot::BrowseSnapshot;

/// The same entry in another document.
#[serde_with_macros::skip_serializing_none]
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
#[schemars(rename = "Twin")]
pub struct Counterpart {
    /// The address of the whole entry.
    pub uri: String,
    /// Its name, if it differs.
    pub name: Option<String>,
    /// Its class, race or chapter, if its document has several of its name.
    pub parent: Option<String>,
    /// The key of its document.
    pub document_key: DocumentKey,
    /// The title of its document.
    pub document_name: String,
    /// The source of its document.
    pub document_source: Provider,
    /// The edition of its document.
    pub edition: Edition,
}

impl BrowseSnapshot {
    /// Finds the counterparts of an entry: entries of the same kind and name, in any order of its words, and
    /// between the two System Reference Documents also renamed ones. Returns the closest of each document.
    pub fn counterparts(&self, entry: &Entry) -> Vec<Counterpart> {
        let mut documents = self.documents.iter().enumerate();
        let Some((own, document)) = documents.find(|(_, document)| document.key == entry.document_key) else {
            return Vec::new();
        };
        let mut found = self.candidates(own, document, entry);
        found.sort_unstable();
        found.dedup();
        let closest =
            found.chunk_by(|(document, ..), (other, ..)| document == other).flat_map(|of_document| {
                let is_closest = |(_, name_type, _): &&(usize, NameType, usize)| {
                    of_document.first().is_some_and(|(_, closest, _)| name_type == closest)
                };
                let positions = of_document.iter().take_while(is_closest).map(|(.., position)| *position);
                self.of_the_same_owner(document, entry, positions.collect())
            });
        let mut positions: Vec<usize> = closest.collect();
        positions.sort_unstable();
        let others: Vec<&CatalogueEntry> =
            positions.into_iter().filter_map(|position| self.entries.get(position)).collect();
        let is_one_of_several =
            |of: &CatalogueEntry| others.iter().filter(|other| other.document == of.document).count() > 1;
        let counterpart =
            |other: &&CatalogueEntry| self.counterpart(&entry.name, other, is_one_of_several(other));
        others.iter().filter_map(counterpart).collect()
    }

    /// Entries of other documents that share a name: the document, the name's type, the entry's position.
    fn candidates(
        &self,
        own: usize,
        document: &DocumentInfo,
        entry: &Entry,
    ) -> Vec<(usize, NameType, usize)> {
        let mut found = Vec::new();
        let mut add = |name: &str, kind: Kind, name_type: NameType| {
            for other in self.counterpart_index().get(name) {
                let matches = match (name_type, other.name_type) {
                    (NameType::Own, NameType::Own) => are_comparable(kind, other.kind),
                    // Another name of one of them must be the whole name of the other, in the other edition.
                    (NameType::Own, _) | (_, NameType::Own) => {
                        let is_short = name_type.max(other.name_type) == NameType::Short;
                        (kind == other.kind || is_short && are_comparable(kind, other.kind))
                            && self.is_of_the_other_srd(document, other.position)
                    }
                    _ => false,
                };
                let document = self.entries.get(other.position).map(|other| other.document);
                if let Some(document) = document.filter(|document| matches && *document != own) {
                    found.push((document, name_type.max(other.name_type), other.position));
                }
            }
        };
        add(&entry.name, entry.kind, NameType::Own);
        for (name, kind, name_type) in other_names(document, entry.kind, &entry.name) {
            add(&name, kind, name_type);
        }
        found
    }

    fn is_of_the_other_srd(&self, document: &DocumentInfo, position: usize) -> bool {
        let other = self.entries.get(position).and_then(|entry| self.documents.get(entry.document));
        is_srd(document.key.as_str())
            && other.is_some_and(|other| is_srd(other.key.as_str()) && other.edition != document.edition)
    }

    /// Between the System Reference Documents, a feature may have moved to another class or race.
    fn of_the_same_owner(&self, document: &DocumentInfo, entry: &Entry, positions: Vec<usize>) -> Vec<usize> {
        let Details::CharacterOption(option) = &entry.details else { return positions };
        let Some(owner) = option.parent.as_deref() else { return positions };
        let is_of = |position: &usize| {
            let parent = self.entries.get(*position).and_then(|other| other.parent.as_deref());
            parent.is_none_or(|other| have_one_in_common(owner, other))
        };
        let of_the_owner: Vec<usize> = positions.iter().copied().filter(is_of).collect();
        let has_moved = |position: &usize| self.is_of_the_other_srd(document, *position);
        if of_the_owner.is_empty() && positions.iter().any(has_moved) { positions } else { of_the_owner }
    }

    pub(super) fn counterpart(
        &self,
        name: &str,
        other: &CatalogueEntry,
        is_one_of_several: bool,
    ) -> Option<Counterpart> {
        let document = self.documents.get(other.document)?;
        Some(Counterpart {
            uri: self.uri(other),
            name: (fold(&other.name) != fold(name)).then(|| other.name.clone()),
            parent: other.parent.clone().filter(|_| is_one_of_several),
            document_key: document.key.clone(),
            document_name: document.name.clone(),
            document_source: document.provider,
            edition: document.edition,
        })
    }
}

/// Some documents list as items what others list as weapons or magic items.
fn are_comparable(one: Kind, other: Kind) -> bool {
    one == other || one.family() == Family::Equipment && other.family() == Family::Equipment
}

/// Returns true if two lists of classes, subclasses or races have one in common, renamed ones included.
fn have_one_in_common(one: &str, other: &str) -> bool {
    let is_renamed = |old: &str, new: &str| {
        let renamed = names_of_2024(Kind::Subclass, old);
        renamed.iter().any(|(_, name)| fold(name) == fold(new))
    };
    let same = |a: &str, b: &str| fold(a) == fold(b) || is_renamed(a, b) || is_renamed(b, a);
    one.split(", ").any(|a| other.split(", ").any(|b| same(a, b)))
}

#[cfg(test)]
mod tests;
