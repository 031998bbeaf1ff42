//! The app's log: on stderr, or in a file where programs with a window have no stderr.

use std::fs::{self, File};
use std::io::{self, IsTerminal};
use std::path::Path;
use std::sync::Mutex;

use tracing_subscriber::EnvFilter;

use crate::own_folders;

const FILE_NAME: &str = "lorekeeper.log";
/// The length at which the next start begins a new file. One earlier file is kept.
const MAX_BYTES: u64 = 1_000_000;

/// Starts the log.
pub(crate) fn start(identifier: &str) {
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("warn,lorekeeper=info"));
    let log = tracing_subscriber::fmt().with_env_filter(filter);
    let is_terminal = io::stderr().is_terminal();
    // On Linux, stderr reaches the journal.
    let has_stderr = cfg!(any(target_os = "linux", debug_assertions)) || is_terminal;
    let folder = own_folders::logs(identifier).filter(|_| !has_stderr);
    match folder.and_then(|folder| open(&folder).ok()) {
        Some(file) => log.with_ansi(false).with_writer(Mutex::new(file)).init(),
        None => log.with_ansi(is_terminal).with_writer(io::stderr).init(),
    }
    std::panic::set_hook(Box::new(|panic| tracing::error!("{panic}")));
}

fn open(folder: &Path) -> io::Result<File> {
    fs::create_dir_all(folder)?;
    let file = folder.join(FILE_NAME);
    if fs::metadata(&file).is_ok_and(|found| found.len() > MAX_BYTES) {
        // While another run writes to the file, it stays.
        let _ = fs::rename(&file, file.with_extension("old.log"));
    }
    File::options().append(true).create(true).open(file)
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    #[test]
    fn a_long_log_begins_anew_and_keeps_one_earlier_file() {
        let folder = tempfile::tempdir().unwrap();
        let logs = folder.path().join("made when needed");
        let long = vec![b'x'; usize::try_from(MAX_BYTES).unwrap() + 1];
        for _ in 0..3 {
            open(&logs).unwrap().write_all(&long).unwrap();
        }
        open(&logs).unwrap().write_all(b"short").unwrap();
        open(&logs).unwrap().write_all(b" and more").unwrap();
        assert_eq!(fs::read_to_string(logs.join(FILE_NAME)).unwrap(), "short and more");
        assert_eq!(fs::read_dir(logs).unwrap().count(), 2);
    }
}
