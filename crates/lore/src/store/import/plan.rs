//! What an import does with each record and with what is stored already: decided without touching the database.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::rc::Rc;

use super::Absent;
use crate::model::{DocumentKey, Removal, Slug};

/// A document may lose one entry in so many without anyone being asked.
const SMALLEST_SHARE: u64 = 20;

/// An entry as it is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Stored {
    pub(super) id: i64,
    pub(super) kind: String,
    pub(super) slug: Slug,
    pub(super) hash: Vec<u8>,
    /// Whether the file that is being imported holds it.
    pub(super) ours: bool,
    /// Whether another file holds it.
    pub(super) others: bool,
}

/// A record that is to be stored.
#[derive(Debug, Clone, Copy)]
pub(super) struct Wanted<'a> {
    pub(super) kind: &'a str,
    pub(super) slug: &'a Slug,
    pub(super) hash: &'a [u8],
}

/// What happens to a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Step {
    /// This entry is the same.
    Keep(i64),
    /// This entry takes its content.
    Update(i64),
    /// It becomes an entry.
    Insert,
}

/// What happens to a record, and where it stands afterwards.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Placed {
    pub(super) step: Step,
    pub(super) slug: Slug,
    /// Who holds the place that it would have by its own slug.
    pub(super) taken_by: Option<Holder>,
}

/// Who holds a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Holder {
    /// Another entry of the same file.
    SameFile,
    /// An entry of another file.
    OtherFile,
}

/// What an import does.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Plan {
    /// What happens to each record, in their order.
    pub(super) placed: Vec<Placed>,
    /// Entries that go.
    pub(super) gone: Vec<i64>,
    /// Entries that stay, though this file does not hold them any more, because another does.
    pub(super) released: Vec<i64>,
}

/// Plans for a document that has one source: a record replaces what stands in its place. The records' places differ.
pub(super) fn whole(before: &[Stored], wanted: &[Wanted<'_>], absent: Absent) -> Plan {
    let mut left: HashMap<(&str, &Slug), &Stored> =
        before.iter().map(|stored| ((stored.kind.as_str(), &stored.slug), stored)).collect();
    let mut placed = Vec::with_capacity(wanted.len());
    for want in wanted {
        let step = match left.remove(&(want.kind, want.slug)) {
            Some(stored) if stored.hash == want.hash => Step::Keep(stored.id),
            // A damaged entry has no hash any more.
            Some(stored) if absent == Absent::Restored && !stored.hash.is_empty() => Step::Keep(stored.id),
            Some(stored) => Step::Update(stored.id),
            None => Step::Insert,
        };
        placed.push(Placed { step, slug: want.slug.clone(), taken_by: None });
    }
    let gone = match absent {
        Absent::Kept | Absent::Restored => Vec::new(),
        Absent::Removed | Absent::Guarded | Absent::Counted => {
            left.into_values().map(|stored| stored.id).collect()
        }
    };
    Plan { placed, gone, ..Plan::default() }
}

/// How many entries of each kind a document has, and how many of them it would lose.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Loss(BTreeMap<String, KindLoss>);

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct KindLoss {
    held: u64,
    lost: u64,
}

impl Loss {
    /// The loss by a plan for a whole document. An entry that is listed as another kind only moved.
    pub(super) fn of(before: &[Stored], wanted: &[Wanted<'_>], plan: &Plan) -> Self {
        let listed: HashSet<&Slug> = wanted.iter().map(|want| want.slug).collect();
        let gone: HashSet<i64> = plan.gone.iter().copied().collect();
        let mut kinds: BTreeMap<String, KindLoss> = BTreeMap::new();
        for stored in before {
            let kind = kinds.entry(stored.kind.clone()).or_default();
            kind.held += 1;
            kind.lost += u64::from(gone.contains(&stored.id) && !listed.contains(&stored.slug));
        }
        Self(kinds)
    }

    /// Whether the user has to agree: more than a twentieth of the document, or every entry of a kind.
    pub(super) fn needs_consent(&self) -> bool {
        let sum = |count: fn(&KindLoss) -> u64| self.0.values().map(count).sum::<u64>();
        sum(|kind| kind.lost) * SMALLEST_SHARE > sum(|kind| kind.held)
            || self.0.values().any(|kind| kind.lost > 0 && kind.lost == kind.held)
    }

    /// What a document would lose, kind by kind.
    pub(super) fn removals(&self, document: &DocumentKey) -> impl Iterator<Item = Removal> {
        let lost = self.0.iter().filter(|(_, kind)| kind.lost > 0);
        lost.map(|(kind, &KindLoss { held, lost })| Removal {
            document: document.clone(),
            kind: kind.clone(),
            held,
            removed: lost,
        })
    }
}

/// Plans for one file's share of a document that other files may hold, too. A record looks for its place under its own
/// slug and the numbered ones after it: first for an entry with the same content, then for one that no other file holds,
/// then for a free place. So a file that is imported again finds everything where it left it.
pub(super) fn share<'a>(before: &'a [Stored], wanted: &[Wanted<'a>], absent: Absent) -> Plan {
    let mut places = Places::new(before, wanted);
    let mut found: Vec<Option<(Step, Slug)>> = vec![None; wanted.len()];
    let ways = [Places::same_in_own_place, Places::same_nearby, Places::own_place, Places::any_place];
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
        Placed { step, slug, taken_by }
    });
    let placed = placed.collect();
    let (mut gone, mut released) = (Vec::new(), Vec::new());
    if absent == Absent::Removed {
        for (stored, _) in places.stored.iter().filter(|(stored, claimed)| stored.ours && !claimed) {
            if stored.others { &mut released } else { &mut gone }.push(stored.id);
        }
    }
    Plan { placed, gone, released }
}

