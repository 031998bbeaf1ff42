use std::collections::{HashMap, HashSet};

use super::catalogue::{Card, Catalogue};
use super::{Browse, Browsed, Field, FieldCounts, FieldFilter, KindCount, Listed, ValueCount};
use crate::model::{Family, Kind};
use crate::query::nearest;
use crate::search::searchable;

/// How many names are offered when nothing matches.
const OFFERED: usize = 3;
/// The shortest query that is looked for inside words.
const LEAST_INSIDE: usize = 3;

/// Entries that may match by more than their names, best first.
#[derive(Debug, Clone, Default)]
pub(crate) struct Candidates {
    /// Found by what they say: they stand after those whose names match.
    pub(crate) by_text: Vec<i64>,
    /// Found by meaning, best first: they decide the order, and no other entry is shown.
    pub(crate) by_meaning: Option<Vec<i64>>,
}

/// What a search has to be limited to so that the filters hold; `None` where they ask nothing.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Left {
    /// The documents in which they hold.
    pub(crate) documents: Option<Vec<i64>>,
    /// The entries for which those of other fields hold.
    pub(crate) entries: Option<Vec<i64>>,
}

/// Finds what the filters leave, whatever the kinds.
pub(crate) fn left_by_filters(catalogue: &Catalogue, browse: &Browse) -> Left {
    let conditions = Conditions::of(catalogue, browse);
    let (mut documents, mut entries) = (HashSet::new(), Vec::new());
    for card in &catalogue.cards {
        let failed = conditions.failed(card);
        if failed & conditions.places == 0 {
            documents.insert(card.document);
        }
        if failed & !conditions.places == 0 {
            entries.push(card.id);
        }
    }
    let all = catalogue.documents.iter().enumerate();
    let documents = all.filter(|(place, _)| documents.contains(place)).map(|(_, document)| document.id);
    Left {
        documents: (conditions.places != 0).then(|| documents.collect()),
        entries: conditions.filters_fields().then_some(entries),
    }
}

/// Finds what matches.
pub(crate) fn look(catalogue: &Catalogue, browse: &Browse, candidates: &Candidates) -> Browsed {
    let found = found(catalogue, browse, candidates);
    let conditions = Conditions::of(catalogue, browse);
    let mut browsed = Browsed::default();
    let mut kinds = [0_usize; Kind::ALL.len()];
    let mut counts = vec![0_usize; catalogue.values.len()];
    let shown = browse.offset..browse.offset.saturating_add(browse.limit);
    for (card, by_text) in &found {
        let failed = conditions.failed(card);
        let of_kind = browse.kinds.is_empty() || browse.kinds.contains(&card.kind);
        if failed == 0
            && let Some(kind) = Kind::ALL.iter().position(|kind| *kind == card.kind)
            && let Some(count) = kinds.get_mut(kind)
        {
            *count += 1;
        }
        if !of_kind {
            continue;
        }
        browsed.unfiltered += 1;
        conditions.count(catalogue, card, failed, &mut counts);
        if failed == 0 {
            if shown.contains(&browsed.total) {
                browsed.entries.extend(listed(catalogue, card, *by_text));
            }
            browsed.total += 1;
        } else if failed & !conditions.places == 0 {
            browsed.elsewhere += 1;
        }
    }
    browsed.kinds = Kind::ALL
        .into_iter()
        .zip(kinds)
        .filter(|(_, count)| *count > 0)
        .map(|(kind, count)| KindCount { kind, count })
        .collect();
    browsed.fields = fields(catalogue, browse, &counts);
    if !browse.query.trim().is_empty() && found.iter().all(|(_, by_text)| *by_text) {
        browsed.nearest = near(catalogue, browse);
    }
    browsed
}

