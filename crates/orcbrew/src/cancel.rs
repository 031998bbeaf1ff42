//! Cancellation of a long reading.

use std::sync::Arc;

/// Returns true once a reading is to stop. It is called regularly, so it must return at once.
pub type CancelCheck = Arc<dyn Fn() -> bool + Send + Sync>;
