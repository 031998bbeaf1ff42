//! What holds for the whole process: who may read the files that it makes, and how many it may have open.

/// How many files and connections a server wants to have open at once; systems begin with 256 or 1,024.
#[cfg(unix)]
const OPEN_FILES: u64 = 4_096;

/// Makes every file and folder of this process, and of those it starts, one that only its user can read.
pub(crate) fn keep_files_private() {
    #[cfg(unix)]
    rustix::process::umask(rustix::fs::Mode::RWXG | rustix::fs::Mode::RWXO);
}

/// Lets this process have as many files open as it wants, or as the system allows.
#[cfg(unix)]
pub(crate) fn allow_many_files() {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

    let limit = getrlimit(Resource::Nofile);
    let wanted = OPEN_FILES.min(limit.maximum.unwrap_or(OPEN_FILES));
    if limit.current.is_some_and(|current| current < wanted)
        && let Err(error) = setrlimit(Resource::Nofile, Rlimit { current: Some(wanted), ..limit })
    {
        tracing::debug!(%error, "no more files can be open at once");
    }
}

/// Windows has no such limit.
#[cfg(not(unix))]
pub(crate) fn allow_many_files() {}

/// How many files and connections this process may have open; none where there is no limit.
pub(crate) fn open_files() -> Option<u64> {
    #[cfg(unix)]
    return rustix::process::getrlimit(rustix::process::Resource::Nofile).current;
    #[cfg(not(unix))]
    return None;
}
