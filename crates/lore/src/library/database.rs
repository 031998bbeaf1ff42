//! Opens a library's databases, and replaces damaged ones.

use std::path::Path;

use content::error::{Error, Result};
use store::{Store, damage_marker, has_sound_header, is_sound, move_aside, restore_newest, yours_beside};

use super::clock::Clock;
use super::folder::{close_to_others, make_private_folder};
use super::options::{Access, ReadOnly};

pub(super) const DATABASE_FILE: &str = "library.db";
/// The number changes with the indexed fields.
pub(super) const INDEX_FOLDER: &str = "index-2";

/// Opens the databases in a folder. If they may be changed, a missing folder or database is created, a
/// damaged database is replaced, and one without write permission is opened for reading.
pub(super) async fn open_database(
    home: &Path,
    access: Access,
    clock: &Clock,
) -> Result<(Store, Option<ReadOnly>)> {
    let path = home.join(DATABASE_FILE);
    if access != Access::Change {
        if !path.exists() {
            let why = "holds no library; a server without `--read-only` makes one, and `publish` copies one";
            return Err(Error::Unusable(home.to_owned(), why));
        }
        let store = Store::open_for_reading(&path, access == Access::ReadUnchanging).await?;
        return Ok((store, Some(ReadOnly::Requested)));
    }
    let read_only = match make_folder(home).and_then(|()| check_writable(&path)) {
        Err(Error::File { path: failed, source }) if path.exists() && is_permission_error(&source) => {
            Some(ReadOnly::Unwritable(format!("{}: {}", disk::shown(&failed), disk::reason(&source))))
        }
        result => result.map(|()| None)?,
    };
    let store = match &read_only {
        Some(_) => Store::open_for_reading(&path, false).await?,
        None => open_or_replace(home, &path, clock).await?,
    };
    Ok((store, read_only))
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

fn check_writable(database: &Path) -> Result<()> {
    match disk::opened(|| std::fs::OpenOptions::new().write(true).open(database)) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(Error::file(database, error)),
        _ => Ok(()),
    }
}

/// A damaged `yours.db` is replaced by its newest backup, and a damaged projection by an empty one, which is
/// made again from the sources. What was damaged is kept beside them.
async fn open_or_replace(home: &Path, projection: &Path, clock: &Clock) -> Result<Store> {
    let mut messages = Vec::new();
    let yours = yours_beside(projection);
    if yours.exists() && !is_sound(&yours).await {
        let kept = move_aside(&yours, clock.now())?;
        let restored = restore_newest(&yours).await?;
        let kept = disk::shown(&kept);
        messages.push(match restored.as_deref() {
            Some(backup) => format!(
                "The database of your own entries, notes and settings was damaged. The damaged file is kept as {kept}, and the \
                 backup {} took its place.",
                disk::shown(backup)
            ),
            None => format!(
                "The database of your own entries, notes and settings was damaged, and there was no backup. The damaged file is \
                 kept as {kept}."
            ),
        });
    }
    // A new database is empty until its first page is written, and its library has no index yet.
    let is_new =
        projection.metadata().map_or(true, |file| file.len() == 0 && !home.join(INDEX_FOLDER).exists());
    let is_marked = projection.exists() && damage_marker(projection).exists();
    let opened = if is_marked || !is_new && !has_sound_header(projection) {
        Err(Error::Damaged(projection.to_owned()))
    } else {
        open_and_read(projection).await
    };
    let store = match opened {
        Err(Error::Damaged(_)) => {
            let kept = move_aside(projection, clock.now())?;
            messages.push(format!(
                "The library's database was damaged. The damaged file is kept as {}, and the library is made again from what was \
                 fetched and imported.",
                disk::shown(&kept),
            ));
            let store = open_and_read(projection).await?;
            let _ = disk::remove_if_present(&damage_marker(projection));
            store
        }
        opened => opened?,
    };
    for message in messages {
        tracing::error!("{message}");
        store.record_recovery(&message).await?;
    }
    Ok(store)
}

/// Reads a little of the databases, so that obvious damage shows at once.
async fn open_and_read(projection: &Path) -> Result<Store> {
    let store = Store::open(projection).await?;
    let read = async {
        store.settings().await?;
        store.documents().await?;
        store.last_change().await
    };
    if let Err(error) = read.await {
        store.close().await;
        return Err(error);
    }
    Ok(store)
}
