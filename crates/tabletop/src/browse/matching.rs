//! The entries that match a request and pass its filters, in the order of how well they match.

use std::collections::{BTreeMap, HashMap, HashSet};

use content::fields::{Field, browsable};
use content::model::{Kind, OtherName, other_names, translated_names};
use search::{TypedName, searchable};

use super::column::requested_columns;
use super::entry::CatalogueEntry;
use super::request::{Browse, FieldFilter};
use super::result::{BrowseResult, FieldCounts, FoundBy, KindCount, ValueCount};
use super::row::{Match, Row, chosen, grouped, sort, use_rank};
use super::snapshot::BrowseSnapshot;

const MIN_INFIX_CHARS: usize = 3;
/// The similarity above which a text's words may mean a name: `dispell` has the stem of `dispel`.
const MIN_SIMILARITY_OF_SPELT: f64 = 0.85;
/// The bit of the challenge rating, above those of the fields.
const RATING_BIT: u32 = 1 << 31;
/// The maximum number of filters, each of which takes one bit below that of the challenge rating.
const MAX_FILTERS: usize = 31;

/// Entries that may match by more than their names, best first.
#[derive(Debug, Clone, Default)]
pub struct Candidates {
    /// Entries found by their text. They follow those whose names match.
    pub by_text: Vec<i64>,
    /// True if each of those has every word of the query as it is typed.
    pub is_spelt: bool,
    /// Entries ranked by meaning and words. They come before all others.
    pub ranked: Option<Vec<i64>>,
    /// True if meaning was searched for these, and not only words.
    pub has_meaning: bool,
}

/// The documents and entries that pass the filters; `None` where there are no filters.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Admitted {
    /// The ids of the documents that pass the filters by document and edition.
    pub documents: Option<Vec<i64>>,
    /// The ids of the entries that pass the other filters.
    pub entries: Option<Vec<i64>>,
}

/// Returns the documents and entries of any kind that pass the filters.
pub fn admitted_by_filters(snapshot: &BrowseSnapshot, browse: &Browse) -> Admitted {
    let conditions = Conditions::new(snapshot, browse);
    let (mut documents, mut entries) = (HashSet::new(), Vec::new());
    for entry in &snapshot.entries {
        let failed = conditions.failed(entry);
        if failed & conditions.origins == 0 {
            documents.insert(entry.document);
        }
        if failed & !conditions.origins == 0 {
            entries.push(entry.id);
        }
    }
    let filters_fields = conditions.challenge_rating.is_some()
        || conditions.fields.iter().any(|condition| condition.bit & conditions.origins == 0);
    let all = snapshot.documents.iter().enumerate();
    let documents = all.filter(|(position, _)| documents.contains(position)).map(|(_, document)| document.id);
    Admitted {
        documents: (conditions.origins != 0).then(|| documents.collect()),
        entries: filters_fields.then_some(entries),
    }
}

/// Returns the entries that match a request, with counts.
pub fn find(snapshot: &BrowseSnapshot, browse: &Browse, candidates: &Candidates) -> BrowseResult {
    let conditions = Conditions::new(snapshot, browse);
    let matches = matches(snapshot, browse, candidates);
    let matches = grouped(matches, browse.folds, |entry| conditions.failed(entry));
    let is_requested = |found: &&Match| browse.kinds.is_empty() || browse.kinds.contains(&found.entry.kind);
    let passes = |found: &&Match| found.failed == 0;
    let mut result = BrowseResult::default();
    let mut kinds: BTreeMap<Kind, usize> = BTreeMap::new();
    let mut tallies = vec![Tally::default(); snapshot.values.all.len()];
    let mut rows = Vec::new();
    for (number, group) in matches.chunk_by(|one, other| one.group == other.group).enumerate() {
        if let Some(found) = chosen(snapshot, browse, group.iter().filter(passes)) {
            *kinds.entry(found.entry.kind).or_default() += 1;
        }
        let of_kinds = || group.iter().filter(is_requested);
        if of_kinds().next().is_none() {
            continue;
        }
        result.unfiltered += 1;
        for found in of_kinds() {
            conditions.count(snapshot, found, number + 1, &mut tallies);
        }
        match chosen(snapshot, browse, of_kinds().filter(passes)) {
            Some(shown) => rows.push(Row::new(shown, of_kinds().filter(passes))),
            None if of_kinds().any(|found| found.failed & !conditions.origins == 0) => result.elsewhere += 1,
            None => {}
        }
    }
    result.total = rows.len();
    sort(snapshot, browse, &mut rows);
    result.columns = requested_columns(&browse.kinds).to_vec();
    let page = rows.iter().skip(browse.offset).take(browse.limit);
    result.entries = page.filter_map(|row| row.summary(snapshot, !result.columns.is_empty())).collect();
    result.kinds = kinds.into_iter().map(|(kind, count)| KindCount { kind, count }).collect();
    result.fields = field_counts(snapshot, browse, &tallies);
    result
}

