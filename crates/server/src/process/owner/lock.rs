use std::fs::{File, OpenOptions, TryLockError};
use std::io;
use std::path::Path;

/// The file whose lock makes a process the owner of the library in its folder.
const LOCK: &str = "owner.lock";

/// The right to open a library. It ends when this is dropped, or with the process, however that ends.
#[derive(Debug)]
pub(crate) struct Claim {
    _file: File,
}

impl Claim {
    /// Takes the right to the library in a folder, which is made when it is missing; `None` while another has it.
    ///
    /// # Errors
    /// When the folder cannot be written to, or its file system has no locks.
    pub(crate) fn take(home: &Path) -> io::Result<Option<Self>> {
        lore::make_private_folder(home)?;
        let path = home.join(LOCK);
        if std::fs::symlink_metadata(&path)
            .is_ok_and(|about| !about.is_file() || !lore::is_of_this_user(&about))
        {
            tracing::warn!(file = %path.display(), "another user put this here; it is removed");
            std::fs::remove_file(&path)?;
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
mod tests {
    use super::*;

    #[test]
    fn one_of_many_that_start_at_once_is_the_owner_and_the_next_one_follows_it() {
        let home = tempfile::tempdir().unwrap();
        let start = std::sync::Barrier::new(8);
        for _ in 0..50 {
            let claims: Vec<Option<Claim>> = std::thread::scope(|scope| {
                let claim = || {
                    start.wait();
                    Claim::take(home.path()).unwrap()
                };
                let threads: Vec<_> = (0..8).map(|_| scope.spawn(claim)).collect();
                threads.into_iter().map(|thread| thread.join().unwrap()).collect()
            });
            assert_eq!(claims.iter().flatten().count(), 1);
        }
    }

    #[test]
    fn a_folder_that_cannot_be_made_is_an_error() {
        assert!(Claim::take(Path::new("/proc/lorekeeper")).is_err());
    }
}
