//! The vectors of a group of entries. Equal vectors are kept and scanned once: books that describe one thing
//! share the passages of its everyday words. The leading components of all vectors are kept apart from the
//! others, so that a scan reads only them.

use std::collections::HashMap;
use std::hash::{BuildHasher, Hash};

use hashbrown::{DefaultHashBuilder, HashTable};

use super::scan::{IntegerQuery, dot_products};

pub(super) const VECTORS_PER_PIECE: usize = 2_048;
/// Different vectors hardly ever agree in so many components.
const HASHED_COMPONENTS: usize = 32;
/// The part of the vectors that may be out of use before the others are copied.
const MAX_UNUSED_SHARE: usize = 4;

#[derive(Debug)]
pub(super) struct Group<L> {
    vectors: Vectors,
    uses: HashMap<L, Vec<Use>>,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Use {
    pub(super) id: i64,
    pub(super) entry_position: u32,
    /// The position among the vectors of the group.
    pub(super) vector: u32,
}

#[derive(Debug)]
struct Vectors {
    leading: Rows,
    other: Rows,
    scales: Vec<f32>,
    positions: HashTable<u32>,
    hasher: DefaultHashBuilder,
}

#[derive(Debug)]
struct Rows {
    width: usize,
    components: Vec<i8>,
}

/// Vectors that one thread scans at a time, and room for the product of each.
#[derive(Debug)]
pub(super) struct Piece<'a> {
    leading: &'a [i8],
    scales: &'a [f32],
    products: &'a mut [f32],
}

impl<L: Copy + Eq + Hash> Group<L> {
    pub(super) fn new(leading: usize, other: usize) -> Self {
        Self { vectors: Vectors::new(leading, other), uses: HashMap::new() }
    }

    /// Returns the number of vectors, equal ones counted as often as they are used.
    pub(super) fn len(&self) -> usize {
        self.uses.values().map(Vec::len).sum()
    }

    pub(super) fn add(
        &mut self,
        label: L,
        (id, entry_position): (i64, u32),
        scale: f32,
        [leading, other]: [&[u8]; 2],
    ) {
        let [leading, other] = [leading, other].map(|bytes| bytes.iter().map(|byte| byte.cast_signed()));
        let Some(vector) = self.vectors.position(scale, leading, other) else { return };
        self.uses.entry(label).or_default().push(Use { id, entry_position, vector });
    }

    pub(super) fn retain(&mut self, mut stays: impl FnMut(&Use) -> bool) {
        let before = self.len();
        self.uses.values_mut().for_each(|uses| uses.retain(&mut stays));
        if self.len() == before {
            return;
        }
        self.uses.retain(|_, uses| !uses.is_empty());
        let mut is_used = vec![false; self.vectors.len()];
        for used in self.uses.values().flatten() {
            if let Some(is_used) = is_used.get_mut(used.vector as usize) {
                *is_used = true;
            }
        }
        let unused = is_used.iter().filter(|is_used| !**is_used).count();
        if unused > is_used.len() / MAX_UNUSED_SHARE {
            self.drop_unused();
        }
    }

    fn drop_unused(&mut self) {
        let empty = Vectors::new(self.vectors.leading.width, self.vectors.other.width);
        let all = std::mem::replace(&mut self.vectors, empty);
        for used in self.uses.values_mut().flatten() {
            if let Some((scale, leading, other)) = all.get(used.vector)
                && let Some(vector) =
                    self.vectors.position(scale, leading.iter().copied(), other.iter().copied())
            {
                used.vector = vector;
            }
        }
    }

    pub(super) fn matching(&self, matches: impl Fn(L) -> bool) -> Option<Vec<&[Use]>> {
        let uses = self.uses.iter().filter(|(label, _)| matches(**label)).map(|(_, uses)| uses.as_slice());
        let uses: Vec<_> = uses.collect();
        (!uses.is_empty()).then_some(uses)
    }

    /// Returns room for the product of each vector.
    pub(super) fn products(&self) -> Vec<f32> {
        vec![0.0; self.vectors.len()]
    }

