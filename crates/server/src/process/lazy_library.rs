use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use lore::ingest::open5e::ClientOptions;
use lore::progress::Job;
use lore::{Clock, Library, MeaningOptions, OnDemandOptions, Options, Ranking};
use tokio::sync::OnceCell;

/// The variable that holds another address of the Open5e API.
const OPEN5E_VARIABLE: &str = "LOREKEEPER_OPEN5E_URL";

/// The variable that, set to anything but `0`, keeps lookups from asking Open5e.
const OFFLINE_VARIABLE: &str = "LOREKEEPER_OFFLINE";

/// The variable that names another model: a folder with a `model.json`, or a name of fastembed's catalogue.
const MODEL_VARIABLE: &str = "LOREKEEPER_MODEL";

/// The variable that, set to `meaning`, leaves words out of the order of answers: to measure what they are good for.
const RANKING_VARIABLE: &str = "LOREKEEPER_RANKING";

/// For how long the end of a program waits for the library.
const CLOSING: Duration = Duration::from_secs(5);

/// The library behind a server: opened when it is first needed, so that the protocol is answered before that.
#[derive(Clone)]
pub(crate) struct LazyLibrary {
    home: Option<PathBuf>,
    meaning: MeaningOptions,
    open5e: Option<OnDemandOptions>,
    opened: Arc<OnceCell<Library>>,
    closed: Arc<AtomicBool>,
}

impl LazyLibrary {
    /// The library in a folder, or in the user's own when none is named, what it is searched by meaning with, and how it
    /// asks Open5e.
    pub(crate) fn new(
        home: Option<PathBuf>,
        meaning: MeaningOptions,
        open5e: Option<OnDemandOptions>,
    ) -> Self {
        Self { home, meaning, open5e, opened: Arc::default(), closed: Arc::default() }
    }

    /// The folder of the library.
    ///
    /// # Errors
    /// When none is named and the user has no home folder.
    pub(crate) fn folder(&self) -> lore::Result<PathBuf> {
        self.home.clone().map_or_else(lore::home_folder, Ok)
    }

    /// The open library. What failed is tried again at the next call.
    ///
    /// # Errors
    /// When it cannot be opened.
    pub(crate) async fn library(&self) -> lore::Result<&Library> {
        self.opened
            .get_or_try_init(|| async {
                if self.closed.load(Ordering::Acquire) {
                    return Err(lore::Error::Cancelled);
                }
                let options = Options {
                    home: self.folder()?,
                    starter: starter_folder(),
                    clock: Clock::system(),
                    meaning: self.meaning.clone(),
                    open5e: self.open5e.clone(),
                };
                let library = Library::open(options).await?;
                let behind = library.clone();
                tokio::spawn(async move {
                    if let Err(error) = behind.catch_up(&Job::quiet()).await {
                        tracing::error!(%error, "the text index could not be brought up to date");
                    }
                });
                Ok(library)
            })
            .await
    }

    /// The library if it is open.
    pub(crate) fn opened(&self) -> Option<&Library> {
        self.opened.get()
    }

    /// Closes the library if it was opened, or is being opened, unless that takes longer than the end of a program may. It
    /// is not opened again.
    pub(crate) async fn close(&self) {
        self.closed.store(true, Ordering::Release);
        let close = async {
            if let Ok(library) = self.library().await {
                library.close().await;
            }
        };
        if tokio::time::timeout(CLOSING, close).await.is_err() {
            tracing::warn!("the library was still at work when it was closed; what was stored stays");
        }
    }
}

/// How Open5e is asked: at its own address, or at the one in `LOREKEEPER_OPEN5E_URL`.
///
/// # Errors
/// When the variable is set to something that is not Unicode.
pub(crate) fn open5e() -> lore::Result<ClientOptions> {
    let mut options = ClientOptions::default();
    match std::env::var(OPEN5E_VARIABLE) {
        Ok(base) => options.base = base,
        Err(std::env::VarError::NotPresent) => {}
        Err(error) => return Err(lore::Error::Invalid(format!("{OPEN5E_VARIABLE}: {error}"))),
    }
    Ok(options)
}

/// How lookups ask Open5e; not at all when `LOREKEEPER_OFFLINE` says so or the address cannot be used.
pub(crate) fn on_demand() -> Option<OnDemandOptions> {
    let offline = std::env::var_os(OFFLINE_VARIABLE).is_some_and(|value| !value.is_empty() && value != "0");
    if offline {
        return None;
    }
    match open5e() {
        Ok(client) => Some(OnDemandOptions::of(client)),
        Err(error) => {
            tracing::error!(%error, "lookups do not ask Open5e");
            None
        }
    }
}

/// What search by meaning works with: the model and the runtime among the resources, or the model that `LOREKEEPER_MODEL`
/// names.
pub(crate) fn meaning() -> MeaningOptions {
    let choice = std::env::var(MODEL_VARIABLE).ok().filter(|choice| !choice.trim().is_empty());
    let alone = std::env::var(RANKING_VARIABLE).is_ok_and(|ranking| ranking == "meaning");
    let ranking = if alone { Ranking::Meaning } else { Ranking::Fused };
    MeaningOptions { choice, ranking, ..MeaningOptions::found_in(&resources_folders()) }
}

/// The folder of the starter content: what `LOREKEEPER_RESOURCES` names, or what is installed beside the program, or,
/// in development, what stands in the source tree.
pub(crate) fn starter_folder() -> Option<PathBuf> {
    resources_folders().into_iter().map(|folder| folder.join("starter")).find(|folder| folder.is_dir())
}

/// Where resources may be, in the order in which they are looked for.
pub(crate) fn resources_folders() -> Vec<PathBuf> {
    if let Some(named) = std::env::var_os("LOREKEEPER_RESOURCES") {
        return vec![PathBuf::from(named)];
    }
    let Some(program) = std::env::current_exe().ok().and_then(|program| program.canonicalize().ok()) else {
        return Vec::new();
    };
    let beside = [
        "resources",
        "../resources",
        "../Resources/resources",
        "../lib/lorekeeper/resources",
        "../lib/LoreKeeper/resources",
    ];
    let mut folders: Vec<PathBuf> = program
        .parent()
        .map(|folder| beside.iter().map(|path| folder.join(path)).collect())
        .unwrap_or_default();
    if cfg!(debug_assertions) || program.ancestors().any(|folder| folder.ends_with("target")) {
        let tree =
            program.ancestors().find(|folder| folder.ends_with("target")).and_then(|target| target.parent());
        folders.extend(tree.map(|tree| tree.join("resources")));
    }
    folders
}