fn searchable_names(others: Vec<OtherName>) -> Vec<(OtherName, String)> {
    others.into_iter().map(|other| (other, searchable(other.name))).collect()
}

fn has_other_name(snapshot: &BrowseSnapshot, entry: &CatalogueEntry, others: &[(OtherName, String)]) -> bool {
    others.iter().any(|(other, name)| {
        *name == entry.searched
            && other.kind == entry.kind
            && other.edition.is_none_or(|edition| edition.srd() == snapshot.key(entry))
    })
}

/// Returns the entries that match the query, best first, and how.
fn matches<'a>(
    snapshot: &'a BrowseSnapshot,
    browse: &Browse,
    candidates: &Candidates,
) -> Vec<(&'a CatalogueEntry, Option<FoundBy>)> {
    let query = searchable(browse.query.trim());
    if query.is_empty() {
        return snapshot.entries.iter().map(|entry| (entry, None)).collect();
    }
    let words: Vec<&str> =
        query.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let others = searchable_names(other_names(&[], &browse.query));
    let rank = |entry: &CatalogueEntry| match name_rank(&entry.searched, &query, &words) {
        Some(0) if !is_label(entry.kind) => Some(0),
        rank => {
            rank.map(|rank| rank.max(1)).or_else(|| has_other_name(snapshot, entry, &others).then_some(1))
        }
    };
    if let Some(ids) = &candidates.ranked {
        return ranked(snapshot, candidates, ids, |entry| rank(entry).is_some());
    }
    // Of equally good names, those of what is looked up most come first, those of first documents, then the
    // shortest.
    let place = |entry: &CatalogueEntry| {
        let rank_of_use = use_rank(entry.kind).min(if entry.searched == query { 1 } else { u8::MAX });
        (rank_of_use, snapshot.place(entry), entry.searched.len())
    };
    let mut named: Vec<_> = snapshot.entries.iter().filter_map(|entry| Some((rank(entry)?, entry))).collect();
    // A stable sort: entries of equal rank stay in the order of their names.
    named.sort_by_key(|(rank, entry)| (*rank, place(entry)));
    let mut named: Vec<_> = named.into_iter().map(|(_, entry)| entry).collect();
    if named.is_empty() {
        let translated = searchable_names(translated_names(&[], &browse.query));
        named =
            snapshot.entries.iter().filter(|entry| has_other_name(snapshot, entry, &translated)).collect();
        named.sort_by_key(|entry| place(entry));
    }
    let mut found_by = None;
    if named.is_empty() {
        let least = if candidates.is_spelt { MIN_SIMILARITY_OF_SPELT } else { 0.0 };
        named = similar(snapshot, (&query, least), place);
        found_by = Some(FoundBy::Spelling);
    }
    let ids: HashSet<i64> = named.iter().map(|entry| entry.id).collect();
    let by_text = in_order(snapshot, &candidates.by_text, &ids);
    let named = named.into_iter().map(|entry| (entry, found_by));
    named.chain(by_text.into_iter().map(|entry| (entry, Some(FoundBy::Text)))).collect()
}

