//! A part of the library for people whom its user knows, such as players: a copy of what was chosen in a folder of its own, so that
//! nothing else can be read. Changes of the library are taken over.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use lore::progress::Job;
use lore::{Access, Choice, ContentVersion, Library};

use crate::process::http::{Token, TokenFiles};
use crate::protocol::lazy_library::{LazyLibrary, LibrarySettings};

const FOLDER: &str = "shared";
const LOCK_FILE: &str = "shared.lock";

/// The folder of what is shared at present, with a token of its own. It is deleted when the sharing ends.
#[derive(Debug)]
pub(crate) struct SharedFolder {
    path: PathBuf,
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
                return Err(error).with_context(|| disk::shown(&path).to_string());
            }
            _ => lore::make_private_folder(&path)?,
        }
        Ok(Self { path, _lock: lock })
    }

    pub(crate) fn create_token(&self) -> io::Result<Token> {
        Token::create_short(&self.path)
    }

    /// No other token is valid here.
    pub(crate) fn tokens(&self) -> TokenFiles {
        TokenFiles::of(&self.path)
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
    /// How copies are opened.
    settings: LibrarySettings,
    folder: SharedFolder,
    choice: Choice,
    served: Option<ContentVersion>,
    /// A newer content that was seen once.
    seen: Option<ContentVersion>,
    copies: u64,
}

impl Shared {
    pub(super) fn new(settings: LibrarySettings, folder: SharedFolder, choice: Choice) -> Self {
        let library = LazyLibrary::new(LibrarySettings { access: Access::Read, ..settings.clone() });
        let settings = LibrarySettings { access: Access::ReadUnchanging, ..settings };
        Self { library, settings, folder, choice, served: None, seen: None, copies: 0 }
    }

    /// While the library is still changing, the copy waits.
    pub(super) async fn newer(&mut self) -> anyhow::Result<Option<LazyLibrary>> {
        if self.library.opened().is_some_and(Library::is_replaced) {
            let settings = self.library.settings().clone();
            std::mem::replace(&mut self.library, LazyLibrary::new(settings)).close().await;
        }
        let version = Some(self.library.library().await?.content_version().await?);
        if version == self.served {
            return Ok(None);
        }
        let is_settled = version == self.seen;
        self.seen.clone_from(&version);
        match version.filter(|_| is_settled) {
            Some(_) => Ok(Some(self.copy().await?)),
            None => Ok(None),
        }
    }

    pub(super) async fn copy(&mut self) -> anyhow::Result<LazyLibrary> {
        self.copies += 1;
        let folder = self.current();
        lore::make_private_folder(&folder)?;
        // Only who may write can have a database copied.
        let writer = LazyLibrary::new(LibrarySettings {
            access: Access::Change,
            offline: true,
            ..self.library.settings().clone()
        });
        let copied = async {
            let library = writer.library().await?;
            let version = library.content_version().await?;
            library.snapshot(&folder, &self.choice, &Job::quiet()).await?;
            Ok(version)
        };
        let copied: lore::Result<ContentVersion> = copied.await;
        writer.close().await;
        let version = copied?;
        let copy =
            LazyLibrary::ready(LibrarySettings { home: Some(folder), ..self.settings.clone() }).await?;
        self.served = Some(version);
        Ok(copy)
    }

    fn current(&self) -> PathBuf {
        self.folder.path.join(self.copies.to_string())
    }

    /// Deletes the copies before the latest, as far as nothing reads them any more.
    pub(super) fn forget_others(&self) {
        let current = self.current();
        for entry in fs::read_dir(&self.folder.path).into_iter().flatten().flatten() {
            if entry.path().is_dir() && entry.path() != current {
                let _ = fs::remove_dir_all(entry.path());
            }
        }
    }
}
