//! All vectors of a model in memory, and the scan that finds the nearest ones.

mod group;
mod nearness;
mod scan;

use std::collections::{HashMap, HashSet};
use std::hash::Hash;
use std::sync::LazyLock;

use parking_lot::Mutex;

use self::group::{Group, Piece, Use, VECTORS_PER_PIECE};
pub use self::nearness::Nearness;
use self::nearness::Products;
use self::scan::IntegerQuery;
use crate::packed_vector::parse;

const MIN_VECTORS_PER_THREAD: usize = 32_768;

/// The number of processors, which Linux tells from several files.
static PROCESSORS: LazyLock<usize> =
    LazyLock::new(|| std::thread::available_parallelism().map_or(1, usize::from));

/// For each entry to find, so many that are nearest by the leading components are compared by all of them.
/// Of the 300 nearest of 12,000 entries, one in two thousand is not among them.
const COMPARED_PER_FOUND: usize = 3;
const COMPARED_BESIDES: usize = 200;

/// A stored vector of an entry's passage.
#[derive(Debug, Clone)]
pub struct VectorRow<L, B = Vec<u8>> {
    /// The number of the vector, which is never used twice.
    pub id: i64,
    /// The number of the entry.
    pub entry: i64,
    /// Something about the entry for a filter to test. It is the same for every vector of the entry.
    pub label: L,
    /// The vector in the stored form that [`pack`](crate::pack) makes.
    pub bytes: B,
}

/// What a scan looks for.
#[derive(Debug, Clone, Copy)]
pub struct VectorQuery<'a> {
    /// The vector of a text, of length 1.
    pub vector: &'a [f32],
    /// The entries to compare; `None` for all.
    pub entries: Option<&'a HashSet<i64>>,
    /// The most entries to find.
    pub limit: usize,
    /// Other entries whose nearness is wanted.
    pub also: &'a [i64],
}

/// The vectors of one model by entry. An entry's label has two parts: those sharing the first, such as a
/// kind, are side by side, so a scan skips other groups at once; the second, such as a book, is tested later.
#[derive(Debug)]
pub struct VectorIndex<G, L> {
    dimension: usize,
    /// The number of components by which all vectors are compared.
    leading: usize,
    groups: HashMap<G, Group<L>>,
    entries: Vec<i64>,
    /// The position in `entries` of each entry.
    positions: HashMap<i64, u32>,
}

impl<G: Copy + Eq + Hash, L: Copy + Eq + Hash> VectorIndex<G, L> {
    /// Creates an empty index of vectors of a dimension. All vectors are compared by their `leading` first
    /// components, and only the nearest ones by the others. With all of them `leading`, the scan is exact.
    pub fn new(dimension: usize, leading: usize) -> Self {
        let leading = leading.min(dimension);
        Self { dimension, leading, groups: HashMap::new(), entries: Vec::new(), positions: HashMap::new() }
    }

    /// Returns the number of vectors.
    pub fn count(&self) -> usize {
        self.groups.values().map(Group::len).sum()
    }

    /// Replaces the vectors of the entries of `rows`. Rows that the index has stay; others of them go.
    pub fn replace<B: AsRef<[u8]>>(&mut self, rows: &[VectorRow<(G, L), B>]) {
        let mut kept = HashSet::new();
        if let Some(replaced) = self.flags_of(rows.iter().map(|row| row.entry)) {
            let new: HashSet<i64> = rows.iter().map(|row| row.id).collect();
            self.retain(|used| {
                let is_replaced = replaced.get(used.entry_position as usize) == Some(&true);
                !is_replaced || (new.contains(&used.id) && kept.insert(used.id))
            });
        }
        rows.iter().filter(|row| !kept.contains(&row.id)).for_each(|row| self.add(row));
    }

