//! The library that a server reads at present. Another can take its place while requests are answered: each request keeps to the
//! one that it began with.

use std::sync::{PoisonError, RwLock};
use std::time::Duration;

use tokio::time::sleep;

use crate::protocol::lazy_library::LazyLibrary;

/// The time between two checks whether requests still use a library that was replaced.
const IDLE_CHECK: Duration = Duration::from_millis(200);

/// The library that a server reads at present.
pub(super) struct CurrentLibrary(RwLock<LazyLibrary>);

impl CurrentLibrary {
    pub(super) fn new(library: LazyLibrary) -> Self {
        Self(RwLock::new(library))
    }

    /// Returns the library for a request.
    pub(super) fn get(&self) -> LazyLibrary {
        self.0.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Lets the next requests read another library, and closes the present one once its last request is answered.
    pub(super) fn replace(&self, next: LazyLibrary) {
        let before = std::mem::replace(&mut *self.0.write().unwrap_or_else(PoisonError::into_inner), next);
        tokio::spawn(async move {
            while !before.is_last() {
                sleep(IDLE_CHECK).await;
            }
            before.close().await;
        });
    }
}
