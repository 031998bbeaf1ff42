//! The clock that a library uses, and how long fetched content counts as fresh.

use std::fmt;
use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};

/// The time for which fetched content counts as fresh: seven days.
pub const FRESH_FOR: SignedDuration = SignedDuration::from_hours(7 * 24);

/// The system's clock, or one that a test sets.
#[derive(Clone)]
pub struct Clock(Arc<dyn Fn() -> Timestamp + Send + Sync>);

impl Clock {
    /// The system's clock.
    #[must_use]
    pub fn system() -> Self {
        Self(Arc::new(Timestamp::now))
    }

    /// A clock that calls a function for the time.
    pub fn from_fn(now: impl Fn() -> Timestamp + Send + Sync + 'static) -> Self {
        Self(Arc::new(now))
    }

    /// Returns the current time.
    #[must_use]
    pub fn now(&self) -> Timestamp {
        (self.0)()
    }

    /// Returns the current time in the form in which the database stores times.
    #[must_use]
    pub fn now_text(&self) -> String {
        time_text(self.now())
    }

    /// A future time is not fresh: the clock was wrong then, or is wrong now.
    pub(super) fn is_fresh(&self, at: &str) -> bool {
        let age = |at| self.now().duration_since(at);
        at.parse::<Timestamp>().is_ok_and(|at| !age(at).is_negative() && age(at) < FRESH_FOR)
    }
}

/// Formats a time as the database stores it: RFC 3339, in whole seconds.
pub(super) fn time_text(at: Timestamp) -> String {
    at.strftime("%Y-%m-%dT%H:%M:%SZ").to_string()
}

impl fmt::Debug for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Clock").field(&self.now()).finish()
    }
}
