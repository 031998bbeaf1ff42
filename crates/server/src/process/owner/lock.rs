//! The lock that makes one process the owner of a library.

use std::fs::{File, OpenOptions, TryLockError};
use std::io;
use std::path::Path;

const LOCK_FILE: &str = "owner.lock";

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
        if std::fs::symlink_metadata(&path)
            .is_ok_and(|metadata| !metadata.is_file() || !lore::is_of_this_user(&metadata))
        {
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

#[cfg(test)]
mod tests;
