//! All vectors of a model in memory, and the exact scan that finds the nearest ones.

use std::cmp::Ordering;
use std::collections::{BinaryHeap, HashMap, HashSet};

use crate::packed_vector::PackedVector;

/// The least number of vectors for which a scan starts another thread.
const MIN_VECTORS_PER_THREAD: usize = 8_192;
/// The number of nearest passages of an entry whose mean is taken.
const AVERAGED_PASSAGES: usize = 3;
/// The largest component of a query in 16 bits. Dot products are exact in 32 bits for up to 4,096 components.
const MAX_QUERY_COMPONENT: f32 = 4_095.0;

/// A stored vector of an entry's passage.
#[derive(Debug, Clone)]
pub struct VectorRow<L> {
    /// The number of the vector, which is never used twice.
    pub id: i64,
    /// The number of the entry.
    pub entry: i64,
    /// Something about the entry for a filter to test.
    pub label: L,
    /// The stored form of a [`PackedVector`].
    pub bytes: Vec<u8>,
}

/// The vectors of one model by entry. A label of each entry lets a scan filter entries.
#[derive(Debug)]
pub struct VectorIndex<L> {
    dimension: usize,
    /// The components of all vectors, one vector after another.
    components: Vec<i8>,
    /// The rest of each vector, in the same order.
    vectors: Vec<Vector>,
    entries: Vec<Entry<L>>,
    /// The position in `entries` of each entry.
    positions: HashMap<i64, u32>,
}

/// A vector without its components.
#[derive(Debug, Clone, Copy)]
struct Vector {
    id: i64,
    entry_position: u32,
    scale: f32,
}

/// How near an entry is to a query, by the cosines of its passages, from 0 to 1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Nearness {
    /// The cosine of the nearest passage.
    pub best: f32,
    /// The mean cosine of the three nearest passages, or of all if there are fewer.
    pub mean: f32,
}

/// The dot products of an entry's nearest passages, greatest first; negative infinity for those that it does not have.
#[derive(Debug, Clone, Copy)]
struct Products([f32; AVERAGED_PASSAGES]);

impl Products {
    const NONE: Self = Self([f32::NEG_INFINITY; AVERAGED_PASSAGES]);

    #[inline(always)]
    fn add(&mut self, product: f32) {
        let Self([first, second, third]) = self;
        if product > *third {
            let (higher, lower) = if product > *second { (product, *second) } else { (*second, product) };
            *third = lower;
            *second = first.min(higher);
            *first = first.max(higher);
        }
    }

    fn best(self) -> f32 {
        self.0[0]
    }

    /// Returns the nearness to a query with a scale; `None` without a passage.
    fn nearness(self, scale: f32) -> Option<Nearness> {
        let cosines = self.0.into_iter().filter(|product| *product > f32::NEG_INFINITY);
        let cosines = cosines.map(|product| (product * scale).clamp(0.0, 1.0));
        let (count, sum) = cosines.fold((0.0, 0.0), |(count, sum), cosine| (count + 1.0, sum + cosine));
        (count > 0.0).then(|| Nearness { best: (self.best() * scale).clamp(0.0, 1.0), mean: sum / count })
    }
}

#[derive(Debug, Clone, Copy)]
struct Entry<L> {
    id: i64,
    label: L,
}

impl<L: Copy + Send + Sync> VectorIndex<L> {
    /// Creates an empty index of vectors of a dimension.
    #[must_use]
    pub fn new(dimension: usize) -> Self {
        Self {
            dimension,
            components: Vec::new(),
            vectors: Vec::new(),
            entries: Vec::new(),
            positions: HashMap::new(),
        }
    }

    /// Returns the number of vectors.
    #[must_use]
    pub fn len(&self) -> usize {
        self.vectors.len()
    }

