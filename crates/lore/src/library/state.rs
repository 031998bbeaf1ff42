//! What an open library keeps in memory, and its clones share.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize};

use content::model::ToolCall;
use content::progress::CancellationToken;
use parking_lot::Mutex;
use tabletop::browse::BrowseSnapshot;

use super::options::ReadOnly;

#[derive(Default)]
pub(super) struct State {
    pub(super) read_only: Option<ReadOnly>,
    /// What was done about damage before it was opened.
    pub(super) recovery: Option<String>,
    /// The number of damaged rows at the last repair.
    pub(super) repaired: AtomicUsize,
    /// Held during an import, so that two imports never fetch or keep the same content at once.
    pub(super) running: tokio::sync::Mutex<()>,
    pub(super) stop_rebuild: CancellationToken,
    pub(super) is_rebuilding: AtomicBool,
    pub(super) notes_calls: AtomicBool,
    pub(super) pending_calls: Mutex<Vec<ToolCall>>,
    pub(super) snapshot: Mutex<Arc<BrowseSnapshot>>,
    pub(super) updating_snapshot: tokio::sync::Mutex<()>,
    pub(super) cache_hits: AtomicU64,
    pub(super) cache_misses: AtomicU64,
}