/// The entries that the words find, best first, and whether by their text.
fn found<'a>(catalogue: &'a Catalogue, browse: &Browse, candidates: &Candidates) -> Vec<(&'a Card, bool)> {
    let query = searchable(browse.query.trim());
    if query.is_empty() {
        return catalogue.cards.iter().map(|card| (card, false)).collect();
    }
    let words = words(&query);
    let in_order = |ids: &[i64], known: &HashSet<i64>| {
        let mut cards: Vec<(usize, &Card)> = Vec::new();
        let places: HashMap<i64, usize> = ids.iter().enumerate().map(|(place, id)| (*id, place)).collect();
        for card in &catalogue.cards {
            if let Some(place) = places.get(&card.id)
                && !known.contains(&card.id)
            {
                cards.push((*place, card));
            }
        }
        cards.sort_by_key(|(place, _)| *place);
        cards.into_iter().map(|(_, card)| card).collect::<Vec<_>>()
    };
    if let Some(ids) = &candidates.by_meaning {
        let is_named = |card: &Card| name_fit(&card.searched, &query, &words).is_some();
        return in_order(ids, &HashSet::new()).into_iter().map(|card| (card, !is_named(card))).collect();
    }
    let place = |card: &Card| {
        let fit = name_fit(&card.searched, &query, &words)?;
        let is_other = catalogue.documents.get(card.document).is_none_or(|document| !document.is_first);
        Some((fit, fit > 0 && is_small(card.kind), is_other, card.searched.len()))
    };
    let mut named: Vec<_> = catalogue.cards.iter().filter_map(|card| Some((place(card)?, card))).collect();
    // Stable: what is equal stays in the order of the names.
    named.sort_by_key(|(place, _)| *place);
    let known: HashSet<i64> = named.iter().map(|(_, card)| card.id).collect();
    let by_text = in_order(&candidates.by_text, &known);
    let named = named.into_iter().map(|(_, card)| (card, false));
    named.chain(by_text.into_iter().map(|card| (card, true))).collect()
}

fn words(query: &str) -> Vec<&str> {
    query.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect()
}

/// How a name fits a query, 0 for best: it is the query, begins with it, has a word that begins with each of its
/// words, begins with it but for spaces, or holds it.
fn name_fit(name: &str, query: &str, words: &[&str]) -> Option<u8> {
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
    (query.chars().count() >= LEAST_INSIDE && name.contains(query)).then_some(4)
}

/// Whether an entry of a kind only gives a word its place: after others whose names fit as well.
fn is_small(kind: Kind) -> bool {
    kind.family() == Family::Rule && !matches!(kind, Kind::Rule | Kind::Condition)
}

/// The filters, as numbers of values. Each is one bit of what an entry may fail.
struct Conditions {
    fields: Vec<Condition>,
    challenge_rating: Option<(f64, f64)>,
    /// The bits of those that say where an entry stands.
    places: u32,
}

struct Condition {
    field: Field,
    include: Vec<Option<u32>>,
    exclude: Vec<u32>,
    every: bool,
    bit: u32,
}

/// The bit of the challenge rating, beyond those of any fields.
const RATING: u32 = 1 << 31;

impl Conditions {
    fn of(catalogue: &Catalogue, browse: &Browse) -> Self {
        let mut fields = Vec::new();
        let mut places = 0;
        for (number, filter) in browse.filters.iter().take(Field::ALL.len()).enumerate() {
            let FieldFilter { field, include, exclude, every } = filter;
            let bit = 1 << number;
            if field.is_place() {
                places |= bit;
            }
            let include = include.iter().map(|value| catalogue.find_value(*field, value)).collect();
            let exclude = exclude.iter().filter_map(|value| catalogue.find_value(*field, value)).collect();
            fields.push(Condition { field: *field, include, exclude, every: *every, bit });
        }
        let challenge_rating = (browse.cr_min.is_some() || browse.cr_max.is_some())
            .then(|| (browse.cr_min.unwrap_or(f64::MIN), browse.cr_max.unwrap_or(f64::MAX)));
        Self { fields, challenge_rating, places }
    }