    /// Returns whether there is no vector.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.vectors.is_empty()
    }

    /// Replaces the vectors of the entries that `rows` are of: rows that the index has stay, other vectors of those entries
    /// are removed.
    pub fn replace(&mut self, rows: &[VectorRow<L>]) {
        let new: HashSet<i64> = rows.iter().map(|row| row.id).collect();
        let mut kept = HashSet::new();
        if let Some(replaced) = self.flags_of(rows.iter().map(|row| row.entry)) {
            self.retain(|vector| {
                let is_replaced = replaced.get(vector.entry_position as usize) == Some(&true);
                !is_replaced || (new.contains(&vector.id) && kept.insert(vector.id))
            });
        }
        for row in rows.iter().filter(|row| !kept.contains(&row.id)) {
            self.add(row);
        }
    }

    /// Removes entries.
    pub fn remove(&mut self, entries: &[i64]) {
        let Some(removed) = self.flags_of(entries.iter().copied()) else { return };
        for entry in entries {
            self.positions.remove(entry);
        }
        self.retain(|vector| removed.get(vector.entry_position as usize) != Some(&true));
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

    fn add(&mut self, row: &VectorRow<L>) {
        let Some((scale, components)) = PackedVector::parse(&row.bytes, self.dimension) else {
            tracing::warn!(entry = row.entry, "a stored vector cannot be read");
            return;
        };
        let Ok(next) = u32::try_from(self.entries.len()) else { return };
        let entry_position = *self.positions.entry(row.entry).or_insert(next);
        if entry_position == next {
            self.entries.push(Entry { id: row.entry, label: row.label });
        }
        self.components.extend(components);
        self.vectors.push(Vector { id: row.id, entry_position, scale });
    }

    /// Keeps the vectors that pass a test; the last vector takes the place of a removed one.
    fn retain(&mut self, mut stays: impl FnMut(&Vector) -> bool) {
        let mut position = 0;
        while let Some(vector) = self.vectors.get(position) {
            if stays(vector) {
                position += 1;
                continue;
            }
            let last = (self.vectors.len() - 1) * self.dimension;
            self.components.copy_within(last.., position * self.dimension);
            self.components.truncate(last);
            self.vectors.swap_remove(position);
        }
    }

    /// Returns the entries nearest to a query vector of length 1, nearest first, at most `limit`, followed by the entries
    /// of `also` that are not among them. The nearest passage decides the order. Entries that the filter rejects are left
    /// out.
    pub fn nearest(
        &self,
        query: &[f32],
        filter: Option<&dyn Fn(i64, L) -> bool>,
        limit: usize,
        also: &[i64],
    ) -> Vec<(i64, Nearness)> {
        if query.len() != self.dimension || self.dimension == 0 {
            return Vec::new();
        }
        let largest = query.iter().fold(0.0_f32, |largest, component| largest.max(component.abs()));
        if largest <= 0.0 {
            return Vec::new();
        }
        let scale = largest / MAX_QUERY_COMPONENT;
        #[expect(clippy::cast_possible_truncation, reason = "between -4095 and 4095")]
        let query: Vec<i16> = query.iter().map(|component| (component / scale).round() as i16).collect();
        let allowed: Option<Vec<bool>> =
            filter.map(|passes| self.entries.iter().map(|entry| passes(entry.id, entry.label)).collect());
        let products = self.dot_products(&query, allowed.as_deref());
        let mut ids = self.top(&products, limit);
        let top: HashSet<i64> = ids.iter().copied().collect();
        ids.extend(also.iter().filter(|entry| !top.contains(entry)));
        let nearness = |entry: i64| {
            let products = products.get(*self.positions.get(&entry)? as usize)?;
            Some((entry, products.nearness(scale)?))
        };
        ids.into_iter().filter_map(nearness).collect()
    }

    /// Computes the greatest dot products of each entry. Processors share the work on many vectors.
    fn dot_products(&self, query: &[i16], allowed: Option<&[bool]>) -> Vec<Products> {
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        let share = self.vectors.len().div_ceil(processors).max(MIN_VECTORS_PER_THREAD);
        let shares = self.vectors.chunks(share).zip(self.components.chunks(share * self.dimension));
        std::thread::scope(|scope| {
            let mut shares =
                shares.map(|(vectors, components)| move || self.scan(query, allowed, vectors, components));
            let first = shares.next();
            let others: Vec<_> = shares.map(|share| scope.spawn(share)).collect();
            let mut products = first.map(|share| share()).unwrap_or_default();
            for other in others.into_iter().filter_map(|other| other.join().ok()) {
                for (products, other) in products.iter_mut().zip(other) {
                    other.0.into_iter().for_each(|product| products.add(product));
                }
            }
            products
        })
    }

    /// Computes the greatest dot products of each entry among some vectors, with the widest instructions of this processor.
    fn scan(
        &self,
        query: &[i16],
        allowed: Option<&[bool]>,
        vectors: &[Vector],
        components: &[i8],
    ) -> Vec<Products> {
        let mut products = vec![Products::NONE; self.entries.len()];
        let rows = components.chunks_exact(self.dimension).zip(vectors);
        pulp::Arch::new().dispatch(Scan { query, allowed, rows, products: &mut products });
        products
    }

    /// Returns the entries with the greatest products, greatest first; of equal ones, the older entry first.
    fn top(&self, products: &[Products], limit: usize) -> Vec<i64> {
        let mut heap: BinaryHeap<HeapEntry> = BinaryHeap::with_capacity(limit.min(self.entries.len()) + 1);
        for (entry, product) in self.entries.iter().zip(products.iter().map(|products| products.best())) {
            if product == f32::NEG_INFINITY {
                continue;
            }
            let candidate = HeapEntry { product, entry: entry.id };
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

/// A scan of vectors, compiled once for each width of instructions. A closure in its place would not be: it stays outside of
/// the function that has the wide ones.
struct Scan<'a, R> {
    query: &'a [i16],
    allowed: Option<&'a [bool]>,
    rows: R,
    products: &'a mut [Products],
}

impl<'a, R: Iterator<Item = (&'a [i8], &'a Vector)>> pulp::WithSimd for Scan<'a, R> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: pulp::Simd>(self, _: S) {
        for (components, vector) in self.rows {
            let position = vector.entry_position as usize;
            if self.allowed.is_some_and(|allowed| allowed.get(position) != Some(&true)) {
                continue;
            }
            let Some(of_entry) = self.products.get_mut(position) else { continue };
            #[expect(clippy::cast_precision_loss, reason = "the lost digits do not change the order")]
            let product = dot_product(self.query, components) as f32 * vector.scale;
            of_entry.add(product);
        }
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

/// Returns the dot product; written so that the compiler vectorises it.
#[inline(always)]
fn dot_product(query: &[i16], components: &[i8]) -> i32 {
    query.iter().zip(components).map(|(a, b)| i32::from(*a) * i32::from(i16::from(*b))).sum()
}

#[cfg(test)]
mod tests;
