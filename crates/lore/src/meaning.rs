//! Search by meaning: the model that turns texts into vectors, the passages that are given to it, and the exact scan
//! of the vectors. Nothing here reads the database.

mod catalogue;
mod embedder;
mod engine;
mod facts;
mod graph;
mod matrix;
mod model;
mod options;
mod packed;
mod passages;
mod plain;
mod prepared;
mod runtime;

pub use embedder::{EmbeddingCounts, Unavailable};
pub use options::MeaningOptions;

pub(crate) use embedder::{Embedder, QueryVector};
pub(crate) use matrix::{Among, Matrix, Nearness, Row};
pub(crate) use packed::Packed;
pub(crate) use passages::{Passage, passages};
pub(crate) use prepared::{Known, read_prepared, write_prepared};

#[cfg(test)]
pub(crate) use options::real;
