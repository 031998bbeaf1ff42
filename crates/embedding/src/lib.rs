//! Text embedding: a model that turns texts into vectors, and the exact scan that compares vectors.
//!
//! [`Embedder`] loads the model when it is first needed and frees it when it is idle. [`VectorIndex`] finds
//! the vectors nearest to a query. Nothing here knows what the texts are or where vectors are stored.

mod download;
mod embedder;
mod engine;
mod error;
mod model;
mod model_list;
mod options;
mod packed_vector;
mod runtime;
mod vector_file;
mod vector_index;

pub use embedder::{Embedder, EmbeddingCounts};
pub use error::{Error, Result};
pub use model::Model;
pub use options::EmbeddingOptions;
pub use packed_vector::{cosine, pack};
pub use vector_file::{VectorFile, VectorsByHash, write_vector_file};
pub use vector_index::{Nearness, VectorIndex, VectorQuery, VectorRow};

#[cfg(test)]
use options::installed_model;
