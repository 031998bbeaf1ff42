//! Where a server that only reads gets its library: a folder, or snapshots that are published elsewhere.

use std::path::{Path, PathBuf};
use std::time::Duration;

use lore::{Access, Choice, Library};
use snapshots::{Fetched, Location, Newest, Readable};

use super::shared::{Shared, SharedFolder};
use crate::process::settings::snapshot_interval;
use crate::protocol::figures::FIGURES;
use crate::protocol::lazy_library::{LazyLibrary, LibrarySettings};

const SNAPSHOTS_FOLDER: &str = "snapshots";
const FOLDER_CHECK: Duration = Duration::from_secs(1);
const SHARED_CHECK: Duration = Duration::from_secs(2);
const SNAPSHOT_CHECK: Duration = Duration::from_mins(1);

pub(crate) enum Source {
    /// A folder, which a program on this computer may change.
    Folder(Box<LibrarySettings>),
    Published(Box<Published>),
    Shared(Box<Shared>),
}

pub(crate) struct Published {
    location: Location,
    folder: PathBuf,
    settings: LibrarySettings,
    interval: Duration,
    served: Option<Fetched>,
}

impl Source {
    pub(crate) fn folder(settings: LibrarySettings) -> Self {
        Self::Folder(Box::new(LibrarySettings { access: Access::Read, ..settings }))
    }

    pub(crate) fn published(settings: LibrarySettings, home: &Path, address: &str) -> anyhow::Result<Self> {
        Ok(Self::Published(Box::new(Published {
            location: Location::open(address)?,
            folder: home.join(SNAPSHOTS_FOLDER),
            settings: LibrarySettings { access: Access::ReadUnchanging, ..settings },
            interval: snapshot_interval().unwrap_or(SNAPSHOT_CHECK),
            served: None,
        })))
    }

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

    /// Opens the first library, then each newer than `current`. On errors, that one can still be served.
    pub(super) async fn next(
        &mut self,
        current: Option<&LazyLibrary>,
    ) -> anyhow::Result<Option<LazyLibrary>> {
        let is_replaced = |current: &LazyLibrary| current.opened().is_some_and(Library::is_replaced);
        match self {
            Self::Folder(settings) if current.is_none_or(is_replaced) => {
                Ok(Some(LazyLibrary::ready((**settings).clone()).await?))
            }
            Self::Folder(_) => Ok(None),
            Self::Published(published) => published.newer().await,
            Self::Shared(shared) => shared.newer().await,
        }
    }

    pub(super) fn forget_old(&self) {
        match self {
            Self::Folder(_) => {}
            Self::Published(published) => published.served.iter().for_each(Fetched::forget_others),
            Self::Shared(shared) => shared.forget_others(),
        }
    }
}

impl Published {
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
        FIGURES.snapshot_made.set(manifest.made.timestamp());
        self.served = Some(fetched);
        Ok(Some(library))
    }
}
