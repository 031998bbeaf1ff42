//! The one border behind which tantivy works on its files: what goes wrong there is told apart, and a panic is an error.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use tantivy::TantivyError;
use tantivy::directory::error::{LockError, OpenDirectoryError, OpenReadError, OpenWriteError};
use tantivy::error::DataCorruption;

use crate::error::{Error, Result};
use crate::store::is_disk_full;

/// Too many files are open, in the system or in this process.
#[cfg(unix)]
const NO_HANDLES: [i32; 2] = [23, 24];
#[cfg(not(unix))]
const NO_HANDLES: [i32; 1] = [4];

/// Does something with the index in a folder. Only an [`Error::Index`] means that the index is damaged; it panics on some damage,
/// which is caught here. A full disk, missing rights and the like leave it as it is.
pub(super) fn guarded<T>(folder: &Path, work: impl FnOnce() -> Result<T>) -> Result<T> {
    let result = catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|panic| {
        let words = panic.downcast_ref::<String>().map(String::as_str);
        let words = words.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("it broke off");
        Err(damaged(format!("reading it failed: {words}")))
    });
    result.map_err(|error| judged(folder, error))
}

/// A damaged index.
pub(super) fn damaged(words: String) -> Error {
    Error::Index(TantivyError::DataCorruption(DataCorruption::comment_only(words)))
}

fn judged(folder: &Path, error: Error) -> Error {
    let Error::Index(inner) = error else { return error };
    let of_system = |kind, words: String| Error::file(folder, io::Error::new(kind, words));
    if let Some(cause) = system_error(&inner) {
        let handles = cause.raw_os_error().is_some_and(|code| NO_HANDLES.contains(&code));
        let kinds = [
            io::ErrorKind::StorageFull,
            io::ErrorKind::QuotaExceeded,
            io::ErrorKind::PermissionDenied,
            io::ErrorKind::ReadOnlyFilesystem,
        ];
        if handles || kinds.contains(&cause.kind()) {
            return of_system(cause.kind(), cause.to_string());
        }
    }
    if matches!(&inner, TantivyError::LockFailure(LockError::LockBusy, _)) {
        return of_system(
            io::ErrorKind::ResourceBusy,
            "another program is at work on the text index".to_owned(),
        );
    }
    if is_disk_full(folder) {
        return Error::DiskFull { path: folder.to_owned() };
    }
    Error::Index(inner)
}

/// What the system said, if that is why it failed.
fn system_error(error: &TantivyError) -> Option<&io::Error> {
    match error {
        TantivyError::IoError(cause)
        | TantivyError::OpenReadError(OpenReadError::IoError { io_error: cause, .. })
        | TantivyError::OpenWriteError(OpenWriteError::IoError { io_error: cause, .. })
        | TantivyError::OpenDirectoryError(OpenDirectoryError::IoError { io_error: cause, .. })
        | TantivyError::LockFailure(LockError::IoError(cause), _) => Some(cause),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_damage_and_a_full_disk_is_none() {
        let folder = tempfile::tempdir().unwrap();
        let panicked: Result<()> = guarded(folder.path(), || panic!("index out of bounds"));
        assert!(matches!(panicked, Err(Error::Index(_))), "{panicked:?}");
        for (kind, code) in
            [(io::ErrorKind::StorageFull, "disk_full"), (io::ErrorKind::PermissionDenied, "file_error")]
        {
            let failed: Result<()> =
                guarded(folder.path(), || Err(TantivyError::from(io::Error::from(kind)).into()));
            assert_eq!(failed.unwrap_err().code(), code);
        }
    }
}
