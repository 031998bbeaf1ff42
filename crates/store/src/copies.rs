//! Copies of `yours.db`: backups beside it, and what takes its place when it is damaged.

use std::path::{Path, PathBuf};
use std::time::SystemTime;

use chrono::{DateTime, Utc};
use content::error::{Error, Result};
use sqlx::sqlite::SqlitePool;
use sqlx::{AssertSqlSafe, ConnectOptions as _, Connection as _};

use super::database_error;
use super::database_files::{has_sound_header, options_for, remove_database, with_suffix};

/// The folder of the backups, beside the database.
pub const BACKUPS_FOLDER: &str = "yours-backups";
const MAX_BACKUPS: usize = 5;
/// The highest version that a database of a newer program may have; a higher one is damage.
const MAX_VERSION: i64 = 100;

pub(super) async fn back_up(pool: &SqlitePool, yours: &Path) -> Result<()> {
    let folder = yours.with_file_name(BACKUPS_FOLDER);
    std::fs::create_dir_all(&folder).map_err(|error| Error::file(&folder, error))?;
    let stamp = Utc::now().format("%Y%m%dT%H%M%S%.3f").to_string();
    let target = folder.join(format!("yours-{stamp}.db"));
    copy(pool, "main", &target).await?;
    for old in backups_of(yours).into_iter().skip(MAX_BACKUPS) {
        let _ = disk::remove_if_present(&old);
    }
    Ok(())
}

/// Writes a copy of one of the open databases to a new file, as it is at one moment.
pub(super) async fn copy(pool: &SqlitePool, database: &'static str, target: &Path) -> Result<()> {
    let unusable = || Error::Unusable(target.to_owned(), "has a name that is not Unicode");
    let path = target.to_str().ok_or_else(unusable)?;
    let vacuum = AssertSqlSafe(format!("VACUUM {database} INTO ?"));
    let copied = sqlx::query(vacuum).bind(path).execute(pool).await;
    copied.map(drop).map_err(|error| database_error(error, target))
}

/// Returns the backups of a database, the newest first.
pub(super) fn backups_of(yours: &Path) -> Vec<PathBuf> {
    let files = std::fs::read_dir(yours.with_file_name(BACKUPS_FOLDER));
    let mut backups: Vec<PathBuf> = files.into_iter().flatten().flatten().map(|file| file.path()).collect();
    backups.retain(|path| path.extension().is_some_and(|extension| extension == "db"));
    backups.sort_unstable_by(|one, other| other.cmp(one));
    backups
}

pub(super) fn modified(path: &Path) -> SystemTime {
    path.metadata().and_then(|file| file.modified()).unwrap_or(SystemTime::UNIX_EPOCH)
}

/// Returns whether a file is a database of what is the user's own, and all of it can be read.
pub async fn is_sound(yours: &Path) -> bool {
    if !has_sound_header(yours) {
        return false;
    }
    let Ok(mut connection) = options_for(yours).connect().await else { return false };
    let check = async {
        let answer: String =
            sqlx::query_scalar("PRAGMA integrity_check(1)").fetch_one(&mut connection).await?;
        let (tables, version): (i64, i64) = sqlx::query_as(
            "SELECT count(*), (SELECT user_version FROM pragma_user_version) FROM sqlite_master
             WHERE type = 'table' AND name IN ('settings', 'own_versions', 'notes')",
        )
        .fetch_one(&mut connection)
        .await?;
        Ok::<_, sqlx::Error>(answer == "ok" && tables == 3 && (1..=MAX_VERSION).contains(&version))
    };
    let is_sound = check.await.unwrap_or(false);
    // Only then may the file be moved.
    let _ = connection.close().await;
    is_sound
}

/// Puts the newest sound backup in the place of a database moved aside. Returns the backup, if any.
pub async fn restore_newest(yours: &Path) -> Result<Option<PathBuf>> {
    for backup in backups_of(yours) {
        if is_sound(&backup).await {
            remove_database(yours)?;
            disk::copy_content(&backup, yours).map_err(|error| Error::file(yours, error))?;
            return Ok(Some(backup));
        }
    }
    Ok(None)
}

/// Moves a damaged database and its log aside. Returns the new path.
pub fn move_aside(path: &Path, now: DateTime<Utc>) -> Result<PathBuf> {
    let stamp = now.format("%Y%m%d-%H%M%S").to_string();
    let (mut aside, mut number) = (path.with_extension(format!("damaged-{stamp}.db")), 1);
    while aside.exists() {
        number += 1;
        aside = path.with_extension(format!("damaged-{stamp}-{number}.db"));
    }
    for suffix in ["-wal", "-shm", ""] {
        let (from, to) = (with_suffix(path, suffix), with_suffix(&aside, suffix));
        match disk::rename(&from, &to) {
            // SQLite deletes the log of a database that it closes.
            Err(error) if error.kind() != std::io::ErrorKind::NotFound || suffix.is_empty() => {
                return Err(Error::file(&from, error));
            }
            _ => {}
        }
    }
    Ok(aside)
}