/// Returns the ranked entries, then the others whose text has every word.
fn ranked<'a>(
    snapshot: &'a BrowseSnapshot,
    candidates: &Candidates,
    ids: &[i64],
    is_named: impl Fn(&CatalogueEntry) -> bool,
) -> Vec<(&'a CatalogueEntry, Option<FoundBy>)> {
    let spelt = if candidates.is_spelt { candidates.by_text.as_slice() } else { &[] };
    let of_text: HashSet<i64> = spelt.iter().copied().collect();
    let found_by = |entry: &'a CatalogueEntry| {
        let has_words = of_text.contains(&entry.id) || !candidates.has_meaning;
        let found_by = if has_words { FoundBy::Text } else { FoundBy::Meaning };
        (entry, (!is_named(entry)).then_some(found_by))
    };
    let best = in_order(snapshot, ids, &HashSet::new());
    let rest = in_order(snapshot, spelt, &ids.iter().copied().collect());
    best.into_iter().chain(rest).map(found_by).collect()
}

/// Returns the entries with a name more similar to the query than `least`, the most similar first.
fn similar<'a, P: Ord>(
    snapshot: &'a BrowseSnapshot,
    (query, least): (&str, f64),
    place: impl Fn(&CatalogueEntry) -> P,
) -> Vec<&'a CatalogueEntry> {
    let typed = TypedName::new(query);
    let similarity = |entry: &'a CatalogueEntry| (typed.similarity(&entry.searched), entry);
    let mut similar: Vec<_> =
        snapshot.entries.iter().map(similarity).filter(|(alike, _)| *alike > least).collect();
    similar.sort_by(|(alike, entry), (other_alike, other)| {
        other_alike.total_cmp(alike).then_with(|| place(entry).cmp(&place(other)))
    });
    similar.into_iter().map(|(_, entry)| entry).collect()
}

fn in_order<'a>(snapshot: &'a BrowseSnapshot, ids: &[i64], except: &HashSet<i64>) -> Vec<&'a CatalogueEntry> {
    let positions: HashMap<i64, usize> =
        ids.iter().enumerate().map(|(position, id)| (*id, position)).collect();
    let known = snapshot.entries.iter().filter(|entry| !except.contains(&entry.id));
    let mut entries: Vec<(usize, &CatalogueEntry)> =
        known.filter_map(|entry| Some((*positions.get(&entry.id)?, entry))).collect();
    entries.sort_by_key(|(position, _)| *position);
    entries.into_iter().map(|(_, entry)| entry).collect()
}

/// Ranks a name by its match with a query: 0 for the best, `None` for no match.
fn name_rank(name: &str, query: &str, words: &[&str]) -> Option<u8> {
    if name == query {
        return Some(0);
    }
    if name.starts_with(query) {
        return Some(1);
    }
    let begins = |word: &&str| name.split(|c: char| !c.is_alphanumeric()).any(|part| part.starts_with(*word));
    if !words.is_empty() && words.iter().all(begins) {
        return Some(2);
    }
    // `firebolt` is Fire Bolt.
    let mut letters = name.chars().filter(|c| c.is_alphanumeric());
    if !words.is_empty() && query.chars().filter(|c| c.is_alphanumeric()).all(|c| letters.next() == Some(c)) {
        return Some(3);
    }
    (query.chars().count() >= MIN_INFIX_CHARS && name.contains(query)).then_some(4)
}

/// Returns true for kinds that are little but names: an entry whose name begins so is more likely meant.
fn is_label(kind: Kind) -> bool {
    matches!(kind, Kind::Language | Kind::DamageType | Kind::CreatureType | Kind::MagicSchool)
}

/// The filters of a request as positions of values. Each has a bit in the set that an entry fails.
struct Conditions {
    fields: Vec<Condition>,
    challenge_rating: Option<(f64, f64)>,
    /// The bits of the filters by document and edition.
    origins: u32,
}

/// The number of groups of matches with a value.
#[derive(Clone, Default)]
struct Tally {
    count: usize,
    /// The last group that was counted.
    group: usize,
}

struct Condition {
    field: &'static Field,
    include: Vec<Option<u32>>,
    exclude: Vec<u32>,
    every: bool,
    bit: u32,
}

