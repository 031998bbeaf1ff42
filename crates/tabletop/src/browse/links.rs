//! Links from the text of an entry to the entries that it names.

use std::collections::HashSet;
use std::ops::Range;

use content::model::{Details, Family, Kind};
use content::query::Entry;
use search::searchable;
use serde::Serialize;
use text::{Pattern, pattern};

use super::entry::CatalogueEntry;
use super::snapshot::BrowseSnapshot;

const MAX_NAME_WORDS: usize = 5;
/// A list of at least so many spells in a row needs no other mark.
const MIN_LIST: usize = 3;
/// The maximum distance of a bracket from the names in it, in characters.
const MAX_BRACKET: usize = 80;
/// The headings of columns whose cells name equipment.
const COLUMNS_OF_EQUIPMENT: [&str; 6] = ["armor", "container", "item", "name", "ship", "weapon"];

static WORD: Pattern = pattern!(r"[\p{Alphabetic}\p{N}'’/-]+");
/// Matches where an emphasis begins or ends.
static MARKS: Pattern = pattern!("[*_]+");
/// Matches what separates two names of a list: `, `, ` and `, ` (level 5 version), or `.
static SEPARATOR: Pattern =
    pattern!(r"^[*_]*(?: ?\([^()|\n]*\))?[*_]* ?(?:[,;](?: (?:and|or))?|and|or) ?[*_]*$");

/// The name of an entry in a text.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, schemars::JsonSchema)]
pub struct Link {
    /// The name as it is written in the text.
    pub text: String,
    /// The address of the entry.
    pub uri: String,
    /// The entry's kind.
    pub kind: Kind,
    /// The text directly before the name, if only there it is meant: common words are names only in lists and
    /// where they are emphasised. It has one `*` where an emphasis begins or ends, and a line end at either
    /// end of a line or cell.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub before: String,
    /// The text directly after the name, like `before`.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub after: String,
}

/// The text before and after a name.
type Place = (String, String);

struct Name<'a> {
    range: Range<usize>,
    words: usize,
    entries: Vec<&'a CatalogueEntry>,
}

impl Name<'_> {
    fn is_spell(&self) -> bool {
        self.entries.iter().any(|entry| entry.kind == Kind::Spell)
    }

    /// Returns true if the cells of a column with this heading may be names of its kind.
    fn is_listed_under(&self, head: &str) -> bool {
        let head = head.to_lowercase();
        let head = head.trim_matches([' ', '*', '_']);
        self.is_spell() && head.contains("spell")
            || COLUMNS_OF_EQUIPMENT.contains(&head)
                && self.entries.iter().any(|entry| is_equipment(entry.kind))
    }
}

impl BrowseSnapshot {
    /// Finds the names of conditions, spells, creatures and equipment in the text of an entry and in its
    /// condition immunities, in their order. A name links to the entry of the same document, or else of the
    /// same edition, or else of the core rules.
    pub fn links(&self, entry: &Entry, text: &str) -> Vec<Link> {
        let own = searchable(&entry.name);
        let immunities = match &entry.details {
            Details::Creature(creature) => creature.condition_immunities.as_deref(),
            _ => None,
        };
        let mut links = Vec::new();
        let mut seen: HashSet<Link> = HashSet::new();
        for paragraph in text.split("\n\n").chain(immunities) {
            let names = self.names_in(paragraph);
            let listed = listed_in(paragraph, &names);
            for (name, listed) in names.into_iter().zip(listed) {
                let Some(text) = paragraph.get(name.range.clone()) else { continue };
                let emphasised =
                    is_emphasised(paragraph, &name.range).then(|| ("*".to_owned(), "*".to_owned()));
                let is_meant = |other: &&CatalogueEntry| match other.kind {
                    Kind::Condition => true,
                    kind if kind == Kind::Spell || is_equipment(kind) => {
                        name.words > 1 || emphasised.is_some() || listed.is_some()
                    }
                    _ => name.words > 1 || emphasised.is_some(),
                };
                let Some(target) = self.closest_to(entry, name.entries.iter().copied().filter(is_meant))
                else {
                    continue;
                };
                let is_name_everywhere = name.words > 1 || target.kind == Kind::Condition;
                let place = emphasised.or(listed).filter(|_| !is_name_everywhere);
                let (before, after) = place.unwrap_or_default();
                let link =
                    Link { text: text.to_owned(), uri: self.uri(target), kind: target.kind, before, after };
                if target.searched != own && seen.insert(link.clone()) {
                    links.push(link);
                }
            }
        }
        links
    }

