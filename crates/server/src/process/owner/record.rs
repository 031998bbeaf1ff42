//! The files in a library's folder that make one process its owner, and that say which that is.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use semver::Version;
use serde::{Deserialize, Serialize};

const LOCK_FILE: &str = "owner.lock";
const RECORD_FILE: &str = "owner.json";
/// The constant length to which the file is padded, in bytes.
const RECORD_BYTES: usize = 1_000;

/// The exclusive right to open a library. Released when dropped, or by the system when the process ends.
#[derive(Debug)]
pub(crate) struct OwnerLock {
    _file: File,
}

impl OwnerLock {
    /// Creates the folder if necessary. Returns `None` while another process holds the lock.
    pub(crate) fn try_acquire(home: &Path) -> io::Result<Option<Self>> {
        lore::make_private_folder(home)?;
        let path = home.join(LOCK_FILE);
        let there_is = std::fs::symlink_metadata(&path);
        if there_is.is_ok_and(|file| !file.is_file() || !lore::is_of_this_user(&file)) {
            tracing::warn!(file = %path.display(), "removing a lock file that another user created");
            disk::remove_file(&path)?;
        }
        let file = OpenOptions::new().create(true).truncate(false).write(true).open(path)?;
        match file.try_lock() {
            Ok(()) => Ok(Some(Self { _file: file })),
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(error)) => Err(error),
        }
    }
}

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
        // A full disk has no room for a new file, but a file of the same length can be overwritten.
        disk::write(&path, text.as_bytes()).or_else(|error| {
            let mut file = OpenOptions::new().write(true).open(&path).map_err(|_| error)?;
            file.write_all(text.as_bytes())
        })
    }
}

#[cfg(test)]
mod tests;
