//! Folds what is one thing into one result: an entry in several documents and editions, and the variants of
//! an item. The result shows the one that is preferred and names the others.

use std::collections::{HashMap, HashSet};

use content::error::Result;
use content::model::{Details, DocumentKey, Edition, Family, Kind, fold, thing};
use content::query::{Entry, Glob, OtherVersion, without_facts};

use super::Library;

/// The most versions, and the most variants, that a result names.
const MAX_NAMED: usize = 8;

/// How the entries of a request are folded.
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

impl<'a> Folding<'a> {
    /// Folds what is looked up by a name, or by fields alone.
    pub(super) fn of_name(preferred: &'a HashSet<DocumentKey>, name: Option<&str>) -> Self {
        let with_variants = name.is_none_or(|name| Glob::read(name).is_some());
        Self { preferred, asked: name.map(fold), with_variants, shows_first: false }
    }

    /// Groups entries by what they are, in the order of their first ones. Of a document, a group has one
    /// entry, unless they are variants, or options of several classes or races. Also returns the number of
    /// groups that begin among the first `best` entries.
    pub(super) fn groups(&self, entries: Vec<Entry>, best: usize) -> (Vec<Vec<Entry>>, usize) {
        let mut groups: Vec<Vec<Entry>> = Vec::new();
        let mut places: HashMap<Thing, usize> = HashMap::new();
        let mut best_groups = 0;
        for (number, entry) in entries.into_iter().enumerate() {
            // Homebrew of that name is another thing.
            let thing = (!entry.document_source.is_homebrew()).then(|| thing_of(&entry, self.with_variants));
            let repeats = match entry.kind.family() {
                Family::CharacterOption => true,
                Family::Equipment => self.with_variants,
                _ => false,
            };
            let is_open = |place: &usize| {
                let of_document = |other: &Entry| other.document_key == entry.document_key;
                repeats || groups.get(*place).is_some_and(|group| !group.iter().any(of_document))
            };
            let place = thing.as_ref().and_then(|thing| places.get(thing).copied()).filter(is_open);
            match place.and_then(|place| groups.get_mut(place)) {
                Some(group) => group.push(entry),
                None => {
                    places.extend(thing.map(|thing| (thing, groups.len())));
                    groups.push(vec![entry]);
                    best_groups += usize::from(number < best);
                }
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
            let is_asked = self.asked.as_ref().is_none_or(|asked| fold(&entry.name) == *asked);
            let is_of_2024 = edition_of(entry) == Some(Edition::Of2024);
            let is_srd = Edition::Of2024.srd() == Some(entry.document_key.as_str());
            (!self.preferred.contains(&entry.document_key), !is_asked, !is_srd, !is_of_2024)
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
    match &entry.details {
        Details::CharacterOption(option) => option.parent.clone(),
        _ => None,
    }
}

fn differs(one: &Entry, other: &Entry) -> bool {
    let text = |entry: &Entry| fold(&without_facts(entry.kind, &entry.details, &entry.body));
    one.details != other.details || text(one) != text(other)
}

#[cfg(test)]
mod tests;
