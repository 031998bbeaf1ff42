use std::fmt;
use std::sync::Arc;

use jiff::Timestamp;

/// What time it is: the system's, or one that a test sets.
#[derive(Clone)]
pub struct Clock(Arc<dyn Fn() -> Timestamp + Send + Sync>);

impl Clock {
    /// The system's clock.
    #[must_use]
    pub fn system() -> Self {
        Self(Arc::new(Timestamp::now))
    }

    /// A clock that a function tells.
    pub fn told_by(now: impl Fn() -> Timestamp + Send + Sync + 'static) -> Self {
        Self(Arc::new(now))
    }

    /// The time now.
    #[must_use]
    pub fn now(&self) -> Timestamp {
        (self.0)()
    }

    /// The time now as it is stored.
    #[must_use]
    pub fn now_text(&self) -> String {
        stored(self.now())
    }
}

/// A time as it is stored: RFC 3339, in whole seconds.
pub(super) fn stored(at: Timestamp) -> String {
    at.strftime("%Y-%m-%dT%H:%M:%SZ").to_string()
}

impl fmt::Debug for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Clock").field(&self.now()).finish()
    }
}
