//! Every vector in memory, and the exact scan of them.

use std::cmp::Ordering;
use std::collections::{BinaryHeap, HashMap, HashSet};

use crate::model::Kind;

/// How many rows are worth a thread.
const LEAST_SHARE: usize = 8_192;
/// How finely a question's numbers are rounded: products stay exact in 32 bits for up to 4,096 numbers.
const FINENESS: f32 = 4_095.0;

/// Which entries a scan may give; everything that is said must hold.
#[derive(Debug, Clone, Default)]
pub(crate) struct Among {
    /// Only these entries; `None` for all.
    pub(crate) entries: Option<HashSet<i64>>,
    /// Only these kinds; all when empty.
    pub(crate) kinds: Vec<Kind>,
    /// Only entries of the documents with these numbers; `None` for all.
    pub(crate) documents: Option<Vec<i64>>,
}

/// How near an entry is to a question: cosines from 0 to 1.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(crate) struct Nearness {
    /// Of its nearest passage.
    pub(crate) nearest: f32,
    /// Of its first passage, which says what it is.
    pub(crate) first: f32,
}

/// A vector on its way into the matrix.
#[derive(Debug, Clone)]
pub(crate) struct Row {
    /// The vector's number, never used twice.
    pub(crate) id: i64,
    pub(crate) entry: i64,
    pub(crate) passage: i64,
    pub(crate) kind: Kind,
    pub(crate) document: i64,
    /// As it is stored.
    pub(crate) bytes: Vec<u8>,
}

/// The vectors of one model: the numbers of each, row by row, and what else is known of them. An entry has a slot.
#[derive(Debug, Default)]
pub(crate) struct Matrix {
    dimension: usize,
    numbers: Vec<i8>,
    heads: Vec<Head>,
    slots: Vec<Slot>,
    slot_of_entry: HashMap<i64, u32>,
}

/// What belongs to a row beside its numbers.
#[derive(Debug, Clone, Copy)]
struct Head {
    id: i64,
    slot: u32,
    scale: f32,
    /// Whether it is its entry's first passage.
    is_first: bool,
}

#[derive(Debug, Clone, Copy)]
struct Slot {
    entry: i64,
    kind: Kind,
    document: i64,
}

impl Matrix {
    /// An empty matrix of vectors of a dimension.
    pub(crate) fn new(dimension: usize) -> Self {
        Self { dimension, ..Self::default() }
    }

    /// How many vectors it holds.
    pub(crate) fn len(&self) -> usize {
        self.heads.len()
    }

    /// Makes rows the only vectors of their entries: rows that are there already stay, others of those entries go.
    pub(crate) fn set(&mut self, rows: &[Row]) {
        let wanted: HashSet<i64> = rows.iter().map(|row| row.id).collect();
        let mut there = HashSet::new();
        if let Some(known) = self.marked(rows.iter().map(|row| row.entry)) {
            self.retain(|id, slot| {
                if known.get(slot as usize) != Some(&true) {
                    return true;
                }
                let stays = wanted.contains(&id);
                if stays {
                    there.insert(id);
                }
                stays
            });
        }
        for row in rows {
            if !there.contains(&row.id) {
                self.add(row);
            }
        }
    }

    /// Takes entries out.
    pub(crate) fn remove(&mut self, entries: &[i64]) {
        let Some(gone) = self.marked(entries.iter().copied()) else { return };
        for entry in entries {
            self.slot_of_entry.remove(entry);
        }
        self.retain(|_, slot| gone.get(slot as usize) != Some(&true));
    }

    /// Which slots are those of some entries; `None` when none is.
    fn marked(&self, entries: impl Iterator<Item = i64>) -> Option<Vec<bool>> {
        let mut marked = None;
        for slot in entries.filter_map(|entry| self.slot_of_entry.get(&entry)) {
            let all = marked.get_or_insert_with(|| vec![false; self.slots.len()]);
            if let Some(mark) = all.get_mut(*slot as usize) {
                *mark = true;
            }
        }
        marked
    }

    fn add(&mut self, row: &Row) {
        let Some((scale, numbers)) = super::Packed::read(&row.bytes, self.dimension) else {
            tracing::warn!(entry = row.entry, "a stored vector cannot be read");
            return;
        };
        let Ok(next) = u32::try_from(self.slots.len()) else { return };
        let slot = *self.slot_of_entry.entry(row.entry).or_insert(next);
        if slot == next {
            let Row { entry, kind, document, .. } = *row;
            self.slots.push(Slot { entry, kind, document });
        }
        self.numbers.extend(numbers);
        self.heads.push(Head { id: row.id, slot, scale, is_first: row.passage == 0 });
    }

    /// Keeps the rows that a test of their number and slot accepts; the last row takes the place of one that goes.
    fn retain(&mut self, mut stays: impl FnMut(i64, u32) -> bool) {
        let mut row = 0;
        while let Some(Head { id, slot, .. }) = self.heads.get(row) {
            if stays(*id, *slot) {
                row += 1;
                continue;
            }
            let last = self.heads.len() - 1;
            let (from, to) = (last * self.dimension, row * self.dimension);
            self.numbers.copy_within(from.., to);
            self.numbers.truncate(from);
            self.heads.swap_remove(row);
        }
    }

