//! Fetching: the manifest by a conditional request, then what is missing here.

use std::fs::{self, File};
use std::io::Write as _;
use std::path::{Path, PathBuf};

use futures::{StreamExt as _, TryStreamExt as _, stream};
use object_store::{GetOptions, ObjectStoreExt as _};

use crate::Progress;
use crate::error::{Error, Result};
use crate::location::Location;
use crate::manifest::{FORMAT, Manifest, PublishedFile, Readable, newer};

const AT_ONCE: usize = 4;
const MAX_MANIFEST_BYTES: u64 = 16 << 20;
const LOCK_FILE: &str = "fetch.lock";
/// The folder of the parts that were fetched before an interruption.
const PARTS_FOLDER: &str = "parts";

/// A manifest that a store has, which may be newer than the one known here.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Newest {
    /// What the snapshot consists of.
    pub manifest: Manifest,
    /// The SHA-256 of the manifest, by which the snapshot is known.
    pub id: String,
    e_tag: Option<String>,
}

/// A snapshot in a folder here.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fetched {
    /// The folder with its files.
    pub folder: PathBuf,
    /// What was fetched.
    pub newest: Newest,
}

impl Newest {
    /// Asks a store for its newest snapshot; `None` if it is the one that is `known`.
    ///
    /// # Errors
    /// When the store cannot be reached, or has no snapshot that is [`Readable`] here.
    pub async fn ask(location: &Location, readable: Readable, known: Option<&Self>) -> Result<Option<Self>> {
        let options = GetOptions {
            if_none_match: known.and_then(|known| known.e_tag.clone()),
            ..GetOptions::default()
        };
        let answer = match location.store.get_opts(&location.latest(), options).await {
            Err(object_store::Error::NotModified { .. }) => return Ok(None),
            answer => answer.map_err(|error| location.error(&error))?,
        };
        if answer.meta.size > MAX_MANIFEST_BYTES {
            return Err(location.fault("is damaged: its manifest is too large; publish it again"));
        }
        let e_tag = answer.meta.e_tag.clone();
        let content = answer.bytes().await.map_err(|error| location.error(&error))?;
        let id = disk::sha256(&content);
        if known.is_some_and(|known| known.id == id) {
            return Ok(None);
        }
        // The form of a later version may be another.
        let version: Version = serde_json::from_slice(&content).map_err(|error| damaged(location, &error))?;
        if version.format > FORMAT {
            return Err(location.fault(newer(&version.program)));
        }
        let manifest: Manifest =
            serde_json::from_slice(&content).map_err(|error| damaged(location, &error))?;
        match manifest.fault(&readable) {
            Some(fault) => Err(location.fault(fault)),
            None => Ok(Some(Self { manifest, id, e_tag })),
        }
    }

    /// Fetches the snapshot into a folder in `folder`, unless it is there. Checks all bytes by the manifest.
    ///
    /// # Errors
    /// When the store cannot be reached, a file cannot be written, or a part is not what the manifest says.
    pub async fn fetch(self, location: &Location, folder: &Path, progress: &Progress<'_>) -> Result<Fetched> {
        let complete = folder.join(&self.id);
        let _lock = lock(folder).await?;
        if complete.is_dir() {
            return Ok(Fetched { folder: complete, newest: self });
        }
        let parts = folder.join(PARTS_FOLDER);
        fs::create_dir_all(&parts).map_err(Error::file(&parts))?;
        let wanted = self.manifest.parts();
        let (mut done, total) = (0, wanted.values().sum());
        let transfers: Vec<_> =
            wanted.into_iter().map(|(part, bytes)| fetch_part(location, part, bytes, &parts)).collect();
        let mut fetching = stream::iter(transfers).buffer_unordered(AT_ONCE);
        while let Some(bytes) = fetching.try_next().await? {
            done += bytes;
            progress(done, total);
        }
        drop(fetching);
        let whole =
            tempfile::Builder::new().prefix(".tmp").tempdir_in(folder).map_err(Error::file(folder))?;
        for file in &self.manifest.files {
            assemble(file, &parts, whole.path())?;
        }
        fs::rename(whole.keep(), &complete).map_err(Error::file(&complete))?;
        fs::remove_dir_all(&parts).map_err(Error::file(&parts))?;
        Ok(Fetched { folder: complete, newest: self })
    }
}

impl Fetched {
    /// Deletes the snapshots beside this one, and what interrupted transfers left, unless one is under way.
    pub fn forget_others(&self) {
        let Some(folder) = self.folder.parent() else { return };
        let lock = File::create(folder.join(LOCK_FILE));
        if !lock.as_ref().is_ok_and(|lock| lock.try_lock().is_ok()) {
            return;
        }
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            if entry.path() != self.folder && entry.path().is_dir() {
                // Windows deletes no file that is still read; then it goes the next time.
                let _ = fs::remove_dir_all(entry.path());
            }
        }
    }
}

/// Waits until no other process fetches into a folder.
async fn lock(folder: &Path) -> Result<File> {
    fs::create_dir_all(folder).map_err(Error::file(folder))?;
    let path = folder.join(LOCK_FILE);
    let created = path.clone();
    let locked = tokio::task::spawn_blocking(move || {
        let file = File::create(created)?;
        file.lock().map(|()| file)
    });
    locked.await.unwrap_or_else(|error| Err(std::io::Error::other(error))).map_err(Error::file(&path))
}

/// The part of a manifest that no version changes.
#[derive(serde::Deserialize)]
struct Version {
    format: u32,
    program: String,
}

fn damaged(location: &Location, error: &serde_json::Error) -> Error {
    location
        .fault(format!("is damaged: its manifest is incomplete or no manifest ({error}); publish it again"))
}

/// Fetches a part of a size, unless it is here. Returns its size.
async fn fetch_part(location: &Location, part: &str, bytes: u64, folder: &Path) -> Result<u64> {
    let path = folder.join(part);
    if let Ok(content) = fs::read(&path)
        && content.len() as u64 == bytes
        && disk::sha256(&content) == part
    {
        return Ok(bytes);
    }
    let get = location.store.get(&location.part(part)).await;
    let answer = get.map_err(|error| match error {
        object_store::Error::NotFound { .. } => {
            location.fault("is incomplete: a part is missing; publish it again")
        }
        error => location.error(&error),
    })?;
    if answer.meta.size != bytes {
        return Err(location.fault("is damaged: a part has another size; publish it again"));
    }
    let content = answer.bytes().await.map_err(|error| location.error(&error))?;
    if disk::sha256(&content) != part {
        return Err(location.fault("is damaged: a part is not what the manifest says; publish it again"));
    }
    let mut file = tempfile::NamedTempFile::new_in(folder).map_err(Error::file(folder))?;
    file.write_all(&content).map_err(Error::file(&path))?;
    disk::persist(file, &path).map_err(Error::file(&path))?;
    Ok(bytes)
}

fn assemble(file: &PublishedFile, parts: &Path, folder: &Path) -> Result<()> {
    let path = file.path.split('/').fold(folder.to_owned(), |path, name| path.join(name));
    let parent = path.parent().unwrap_or(folder);
    fs::create_dir_all(parent).map_err(Error::file(parent))?;
    let mut whole = File::create(&path).map_err(Error::file(&path))?;
    for part in &file.parts {
        let content = fs::read(parts.join(part)).map_err(Error::file(&parts.join(part)))?;
        whole.write_all(&content).map_err(Error::file(&path))?;
    }
    whole.sync_all().map_err(Error::file(&path))
}

#[cfg(test)]
mod tests;
