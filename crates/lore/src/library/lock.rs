//! Locking of mutexes that are held for moments only.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// Ignores a panic of an earlier holder, because every guarded value is valid at all times.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
