//! The file in the library's folder that says which process owns the library and where it listens.

use std::fs::OpenOptions;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use semver::Version;
use serde::{Deserialize, Serialize};

const RECORD_FILE: &str = "owner.json";
/// The constant length to which the file is padded, in bytes.
const RECORD_BYTES: usize = 1_000;

/// The owner of a library, as other processes see it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct OwnerRecord {
    /// The path of the socket or pipe; `None` once the owner has closed it.
    pub(crate) address: Option<PathBuf>,
    pub(crate) process: u32,
    pub(crate) version: Version,
    /// The newer version for which the owner ended.
    #[serde(default)]
    pub(crate) left_for: Option<Version>,
}

impl OwnerRecord {
    /// Returns `None` if the record is missing, unreadable or another user's.
    pub(crate) fn read(home: &Path) -> Option<Self> {
        let path = home.join(RECORD_FILE);
        let metadata = std::fs::symlink_metadata(&path).ok()?;
        if !metadata.is_file() || !lore::is_of_this_user(&metadata) {
            return None;
        }
        serde_json::from_slice(&disk::patiently(|| std::fs::read(&path)).ok()?).ok()
    }

    pub(super) fn write(&self, home: &Path) -> io::Result<()> {
        let text = format!("{:RECORD_BYTES$}\n", serde_json::to_string(self)?);
        let path = home.join(RECORD_FILE);
        let replace = || {
            let mut file = tempfile::NamedTempFile::new_in(home)?;
            file.write_all(text.as_bytes())?;
            disk::persist(file, &path)
        };
        // A full disk has no room for a new file, but a file of the same length can be overwritten.
        replace().or_else(|error: io::Error| {
            let mut file = OpenOptions::new().write(true).open(&path).map_err(|_| error)?;
            file.write_all(text.as_bytes())
        })
    }
}

#[cfg(test)]
mod tests;