    pub(super) fn pieces<'a>(&'a self, products: &'a mut [f32]) -> impl Iterator<Item = Piece<'a>> {
        let Vectors { leading, scales, .. } = &self.vectors;
        let vectors = leading.components.chunks(VECTORS_PER_PIECE * leading.width);
        let pieces =
            vectors.zip(scales.chunks(VECTORS_PER_PIECE)).zip(products.chunks_mut(VECTORS_PER_PIECE));
        pieces.map(|((leading, scales), products)| Piece { leading, scales, products })
    }

    /// `products` has those of the leading components of all vectors.
    pub(super) fn whole_products(&self, query: &IntegerQuery, some: &[u32], products: &[f32]) -> Vec<f32> {
        let Vectors { other, scales, .. } = &self.vectors;
        let mut of_others = vec![0; some.len()];
        let others = some.iter().map(|vector| other.get(*vector).unwrap_or_default());
        dot_products(&query.other, others, &mut of_others);
        let whole = |(vector, of_others): (&u32, i32)| {
            let of_leading = products.get(*vector as usize).copied().unwrap_or(f32::NEG_INFINITY);
            let scale = scales.get(*vector as usize).copied().unwrap_or_default();
            #[expect(clippy::cast_precision_loss, reason = "the lost digits do not change the order")]
            let of_others = of_others as f32;
            of_leading + of_others * scale
        };
        some.iter().zip(of_others).map(whole).collect()
    }
}

impl Vectors {
    fn new(leading: usize, other: usize) -> Self {
        Self {
            leading: Rows::new(leading),
            other: Rows::new(other),
            scales: Vec::new(),
            positions: HashTable::new(),
            hasher: DefaultHashBuilder::default(),
        }
    }

    fn len(&self) -> usize {
        self.scales.len()
    }

    fn get(&self, position: u32) -> Option<(f32, &[i8], &[i8])> {
        let scale = *self.scales.get(position as usize)?;
        Some((scale, self.leading.get(position)?, self.other.get(position)?))
    }

    /// A new vector is added. Returns `None` if there are too many.
    fn position(
        &mut self,
        scale: f32,
        leading: impl ExactSizeIterator<Item = i8>,
        other: impl ExactSizeIterator<Item = i8>,
    ) -> Option<u32> {
        let next = u32::try_from(self.len()).ok()?;
        self.leading.components.extend(leading);
        self.other.components.extend(other);
        self.scales.push(scale);
        let new = self.get(next)?;
        let hash_of = |leading: &[i8]| {
            self.hasher.hash_one(leading.get(..HASHED_COMPONENTS.min(leading.len())).unwrap_or_default())
        };
        let hash = hash_of(new.1);
        let known = self.positions.find(hash, |position| self.get(*position) == Some(new)).copied();
        if known.is_some() {
            self.leading.truncate(next);
            self.other.truncate(next);
            self.scales.truncate(next as usize);
            return known;
        }
        let Self { leading, positions, .. } = self;
        positions.insert_unique(hash, next, |position| leading.get(*position).map_or(0, hash_of));
        Some(next)
    }
}

impl Rows {
    fn new(width: usize) -> Self {
        Self { width, components: Vec::new() }
    }

    fn get(&self, position: u32) -> Option<&[i8]> {
        let start = position as usize * self.width;
        self.components.get(start..start + self.width)
    }

    fn truncate(&mut self, rows: u32) {
        self.components.truncate(rows as usize * self.width);
    }
}

impl Piece<'_> {
    /// `integers` has room for a piece.
    pub(super) fn scan(self, query: &IntegerQuery, integers: &mut [i32]) {
        dot_products(&query.leading, self.leading.chunks_exact(query.leading.len()), integers);
        for ((product, integer), scale) in self.products.iter_mut().zip(integers).zip(self.scales) {
            #[expect(clippy::cast_precision_loss, reason = "the lost digits do not change the order")]
            let integer = *integer as f32;
            *product = integer * scale;
        }
    }
}
