//! What an open library keeps in memory, and its clones share.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize};
use std::sync::{Arc, Mutex};

use content::model::ToolCall;
use content::progress::CancellationToken;
use tabletop::browse::BrowseSnapshot;

use super::freshness::InFlight;
use super::options::ReadOnly;

/// What an open library keeps in memory.
#[derive(Default)]
pub(super) struct State {
    /// Why the library is not changed, if so.
    pub(super) read_only: Option<ReadOnly>,
    /// What was done about damage before it was opened.
    pub(super) recovery: Option<String>,
    /// The number of damaged rows at the last repair.
    pub(super) repaired: AtomicUsize,
    /// Held during an import, so that two imports never fetch or keep the same content at once.
    pub(super) running: tokio::sync::Mutex<()>,
    /// Stops the reading of every source when the library closes.
    pub(super) stop_rebuild: CancellationToken,
    pub(super) is_rebuilding: AtomicBool,
    /// True if tool calls are recorded.
    pub(super) notes_calls: AtomicBool,
    /// The calls that are not written yet.
    pub(super) pending_calls: Mutex<Vec<ToolCall>>,
    /// The latest snapshot for browsing.
    pub(super) snapshot: Mutex<Arc<BrowseSnapshot>>,
    /// Held while the snapshot is brought up to date.
    pub(super) updating_snapshot: tokio::sync::Mutex<()>,
    pub(super) unknown_counts: Mutex<UnknownCounts>,
    /// The queries that were sent to Open5e and not answered yet, by their keys.
    pub(super) in_flight: Mutex<HashMap<String, InFlight>>,
    /// The queries that were answered without a request, and those that were sent.
    pub(super) cache_hits: AtomicU64,
    pub(super) cache_misses: AtomicU64,
}

/// Counts of unknown entries since the last change of the library, by lookup.
#[derive(Debug, Default)]
pub(super) struct UnknownCounts {
    pub(super) change: i64,
    pub(super) by_lookup: HashMap<String, u64>,
}
