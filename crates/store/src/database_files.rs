//! The files of the databases, and the options with which each is opened.

use std::path::{Path, PathBuf};
use std::time::Duration;

use content::error::{Error, Result};
use sqlx::ConnectOptions as _;
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqliteSynchronous};

/// The file beside the projection with what exists nowhere else.
pub const YOURS_FILE: &str = "yours.db";

/// Returns the path of the file that marks a projection as damaged.
pub fn damage_marker(database: &Path) -> PathBuf {
    database.with_extension("damaged")
}

/// Returns the path of the database beside a projection that holds what exists nowhere else.
pub fn yours_beside(projection: &Path) -> PathBuf {
    projection.with_file_name(YOURS_FILE)
}

pub(super) fn options_for(path: &Path) -> SqliteConnectOptions {
    SqliteConnectOptions::new()
        .filename(path)
        .foreign_keys(true)
        .busy_timeout(Duration::from_secs(10))
        // On macOS, only this makes a checkpoint wait until the disk has the log. Elsewhere it does nothing.
        .pragma("checkpoint_fullfsync", "ON")
        .statement_cache_capacity(200)
        .disable_statement_logging()
}

pub(super) fn for_writing(path: &Path) -> SqliteConnectOptions {
    options_for(path).journal_mode(SqliteJournalMode::Wal).synchronous(SqliteSynchronous::Normal)
}

/// Deletes a database with its log.
pub fn remove_database(path: &Path) -> Result<()> {
    for suffix in ["", "-wal", "-shm"] {
        let file = with_suffix(path, suffix);
        disk::remove_if_present(&file).map_err(|error| Error::file(&file, error))?;
    }
    Ok(())
}

pub(super) fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    PathBuf::from(name)
}

/// Returns whether a file begins as the databases of this version of SQLite do. SQLite takes one of a later
/// version for one that it may only read.
pub fn has_sound_header(path: &Path) -> bool {
    let mut header = [0; 20];
    let read =
        std::fs::File::open(path).and_then(|mut file| std::io::Read::read_exact(&mut file, &mut header));
    read.is_ok()
        && header.starts_with(b"SQLite format 3\0")
        && header[18..].iter().all(|version| matches!(version, 1 | 2))
}
