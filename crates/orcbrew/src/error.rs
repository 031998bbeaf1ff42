//! The errors of reading a file.

use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The result of reading a file.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Returns true once a reading is to stop. It is called regularly, so it must return at once.
pub type CancelCheck = Arc<dyn Fn() -> bool + Send + Sync>;

/// A failure to read a file. Its text names the file.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The file does not exist or cannot be opened.
    #[error("{path}: {reason}", path = disk::shown(path), reason = disk::reason(source))]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The error of the operating system.
        source: std::io::Error,
    },
    /// The file holds no homebrew.
    #[error("{path}: {reason}", path = disk::shown(path))]
    NotOrcBrew {
        /// The file.
        path: PathBuf,
        /// A clause that says what the file is instead or what it lacks.
        reason: String,
    },
    /// The caller cancelled the reading.
    #[error("cancelled")]
    Cancelled,
}

impl Error {
    pub(crate) fn not_orcbrew(path: &Path, reason: impl Into<String>) -> Self {
        Self::NotOrcBrew { path: path.to_owned(), reason: reason.into() }
    }
}
