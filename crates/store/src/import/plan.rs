//! Plans an import by comparing records with stored entries, without touching the database.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use content::model::Slug;
use ingest::{Rekeyed, Report};
use sqlx::FromRow;

/// The treatment of stored entries that the source no longer contains.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RemovalPolicy {
    /// They are removed.
    Remove,
    /// They are removed, unless a document would lose more than a twentieth of its entries or every entry of
    /// a kind. In that case nothing is imported without consent.
    Guard,
    /// Nothing is imported; the error lists what would be removed.
    DryRun,
    /// They are kept, because part of the source could not be read.
    Keep,
}

#[derive(Debug, Clone, PartialEq, Eq, FromRow)]
pub(super) struct StoredEntry {
    pub(super) id: i64,
    pub(super) kind: String,
    pub(super) slug: Slug,
    pub(super) hash: Vec<u8>,
    /// True if the imported file holds it.
    pub(super) ours: bool,
    /// True if another file holds it.
    pub(super) others: bool,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct NewRecord<'a> {
    pub(super) kind: &'a str,
    pub(super) slug: &'a Slug,
    pub(super) hash: &'a [u8],
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Step {
    Keep(i64),
    Update(i64),
    Insert,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct PlannedRecord {
    pub(super) step: Step,
    pub(super) slug: Slug,
    /// The holder of its original slug, if that is taken.
    pub(super) taken_by: Option<Holder>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Holder {
    SameFile,
    OtherFile,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Plan {
    /// The treatment of each record, in order.
    pub(super) placed: Vec<PlannedRecord>,
    pub(super) gone: Vec<i64>,
    /// Entries that this file no longer holds but another file does.
    pub(super) released: Vec<i64>,
}

/// The changes made by an import.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Changed {
    pub added: u64,
    pub changed: u64,
    pub unchanged: u64,
    pub removed: u64,
    /// Homebrew documents that were given another key.
    pub rekeyed: Vec<Rekeyed>,
}

impl Changed {
    pub(super) fn reported(self, read: Report) -> Report {
        let Self { added, changed, unchanged, removed, rekeyed } = self;
        Report { added, changed, unchanged, removed, rekeyed, ..read }
    }

    pub(super) fn add(&mut self, plan: &Plan) {
        for placed in &plan.placed {
            match placed.step {
                Step::Keep(_) => self.unchanged += 1,
                Step::Update(_) => self.changed += 1,
                Step::Insert => self.added += 1,
            }
        }
        self.removed += plan.gone.len() as u64;
    }
}

/// Plans the import of one file into a document that other files may share. A record searches its own slug
/// and the numbered ones after it: first for an entry with the same content, then for one that no other file
/// holds, then for a free slug. Importing the same file again therefore changes nothing.
pub(super) fn share<'a>(before: &'a [StoredEntry], wanted: &[NewRecord<'a>], policy: RemovalPolicy) -> Plan {
    let mut places = SlugAllocator::new(before, wanted);
    let mut found: Vec<Option<(Step, Slug)>> = vec![None; wanted.len()];
    let ways = [
        SlugAllocator::same_in_own_place,
        SlugAllocator::same_nearby,
        SlugAllocator::own_place,
        SlugAllocator::any_place,
    ];
    for way in ways {
        for (want, found) in wanted.iter().zip(&mut found) {
            if found.is_none() {
                *found = way(&mut places, want);
            }
        }
    }
    let placed = wanted.iter().zip(found).map(|(want, found)| {
        let (step, slug) = found.unwrap_or_else(|| (Step::Insert, want.slug.clone()));
        let taken_by = if slug == *want.slug { None } else { places.holder(want) };
        PlannedRecord { step, slug, taken_by }
    });
    let placed = placed.collect();
    let (mut gone, mut released) = (Vec::new(), Vec::new());
    if policy == RemovalPolicy::Remove {
        for (stored, _) in places.stored.iter().filter(|(stored, claimed)| stored.ours && !claimed) {
            if stored.others { &mut released } else { &mut gone }.push(stored.id);
        }
    }
    Plan { placed, gone, released }
}

#[derive(Default)]
struct SlugAllocator<'a> {
    /// Each stored entry, and true once a record claims it.
    stored: Vec<(&'a StoredEntry, bool)>,
    /// The entry of each slug; `None` for a new record.
    at: HashMap<(String, Slug), Option<usize>>,
    /// Entries by kind and slug without number, in numerical order.
    numbered: HashMap<(&'a str, &'a str), Vec<(u32, usize)>>,
    /// Entries with the same content among those of one slug; the first is last.
    alike: HashMap<(&'a str, &'a str, &'a [u8]), Vec<usize>>,
    /// The original slugs of all records, which no other record gets.
    spoken_for: Rc<HashSet<(&'a str, &'a Slug)>>,
    /// The first number to try for a free slug.
    next_free: HashMap<(&'a str, &'a Slug), u32>,
    /// The number of nearby entries that are already claimed or do not fit.
    used_up: HashMap<(&'a str, &'a Slug), usize>,
}

impl<'a> SlugAllocator<'a> {
    fn new(before: &'a [StoredEntry], wanted: &[NewRecord<'a>]) -> Self {
        let spoken_for = Rc::new(wanted.iter().map(|want| (want.kind, want.slug)).collect());
        let mut places = Self { spoken_for, ..Self::default() };
        for (position, stored) in before.iter().enumerate() {
            places.stored.push((stored, false));
            places.at.insert((stored.kind.clone(), stored.slug.clone()), Some(position));
            let mut number_it = |base: &'a str, number| {
                places.numbered.entry((&stored.kind, base)).or_default().push((number, position));
            };
            let slug = stored.slug.as_str();
            number_it(slug, 1);
            if let Some((base, number)) = slug.rsplit_once('-')
                && let Ok(number @ 2..) = number.parse()
            {
                number_it(base, number);
            }
        }
        for (&(kind, base), numbered) in &mut places.numbered {
            numbered.sort_unstable();
            if numbered.len() < 2 {
                continue;
            }
            for &(_, position) in numbered.iter().rev() {
                if let Some(stored) = before.get(position) {
                    places.alike.entry((kind, base, &stored.hash)).or_default().push(position);
                }
            }
        }
        places
    }

    fn same_in_own_place(&mut self, want: &NewRecord<'a>) -> Option<(Step, Slug)> {
        let position = self.at.get(&place_of(want)).copied().flatten()?;
        self.claim(position, |stored| stored.hash == want.hash)
            .map(|stored| (Step::Keep(stored.id), stored.slug.clone()))
    }

    fn same_nearby(&mut self, want: &NewRecord<'a>) -> Option<(Step, Slug)> {
        let same = |stored: &StoredEntry| stored.hash == want.hash;
        let stored = match self.nearby(want) {
            [] => None,
            &[(_, only)] => self.claim(only, same),
            _ => loop {
                let alike = self.alike.get_mut(&(want.kind, want.slug.as_str(), want.hash))?;
                let position = alike.pop()?;
                if let Some(stored) = self.claim(position, same) {
                    break Some(stored);
                }
            },
        }?;
        Some((Step::Keep(stored.id), stored.slug.clone()))
    }

    fn own_place(&mut self, want: &NewRecord<'a>) -> Option<(Step, Slug)> {
        match self.at.get(&place_of(want)).copied() {
            Some(None) => None,
            Some(Some(position)) => self
                .claim(position, |stored| !stored.others)
                .map(|stored| (Step::Update(stored.id), stored.slug.clone())),
            None => Some(self.insert(want, want.slug.clone())),
        }
    }

    fn any_place(&mut self, want: &NewRecord<'a>) -> Option<(Step, Slug)> {
        let spoken_for = Rc::clone(&self.spoken_for);
        let fits = |stored: &StoredEntry| {
            stored.ours && !stored.others && !spoken_for.contains(&(want.kind, &stored.slug))
        };
        // Claimed or unsuitable entries stay so; no entry is examined twice.
        let mut used = self.used_up.get(&(want.kind, want.slug)).copied().unwrap_or_default();
        while let Some(&(_, position)) = self.nearby(want).get(used) {
            used += 1;
            let mine = self.claim(position, fits);
            self.used_up.insert((want.kind, want.slug), used);
            if let Some(stored) = mine {
                return Some((Step::Update(stored.id), stored.slug.clone()));
            }
        }
        let mut number = self.next_free.get(&(want.kind, want.slug)).copied().unwrap_or(2);
        loop {
            let slug = Slug::new(&format!("{}-{number}", want.slug));
            number = number.saturating_add(1);
            let taken = self.at.contains_key(&(want.kind.to_owned(), slug.clone()));
            if !taken && !self.spoken_for.contains(&(want.kind, &slug)) {
                self.next_free.insert((want.kind, want.slug), number);
                return Some(self.insert(want, slug));
            }
        }
    }

    /// Returns the entries with the record's slug and the numbered ones after it, in order.
    fn nearby(&self, want: &NewRecord<'a>) -> &[(u32, usize)] {
        self.numbered.get(&(want.kind, want.slug.as_str())).map(Vec::as_slice).unwrap_or_default()
    }

    fn claim(&mut self, position: usize, fits: impl Fn(&StoredEntry) -> bool) -> Option<&'a StoredEntry> {
        let (stored, claimed) = self.stored.get_mut(position)?;
        if *claimed || !fits(stored) {
            return None;
        }
        *claimed = true;
        Some(stored)
    }

    fn insert(&mut self, want: &NewRecord<'_>, slug: Slug) -> (Step, Slug) {
        self.at.insert((want.kind.to_owned(), slug.clone()), None);
        (Step::Insert, slug)
    }

    fn holder(&self, want: &NewRecord<'_>) -> Option<Holder> {
        let Some(position) = *self.at.get(&place_of(want))? else { return Some(Holder::SameFile) };
        match self.stored.get(position)? {
            (_, true) => Some(Holder::SameFile),
            (StoredEntry { others: true, .. }, false) => Some(Holder::OtherFile),
            _ => None,
        }
    }
}

fn place_of(want: &NewRecord<'_>) -> (String, Slug) {
    (want.kind.to_owned(), want.slug.clone())
}

#[cfg(test)]
mod tests;