    /// The entries that are nearest to a vector of length 1, nearest first, at most `most`, and after them what else is
    /// asked for by number and may be given.
    pub(crate) fn nearest(
        &self,
        question: &[f32],
        among: &Among,
        most: usize,
        also: &[i64],
    ) -> Vec<(i64, Nearness)> {
        if question.len() != self.dimension || self.dimension == 0 {
            return Vec::new();
        }
        let largest = question.iter().fold(0.0_f32, |largest, number| largest.max(number.abs()));
        if largest <= 0.0 {
            return Vec::new();
        }
        let step = largest / FINENESS;
        #[expect(clippy::cast_possible_truncation, reason = "between -4095 and 4095")]
        let question: Vec<i16> = question.iter().map(|number| (number / step).round() as i16).collect();
        let allowed = self.allowed(among);
        let products = self.products(&question, allowed.as_deref());
        let found = Self::first(&products, &self.slots, most);
        let given: HashSet<i64> = found.iter().copied().collect();
        let wanted = also.iter().copied().filter(|entry| !given.contains(entry));
        let nearness = |entry: i64| {
            let Products { nearest, first } = products.get(*self.slot_of_entry.get(&entry)? as usize)?;
            let cosine = |product: f32| (product * step).clamp(0.0, 1.0);
            let nearness = Nearness { nearest: cosine(*nearest), first: cosine(*first) };
            (*nearest > f32::NEG_INFINITY).then_some((entry, nearness))
        };
        found.iter().copied().chain(wanted).filter_map(nearness).collect()
    }

    /// The products of a question and the passages of each slot. Many rows are shared out among the processors.
    fn products(&self, question: &[i16], allowed: Option<&[bool]>) -> Vec<Products> {
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        let share = self.heads.len().div_ceil(processors).max(LEAST_SHARE);
        let shares = self.heads.chunks(share).zip(self.numbers.chunks(share * self.dimension));
        std::thread::scope(|scope| {
            let mut shares =
                shares.map(|(heads, numbers)| move || self.share(question, allowed, heads, numbers));
            let first = shares.next();
            let others: Vec<_> = shares.map(|share| scope.spawn(share)).collect();
            let mut products = first.map(|share| share()).unwrap_or_default();
            for other in others.into_iter().filter_map(|other| other.join().ok()) {
                for (product, other) in products.iter_mut().zip(other) {
                    product.nearest = product.nearest.max(other.nearest);
                    product.first = product.first.max(other.first);
                }
            }
            products
        })
    }

    /// The products of some rows.
    fn share(
        &self,
        question: &[i16],
        allowed: Option<&[bool]>,
        heads: &[Head],
        numbers: &[i8],
    ) -> Vec<Products> {
        let nothing = Products { nearest: f32::NEG_INFINITY, first: f32::NEG_INFINITY };
        let mut products = vec![nothing; self.slots.len()];
        pulp::Arch::new().dispatch(|| {
            for (numbers, head) in numbers.chunks_exact(self.dimension).zip(heads) {
                let slot = head.slot as usize;
                if allowed.is_some_and(|allowed| allowed.get(slot) != Some(&true)) {
                    continue;
                }
                let Some(of_slot) = products.get_mut(slot) else { continue };
                #[expect(
                    clippy::cast_precision_loss,
                    reason = "far below what f32 holds exactly matters not"
                )]
                let product = product(question, numbers) as f32 * head.scale;
                of_slot.nearest = of_slot.nearest.max(product);
                if head.is_first {
                    of_slot.first = product;
                }
            }
        });
        products
    }

    /// Which slots may be given; `None` for all.
    fn allowed(&self, among: &Among) -> Option<Vec<bool>> {
        if among.entries.is_none() && among.kinds.is_empty() && among.documents.is_none() {
            return None;
        }
        let fits = |slot: &Slot| {
            (among.kinds.is_empty() || among.kinds.contains(&slot.kind))
                && among.documents.as_ref().is_none_or(|documents| documents.contains(&slot.document))
        };
        let Some(entries) = &among.entries else { return Some(self.slots.iter().map(fits).collect()) };
        let mut allowed = vec![false; self.slots.len()];
        for slot in entries.iter().filter_map(|entry| self.slot_of_entry.get(entry)) {
            let slot = *slot as usize;
            if let Some((allowed, slot)) = allowed.get_mut(slot).zip(self.slots.get(slot)) {
                *allowed = fits(slot);
            }
        }
        Some(allowed)
    }

    /// The entries of the greatest products in order; of equally near ones the older entry first.
    fn first(products: &[Products], slots: &[Slot], most: usize) -> Vec<i64> {
        let mut heap: BinaryHeap<Worst> = BinaryHeap::with_capacity(most.min(slots.len()) + 1);
        for (slot, Products { nearest, .. }) in slots.iter().zip(products) {
            if *nearest == f32::NEG_INFINITY {
                continue;
            }
            let found = Worst { product: *nearest, entry: slot.entry };
            if heap.len() < most {
                heap.push(found);
            } else if heap.peek().is_some_and(|worst| found < *worst) {
                heap.pop();
                heap.push(found);
            }
        }
        heap.into_sorted_vec().into_iter().map(|found| found.entry).collect()
    }
}

/// The greatest product of a slot's passages, and that of its first one.
#[derive(Debug, Clone, Copy)]
struct Products {
    nearest: f32,
    first: f32,
}

/// An entry in the heap, where the worst is the greatest.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Worst {
    product: f32,
    entry: i64,
}

impl Eq for Worst {}

impl Ord for Worst {
    fn cmp(&self, other: &Self) -> Ordering {
        other.product.total_cmp(&self.product).then(self.entry.cmp(&other.entry))
    }
}

impl PartialOrd for Worst {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// The sum of the products, written so that the compiler takes many numbers at a time.
#[inline(always)]
fn product(question: &[i16], numbers: &[i8]) -> i32 {
    question.iter().zip(numbers).map(|(a, b)| i32::from(*a) * i32::from(i16::from(*b))).sum()
}

#[cfg(test)]
mod tests;
