//! The rate at which requests are answered.

use std::num::NonZeroU32;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// A sustained rate of requests, of which some may arrive at once.
pub(super) struct RateLimit {
    /// The time that a request takes at the sustained rate.
    interval: Duration,
    /// The time by which requests may be ahead of that rate.
    lead: Duration,
    /// When all requests so far would have been answered at the sustained rate.
    answered: Mutex<Instant>,
}

impl RateLimit {
    pub(super) fn new(per_second: NonZeroU32, burst: NonZeroU32) -> Self {
        let interval = Duration::from_secs(1) / per_second.get();
        Self { interval, lead: interval * (burst.get() - 1), answered: Mutex::new(Instant::now()) }
    }

    /// Counts a request. Returns `false` if it exceeds the rate, and then does not count it.
    pub(super) fn allows_another(&self) -> bool {
        self.allows_another_at(Instant::now())
    }

    fn allows_another_at(&self, now: Instant) -> bool {
        let mut answered = self.answered.lock().unwrap_or_else(PoisonError::into_inner);
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
