//! The way in: open a library, ask it, fill it.

mod activity;
mod asking;
mod browse;
mod cache;
mod check;
mod clock;
mod deletion;
mod document_filter;
mod entry_embedding;
mod explain;
mod freshness;
mod import;
mod import_orcbrew;
mod imports;
mod lookup;
mod names;
mod notices;
mod on_demand;
mod open5e_documents;
mod opening;
mod prepared_vectors;
mod private;
mod ranked;
mod reading;
mod search;
mod semantic_search;
mod sessions;
mod sources;
mod starter;
mod stats;
mod sync;
mod unknown;
mod whole_entry;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use embedding::EmbeddingOptions;

pub use activity::{CalledEntry, ToolCall};
pub use browse::Browsing;
pub use cache::CacheStats;
pub use check::{Check, Finding, Level};
pub use clock::Clock;
pub use entry_embedding::EmbeddingReport;
pub use import_orcbrew::ImportRequest;
pub use on_demand::OnDemand;
pub use open5e_documents::{Open5eDocument, Open5eDocuments};
pub use opening::home_folder;
pub use private::{close_to_others, is_of_this_user, make_private_folder, open_to_others};
pub use reading::EntryPlace;
pub use sources::{EntryDisagreement, SourceReport};
pub use stats::Stats;
pub use sync::{SyncRequest, Synced};
pub use whole_entry::WholeEntry;

use self::activity::Activity;
use self::browse::CurrentCatalogue;
use self::notices::Notices;
use self::on_demand::Freshness;
use self::semantic_search::SemanticSearch;
use self::unknown::UnknownCounts;
use crate::search::TextIndex;
use crate::store::Store;

/// For how long what was fetched counts as fresh.
pub const FRESH_FOR: jiff::SignedDuration = jiff::SignedDuration::from_hours(7 * 24);

/// What a library is opened with.
#[derive(Debug, Clone)]
pub struct Options {
    /// The folder that holds everything; made when it is missing.
    pub home: PathBuf,
    /// The folder with the starter content that a library gets, if there is one.
    pub starter: Option<PathBuf>,
    /// What time it is.
    pub clock: Clock,
    /// The model for search by meaning.
    pub embedding: EmbeddingOptions,
    /// How lookups ask Open5e for what is not here or out of date; without, they never do.
    pub open5e: Option<OnDemand>,
}

impl Options {
    /// A library in a folder, without starter content, search by meaning and network.
    #[must_use]
    pub fn at(home: impl Into<PathBuf>) -> Self {
        Self {
            home: home.into(),
            starter: None,
            clock: Clock::system(),
            embedding: EmbeddingOptions::default(),
            open5e: None,
        }
    }
}

/// An open library. Clones are the same library.
#[derive(Clone)]
pub struct Library {
    home: Arc<PathBuf>,
    store: Store,
    /// The folder with the starter content, if there is one.
    starter: Option<Arc<Path>>,
    index: TextIndex,
    id: Arc<str>,
    clock: Clock,
    semantic_search: Arc<SemanticSearch>,
    activity: Arc<Activity>,
    notices: Arc<Notices>,
    freshness: Arc<Freshness>,
    /// The entries to browse; read when they are first needed.
    catalogue: Arc<CurrentCatalogue>,
    /// How many entries lookups leave out because a field of them is not known.
    unknown: Arc<std::sync::Mutex<UnknownCounts>>,
    /// Held while content is imported, so that two imports do not fetch the same at once.
    importing: Arc<tokio::sync::Mutex<()>>,
}

impl Library {
    /// The folder that holds the library.
    #[must_use]
    pub fn home(&self) -> &Path {
        &self.home
    }
}

impl std::fmt::Debug for Library {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Library").field("home", &self.home).finish_non_exhaustive()
    }
}
