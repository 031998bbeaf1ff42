//! The errors of text embedding.

use std::path::Path;
use std::time::Duration;

/// The result of everything in this crate that can fail.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// The reason why a text has no vector. Its message is for users.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The model or ONNX Runtime is missing, damaged or cannot be loaded.
    #[error("{0}")]
    Unavailable(String),
    /// The model took longer than a query waits.
    #[error("the model took longer than {} seconds", .0.as_secs_f32())]
    Timeout(Duration),
    /// The model failed on this text.
    #[error("the model failed: {0}")]
    Failed(String),
}

impl Error {
    pub(crate) fn file(path: &Path, problem: impl std::fmt::Display) -> Self {
        Self::Unavailable(format!("{}: {problem}", disk::shown(path)))
    }
}