    /// Removes entries.
    pub fn remove(&mut self, entries: &[i64]) {
        let Some(removed) = self.flags_of(entries.iter().copied()) else { return };
        for entry in entries {
            self.positions.remove(entry);
        }
        self.retain(|used| removed.get(used.entry_position as usize) != Some(&true));
    }

    fn retain(&mut self, mut stays: impl FnMut(&Use) -> bool) {
        self.groups.values_mut().for_each(|group| group.retain(&mut stays));
    }

    /// Returns `None` if the index has none of the entries.
    fn flags_of(&self, entries: impl Iterator<Item = i64>) -> Option<Vec<bool>> {
        let mut flags = None;
        for position in entries.filter_map(|entry| self.positions.get(&entry)) {
            let flags = flags.get_or_insert_with(|| vec![false; self.entries.len()]);
            if let Some(flag) = flags.get_mut(*position as usize) {
                *flag = true;
            }
        }
        flags
    }

    /// Adds vectors beside those that the index has.
    pub fn extend<B: AsRef<[u8]>>(&mut self, rows: impl Iterator<Item = VectorRow<(G, L), B>>) {
        rows.for_each(|row| self.add(&row));
    }

    fn add<B: AsRef<[u8]>>(&mut self, row: &VectorRow<(G, L), B>) {
        let Some((scale, components)) = parse(row.bytes.as_ref(), self.dimension) else {
            tracing::warn!(entry = row.entry, "a stored vector cannot be read");
            return;
        };
        let Ok(next) = u32::try_from(self.entries.len()) else { return };
        let entry_position = *self.positions.entry(row.entry).or_insert(next);
        if entry_position == next {
            self.entries.push(row.entry);
        }
        let (group, label) = row.label;
        let (leading, other) = components.split_at(self.leading);
        let group = self.groups.entry(group).or_insert_with(|| Group::new(leading.len(), other.len()));
        group.add(label, (row.id, entry_position), scale, [leading, other]);
    }

    /// Returns the entries nearest to a query, nearest first, followed by the requested others not among
    /// them. The nearest passage decides the order. Entries whose label does not match are left out.
    pub fn nearest(&self, query: &VectorQuery<'_>, matches: impl Fn((G, L)) -> bool) -> Vec<(i64, Nearness)> {
        let Some(integers) = IntegerQuery::new(query.vector, self.dimension, self.leading) else {
            return Vec::new();
        };
        let allowed = match query.entries {
            Some(entries) => self.flags_of(entries.iter().copied()).map(Some),
            None => Some(None),
        };
        let Some(allowed) = allowed else { return Vec::new() };
        let groups = self.scan(&integers, matches);
        let compared = query.limit.saturating_mul(COMPARED_PER_FOUND).saturating_add(COMPARED_BESIDES);
        let near = self.top(&self.best_products(&groups, allowed.as_deref()), compared);
        let Some(mut compared) = self.flags_of(near.iter().chain(query.also).copied()) else {
            return Vec::new();
        };
        for (compared, allowed) in compared.iter_mut().zip(allowed.iter().flatten()) {
            *compared &= allowed;
        }
        let products = self.products(&integers, &groups, &compared);
        let best: Vec<f32> = products.iter().map(|products| products.best()).collect();
        let mut ids = self.top(&best, query.limit);
        let top: HashSet<i64> = ids.iter().copied().collect();
        ids.extend(query.also.iter().filter(|entry| !top.contains(entry)));
        let nearness = |entry: i64| {
            let products = products.get(*self.positions.get(&entry)? as usize)?;
            Some((entry, products.nearness(integers.scale)?))
        };
        ids.into_iter().filter_map(nearness).collect()
    }