    fn names_in(&self, paragraph: &str) -> Vec<Name<'_>> {
        let words: Vec<Range<usize>> = WORD.find_iter(paragraph).map(|word| word.range()).collect();
        let mut names = Vec::new();
        let mut at = 0;
        while at < words.len() {
            let max_words = MAX_NAME_WORDS.min(words.len() - at);
            let longest = (1..=max_words).rev().find_map(|number| {
                let range = slice(paragraph, words.get(at..at + number)?)?;
                let positions = self.named().get(&searchable(paragraph.get(range.clone())?))?;
                let entries = positions.iter().filter_map(|position| self.entries.get(*position)).collect();
                Some(Name { range, words: number, entries })
            });
            at += longest.as_ref().map_or(1, |name| name.words);
            names.extend(longest);
        }
        names
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
                Kind::Creature => 2,
                _ => 3,
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

/// Returns, for each name that is an item of a list of spells, or a cell of a column of names, its place.
fn listed_in(paragraph: &str, names: &[Name<'_>]) -> Vec<Option<Place>> {
    let is_spell_list = is_spell_list(paragraph);
    let between = |one: &Name<'_>, next: &Name<'_>| paragraph.get(one.range.end..next.range.start);
    let is_next = |one: &Name<'_>, next: &Name<'_>| {
        one.is_spell() && next.is_spell() && between(one, next).is_some_and(|text| SEPARATOR.is_match(text))
    };
    let mut listed = Vec::with_capacity(names.len());
    for row in names.chunk_by(is_next) {
        let is_cell = is_in_column_of_names(paragraph, row);
        let is_list = row.len() >= MIN_LIST
            || row.len() > 1 && row.iter().any(|name| name.words > 1)
            || is_spell_list && is_item(paragraph, row)
            || is_cell;
        listed.extend(row.iter().enumerate().map(|(at, name)| {
            let (previous, next) = (at.checked_sub(1).and_then(|at| row.get(at)), row.get(at + 1));
            let text = |range: Range<usize>| {
                MARKS.replace_all(paragraph.get(range).unwrap_or_default(), "*").into_owned()
            };
            let nothing = String::new;
            let place = match (previous, next) {
                (Some(previous), _) => (text(previous.range.start..name.range.start), nothing()),
                (None, Some(next)) => (nothing(), text(name.range.end..next.range.end)),
                (None, None) if is_cell => ("\n".to_owned(), "\n".to_owned()),
                (None, None) => {
                    let start = start_of_item(paragraph, name.range.start);
                    (text(start..name.range.start), nothing())
                }
            };
            is_list.then_some(place)
        }));
    }
    listed
}

fn is_equipment(kind: Kind) -> bool {
    kind.family() == Family::Equipment
}

fn is_spell_list(paragraph: &str) -> bool {
    let lower = paragraph.to_lowercase();
    ["at will:", "at will):", "/day:", "/day each:", " slots):", " slot):"]
        .iter()
        .any(|mark| lower.contains(mark))
}

/// Returns true if a row of names stands where a list has an item, and not in brackets.
fn is_item(paragraph: &str, row: &[Name<'_>]) -> bool {
    let (Some(first), Some(last)) = (row.first(), row.last()) else { return false };
    let start = paragraph.get(start_of_item(paragraph, first.range.start)..).unwrap_or_default();
    let rest = paragraph.get(last.range.end..).unwrap_or_default().trim_start_matches([' ', '*', '_']);
    let before = paragraph.get(..first.range.start).unwrap_or_default();
    let bracket = before.chars().rev().take(MAX_BRACKET).find(|c| matches!(c, '(' | ')' | '\n'));
    start.starts_with([':', ',', ';'])
        && (rest.is_empty() || rest.starts_with([',', ';', '.', '(', '\n']) || rest.starts_with("and "))
        && bracket != Some('(')
}

fn is_in_column_of_names(paragraph: &str, row: &[Name<'_>]) -> bool {
    let (Some(first), Some(last)) = (row.first(), row.last()) else { return false };
    let before = paragraph.get(..first.range.start).unwrap_or_default().trim_end_matches([' ', '*', '_']);
    let rest = paragraph.get(last.range.end..).unwrap_or_default().trim_start_matches([' ', '*', '_']);
    let column = before.rsplit('\n').next().unwrap_or_default().matches('|').count();
    let head = paragraph.lines().next().and_then(|head| head.split('|').nth(column));
    before.ends_with('|') && rest.starts_with('|') && head.is_some_and(|head| first.is_listed_under(head))
}

/// Returns where the item that begins with a name starts, with the sign before it.
fn start_of_item(paragraph: &str, name: usize) -> usize {
    let before = paragraph.get(..name).unwrap_or_default().trim_end_matches([' ', '*', '_']);
    before.char_indices().next_back().map_or(0, |(at, _)| at)
}

fn is_emphasised(paragraph: &str, range: &Range<usize>) -> bool {
    let before = paragraph.get(..range.start).is_some_and(|before| before.ends_with(['*', '_']));
    before && paragraph.get(range.end..).is_some_and(|after| after.starts_with(['*', '_']))
}

fn slice(text: &str, words: &[Range<usize>]) -> Option<Range<usize>> {
    let (first, last) = (words.first()?, words.last()?);
    let is_blank = |between: &str| between == " " || between == "\n";
    let joined = words.array_windows().all(|[a, b]| text.get(a.end..b.start).is_some_and(is_blank));
    joined.then_some(first.start..last.end)
}
