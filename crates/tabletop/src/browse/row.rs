//! The rows of a list: what is one thing in several documents and editions is one row.

use std::cmp::Ordering;
use std::collections::HashMap;

use content::fields::{FacetValue, Field};
use content::model::{Edition, Family, Kind};

use super::column::{Order, OrderBy, columns, compare};
use super::entry::CatalogueEntry;
use super::request::Browse;
use super::result::{EntrySummary, FoundBy};
use super::snapshot::BrowseSnapshot;

/// An entry that matches the words of a request.
#[derive(Clone, Copy)]
pub(super) struct Match<'a> {
    pub(super) entry: &'a CatalogueEntry,
    pub(super) found_by: Option<FoundBy>,
    /// The bits of the filters that it fails.
    pub(super) failed: u32,
    /// Equal for the matches that are one thing.
    pub(super) group: usize,
}

pub(super) struct Row<'a> {
    shown: Match<'a>,
    /// The same thing in other documents and editions.
    others: Vec<&'a CatalogueEntry>,
}

/// Returns the matches so that those of one thing stand together, in the order of the first of each. Two
/// entries of one document are two things.
pub(super) fn grouped<'a>(
    matches: Vec<(&'a CatalogueEntry, Option<FoundBy>)>,
    folds: bool,
    failed: impl Fn(&CatalogueEntry) -> u32,
) -> Vec<Match<'a>> {
    let mut in_document: HashMap<(u64, usize), usize> = HashMap::new();
    let mut groups: HashMap<(u64, usize), usize> = HashMap::new();
    let mut group_of = |entry: &CatalogueEntry, number: usize| {
        if !folds {
            return number;
        }
        let repetition = in_document.entry((entry.thing, entry.document)).or_default();
        *repetition += 1;
        *groups.entry((entry.thing, *repetition)).or_insert(number)
    };
    let of_match = |(number, (entry, found_by)): (usize, (&'a CatalogueEntry, Option<FoundBy>))| {
        let group = group_of(entry, number);
        Match { entry, found_by, failed: failed(entry), group }
    };
    let mut grouped: Vec<Match> = matches.into_iter().enumerate().map(of_match).collect();
    grouped.sort_by_key(|found| found.group);
    grouped
}

/// Returns the entry of a group to show: of the preferred edition, with the name that was typed, of the rules
/// of 2024.
pub(super) fn chosen<'a, 'm>(
    snapshot: &BrowseSnapshot,
    browse: &Browse,
    group: impl Iterator<Item = &'m Match<'a>>,
) -> Option<Match<'a>>
where
    'a: 'm,
{
    let mut group = group.peekable();
    let best = **group.peek()?;
    let is_named = best.found_by.is_none() && !browse.query.trim().is_empty();
    let rank = |found: &&Match| {
        let edition = snapshot.documents.get(found.entry.document).map(|document| document.edition);
        let is_typed = !is_named || found.entry.searched == best.entry.searched;
        (snapshot.place(found.entry), !is_typed, edition != Some(Edition::Of2024))
    };
    group.min_by_key(rank).map(|found| Match { found_by: best.found_by, ..*found })
}

impl<'a> Row<'a> {
    pub(super) fn new<'m>(shown: Match<'a>, versions: impl Iterator<Item = &'m Match<'a>>) -> Self
    where
        'a: 'm,
    {
        let others = versions.map(|found| found.entry).filter(|other| other.id != shown.entry.id);
        Self { shown, others: others.collect() }
    }

    pub(super) fn summary(&self, snapshot: &BrowseSnapshot, with_cells: bool) -> Option<EntrySummary> {
        let entry = self.shown.entry;
        let document = snapshot.documents.get(entry.document)?;
        let others = self.others.iter();
        let cells = entry.cells.iter().filter(|_| with_cells);
        let label = |position: &u32| snapshot.cells.get(*position).map(|cell| cell.label.clone());
        Some(EntrySummary {
            uri: snapshot.uri(entry),
            name: entry.name.clone(),
            kind: entry.kind,
            document_key: document.key.clone(),
            document_name: document.name.clone(),
            document_source: document.provider,
            edition: document.edition,
            summary: entry.summary.clone(),
            found_by: self.shown.found_by,
            also_in: others.filter_map(|other| snapshot.counterpart(&entry.name, other, false)).collect(),
            cells: cells.filter_map(label).collect(),
        })
    }

    fn cell<'s>(&self, snapshot: &'s BrowseSnapshot, field: &Field) -> Option<&'s FacetValue> {
        let columns = columns(self.shown.entry.kind.family()).iter();
        let place = columns.map(|column| column.field).position(|other| other == field)?;
        let value = snapshot.cells.get(*self.shown.entry.cells.get(place)?)?;
        (!value.value.is_empty()).then_some(value)
    }
}

/// Sorts rows by the requested order. Without one, they stay as they are if there is a query; otherwise, what
/// is looked up most comes first in a list of all kinds.
pub(super) fn sort(snapshot: &BrowseSnapshot, browse: &Browse, rows: &mut [Row]) {
    if browse.order.is_none() && !browse.query.trim().is_empty() {
        return;
    }
    rows.sort_by(|one, other| one.shown.entry.searched.cmp(&other.shown.entry.searched));
    let turned = |order: Ordering, is_descending| if is_descending { order.reverse() } else { order };
    match browse.order {
        None if browse.kinds.is_empty() => {
            rows.sort_by_key(|row| (use_rank(row.shown.entry.kind), snapshot.place(row.shown.entry)));
        }
        None | Some(Order { by: OrderBy::Name, is_descending: false }) => {}
        Some(Order { by: OrderBy::Name, .. }) => rows.reverse(),
        Some(Order { by: OrderBy::Source, is_descending }) => {
            let title = |row: &Row| snapshot.documents.get(row.shown.entry.document).map(|of| &of.name);
            rows.sort_by(|one, other| turned(title(one).cmp(&title(other)), is_descending));
        }
        Some(Order { by: OrderBy::Field(field), is_descending }) => {
            rows.sort_by(|one, other| match (one.cell(snapshot, field), other.cell(snapshot, field)) {
                (Some(one), Some(other)) => turned(compare(one, other), is_descending),
                (one, other) => one.is_none().cmp(&other.is_none()),
            });
        }
    }
}

/// Ranks a kind by how often its entries are looked up: 0 for the most.
pub(super) fn use_rank(kind: Kind) -> u8 {
    match (kind, kind.family()) {
        (Kind::Spell | Kind::Creature | Kind::MagicItem | Kind::Class | Kind::Condition, _) => 0,
        (Kind::Rule, _) => 1,
        (_, Family::Rule) => 2,
        _ => 1,
    }
}