    fn scan(&self, query: &IntegerQuery, matches: impl Fn((G, L)) -> bool) -> Vec<ScannedGroup<'_, L>> {
        let matching = |(label, group): (&G, _)| {
            let group: &Group<L> = group;
            let uses = group.matching(|other| matches((*label, other)))?;
            Some(ScannedGroup { group, uses, products: group.products() })
        };
        let mut groups: Vec<_> = self.groups.iter().filter_map(matching).collect();
        scan(query, groups.iter_mut().flat_map(|it| it.group.pieces(&mut it.products)).collect());
        groups
    }

    fn best_products(&self, groups: &[ScannedGroup<'_, L>], allowed: Option<&[bool]>) -> Vec<f32> {
        let mut best = vec![f32::NEG_INFINITY; self.entries.len()];
        for scanned in groups {
            for (entry, run) in scanned.runs() {
                if allowed.is_none_or(|allowed| allowed.get(entry) == Some(&true))
                    && let Some(best) = best.get_mut(entry)
                {
                    let of_run = run.iter().filter_map(|used| scanned.products.get(used.vector as usize));
                    *best = of_run.copied().fold(*best, f32::max);
                }
            }
        }
        best
    }

    fn products(
        &self,
        query: &IntegerQuery,
        groups: &[ScannedGroup<'_, L>],
        compared: &[bool],
    ) -> Vec<Products> {
        let mut of_entries = vec![Products::NONE; self.entries.len()];
        for scanned in groups {
            let runs = scanned.runs().filter(|(entry, _)| compared.get(*entry) == Some(&true));
            let (entries, vectors): (Vec<_>, Vec<_>) =
                runs.flat_map(|(entry, run)| run.iter().map(move |used| (entry, used.vector))).unzip();
            let products = scanned.group.whole_products(query, &vectors, &scanned.products);
            for (entry, product) in entries.into_iter().zip(products) {
                if let Some(of_entry) = of_entries.get_mut(entry) {
                    of_entry.add(product);
                }
            }
        }
        of_entries
    }

    /// The greatest come first; of equal ones, the older entry.
    fn top(&self, products: &[f32], limit: usize) -> Vec<i64> {
        let candidates = self.entries.iter().copied().zip(products.iter().copied());
        let mut candidates: Vec<_> =
            candidates.filter(|(_, product)| *product != f32::NEG_INFINITY).collect();
        let order =
            |(one, a): &(i64, f32), (other, b): &(i64, f32)| b.total_cmp(a).then_with(|| one.cmp(other));
        if limit < candidates.len() {
            candidates.select_nth_unstable_by(limit, order);
            candidates.truncate(limit);
        }
        candidates.sort_unstable_by(order);
        candidates.into_iter().map(|(entry, _)| entry).collect()
    }
}

/// A group whose vectors were compared by their leading components.
struct ScannedGroup<'a, L> {
    group: &'a Group<L>,
    uses: Vec<&'a [Use]>,
    products: Vec<f32>,
}

impl<L: Copy + Eq + Hash> ScannedGroup<'_, L> {
    /// Returns the entries' vectors, each with the entry's position. Those of one are usually adjacent.
    fn runs(&self) -> impl Iterator<Item = (usize, &[Use])> {
        let of_one_entry = |a: &Use, b: &Use| a.entry_position == b.entry_position;
        let runs = self.uses.iter().flat_map(move |uses| uses.chunk_by(of_one_entry));
        runs.filter_map(|run| Some((run.first()?.entry_position as usize, run)))
    }
}

fn scan(query: &IntegerQuery, pieces: Vec<Piece<'_>>) {
    let vectors = pieces.len() * VECTORS_PER_PIECE;
    let threads = PROCESSORS.min(vectors / MIN_VECTORS_PER_THREAD).max(1);
    let pieces = Mutex::new(pieces.into_iter());
    let next = || pieces.lock().next();
    let scan = || {
        let mut integers = vec![0; VECTORS_PER_PIECE];
        while let Some(piece) = next() {
            piece.scan(query, &mut integers);
        }
    };
    std::thread::scope(|scope| {
        (1..threads).for_each(|_| drop(scope.spawn(scan)));
        scan();
    });
}

#[cfg(test)]
mod tests;
