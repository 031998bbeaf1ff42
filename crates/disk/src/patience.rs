//! Repetition of what failed only because another program held a file.

use std::io;
use std::time::Duration;

use backon::{BlockingRetryable, ExponentialBuilder};

/// The first and the longest pause between two attempts, and their number; together about two seconds.
const FIRST_PAUSE: Duration = Duration::from_millis(5);
const LONGEST_PAUSE: Duration = Duration::from_millis(250);
const MAX_RETRIES: usize = 13;

/// Windows' error codes for a file that another program holds: `ERROR_SHARING_VIOLATION`,
/// `ERROR_LOCK_VIOLATION`, `ERROR_USER_MAPPED_FILE`.
const HELD: [i32; 3] = [32, 33, 1224];
/// Windows' error codes that such a file can cause, but other reasons, too: `ERROR_ACCESS_DENIED`,
/// `ERROR_DIR_NOT_EMPTY`, `ERROR_DELETE_PENDING`.
const PERHAPS_HELD: [i32; 3] = [5, 145, 303];
/// The error code with which macOS refuses files in the folders that it protects (`EPERM`).
const NOT_PERMITTED: i32 = 1;

/// Returns true for the error that another program holds a file.
pub fn is_held(error: &io::Error) -> bool {
    cfg!(windows) && error.raw_os_error().is_some_and(|code| HELD.contains(&code))
}

fn may_be_held(error: &io::Error) -> bool {
    is_held(error) || cfg!(windows) && error.raw_os_error().is_some_and(|code| PERHAPS_HELD.contains(&code))
}

/// Repeats an operation on files for about two seconds while another program holds one of them. Returns its
/// last error, which says what to do if another program is the cause.
pub fn patiently<T>(operation: impl FnMut() -> io::Result<T>) -> io::Result<T> {
    retried(operation, |error| Some(error)).map_err(explained)
}

/// Repeats the opening of a file likewise, but not after an error that a lack of permission causes, too:
/// where that is expected, nobody should wait for it.
pub fn opened<T>(open: impl FnMut() -> io::Result<T>) -> io::Result<T> {
    open.retry(pauses()).when(is_held).call().map_err(explained)
}

/// Repeats an operation likewise, whose errors have an error of the system as their cause.
pub fn retried<T, E>(
    operation: impl FnMut() -> Result<T, E>,
    cause: impl Fn(&E) -> Option<&io::Error>,
) -> Result<T, E> {
    operation.retry(pauses()).when(|error| cause(error).is_some_and(may_be_held)).call()
}

fn pauses() -> ExponentialBuilder {
    ExponentialBuilder::default()
        .with_min_delay(FIRST_PAUSE)
        .with_max_delay(LONGEST_PAUSE)
        .with_max_times(MAX_RETRIES)
}

/// Returns the error of a file that another program holds, with what to do.
pub fn held() -> io::Error {
    let words = "another program has it open; close that program, or wait until it is done, and try again";
    io::Error::new(io::ErrorKind::ResourceBusy, words)
}

/// Adds what to do to an error whose words in the system's language do not say it.
fn explained(error: io::Error) -> io::Error {
    if is_held(&error) {
        return held();
    }
    if cfg!(target_os = "macos") && error.raw_os_error() == Some(NOT_PERMITTED) {
        let words = "macOS protects this folder; allow access in System Settings, Privacy & Security, Files and Folders, or \
                     move the file to another folder";
        return io::Error::new(io::ErrorKind::PermissionDenied, words);
    }
    error
}

#[cfg(test)]
mod tests;
