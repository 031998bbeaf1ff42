//! The library behind a server, opened when it is first needed so that the protocol is answered before that.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use lore::ingest::open5e::ClientOptions;
use lore::progress::Job;
use lore::{Access, Clock, EmbeddingOptions, Library, OnDemandOptions, Options};
use tokio::sync::OnceCell;
use tokio::time::timeout;

const CLOSE_TIMEOUT: Duration = Duration::from_secs(5);

#[derive(Debug, Clone)]
pub(crate) struct LibrarySettings {
    /// The library's folder; `None` for a user without a home folder.
    pub(crate) home: Option<PathBuf>,
    pub(crate) starter: Option<PathBuf>,
    pub(crate) embedding: EmbeddingOptions,
    /// The client of the Open5e API, or why the configured address is unusable.
    pub(crate) open5e: Result<ClientOptions, String>,
    /// Keeps lookups from querying Open5e; a sync still does.
    pub(crate) offline: bool,
    pub(crate) access: Access,
}

/// A shared handle to a library that opens at the first use.
#[derive(Clone)]
pub(crate) struct LazyLibrary {
    pub(crate) settings: Arc<LibrarySettings>,
    /// Whether it is used only when every source was read: a command's answer cannot be completed later.
    is_whole: bool,
    opened: Arc<OnceCell<Library>>,
    closed: Arc<AtomicBool>,
}

impl LazyLibrary {
    pub(crate) fn new(settings: LibrarySettings) -> Self {
        Self { settings: Arc::new(settings), is_whole: false, opened: Arc::default(), closed: Arc::default() }
    }

    pub(crate) fn whole(settings: LibrarySettings) -> Self {
        Self { is_whole: true, ..Self::new(settings) }
    }

    /// Opens a library and loads the model, so that no question waits for them.
    pub(crate) async fn ready(settings: LibrarySettings) -> lore::Result<Self> {
        let library = Self::new(settings);
        library.library().await?.warm_up().await;
        Ok(library)
    }

    pub(crate) fn folder(&self) -> lore::Result<PathBuf> {
        self.settings.home.clone().map_or_else(lore::home_folder, Ok)
    }

    pub(crate) fn open5e(&self) -> lore::Result<ClientOptions> {
        self.settings.open5e.clone().map_err(lore::Error::Invalid)
    }

    /// A failed attempt is repeated at the next call.
    pub(crate) async fn library(&self) -> lore::Result<&Library> {
        self.opened.get_or_try_init(|| self.open()).await
    }

    async fn open(&self) -> lore::Result<Library> {
        if self.closed.load(Ordering::Acquire) {
            return Err(lore::Error::Cancelled);
        }
        let LibrarySettings { starter, embedding, offline, access, .. } = (*self.settings).clone();
        let client =
            self.open5e().inspect_err(|error| tracing::error!(%error, "lookups do not query Open5e"));
        let client = client.ok().filter(|_| !offline && access == Access::Change);
        let open5e = client.map(OnDemandOptions::of);
        let options =
            Options { home: self.folder()?, access, starter, clock: Clock::system(), embedding, open5e };
        let library = Library::open(options).await?;
        if self.is_whole {
            library.wait_until_whole().await?;
        }
        let background = library.clone();
        tokio::spawn(async move {
            if let Err(error) = background.catch_up(&Job::quiet()).await {
                tracing::error!(%error, "the text index could not be brought up to date");
            }
        });
        Ok(library)
    }

    pub(crate) fn is_last(&self) -> bool {
        Arc::strong_count(&self.opened) == 1
    }

    pub(crate) fn opened(&self) -> Option<&Library> {
        self.opened.get()
    }

    /// Opens the library and loads the model in the background, so that the first question need not wait.
    pub(crate) fn warm_up(&self) {
        let this = self.clone();
        tokio::spawn(async move {
            // The next call reports why a library cannot be opened.
            if let Ok(library) = this.library().await {
                library.warm_up().await;
            }
        });
    }

    /// Closes the library for good, also while it is being opened. Gives up after five seconds.
    pub(crate) async fn close(&self) {
        self.closed.store(true, Ordering::Release);
        let close = async {
            if let Ok(library) = self.library().await {
                library.close().await;
            }
        };
        if timeout(CLOSE_TIMEOUT, close).await.is_err() {
            tracing::warn!("the library was still busy when the program ended; stored data is safe");
        }
    }
}
