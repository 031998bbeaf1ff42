use std::collections::HashSet;
use std::path::Path;
use std::time::Duration;

use embedding::{Embedder, EmbeddingOptions, cosine, pack};
use tempfile::TempDir;

use super::*;
use crate::resources::resources_folder;

/// Set, it lets a test write the vectors in place of comparing them.
const WRITE_TOPICS: &str = "LOREKEEPER_WRITE_TOPICS";

fn topics() -> Vec<String> {
    let lines = include_str!("../other_topics.txt").lines();
    lines.filter(|line| !line.starts_with('#')).map(str::to_owned).collect()
}

#[test]
fn every_topic_has_a_vector_and_is_there_once() {
    let topics = topics();
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

#[tokio::test]
async fn the_vectors_are_those_of_the_model() {
    let options = EmbeddingOptions {
        query_timeout: Duration::from_secs(60),
        ..EmbeddingOptions::found_in(&[resources_folder()])
    };
    if options.bundled_model.is_none() || options.runtime.is_none() {
        eprintln!("skipped: there is no model; run scripts/fetch-resources");
        return;
    }
    let home = TempDir::new().unwrap();
    let embedder = Embedder::new(options, home.path(), || ());
    let vectors = embedder.embed_passages(topics()).await.unwrap();
    embedder.close().await;
    let packed: Vec<Vec<u8>> = vectors.iter().map(|vector| pack(vector)).collect();
    if std::env::var_os(WRITE_TOPICS).is_some() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/other_topics.bin");
        std::fs::write(path, packed.concat()).unwrap();
        return;
    }
    assert_eq!(VECTORS.len(), packed.concat().len(), "write the vectors with {WRITE_TOPICS}=1");
    for ((topic, vector), stored) in topics().iter().zip(&vectors).zip(VECTORS.chunks(VECTOR_BYTES)) {
        let cosine = cosine(stored, vector).unwrap();
        assert!(cosine > 0.97, "{topic}: {cosine}; write the vectors with {WRITE_TOPICS}=1");
    }
}
