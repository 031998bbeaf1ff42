//! The border to tantivy: panics become errors, and system failures are distinguished from index damage.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use content::error::{Error, Result};
use store::is_disk_full;
use tantivy::TantivyError;
use tantivy::directory::error::{LockError, OpenDirectoryError, OpenReadError, OpenWriteError};
use tantivy::error::DataCorruption;

/// The error codes for too many open files, in the system or in this process.
#[cfg(unix)]
const TOO_MANY_OPEN_FILES: [i32; 2] = [23, 24];
#[cfg(not(unix))]
const TOO_MANY_OPEN_FILES: [i32; 1] = [4];

/// Catches panics, which some damage causes. [`Error::Index`] means that the index is damaged, not that the
/// disk is full or permissions are missing.
pub(super) fn guarded<T>(folder: &Path, work: impl FnOnce() -> Result<T>) -> Result<T> {
    let result = catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|panic| {
        let message = panic.downcast_ref::<String>().map(String::as_str);
        let message = message.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("unknown");
        Err(damaged(format!("tantivy panicked: {message}")))
    });
    result.map_err(|error| classified(folder, error))
}

pub(super) fn damaged(message: String) -> Error {
    Error::Index(TantivyError::DataCorruption(DataCorruption::comment_only(message)))
}

fn classified(folder: &Path, error: Error) -> Error {
    let Error::Index(inner) = error else { return error };
    let system_failure = |kind, message: String| Error::file(folder, io::Error::new(kind, message));
    if let Some(cause) = system_error(&inner) {
        if disk::is_held(cause) {
            return Error::file(folder, disk::held());
        }
        let too_many_files = cause.raw_os_error().is_some_and(|code| TOO_MANY_OPEN_FILES.contains(&code));
        let kinds = [
            io::ErrorKind::StorageFull,
            io::ErrorKind::QuotaExceeded,
            io::ErrorKind::PermissionDenied,
            io::ErrorKind::ReadOnlyFilesystem,
            io::ErrorKind::ResourceBusy,
        ];
        if too_many_files || kinds.contains(&cause.kind()) {
            return system_failure(cause.kind(), cause.to_string());
        }
    }
    if matches!(&inner, TantivyError::LockFailure(LockError::LockBusy, _)) {
        return system_failure(io::ErrorKind::ResourceBusy, "another program uses the text index".to_owned());
    }
    if is_disk_full(folder) {
        return Error::DiskFull(folder.to_owned());
    }
    Error::Index(inner)
}

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
mod tests;