impl Conditions {
    fn new(snapshot: &BrowseSnapshot, browse: &Browse) -> Self {
        let mut fields = Vec::new();
        let mut origins = 0;
        for (number, filter) in browse.filters.iter().take(MAX_FILTERS).enumerate() {
            let FieldFilter { field, include, exclude, every } = filter;
            let bit = 1 << number;
            if field.families().is_empty() {
                origins |= bit;
            }
            let include = include.iter().map(|value| snapshot.find_value(field, value)).collect();
            let exclude = exclude.iter().filter_map(|value| snapshot.find_value(field, value)).collect();
            fields.push(Condition { field, include, exclude, every: *every, bit });
        }
        let challenge_rating = (browse.cr_min.is_some() || browse.cr_max.is_some())
            .then(|| (browse.cr_min.unwrap_or(f64::MIN), browse.cr_max.unwrap_or(f64::MAX)));
        Self { fields, challenge_rating, origins }
    }

    /// Returns the bits of the filters that an entry fails; 0 if it passes all.
    fn failed(&self, entry: &CatalogueEntry) -> u32 {
        let failed = self.fields.iter().filter(|condition| !condition.holds(entry));
        let mut failed = failed.fold(0, |bits, condition| bits | condition.bit);
        if let Some((min, max)) = self.challenge_rating
            && !entry.challenge_rating.is_some_and(|rating| min <= rating && rating <= max)
        {
            failed |= RATING_BIT;
        }
        failed
    }

    /// Counts every field if the entry passes all filters, otherwise that of the only filter it fails; each
    /// value once in a group.
    fn count(&self, snapshot: &BrowseSnapshot, found: &Match, group: usize, tallies: &mut [Tally]) {
        let only = self.fields.iter().find(|condition| condition.bit == found.failed && !condition.every);
        if found.failed != 0 && only.is_none() {
            return;
        }
        for value in &found.entry.values {
            let field = snapshot.values.get(*value).map(|value| value.field);
            if let Some(tally) = tallies.get_mut(*value as usize)
                && tally.group != group
                && only.is_none_or(|only| field == Some(only.field))
            {
                *tally = Tally { count: tally.count + 1, group };
            }
        }
    }
}

impl Condition {
    fn holds(&self, entry: &CatalogueEntry) -> bool {
        let has = |value: &u32| entry.values.contains(value);
        let included = |value: &Option<u32>| value.as_ref().is_some_and(has);
        let passes = match (self.include.is_empty(), self.every) {
            (true, _) => true,
            (false, true) => self.include.iter().all(included),
            (false, false) => self.include.iter().any(included),
        };
        passes && !self.exclude.iter().any(has)
    }
}

fn field_counts(snapshot: &BrowseSnapshot, browse: &Browse, tallies: &[Tally]) -> Vec<FieldCounts> {
    let mut families: Vec<_> = browse.kinds.iter().map(|kind| kind.family()).collect();
    families.dedup();
    let is_offered = |field: &&Field| match (families.as_slice(), field.families()) {
        (_, []) => true,
        ([only], families) => families.contains(only),
        _ => false,
    };
    let is_requested = |field: &Field, value: &str| {
        let of_field = browse.filters.iter().filter(|filter| filter.field == field);
        of_field.flat_map(|filter| filter.include.iter().chain(&filter.exclude)).any(|other| other == value)
    };
    let mut fields: Vec<FieldCounts> = Vec::new();
    for field in browsable().filter(is_offered) {
        let of_field = snapshot.values.all.iter().zip(tallies).filter(|(value, _)| value.field == field);
        let mut values: Vec<ValueCount> = of_field
            .filter(|(value, tally)| tally.count > 0 || is_requested(field, &value.value))
            .map(|(value, tally)| ValueCount {
                value: value.value.clone(),
                label: value.label.clone(),
                count: tally.count,
            })
            .collect();
        values.sort_by(|a, b| (field.rank(&a.value), &a.label).cmp(&(field.rank(&b.value), &b.label)));
        if !values.is_empty() {
            fields.push(FieldCounts { field, values });
        }
    }
    fields
}
