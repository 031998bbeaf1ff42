//! Opens a library's database, and salvages a damaged one.

use std::path::Path;

use super::clock::Clock;
use super::folder::{close_to_others, make_private_folder};
use super::options::{Access, ReadOnly};
use crate::error::{Error, Result};
use crate::progress::Job;
use crate::store::{
    ImportContext, RemovalPolicy, Store, damage_marker, looks_damaged, move_aside, put_in_place,
    recover_content,
};

/// The database's file in the library's folder.
pub(super) const DATABASE_FILE: &str = "library.db";
/// The text index's folder in the library's folder. The number changes with the indexed fields.
pub(super) const INDEX_FOLDER: &str = "index-2";
/// The folders of indexes that earlier versions made.
pub(super) const OLD_INDEX_FOLDERS: [&str; 1] = ["index-1"];
/// The extension of the database that is filled from a damaged one.
const SALVAGED_EXTENSION: &str = "saved.db";

/// An open database, with the reason why it is read-only, if it is.
pub(super) struct OpenDatabase {
    pub(super) store: Store,
    pub(super) read_only: Option<ReadOnly>,
}

/// Opens the database in a folder. If it may be changed, a missing folder or database is created, a damaged database is
/// salvaged, and a database without write permission is opened for reading.
pub(super) async fn open_database(home: &Path, access: Access, clock: &Clock) -> Result<OpenDatabase> {
    let path = home.join(DATABASE_FILE);
    if access != Access::Change {
        if !path.exists() {
            return Err(Error::Invalid(format!(
                "there is no library in {}; a server without `--read-only` makes one, and `publish` copies one",
                disk::shown(home)
            )));
        }
        let store = Store::open_for_reading(&path, access == Access::ReadUnchanging).await?;
        return Ok(OpenDatabase { store, read_only: Some(ReadOnly::Requested) });
    }
    let read_only = match make_folder(home).and_then(|()| check_writable(&path)) {
        Err(Error::File { path: failed, source }) if path.exists() && is_permission_error(&source) => {
            Some(ReadOnly::Unwritable(format!("{}: {}", disk::shown(&failed), disk::reason(&source))))
        }
        result => result.map(|()| None)?,
    };
    let store = match &read_only {
        Some(_) => Store::open_for_reading(&path, false).await?,
        None => open_or_salvage(home, &path, clock).await?,
    };
    Ok(OpenDatabase { store, read_only })
}

fn make_folder(home: &Path) -> Result<()> {
    make_private_folder(home).map_err(|error| Error::file(home, error))?;
    close_to_others(home)?;
    tempfile::tempfile_in(home).map_err(|error| Error::file(home, error))?;
    Ok(())
}

fn is_permission_error(error: &std::io::Error) -> bool {
    matches!(error.kind(), std::io::ErrorKind::PermissionDenied | std::io::ErrorKind::ReadOnlyFilesystem)
}

/// Checks the write permission of a database, if it exists.
fn check_writable(database: &Path) -> Result<()> {
    match disk::opened(|| std::fs::OpenOptions::new().write(true).open(database)) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(Error::file(database, error)),
        _ => Ok(()),
    }
}

async fn open_or_salvage(home: &Path, database: &Path, clock: &Clock) -> Result<Store> {
    let salvaged = database.with_extension(SALVAGED_EXTENSION);
    if !database.exists() && salvaged.exists() {
        // An earlier salvage was interrupted after it had moved the damaged database aside.
        put_in_place(&salvaged, database)?;
    }
    // Only libraries with entries have an index.
    let is_emptied =
        database.metadata().is_ok_and(|file| file.len() == 0) && home.join(INDEX_FOLDER).exists();
    if damage_marker(database).exists() || is_emptied || looks_damaged(database) {
        return salvage(database, &salvaged, clock).await;
    }
    match open_and_read(database).await {
        Err(Error::Damaged { .. }) => salvage(database, &salvaged, clock).await,
        opened => opened,
    }
}

/// Opens the database and reads a little of it, so that obvious damage shows at once.
async fn open_and_read(database: &Path) -> Result<Store> {
    let store = Store::open(database).await?;
    let read = async {
        store.settings().await?;
        store.documents().await?;
        store.last_change().await
    };
    match read.await {
        Ok(_) => Ok(store),
        Err(error) => {
            store.close().await;
            Err(error)
        }
    }
}

/// Replaces a damaged database by a new one with every entry that can still be read. The damaged one stays in place until
/// the new one is complete.
async fn salvage(database: &Path, salvaged: &Path, clock: &Clock) -> Result<Store> {
    let damaged = database.to_owned();
    let rest = tokio::task::spawn_blocking(move || recover_content(&damaged)).await??;
    // An earlier salvage may have been interrupted.
    remove_database(salvaged);
    let store = Store::open(salvaged).await?;
    let (batch, now) = (&rest.batch, clock.now_text());
    let stored = async {
        store.import(batch, ImportContext::Salvage, RemovalPolicy::Remove, &Job::quiet(), &now).await?;
        store.restore_settings(&rest).await
    };
    let stored = stored.await;
    store.close().await;
    if let Err(error) = stored {
        remove_database(salvaged);
        return Err(error);
    }
    let kept = move_aside(database, clock.now())?;
    put_in_place(salvaged, database)?;
    let message = format!(
        "The library's database was damaged. The damaged file is kept as {}. {} entries could be read and were saved; \
         {} could not. Sync and import again to fetch what is missing.",
        disk::shown(&kept),
        batch.records().len(),
        rest.lost,
    );
    tracing::error!("{message}");
    let store = Store::open(database).await?;
    store.record_recovery(&message).await?;
    Ok(store)
}

fn remove_database(path: &Path) {
    for extension in ["db", "db-wal", "db-shm"] {
        let _ = disk::remove_if_present(&path.with_extension(extension));
    }
}
