//! Cancellation of a long reading.

use std::fmt;
use std::sync::Arc;

use crate::error::{Error, Result};

/// A check that a reading makes regularly to find out whether to stop.
#[derive(Clone)]
pub struct CancelCheck(Arc<dyn Fn() -> bool + Send + Sync>);

impl CancelCheck {
    /// Creates a check from a function that returns true once the reading is to stop. It must return at once.
    pub fn new(is_cancelled: impl Fn() -> bool + Send + Sync + 'static) -> Self {
        Self(Arc::new(is_cancelled))
    }

    /// Creates a check that never stops the reading.
    #[must_use]
    pub fn never() -> Self {
        Self::new(|| false)
    }

    pub(crate) fn is_cancelled(&self) -> bool {
        (self.0)()
    }

    pub(crate) fn check(&self) -> Result<()> {
        if self.is_cancelled() { Err(Error::Cancelled) } else { Ok(()) }
    }
}

impl fmt::Debug for CancelCheck {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CancelCheck").field("is_cancelled", &self.is_cancelled()).finish()
    }
}
