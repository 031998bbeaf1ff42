//! The rate at which requests are answered.

use std::time::{Duration, Instant};

use parking_lot::Mutex;

pub(super) struct RateLimit {
    /// The time that a request takes at the sustained rate.
    interval: Duration,
    /// The time by which requests may be ahead of that rate.
    lead: Duration,
    /// When all requests so far would have been answered at the sustained rate.
    answered: Mutex<Instant>,
}

impl RateLimit {
    /// Allows one request in each `interval`, and those of a whole `burst` at once.
    pub(super) fn new(interval: Duration, burst: Duration) -> Self {
        Self { interval, lead: burst.saturating_sub(interval), answered: Mutex::new(Instant::now()) }
    }

    /// Counts a request. Returns `false` if it exceeds the rate, and then does not count it.
    pub(super) fn allows_another(&self) -> bool {
        self.allows_another_at(Instant::now())
    }

    fn allows_another_at(&self, now: Instant) -> bool {
        let mut answered = self.answered.lock();
        let begins = now.max(*answered);
        let is_allowed = begins - now <= self.lead;
        if is_allowed {
            *answered = begins + self.interval;
        }
        is_allowed
    }
}

#[cfg(test)]
mod tests;
