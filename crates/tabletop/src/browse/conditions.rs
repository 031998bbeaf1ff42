//! The filters of a browse request, applied to the entries of a snapshot.

use content::fields::{Field, browsable};

use super::entry::CatalogueEntry;
use super::request::{Browse, FieldFilter};
use super::result::{FieldCounts, ValueCount};
use super::snapshot::BrowseSnapshot;

/// The bit of the challenge rating, above those of the fields.
const RATING_BIT: u32 = 1 << 31;
/// The maximum number of filters, each of which takes one bit below that of the challenge rating.
const MAX_FILTERS: usize = 31;

/// The filters of a request as positions of values. Each has a bit in the set that an entry fails.
pub(super) struct Conditions {
    fields: Vec<Condition>,
    challenge_rating: Option<(f64, f64)>,
    /// The bits of the filters by document and edition.
    pub(super) origins: u32,
}

struct Condition {
    field: &'static Field,
    include: Vec<Option<u32>>,
    exclude: Vec<u32>,
    every: bool,
    bit: u32,
}

impl Conditions {
    pub(super) fn new(snapshot: &BrowseSnapshot, browse: &Browse) -> Self {
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

    pub(super) fn filters_fields(&self) -> bool {
        self.challenge_rating.is_some()
            || self.fields.iter().any(|condition| condition.bit & self.origins == 0)
    }

    /// Returns the bits of the filters that an entry fails; 0 if it passes all.
    pub(super) fn failed(&self, entry: &CatalogueEntry) -> u32 {
        let failed = self.fields.iter().filter(|condition| !condition.holds(entry));
        let mut failed = failed.fold(0, |bits, condition| bits | condition.bit);
        if let Some((min, max)) = self.challenge_rating
            && !entry.challenge_rating.is_some_and(|rating| min <= rating && rating <= max)
        {
            failed |= RATING_BIT;
        }
        failed
    }

    /// Counts every field if the entry passes all filters, otherwise that of the only filter it fails.
    pub(super) fn count(
        &self,
        snapshot: &BrowseSnapshot,
        entry: &CatalogueEntry,
        failed: u32,
        counts: &mut [usize],
    ) {
        let only = self.fields.iter().find(|condition| condition.bit == failed && !condition.every);
        if failed != 0 && only.is_none() {
            return;
        }
        for value in &entry.values {
            let field = snapshot.values.get(*value as usize).map(|value| value.field);
            if let Some(count) = counts.get_mut(*value as usize)
                && only.is_none_or(|only| field == Some(only.field))
            {
                *count += 1;
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

pub(super) fn field_counts(snapshot: &BrowseSnapshot, browse: &Browse, counts: &[usize]) -> Vec<FieldCounts> {
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
        let of_field = snapshot.values.iter().zip(counts).filter(|(value, _)| value.field == field);
        let mut values: Vec<ValueCount> = of_field
            .filter(|(value, count)| **count > 0 || is_requested(field, &value.value))
            .map(|(value, count)| ValueCount {
                value: value.value.clone(),
                label: value.label.clone(),
                count: *count,
            })
            .collect();
        values.sort_by(|a, b| (field.rank(&a.value), &a.label).cmp(&(field.rank(&b.value), &b.label)));
        if !values.is_empty() {
            fields.push(FieldCounts { field, values });
        }
    }
    fields
}
