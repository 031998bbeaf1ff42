//! Folds what is one thing into one result: an entry in several documents and editions, and the variants of
//! an item. The result shows the one that is preferred and names the others.

use std::collections::{BTreeSet, HashMap, HashSet};

use content::error::Result;
use content::model::{Details, DocumentKey, Edition, Family, Kind, fold, thing};
use content::query::{Entry, Glob, OtherVersion, without_facts};

use super::Library;

/// The most versions, and the most variants, that a result names.
const MAX_NAMED: usize = 8;

pub(super) struct Folding<'a> {
    /// The documents whose entries are shown rather than others: those of the campaign's edition.
    pub(super) preferred: &'a HashSet<DocumentKey>,
    /// The name or words of the request, folded.
    pub(super) asked: Option<String>,
    /// True if the variants of an item are one result, too: none was looked up by its name.
    pub(super) with_variants: bool,
    /// True if the first entry is the one to show: the query names its book or edition.
    pub(super) shows_first: bool,
}

/// An entry by which others are recognised as the same thing.
type Thing = (Kind, String);

/// Entries by what they are. Of a document, a group has one entry, unless they are variants, or options of
/// several classes or races.
#[derive(Default)]
pub(super) struct Groups {
    pub(super) all: Vec<Vec<Entry>>,
    places: HashMap<Thing, BTreeSet<usize>>,
}

impl Groups {
    /// Adds an entry to the group of its thing, or returns it if it begins another.
    fn add(&mut self, entry: Entry, folding: &Folding<'_>) -> Option<Entry> {
        // Homebrew of that name is another thing.
        if entry.document_source.is_homebrew() {
            return Some(entry);
        }
        let repeats = match entry.kind.family() {
            Family::CharacterOption => true,
            Family::Equipment => folding.with_variants,
            _ => false,
        };
        let of_document = |other: &Entry| other.document_key == entry.document_key;
        let is_open = |group: &[Entry]| repeats || !group.iter().any(of_document);
        // By its own name, a variant is found in a book that names the variants otherwise.
        let things = [false, folding.with_variants].map(|with_variants| thing_of(&entry, with_variants));
        let mut known = things.iter().filter_map(|thing| self.places.get(thing)).flatten().copied();
        let open = known.find(|place| self.all.get(*place).is_some_and(|group| is_open(group)));
        let place = open.unwrap_or(self.all.len());
        for thing in things {
            self.places.entry(thing).or_default().insert(place);
        }
        match self.all.get_mut(place) {
            Some(group) => group.push(entry),
            None => return Some(entry),
        }
        None
    }

    pub(super) fn complete(&mut self, versions: Vec<Entry>, folding: &Folding<'_>) {
        let known: HashSet<String> = self.all.iter().flatten().map(|entry| entry.uri.clone()).collect();
        for version in versions.into_iter().filter(|version| !known.contains(&version.uri)) {
            self.add(version, folding);
        }
    }
}

impl<'a> Folding<'a> {
    /// Folds what is looked up by a name, or by fields alone.
    pub(super) fn of_name(preferred: &'a HashSet<DocumentKey>, name: Option<&str>) -> Self {
        let with_variants = name.is_none_or(|name| Glob::read(name).is_some());
        Self { preferred, asked: name.map(fold), with_variants, shows_first: false }
    }

    /// Groups entries by what they are, in the order of their first ones. Also returns the number of groups
    /// that begin among the first `best` entries.
    pub(super) fn groups(&self, entries: Vec<Entry>, best: usize) -> (Groups, usize) {
        let (mut groups, mut best_groups) = (Groups::default(), 0);
        for (number, entry) in entries.into_iter().enumerate() {
            if let Some(entry) = groups.add(entry, self) {
                groups.all.push(vec![entry]);
            }
            if number < best {
                best_groups = groups.all.len();
            }
        }
        (groups, best_groups)
    }

    /// Returns the entry of a group to show, with the others named. The texts are compared if `compares`.
    fn one_of(
        &self,
        mut group: Vec<Entry>,
        editions: &HashMap<DocumentKey, Edition>,
        compares: bool,
    ) -> Option<Entry> {
        let edition_of = |entry: &Entry| editions.get(&entry.document_key).copied();
        let rank = |entry: &Entry| {
            let name = fold(&entry.name);
            let distance = self.asked.as_ref().map_or(0, |asked| match asked.trim_end_matches('s') {
                singular if name.trim_end_matches('s') == singular => 0,
                words if words.split(' ').all(|word| name.contains(word)) => 1,
                _ => 2,
            });
            let is_of_2024 = edition_of(entry) == Some(Edition::Of2024);
            let is_srd = Edition::Of2024.srd() == Some(entry.document_key.as_str());
            (!self.preferred.contains(&entry.document_key), distance, !is_srd, !is_of_2024)
        };
        let ranks = group.iter().map(rank).enumerate().filter(|(place, _)| *place == 0 || !self.shows_first);
        let (place, _) = ranks.min_by_key(|(_, rank)| *rank)?;
        let best_score = group.first()?.similarity_score;
        let mut shown = group.remove(place);
        shown.similarity_score = best_score;
        // The other classes of an option come before the same ones in other editions.
        group.sort_by_key(|other| other.document_key != shown.document_key);
        let own = thing_of(&shown, false);
        for other in group {
            let is_same = thing_of(&other, false) == own;
            let version = OtherVersion {
                name: (fold(&other.name) != fold(&shown.name)).then(|| other.name.clone()),
                parent: parent_of(&other).filter(|parent| Some(parent) != parent_of(&shown).as_ref()),
                edition: edition_of(&other).filter(|edition| *edition != Edition::Other),
                differs: (compares && is_same).then(|| differs(&shown, &other)),
                document_key: other.document_key,
                uri: other.uri,
            };
            let named = if is_same { &mut shown.also_in } else { &mut shown.variants };
            if named.len() < MAX_NAMED {
                named.push(version);
            } else {
                *shown.more_versions.get_or_insert(0) += 1;
            }
        }
        Some(shown)
    }
}

impl Library {
    /// Returns an entry for each group. Only the first is compared with its other versions.
    pub(super) async fn folded(&self, groups: Vec<Vec<Entry>>, folding: &Folding<'_>) -> Result<Vec<Entry>> {
        let mut documents = Vec::new();
        if groups.iter().any(|group| group.len() > 1) {
            documents = self.store.documents().await?;
        }
        let editions = documents.iter().map(|row| (row.key.clone(), row.edition())).collect();
        let one_of = |(place, group)| folding.one_of(group, &editions, place == 0);
        Ok(groups.into_iter().enumerate().filter_map(one_of).collect())
    }
}

fn thing_of(entry: &Entry, with_variants: bool) -> Thing {
    thing(entry.kind, &entry.name, &entry.details, with_variants)
}

fn parent_of(entry: &Entry) -> Option<String> {
    let Details::CharacterOption(option) = &entry.details else { return None };
    option.parent.clone()
}

fn differs(one: &Entry, other: &Entry) -> bool {
    let text = |entry: &Entry| fold(&without_facts(entry.kind, &entry.details, &entry.body));
    one.details != other.details || text(one) != text(other)
}

#[cfg(test)]
mod tests;
