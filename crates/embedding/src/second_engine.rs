//! A second copy of the model in memory, which embeds passages on another core.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::available_parallelism;

use crate::engine::Engine;
use crate::error::Result;
use crate::model::Model;

/// The fewest passages that are divided between two engines.
const MIN_PASSAGES: usize = 4;
/// The priority of the engine's threads (a "nice" value): other programs and the answers to requests go first.
#[cfg(target_os = "linux")]
const NICE: i32 = 10;

/// An engine that is loaded when many passages are embedded, and freed when they are done.
#[derive(Default)]
pub(crate) struct SecondEngine(Mutex<Option<Result<(Model, Engine)>>>);

impl SecondEngine {
    /// Returns whether a second engine speeds up the embedding of this number of passages on this computer.
    pub(crate) fn is_useful_for(passages: usize) -> bool {
        passages >= MIN_PASSAGES && available_parallelism().is_ok_and(|cores| cores.get() > 1)
    }

    /// Uses the engine on the calling thread, whose priority stays lowered. Returns `None` if `load` fails, or has failed since
    /// the engine was freed.
    pub(crate) fn with<T>(
        &self,
        load: impl FnOnce() -> Result<(Model, Engine)>,
        work: impl FnOnce(&Model, &mut Engine) -> T,
    ) -> Option<T> {
        // If this is not permitted, the thread keeps its priority.
        #[cfg(target_os = "linux")]
        let _ = rustix::process::setpriority_process(None, NICE);
        let load = || load().inspect_err(|error| tracing::warn!(%error, "passages are embedded on one core"));
        let mut slot = self.lock();
        let (model, engine) = slot.get_or_insert_with(load).as_mut().ok()?;
        Some(work(model, engine))
    }

    /// Frees the engine once it is not in use.
    pub(crate) fn free(&self) {
        *self.lock() = None;
    }

    #[cfg(test)]
    pub(crate) fn is_loaded(&self) -> bool {
        matches!(&*self.lock(), Some(Ok(_)))
    }

    fn lock(&self) -> MutexGuard<'_, Option<Result<(Model, Engine)>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
