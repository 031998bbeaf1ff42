//! Topics of which no open book says anything, in a few words each: creatures and worlds of books that are
//! not open, other games, everyday life. A query near one in meaning hardly has an answer in the library.

use std::sync::LazyLock;

use embedding::{VectorIndex, VectorQuery, VectorRow};

/// The topics' vectors by the model installed with the program, one after another in stored form. A test
/// compares them with the topics. Another model's vectors are not near these, which then change little.
const VECTORS: &[u8] = include_bytes!("other_topics.bin");
/// The length of a vector: a scale, and a byte for each of 256 components.
const VECTOR_BYTES: usize = 4 + DIMENSION;
const DIMENSION: usize = 256;

static INDEX: LazyLock<VectorIndex<(), ()>> = LazyLock::new(|| {
    let vectors = (0..).zip(VECTORS.chunks(VECTOR_BYTES));
    let rows: Vec<_> =
        vectors.map(|(topic, bytes)| VectorRow { id: topic, entry: topic, label: ((), ()), bytes }).collect();
    let mut index = VectorIndex::new(DIMENSION, DIMENSION);
    index.replace(&rows);
    index
});

/// Returns the nearness of a query's vector to the nearest topic, from 0 to 1.
pub fn nearness_to_other_topics(query: &[f32]) -> f64 {
    let nearest = VectorQuery { vector: query, entries: None, limit: 1, also: &[] };
    INDEX.nearest(&nearest, |_| true).first().map_or(0.0, |(_, nearness)| nearness.best.into())
}

#[cfg(test)]
mod tests;
