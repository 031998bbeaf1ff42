//! All vectors of a model in memory, and the exact scan that finds the nearest ones.

mod block;
mod nearness;
mod scan;

use std::cmp::Ordering;
use std::collections::{BinaryHeap, HashMap, HashSet};
use std::hash::Hash;
use std::sync::atomic::{self, AtomicUsize};

use self::block::{Block, Piece, VECTORS_PER_PIECE, Vector};
pub use self::nearness::Nearness;
use self::nearness::Products;
use self::scan::IntegerQuery;
use crate::packed_vector::PackedVector;

/// The least number of vectors for which a scan starts another thread.
const MIN_VECTORS_PER_THREAD: usize = 32_768;

/// A stored vector of an entry's passage.
#[derive(Debug, Clone)]
pub struct VectorRow<L, B = Vec<u8>> {
    /// The number of the vector, which is never used twice.
    pub id: i64,
    /// The number of the entry.
    pub entry: i64,
    /// Something about the entry for a filter to test, such as its kind. It is the same for every vector of the entry.
    pub label: L,
    /// The stored form of a [`PackedVector`].
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

/// The vectors of one model by entry. Vectors of entries with one label are side by side, so that a scan passes over other
/// labels at once.
#[derive(Debug)]
pub struct VectorIndex<L> {
    dimension: usize,
    blocks: HashMap<L, Block>,
    /// The numbers of the entries.
    entries: Vec<i64>,
    /// The position in `entries` of each entry.
    positions: HashMap<i64, u32>,
}

impl<L: Copy + Eq + Hash> VectorIndex<L> {
    /// Creates an empty index of vectors of a dimension.
    #[must_use]
    pub fn new(dimension: usize) -> Self {
        Self { dimension, blocks: HashMap::new(), entries: Vec::new(), positions: HashMap::new() }
    }

    /// Returns the number of vectors.
    #[must_use]
    pub fn len(&self) -> usize {
        self.blocks.values().map(|block| block.vectors.len()).sum()
    }

    /// Returns whether there is no vector.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Replaces the vectors of the entries that `rows` are of: rows that the index has stay, other vectors of those entries
    /// are removed.
    pub fn replace<B: AsRef<[u8]>>(&mut self, rows: &[VectorRow<L, B>]) {
        let mut kept = HashSet::new();
        if let Some(replaced) = self.flags_of(rows.iter().map(|row| row.entry)) {
            let new: HashSet<i64> = rows.iter().map(|row| row.id).collect();
            self.retain(|vector| {
                let is_replaced = replaced.get(vector.entry_position as usize) == Some(&true);
                !is_replaced || (new.contains(&vector.id) && kept.insert(vector.id))
            });
        }
        let added = || rows.iter().filter(|row| !kept.contains(&row.id));
        let mut counts: HashMap<L, usize> = HashMap::new();
        added().for_each(|row| *counts.entry(row.label).or_default() += 1);
        for (label, count) in counts {
            let block = self.blocks.entry(label).or_default();
            block.components.reserve(count * self.dimension);
            block.vectors.reserve(count);
        }
        added().for_each(|row| self.add(row));
    }

    /// Removes entries.
    pub fn remove(&mut self, entries: &[i64]) {
        let Some(removed) = self.flags_of(entries.iter().copied()) else { return };
        for entry in entries {
            self.positions.remove(entry);
        }
        self.retain(|vector| removed.get(vector.entry_position as usize) != Some(&true));
    }

    fn retain(&mut self, mut stays: impl FnMut(&Vector) -> bool) {
        self.blocks.values_mut().for_each(|block| block.retain(self.dimension, &mut stays));
    }

    /// Flags the positions of some entries; `None` if the index has none of them.
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
    pub fn extend<B: AsRef<[u8]>>(&mut self, rows: impl Iterator<Item = VectorRow<L, B>>) {
        rows.for_each(|row| self.add(&row));
    }

