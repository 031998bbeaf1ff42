//! [`Library`]: the whole interface of this crate. Each of its methods is in the module that it is about.

mod activity;
mod aside;
mod backup;
mod browse;
mod campaigns;
mod check;
mod clock;
mod database;
mod document_filter;
mod documents;
mod encounters;
mod entries;
mod entry_embedding;
mod excerpts;
mod explain;
mod export;
mod folder;
mod folding;
mod freshness;
mod health;
mod import;
mod import_orcbrew;
mod lookup;
mod names;
mod open5e_documents;
mod opening;
mod options;
mod own;
mod pins;
mod plain_requests;
mod ranked;
mod rebuild;
mod roll;
mod semantic_search;
mod snapshot;
mod source_folder;
mod starter;
mod starter_vectors;
mod stats;
mod sync;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize};
use std::time::Duration;

pub use self::browse::BrowseAnswer;
pub use self::campaigns::{CampaignChange, Campaigns};
pub use self::check::{Check, Finding, Level};
pub use self::clock::{Clock, FRESH_FOR};
pub use self::documents::{EntryDisagreement, SourceReport};
pub use self::entries::EntryKey;
pub use self::entry_embedding::EmbeddingReport;
pub use self::folder::{close_to_others, home_folder, is_of_this_user, make_private_folder, open_to_others};
pub use self::freshness::CacheStats;
pub use self::import_orcbrew::ImportRequest;
pub use self::open5e_documents::{Open5eDocument, Open5eDocuments};
pub use self::options::{Access, OnDemandOptions, Options};
pub use self::own::{EntryAction, EntryChange, EntryVersion};
pub use self::ranked::RankingCase;
pub use self::snapshot::{Choice, ContentVersion, Snapshot};
pub use self::stats::Stats;
pub use self::sync::{SyncOutcome, SyncRequest};

use content::error::Result;
use content::model::ToolCall;
use content::passages::passages_for_other_books;
use content::progress::{CancellationToken, Job};
use parking_lot::Mutex;
use search::TextIndex;
use store::Store;
use tabletop::browse::BrowseSnapshot;

use self::freshness::Open5eApi;
use self::options::ReadOnly;
use self::semantic_search::SemanticSearch;
use self::source_folder::SourceFolder;

/// An open library. Clones share it.
///
/// Every method that returns a result fails with an [`Error`](crate::Error) if the database or text index
/// cannot be read or, for one that changes something, written. Other errors are listed with the method.
#[derive(Clone)]
pub struct Library {
    home: Arc<PathBuf>,
    starter: Option<Arc<Path>>,
    clock: Clock,
    store: Store,
    sources: SourceFolder,
    text: Arc<TextIndex>,
    semantic_search: SemanticSearch,
    api: Arc<Open5eApi>,
    state: Arc<State>,
}

#[derive(Default)]
struct State {
    read_only: Option<ReadOnly>,
    /// What was done about damage before it was opened.
    recovery: Option<String>,
    /// The number of damaged rows at the last repair.
    repaired: AtomicUsize,
    /// Held during an import, so that two imports never fetch or keep the same content at once.
    running: tokio::sync::Mutex<()>,
    stop_rebuild: CancellationToken,
    is_rebuilding: AtomicBool,
    notes_calls: AtomicBool,
    pending_calls: Mutex<Vec<ToolCall>>,
    snapshot: Mutex<Arc<BrowseSnapshot>>,
    updating_snapshot: tokio::sync::Mutex<()>,
    cache_hits: AtomicU64,
    cache_misses: AtomicU64,
}

/// [`Library::open`] is in the module `opening`.
impl Library {
    /// Returns the library's folder.
    pub fn home(&self) -> &Path {
        &self.home
    }

    /// Returns whether a library that is only read was replaced by another, and must be opened again.
    pub fn is_replaced(&self) -> bool {
        self.store.is_replaced()
    }

    /// Gives every entry its vectors and returns when all have them. Waits while another process embeds.
    ///
    /// # Errors
    /// When there is no model, the database fails, or the job is stopped. Vectors already written stay.
    pub async fn embed(&self, job: &Job) -> Result<EmbeddingReport> {
        self.semantic_search.embed(job).await
    }

    /// Starts the background worker. `After` a delay it checks for damage and embeds entries until the
    /// library closes; a semantic query can let it embed earlier, but not check, which would slow answers.
    pub fn start_embedding(&self, after: Duration) {
        if !self.is_read_only() {
            let library = self.clone();
            self.semantic_search.start(after, async move { library.find_and_repair_or_log().await });
        }
    }

    /// Loads the model and vectors, so that the first question in plain words is as fast as later ones.
    pub async fn warm_up(&self) {
        self.semantic_search.warm_up().await;
    }

    /// Embeds every entry and writes all vectors to a file for the starter content; with `for_other_books`,
    /// also those of the everyday words of names that only other books have. Returns the number of vectors.
    ///
    /// # Errors
    /// When there is no model, the database fails, the job is stopped, or the file cannot be written.
    pub async fn export_vectors(&self, path: &Path, for_other_books: bool, job: &Job) -> Result<usize> {
        let others: Vec<_> = passages_for_other_books().filter(|_| for_other_books).collect();
        self.semantic_search.export_vectors(path, &others, job).await
    }

    /// Returns the stored state of a session, with which another process can continue it.
    pub async fn session(&self, name: &str) -> Result<Option<String>> {
        self.store.session(name).await
    }

    /// Stores the state of a session. The newest 1,000 sessions are kept.
    pub async fn keep_session(&self, name: &str, state: &str) -> Result<()> {
        self.store.keep_session(name, state).await
    }

    /// Deletes a session that its client ended.
    pub async fn forget_session(&self, name: &str) -> Result<()> {
        self.store.forget_session(name).await
    }
}

impl std::fmt::Debug for Library {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Library").field("home", &self.home).finish_non_exhaustive()
    }
}
