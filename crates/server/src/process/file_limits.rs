//! Operating-system settings of the process: the mode of files it creates and the number it may open.

/// The number of files and connections that a server tries to be allowed; systems start with 256 or 1,024.
#[cfg(unix)]
const OPEN_FILES_LIMIT: u64 = 4_096;

/// Makes every file and folder that this process and its children create readable by their user alone.
pub(crate) fn keep_files_private() {
    #[cfg(unix)]
    rustix::process::umask(rustix::fs::Mode::RWXG | rustix::fs::Mode::RWXO);
}

#[cfg(unix)]
pub(crate) fn raise_open_files_limit() {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

    let limit = getrlimit(Resource::Nofile);
    let target = OPEN_FILES_LIMIT.min(limit.maximum.unwrap_or(OPEN_FILES_LIMIT));
    if limit.current.is_some_and(|current| current < target)
        && let Err(error) = setrlimit(Resource::Nofile, Rlimit { current: Some(target), ..limit })
    {
        tracing::debug!(%error, "the limit of open files could not be raised");
    }
}

/// Windows has no such limit.
#[cfg(not(unix))]
pub(crate) fn raise_open_files_limit() {}

/// Returns `None` without a limit.
pub(crate) fn open_files_limit() -> Option<u64> {
    #[cfg(unix)]
    return rustix::process::getrlimit(rustix::process::Resource::Nofile).current;
    #[cfg(not(unix))]
    return None;
}
