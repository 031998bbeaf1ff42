//! Links from the text of an entry to the entries that it names.

use std::collections::HashSet;
use std::ops::Range;

use serde::Serialize;

use super::entry::CatalogueEntry;
use super::snapshot::BrowseSnapshot;
use crate::model::Kind;
use crate::query::Entry;
use crate::search::searchable;

/// The maximum number of words of a name in a text.
const MAX_NAME_WORDS: usize = 5;

/// The name of an entry in a text.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct Link {
    /// The name as it is written in the text.
    pub text: String,
    /// The address of the entry.
    pub uri: String,
    /// The entry's kind.
    pub kind: Kind,
}

impl BrowseSnapshot {
    /// Finds the names of conditions, spells and creatures in the text of an entry, in their order. A name links to the entry of
    /// the same document, or else of the same edition, or else of the core rules.
    pub(crate) fn links(&self, entry: &Entry, text: &str) -> Vec<Link> {
        let names = self.named();
        let own = searchable(&entry.name);
        let mut links = Vec::new();
        let mut seen: HashSet<String> = HashSet::new();
        for paragraph in text.split("\n\n") {
            let words = words(paragraph);
            let is_list = is_spell_list(paragraph);
            let mut at = 0;
            while at < words.len() {
                let max_words = MAX_NAME_WORDS.min(words.len() - at);
                let longest = (1..=max_words).rev().find_map(|number| {
                    let range = slice(paragraph, words.get(at..at + number)?)?;
                    let name = paragraph.get(range.clone())?;
                    let is_name = |entry: &&CatalogueEntry| {
                        number > 1 || is_meant(entry.kind, paragraph, &range, is_list)
                    };
                    let positions = names.get(&searchable(name))?;
                    let named = positions.iter().filter_map(|position| self.entries.get(*position));
                    Some((number, name, self.closest_to(entry, named.filter(is_name))?))
                });
                let Some((number, name, target)) = longest else {
                    at += 1;
                    continue;
                };
                at += number;
                if target.searched != own && seen.insert(name.to_owned()) {
                    links.push(Link { text: name.to_owned(), uri: self.uri(target), kind: target.kind });
                }
            }
        }
        links
    }

    fn closest_to<'a>(
        &self,
        entry: &Entry,
        others: impl Iterator<Item = &'a CatalogueEntry>,
    ) -> Option<&'a CatalogueEntry> {
        let edition = self.edition_of(entry);
        others.min_by_key(|other| {
            let document = self.documents.get(other.document);
            let kind = match other.kind {
                Kind::Condition => 0,
                Kind::Spell => 1,
                _ => 2,
            };
            (
                document.map(|it| &it.key) != Some(&entry.document_key),
                document.map(|it| it.edition) != Some(edition),
                document.map_or(u8::MAX, |it| it.place),
                kind,
            )
        })
    }
}

/// Returns true if a single word is used as a name. Conditions always are; `light` and `guard` are spells and creatures only where the
/// text emphasises them or lists spells.
fn is_meant(kind: Kind, paragraph: &str, range: &Range<usize>, is_list: bool) -> bool {
    let before = paragraph.get(..range.start).and_then(|text| text.chars().next_back());
    let after = paragraph.get(range.end..).and_then(|text| text.chars().next());
    let is_emphasised = matches!((before, after), (Some('*' | '_'), Some('*' | '_')));
    match kind {
        Kind::Condition => true,
        Kind::Spell => is_emphasised || is_list,
        _ => is_emphasised,
    }
}

/// Returns true if a paragraph lists the spells that a creature casts.
fn is_spell_list(paragraph: &str) -> bool {
    let lower = paragraph.to_lowercase();
    ["at will:", "at will):", "/day:", "/day each:", " slots):", " slot):"]
        .iter()
        .any(|mark| lower.contains(mark))
}

/// Returns the ranges of the words of a text.
fn words(text: &str) -> Vec<Range<usize>> {
    let mut words: Vec<Range<usize>> = Vec::new();
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '\'' | '’' | '-' | '/');
    for (at, c) in text.char_indices().filter(|(_, c)| is_part(*c)) {
        match words.last_mut() {
            Some(word) if word.end == at => word.end = at + c.len_utf8(),
            _ => words.push(at..at + c.len_utf8()),
        }
    }
    words
}

/// Returns the range from the first of some words to the last, if only single spaces separate them.
fn slice(text: &str, words: &[Range<usize>]) -> Option<Range<usize>> {
    let (first, last) = (words.first()?, words.last()?);
    let joined = words.windows(2).all(|pair| match pair {
        [a, b] => text.get(a.end..b.start).is_some_and(|between| between == " " || between == "\n"),
        _ => false,
    });
    joined.then_some(first.start..last.end)
}
