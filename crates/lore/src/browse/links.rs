use std::collections::HashSet;
use std::ops::Range;

use serde::Serialize;

use super::catalogue::{Card, Catalogue};
use crate::model::Kind;
use crate::query::Entry;
use crate::search::searchable;

/// The most words that a name in a text may have.
const LONGEST_NAME: usize = 5;

/// A name in a text that is an entry of its own.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct Link {
    /// The name as it stands in the text.
    pub text: String,
    /// The address of the entry.
    pub uri: String,
    /// The entry's kind.
    pub kind: Kind,
}

impl Catalogue {
    /// The names of conditions, spells and creatures in the text of an entry, in their order. A name leads to the entry of the same
    /// document, or else of the same edition, or else of the core rules.
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
                let most = LONGEST_NAME.min(words.len() - at);
                let longest = (1..=most).rev().find_map(|number| {
                    let place = slice(paragraph, words.get(at..at + number)?)?;
                    let name = paragraph.get(place.clone())?;
                    let cards = names.get(&searchable(name))?;
                    let fits = |card: &&Card| number > 1 || stands_for(card.kind, paragraph, &place, is_list);
                    let cards = cards.iter().filter_map(|place| self.cards.get(*place)).filter(fits);
                    Some((number, name, self.nearest_to(entry, cards)?))
                });
                let Some((number, name, card)) = longest else {
                    at += 1;
                    continue;
                };
                at += number;
                if card.searched != own && seen.insert(name.to_owned()) {
                    links.push(Link { text: name.to_owned(), uri: self.uri(card), kind: card.kind });
                }
            }
        }
        links
    }

    fn nearest_to<'a>(&self, entry: &Entry, cards: impl Iterator<Item = &'a Card>) -> Option<&'a Card> {
        let own = self.documents.iter().find(|document| document.key == entry.document_key);
        cards.min_by_key(|card| {
            let document = self.documents.get(card.document);
            let kind = match card.kind {
                Kind::Condition => 0,
                Kind::Spell => 1,
                _ => 2,
            };
            (
                document.map(|it| &it.key) != own.map(|it| &it.key),
                document.map(|it| it.edition) != own.map(|it| it.edition),
                document.is_none_or(|it| !it.is_first),
                kind,
            )
        })
    }
}

/// Whether a single word is meant as a name. Conditions always are; `light` and `guard` are spells and creatures only where the text
/// sets them apart, or lists spells.
fn stands_for(kind: Kind, paragraph: &str, place: &Range<usize>, is_list: bool) -> bool {
    let before = paragraph.get(..place.start).and_then(|text| text.chars().next_back());
    let after = paragraph.get(place.end..).and_then(|text| text.chars().next());
    let is_set_apart = matches!((before, after), (Some('*' | '_'), Some('*' | '_')));
    match kind {
        Kind::Condition => true,
        Kind::Spell => is_set_apart || is_list,
        _ => is_set_apart,
    }
}

/// Whether a paragraph lists the spells that a creature casts.
fn is_spell_list(paragraph: &str) -> bool {
    let lower = paragraph.to_lowercase();
    ["at will:", "at will):", "/day:", "/day each:", " slots):", " slot):"]
        .iter()
        .any(|mark| lower.contains(mark))
}

/// The places of the words of a text.
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

/// From the first of some words to the last, when nothing but single spaces stands between them.
fn slice(text: &str, words: &[Range<usize>]) -> Option<Range<usize>> {
    let (first, last) = (words.first()?, words.last()?);
    let joined = words.windows(2).all(|pair| match pair {
        [a, b] => text.get(a.end..b.start).is_some_and(|between| between == " " || between == "\n"),
        _ => false,
    });
    joined.then_some(first.start..last.end)
}