    /// Whether more is asked than where an entry stands.
    fn filters_fields(&self) -> bool {
        self.challenge_rating.is_some()
            || self.fields.iter().any(|condition| condition.bit & self.places == 0)
    }

    /// The bits of what an entry fails; 0 when everything holds.
    fn failed(&self, card: &Card) -> u32 {
        let mut failed = 0;
        for condition in &self.fields {
            if !condition.holds(card) {
                failed |= condition.bit;
            }
        }
        if let Some((least, most)) = self.challenge_rating
            && !card.challenge_rating.is_some_and(|rating| least <= rating && rating <= most)
        {
            failed |= RATING;
        }
        failed
    }

    /// Counts an entry's values of each field for which everything else holds.
    fn count(&self, catalogue: &Catalogue, card: &Card, failed: u32, counts: &mut [usize]) {
        if failed.count_ones() > 1 {
            return;
        }
        let only = self.fields.iter().find(|condition| condition.bit == failed && !condition.every);
        if failed != 0 && only.is_none() {
            return;
        }
        for value in &card.values {
            let field = catalogue.values.get(*value as usize).map(|value| value.field);
            if let Some(count) = counts.get_mut(*value as usize)
                && only.is_none_or(|only| field == Some(only.field))
            {
                *count += 1;
            }
        }
    }
}

impl Condition {
    fn holds(&self, card: &Card) -> bool {
        let has = |value: &u32| card.values.contains(value);
        let included = |value: &Option<u32>| value.as_ref().is_some_and(has);
        let wanted = match (self.include.is_empty(), self.every) {
            (true, _) => true,
            (false, true) => self.include.iter().all(included),
            (false, false) => self.include.iter().any(included),
        };
        wanted && !self.exclude.iter().any(has)
    }
}

/// The fields that the chosen kinds have, with the values that occur or are filtered by.
fn fields(catalogue: &Catalogue, browse: &Browse, counts: &[usize]) -> Vec<FieldCounts> {
    let mut families: Vec<_> = browse.kinds.iter().map(|kind| kind.family()).collect();
    families.dedup();
    let offered = |field: &Field| match families.as_slice() {
        [family] => field.is_of(*family),
        _ => field.is_place(),
    };
    let asked = |field: Field, value: &str| {
        let of_field = browse.filters.iter().filter(|filter| filter.field == field);
        of_field.flat_map(|filter| filter.include.iter().chain(&filter.exclude)).any(|other| other == value)
    };
    let mut fields: Vec<FieldCounts> = Vec::new();
    for field in Field::ALL.into_iter().filter(offered) {
        let mut values: Vec<ValueCount> = catalogue
            .values
            .iter()
            .zip(counts)
            .filter(|(value, count)| value.field == field && (**count > 0 || asked(field, &value.value)))
            .map(|(value, count)| ValueCount {
                value: value.value.clone(),
                label: value.label.clone(),
                count: *count,
            })
            .collect();
        values.sort_by(|a, b| (field.place(&a.value), &a.label).cmp(&(field.place(&b.value), &b.label)));
        if !values.is_empty() {
            fields.push(FieldCounts { field, values });
        }
    }
    fields
}

fn listed(catalogue: &Catalogue, card: &Card, by_text: bool) -> Option<Listed> {
    let document = catalogue.documents.get(card.document)?;
    Some(Listed {
        uri: catalogue.uri(card),
        name: card.name.clone(),
        kind: card.kind,
        document_key: document.key.clone(),
        document_name: document.name.clone(),
        document_source: document.provider,
        edition: document.edition,
        summary: card.summary.clone(),
        by_text,
    })
}

/// The names that are nearest to a query in spelling.
fn near(catalogue: &Catalogue, browse: &Browse) -> Vec<String> {
    let mut names: Vec<&str> = catalogue.cards.iter().map(|card| card.name.as_str()).collect();
    names.dedup();
    nearest(browse.query.trim(), &names, OFFERED)
}
