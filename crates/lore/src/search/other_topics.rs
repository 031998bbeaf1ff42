//! Topics of which no open book says anything, in a few words each: creatures and worlds of books that are not open, other games,
//! everyday life. A query that is near to one of them in meaning hardly has an answer in the library.

use std::sync::LazyLock;

use embedding::{VectorIndex, VectorQuery, VectorRow};

/// One topic a line.
#[cfg(test)]
const TOPICS: &str = include_str!("other_topics.txt");
/// The vectors of the topics by the model that is installed with the program, one after another in their stored form. A test
/// compares them with the topics. Vectors of another model are not near to these, so that they change little then.
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
pub(crate) fn nearness_to_other_topics(query: &[f32]) -> f64 {
    let nearest = VectorQuery { vector: query, entries: None, limit: 1, also: &[] };
    INDEX.nearest(&nearest, |_| true).first().map_or(0.0, |(_, nearness)| nearness.best.into())
}

/// Returns the topics.
#[cfg(test)]
pub(crate) fn other_topics() -> Vec<String> {
    TOPICS.lines().filter(|line| !line.starts_with('#')).map(str::to_owned).collect()
}

/// Returns the stored vectors of the topics, and the path of their file.
#[cfg(test)]
pub(crate) fn vector_file() -> (&'static [u8], &'static str) {
    (VECTORS, concat!(env!("CARGO_MANIFEST_DIR"), "/src/search/other_topics.bin"))
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn every_topic_has_a_vector_and_is_there_once() {
        let topics = other_topics();
        assert_eq!(VECTORS.len(), topics.len() * VECTOR_BYTES);
        assert_eq!(topics.iter().collect::<HashSet<_>>().len(), topics.len());
        assert!(topics.iter().all(|topic| topic.split(' ').count() >= 2 && topic.trim() == topic));
    }

    #[test]
    fn a_topic_is_nearest_to_itself() {
        let components = &VECTORS[4..VECTOR_BYTES];
        let vector: Vec<f32> = components.iter().map(|byte| f32::from(i8::from_le_bytes([*byte]))).collect();
        let length = vector.iter().map(|component| component * component).sum::<f32>().sqrt();
        let vector: Vec<f32> = vector.iter().map(|component| component / length).collect();
        assert!(nearness_to_other_topics(&vector) > 0.98);
        assert_eq!(nearness_to_other_topics(&[0.5; 3]), 0.0, "a vector of another dimension is near to none");
    }
}
