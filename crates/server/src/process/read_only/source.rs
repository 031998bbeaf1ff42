//! Where a server that only reads has its library from: a folder, or snapshots that are published elsewhere.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Context as _;
use lore::{Access, Choice, Library};
use snapshots::{Fetched, Location, Newest, Readable};

use super::shared::{Shared, SharedFolder};
use crate::process::settings::snapshot_interval;
use crate::protocol::figures::FIGURES;
use crate::protocol::lazy_library::{LazyLibrary, LibrarySettings};

/// The folder of fetched snapshots in the library's folder.
const SNAPSHOTS_FOLDER: &str = "snapshots";
/// The time between two checks whether a folder has another library.
const FOLDER_CHECK: Duration = Duration::from_secs(1);
/// The time between two checks whether a shared library has changed.
const SHARED_CHECK: Duration = Duration::from_secs(2);
/// The time between two checks whether there is a newer snapshot, unless the user set another.
const SNAPSHOT_CHECK: Duration = Duration::from_mins(1);

/// Where a server has its library from.
pub(crate) enum Source {
    /// A folder, which a program on this computer may change.
    Folder(Box<LibrarySettings>),
    /// Snapshots that are published elsewhere.
    Published(Box<Published>),
    /// A part of the library in a folder.
    Shared(Box<Shared>),
}

/// Snapshots that are published elsewhere and fetched into a folder.
pub(crate) struct Published {
    location: Location,
    folder: PathBuf,
    settings: LibrarySettings,
    /// The time between two checks whether there is a newer one.
    interval: Duration,
    served: Option<Fetched>,
}

impl Source {
    /// Returns the library's own folder as the source.
    pub(crate) fn folder(settings: LibrarySettings) -> Self {
        Self::Folder(Box::new(LibrarySettings { access: Access::Read, ..settings }))
    }

    /// Returns the snapshots at an address as the source, which are fetched into the library's folder `home`.
    ///
    /// # Errors
    /// When an address is of no store.
    pub(crate) fn published(settings: LibrarySettings, home: &Path, address: &str) -> anyhow::Result<Self> {
        Ok(Self::Published(Box::new(Published {
            location: Location::open(address)?,
            folder: home.join(SNAPSHOTS_FOLDER),
            settings: LibrarySettings { access: Access::ReadUnchanging, ..settings },
            interval: snapshot_interval().unwrap_or(SNAPSHOT_CHECK),
            served: None,
        })))
    }

    /// Returns a part of the library as the source.
    pub(crate) fn shared(settings: LibrarySettings, folder: SharedFolder, choice: Choice) -> Self {
        Self::Shared(Box::new(Shared::new(settings, folder, choice)))
    }

    /// Returns the time after which to look for another library.
    pub(super) fn interval(&self) -> Duration {
        match self {
            Self::Folder(_) => FOLDER_CHECK,
            Self::Published(published) => published.interval,
            Self::Shared(_) => SHARED_CHECK,
        }
    }

    /// Opens the library for the first time.
    ///
    /// # Errors
    /// When there is none, or it cannot be read.
    pub(super) async fn open(&mut self) -> anyhow::Result<LazyLibrary> {
        match self {
            Self::Folder(settings) => Ok(LazyLibrary::ready((**settings).clone()).await?),
            Self::Published(published) => published
                .newer()
                .await?
                .context("the store says that nothing has changed, although nothing was fetched"),
            Self::Shared(shared) => shared.copy().await,
        }
    }

    /// Opens another library that has taken the place of `current`, if there is one.
    ///
    /// # Errors
    /// When it cannot be fetched or read; the one before can still be served.
    pub(super) async fn next(&mut self, current: &LazyLibrary) -> anyhow::Result<Option<LazyLibrary>> {
        match self {
            Self::Folder(settings) if current.opened().is_some_and(Library::is_replaced) => {
                Ok(Some(LazyLibrary::ready((**settings).clone()).await?))
            }
            Self::Folder(_) => Ok(None),
            Self::Published(published) => published.newer().await,
            Self::Shared(shared) => shared.newer().await,
        }
    }

    /// Deletes snapshots that are not served any more.
    pub(super) fn forget_old(&self) {
        match self {
            Self::Folder(_) => {}
            Self::Published(published) => published.served.iter().for_each(Fetched::forget_others),
            Self::Shared(shared) => shared.forget_others(),
        }
    }
}

impl Published {
    /// Fetches and opens a newer snapshot, if there is one.
    async fn newer(&mut self) -> anyhow::Result<Option<LazyLibrary>> {
        let known = self.served.as_ref().map(|served| &served.newest);
        let readable = Readable { schema: Library::schema(), has_file: Library::is_in_snapshots };
        let Some(newest) = Newest::ask(&self.location, readable, known).await? else {
            return Ok(None);
        };
        let fetched = newest.fetch(&self.location, &self.folder, &|_, _| {}).await?;
        let library = LazyLibrary::ready(LibrarySettings {
            home: Some(fetched.folder.clone()),
            ..self.settings.clone()
        })
        .await?;
        let manifest = &fetched.newest.manifest;
        tracing::info!(made = %manifest.made, bytes = manifest.bytes(), "serving a snapshot");
        FIGURES.snapshot_made.set(manifest.made.as_second());
        self.served = Some(fetched);
        Ok(Some(library))
    }
}
