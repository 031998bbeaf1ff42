//! Vectors of entries with one label, side by side, and their scan.

use super::nearness::Products;
use super::scan::{IntegerQuery, dot_products};

/// The number of vectors that a thread scans before it takes others.
pub(super) const VECTORS_PER_PIECE: usize = 2_048;

/// The vectors of all entries with a label.
#[derive(Debug, Default)]
pub(super) struct Block {
    /// The components of all vectors, one vector after another.
    pub(super) components: Vec<i8>,
    /// The rest of each vector, in the same order.
    pub(super) vectors: Vec<Vector>,
}

/// A vector without its components.
#[derive(Debug, Clone, Copy)]
pub(super) struct Vector {
    pub(super) id: i64,
    pub(super) entry_position: u32,
    pub(super) scale: f32,
}

/// Vectors that one thread scans at a time.
#[derive(Debug, Clone, Copy)]
pub(super) struct Piece<'a> {
    components: &'a [i8],
    pub(super) vectors: &'a [Vector],
}

impl Block {
    /// Keeps the vectors that pass a test; the last vector takes the place of a removed one.
    pub(super) fn retain(&mut self, dimension: usize, mut stays: impl FnMut(&Vector) -> bool) {
        let mut position = 0;
        while let Some(vector) = self.vectors.get(position) {
            if stays(vector) {
                position += 1;
                continue;
            }
            let last = (self.vectors.len() - 1) * dimension;
            self.components.copy_within(last.., position * dimension);
            self.components.truncate(last);
            self.vectors.swap_remove(position);
        }
    }

    pub(super) fn pieces(&self, dimension: usize) -> impl Iterator<Item = Piece<'_>> {
        let components = self.components.chunks(VECTORS_PER_PIECE * dimension);
        let pieces = components.zip(self.vectors.chunks(VECTORS_PER_PIECE));
        pieces.map(|(components, vectors)| Piece { components, vectors })
    }
}

impl Piece<'_> {
    /// Adds the dot products of its vectors to those of their entries. `integers` has room for one for each vector.
    pub(super) fn scan(
        self,
        query: &IntegerQuery,
        allowed: Option<&[bool]>,
        integers: &mut [i32],
        products: &mut [Products],
    ) {
        dot_products(&query.components, self.components, integers);
        for (vector, integer) in self.vectors.iter().zip(integers) {
            let position = vector.entry_position as usize;
            if allowed.is_none_or(|allowed| allowed.get(position) == Some(&true))
                && let Some(of_entry) = products.get_mut(position)
            {
                #[expect(clippy::cast_precision_loss, reason = "the lost digits do not change the order")]
                of_entry.add(*integer as f32 * vector.scale);
            }
        }
    }
}
