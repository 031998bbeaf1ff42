//! The clock that a library uses, and how long fetched content counts as fresh.

use std::fmt;
use std::sync::Arc;

use chrono::{DateTime, TimeDelta, Utc};

/// The time for which fetched content counts as fresh: seven days.
pub const FRESH_FOR: TimeDelta = TimeDelta::hours(7 * 24);

/// The system's clock, or one that a test sets.
#[derive(Clone)]
pub struct Clock(Arc<dyn Fn() -> DateTime<Utc> + Send + Sync>);

impl Clock {
    /// The system's clock.
    pub fn system() -> Self {
        Self(Arc::new(Utc::now))
    }

    /// A clock that calls a function for the time.
    pub fn from_fn(now: impl Fn() -> DateTime<Utc> + Send + Sync + 'static) -> Self {
        Self(Arc::new(now))
    }

    /// Returns the current time.
    pub fn now(&self) -> DateTime<Utc> {
        (self.0)()
    }

    /// Returns the current time in the form in which the database stores times.
    pub fn now_text(&self) -> String {
        time_text(self.now())
    }

    /// A future time is not fresh: the clock was wrong then, or is wrong now.
    pub(super) fn is_fresh(&self, at: &str) -> bool {
        let at = at.parse::<DateTime<Utc>>();
        at.is_ok_and(|at| (TimeDelta::zero()..FRESH_FOR).contains(&(self.now() - at)))
    }
}

/// Formats a time as the database stores it: RFC 3339, in whole seconds.
pub(super) fn time_text(at: DateTime<Utc>) -> String {
    at.format("%Y-%m-%dT%H:%M:%SZ").to_string()
}

impl fmt::Debug for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Clock").field(&self.now()).finish()
    }
}