    fn add<B: AsRef<[u8]>>(&mut self, row: &VectorRow<L, B>) {
        let Some((scale, components)) = PackedVector::parse(row.bytes.as_ref(), self.dimension) else {
            tracing::warn!(entry = row.entry, "a stored vector cannot be read");
            return;
        };
        let Ok(next) = u32::try_from(self.entries.len()) else { return };
        let entry_position = *self.positions.entry(row.entry).or_insert(next);
        if entry_position == next {
            self.entries.push(row.entry);
        }
        let block = self.blocks.entry(row.label).or_default();
        block.components.extend(components);
        block.vectors.push(Vector { id: row.id, entry_position, scale });
    }

    /// Returns the entries nearest to a query, nearest first, followed by the requested other ones that are not among them. The
    /// nearest passage decides the order. Entries whose label does not match are left out.
    pub fn nearest(&self, query: &VectorQuery<'_>, matches: impl Fn(L) -> bool) -> Vec<(i64, Nearness)> {
        let Some(integers) = IntegerQuery::new(query.vector, self.dimension) else { return Vec::new() };
        let allowed = match query.entries {
            Some(entries) => match self.flags_of(entries.iter().copied()) {
                None => return Vec::new(),
                allowed => allowed,
            },
            None => None,
        };
        let blocks = self.blocks.iter().filter(|(label, _)| matches(**label));
        let pieces: Vec<Piece<'_>> = blocks.flat_map(|(_, block)| block.pieces(self.dimension)).collect();
        let products = self.products(&integers, &pieces, allowed.as_deref());
        let mut ids = self.top(&products, query.limit);
        let top: HashSet<i64> = ids.iter().copied().collect();
        ids.extend(query.also.iter().filter(|entry| !top.contains(entry)));
        let nearness = |entry: i64| {
            let products = products.get(*self.positions.get(&entry)? as usize)?;
            Some((entry, products.nearness(integers.scale)?))
        };
        ids.into_iter().filter_map(nearness).collect()
    }

    /// Computes the greatest dot products of each entry. Processors share the work on many vectors.
    fn products(
        &self,
        query: &IntegerQuery,
        pieces: &[Piece<'_>],
        allowed: Option<&[bool]>,
    ) -> Vec<Products> {
        let vectors: usize = pieces.iter().map(|piece| piece.vectors.len()).sum();
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        let threads = processors.min(vectors / MIN_VECTORS_PER_THREAD).max(1);
        let entries = self.entries.len();
        let next = AtomicUsize::new(0);
        let scan = || {
            let mut products = vec![Products::NONE; entries];
            let mut integers = vec![0; VECTORS_PER_PIECE];
            while let Some(piece) = pieces.get(next.fetch_add(1, atomic::Ordering::Relaxed)) {
                piece.scan(query, allowed, &mut integers, &mut products);
            }
            products
        };
        std::thread::scope(|scope| {
            let others: Vec<_> = (1..threads).map(|_| scope.spawn(scan)).collect();
            let mut products = scan();
            for other in others.into_iter().filter_map(|other| other.join().ok()) {
                products.iter_mut().zip(other).for_each(|(products, other)| products.merge(other));
            }
            products
        })
    }

    /// Returns the entries with the greatest products, greatest first; of equal ones, the older entry first.
    fn top(&self, products: &[Products], limit: usize) -> Vec<i64> {
        let mut heap: BinaryHeap<HeapEntry> = BinaryHeap::with_capacity(limit.min(self.entries.len()) + 1);
        for (entry, product) in self.entries.iter().zip(products.iter().map(|products| products.best())) {
            if product == f32::NEG_INFINITY {
                continue;
            }
            let candidate = HeapEntry { product, entry: *entry };
            if heap.len() < limit {
                heap.push(candidate);
            } else if heap.peek().is_some_and(|worst| candidate < *worst) {
                heap.pop();
                heap.push(candidate);
            }
        }
        heap.into_sorted_vec().into_iter().map(|candidate| candidate.entry).collect()
    }
}

/// An entry in a heap whose greatest element is the farthest entry.
#[derive(Debug, Clone, Copy, PartialEq)]
struct HeapEntry {
    product: f32,
    entry: i64,
}

impl Eq for HeapEntry {}

impl Ord for HeapEntry {
    fn cmp(&self, other: &Self) -> Ordering {
        other.product.total_cmp(&self.product).then(self.entry.cmp(&other.entry))
    }
}

impl PartialOrd for HeapEntry {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

#[cfg(test)]
mod tests;