/// The places of a document, and what of them is given away.
struct Places<'a> {
    /// Each stored entry, and whether a record claims it.
    stored: Vec<(&'a Stored, bool)>,
    /// Which entry stands in a place; `None` for one that a new record gets.
    at: HashMap<(String, Slug), Option<usize>>,
    /// The entries by kind and slug without its number, in the order of the numbers.
    numbered: HashMap<(&'a str, &'a str), Vec<(u32, usize)>>,
    /// Of slugs with several entries: those of one content, the first of them last.
    alike: HashMap<(&'a str, &'a str, &'a [u8]), Vec<usize>>,
    /// The places that the records would have by their own slugs; none of them is given to another.
    spoken_for: Rc<HashSet<(&'a str, &'a Slug)>>,
    /// By kind and slug, from which number on a free place has to be looked for.
    next_free: HashMap<(&'a str, &'a Slug), u32>,
    /// By kind and slug, how many of the entries nearby are of no more use.
    used_up: HashMap<(&'a str, &'a Slug), usize>,
}

impl<'a> Places<'a> {
    fn new(before: &'a [Stored], wanted: &[Wanted<'a>]) -> Self {
        let mut places = Self {
            stored: Vec::new(),
            at: HashMap::new(),
            numbered: HashMap::new(),
            alike: HashMap::new(),
            spoken_for: Rc::new(wanted.iter().map(|want| (want.kind, want.slug)).collect()),
            next_free: HashMap::new(),
            used_up: HashMap::new(),
        };
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

    fn same_in_own_place(&mut self, want: &Wanted<'a>) -> Option<(Step, Slug)> {
        let position = self.at.get(&place_of(want)).copied().flatten()?;
        self.claim(position, |stored| stored.hash == want.hash)
            .map(|stored| (Step::Keep(stored.id), stored.slug.clone()))
    }

    fn same_nearby(&mut self, want: &Wanted<'a>) -> Option<(Step, Slug)> {
        let same = |stored: &Stored| stored.hash == want.hash;
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

    fn own_place(&mut self, want: &Wanted<'a>) -> Option<(Step, Slug)> {
        match self.at.get(&place_of(want)).copied() {
            Some(None) => None,
            Some(Some(position)) => self
                .claim(position, |stored| !stored.others)
                .map(|stored| (Step::Update(stored.id), stored.slug.clone())),
            None => Some(self.insert(want, want.slug.clone())),
        }
    }

    fn any_place(&mut self, want: &Wanted<'a>) -> Option<(Step, Slug)> {
        let spoken_for = Rc::clone(&self.spoken_for);
        let fits = |stored: &Stored| {
            stored.ours && !stored.others && !spoken_for.contains(&(want.kind, &stored.slug))
        };
        // What is claimed or does not fit stays so, so no entry is looked at twice.
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

    /// The entries under a record's own slug and the numbered ones after it, in order, each with its number.
    fn nearby(&self, want: &Wanted<'a>) -> &[(u32, usize)] {
        self.numbered.get(&(want.kind, want.slug.as_str())).map(Vec::as_slice).unwrap_or_default()
    }

    /// Gives a stored entry to a record unless it is given away or does not fit.
    fn claim(&mut self, position: usize, fits: impl Fn(&Stored) -> bool) -> Option<&'a Stored> {
        let (stored, claimed) = self.stored.get_mut(position)?;
        if *claimed || !fits(stored) {
            return None;
        }
        *claimed = true;
        Some(stored)
    }

    fn insert(&mut self, want: &Wanted<'_>, slug: Slug) -> (Step, Slug) {
        self.at.insert((want.kind.to_owned(), slug.clone()), None);
        (Step::Insert, slug)
    }

    /// Who has the place that a record would have by its own slug.
    fn holder(&self, want: &Wanted<'_>) -> Option<Holder> {
        let Some(position) = *self.at.get(&place_of(want))? else { return Some(Holder::SameFile) };
        match self.stored.get(position)? {
            (_, true) => Some(Holder::SameFile),
            (Stored { others: true, .. }, false) => Some(Holder::OtherFile),
            _ => None,
        }
    }
}

fn place_of(want: &Wanted<'_>) -> (String, Slug) {
    (want.kind.to_owned(), want.slug.clone())
}

#[cfg(test)]
mod tests;
