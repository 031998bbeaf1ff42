//! Detects that the database file was deleted or replaced while it is open.

use std::path::Path;

use content::error::{Error, Result};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct FileIdentity {
    volume: u64,
    index: u64,
}

impl FileIdentity {
    #[cfg(unix)]
    pub(super) fn of(path: &Path) -> Option<Self> {
        use std::os::unix::fs::MetadataExt;
        let metadata = std::fs::metadata(path).ok()?;
        Some(Self { volume: metadata.dev(), index: metadata.ino() })
    }

    /// Windows keeps an open database from being replaced, but not every server of a network drive does.
    #[cfg(windows)]
    pub(super) fn of(path: &Path) -> Option<Self> {
        let information = winapi_util::file::information(std::fs::File::open(path).ok()?).ok()?;
        Some(Self { volume: information.volume_serial_number(), index: information.file_index() })
    }

    pub(super) fn check(self, path: &Path) -> Result<()> {
        if Self::of(path) == Some(self) {
            return Ok(());
        }
        let words = "the library's database was deleted, moved or replaced while it was open, and nothing was stored; restart \
                     LoreKeeper, which opens what is in the folder now";
        Err(Error::file(path, std::io::Error::new(std::io::ErrorKind::NotFound, words)))
    }
}

#[cfg(test)]
mod tests;
