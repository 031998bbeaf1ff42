//! Detects that the database file was deleted or replaced while it is open.

use std::path::Path;

use crate::error::{Error, Result};

/// The identity of the file that was opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct FileIdentity {
    #[cfg(unix)]
    device: u64,
    #[cfg(unix)]
    inode: u64,
}

impl FileIdentity {
    /// Returns the identity of the file at a path; `None` if there is none.
    pub(super) fn of(path: &Path) -> Option<Self> {
        let metadata = std::fs::metadata(path).ok()?;
        Some(Self::in_metadata(&metadata))
    }

    #[cfg(unix)]
    fn in_metadata(metadata: &std::fs::Metadata) -> Self {
        use std::os::unix::fs::MetadataExt;
        Self { device: metadata.dev(), inode: metadata.ino() }
    }

    /// Other systems neither delete nor replace an open file.
    #[cfg(not(unix))]
    fn in_metadata(_: &std::fs::Metadata) -> Self {
        Self {}
    }

    /// Checks that the path still leads to this file.
    pub(super) fn check(self, path: &Path) -> Result<()> {
        if Self::of(path) == Some(self) {
            return Ok(());
        }
        let words = "the library's database was deleted, moved or replaced while it was open, and nothing was stored; restart \
                     LoreKeeper, which opens what is in the folder now";
        Err(Error::file(path, std::io::Error::new(std::io::ErrorKind::NotFound, words)))
    }
}
