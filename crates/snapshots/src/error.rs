//! Errors of the transfer of snapshots.

use std::path::{Path, PathBuf};

/// A result with an [`Error`].
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Why a snapshot could not be published or fetched.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The address is of no store.
    #[error("{0}")]
    Address(String),
    /// The store did not do what it was asked.
    #[error("{location} {what}")]
    Store {
        /// The address of the store.
        location: String,
        /// What it did instead, and what to do.
        what: String,
    },
    /// The snapshot cannot be used.
    #[error("the snapshot in {location} {what}")]
    Snapshot {
        /// The address of the store.
        location: String,
        /// What is wrong with it, and what to do.
        what: String,
    },
    /// A file here cannot be read or written.
    #[error("{}: {}", disk::shown(.path), disk::reason(.source))]
    File {
        /// The file or folder.
        path: PathBuf,
        /// What the system says.
        source: std::io::Error,
    },
}

impl Error {
    pub(crate) fn file(path: &Path) -> impl FnOnce(std::io::Error) -> Self {
        let path = path.to_owned();
        move |source| Self::File { path, source }
    }
}
