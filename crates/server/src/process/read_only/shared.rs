//! A part of the library for people whom its user knows, such as players: a copy of what was chosen in a
//! folder of its own, so that nothing else can be read. Changes of the library are taken over.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use lore::progress::Job;
use lore::{Access, Choice, ContentVersion, Library};

use crate::protocol::lazy_library::{LazyLibrary, LibrarySettings};

const FOLDER: &str = "shared";
const LOCK_FILE: &str = "shared.lock";

/// The folder of what is shared at present, with a token of its own. It is deleted when the sharing ends.
#[derive(Debug)]
pub(crate) struct SharedFolder {
    pub(crate) path: PathBuf,
    _lock: File,
}

impl SharedFolder {
    /// What an interrupted sharing left is deleted.
    pub(crate) fn create(home: &Path) -> anyhow::Result<Self> {
        lore::make_private_folder(home)?;
        let lock = File::create(home.join(LOCK_FILE))?;
        if lock.try_lock().is_err() {
            bail!("this library is shared already; end that first");
        }
        let path = home.join(FOLDER);
        match fs::remove_dir_all(&path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                return Err(error).with_context(|| disk::shown(&path));
            }
            _ => lore::make_private_folder(&path)?,
        }
        Ok(Self { path, _lock: lock })
    }
}

impl Drop for SharedFolder {
    fn drop(&mut self) {
        // On Windows, a file that is still open stays; the next sharing deletes it.
        let _ = fs::remove_dir_all(&self.path);
    }
}

pub(crate) struct Shared {
    library: LazyLibrary,
    folder: SharedFolder,
    choice: Choice,
    served: Option<ContentVersion>,
    /// A newer content that was seen once.
    seen: Option<ContentVersion>,
    /// The folder of the latest copy.
    current: PathBuf,
}

impl Shared {
    pub(super) fn new(settings: LibrarySettings, folder: SharedFolder, choice: Choice) -> Self {
        let library = LazyLibrary::new(LibrarySettings { access: Access::Read, ..settings });
        Self { library, folder, choice, served: None, seen: None, current: PathBuf::new() }
    }

    /// While the library is still changing, another copy waits.
    pub(super) async fn newer(&mut self) -> anyhow::Result<Option<LazyLibrary>> {
        if self.served.is_none() {
            return self.copy().await.map(Some);
        }
        if self.library.opened().is_some_and(Library::is_replaced) {
            let settings = (*self.library.settings).clone();
            std::mem::replace(&mut self.library, LazyLibrary::new(settings)).close().await;
        }
        let version = Some(self.library.library().await?.content_version().await?);
        if version == self.served {
            return Ok(None);
        }
        let is_settled = version == self.seen;
        self.seen = version;
        if is_settled { self.copy().await.map(Some) } else { Ok(None) }
    }

    async fn copy(&mut self) -> anyhow::Result<LazyLibrary> {
        let folder = tempfile::tempdir_in(&self.folder.path)?.keep();
        self.current.clone_from(&folder);
        // Only a process that may write can copy a database.
        let settings = (*self.library.settings).clone();
        let writer =
            LazyLibrary::new(LibrarySettings { access: Access::Change, offline: true, ..settings.clone() });
        let copied = async {
            let library = writer.library().await?;
            let version = library.content_version().await?;
            library.snapshot(&folder, &self.choice, &Job::quiet()).await?;
            Ok(version)
        };
        let copied: lore::Result<ContentVersion> = copied.await;
        writer.close().await;
        let version = copied?;
        let of_copy = LibrarySettings { home: Some(folder), access: Access::ReadUnchanging, ..settings };
        let copy = LazyLibrary::ready(of_copy).await?;
        self.served = Some(version);
        Ok(copy)
    }

    /// Deletes the copies before the latest. Files that are still in use may stay.
    pub(super) fn forget_others(&self) {
        for entry in fs::read_dir(&self.folder.path).into_iter().flatten().flatten() {
            if entry.path().is_dir() && entry.path() != self.current {
                let _ = fs::remove_dir_all(entry.path());
            }
        }
    }
}
