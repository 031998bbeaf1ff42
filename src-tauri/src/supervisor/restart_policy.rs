//! The restart policy of a server that ends on its own: pauses that double, up to a number of attempts.

use std::time::Duration;

const MAX_FAILURES: u32 = 6;
/// The pause before the first restart; it doubles with each one that follows.
const FIRST_PAUSE: Duration = Duration::from_millis(500);
/// A server that ran longer than this was healthy: its end is the first failure of a new row.
const HEALTHY_RUN: Duration = Duration::from_secs(60);

#[derive(Debug, Default)]
pub(super) struct RestartPolicy {
    pub(super) failures: u32,
}

impl RestartPolicy {
    /// Records a failure after such a run. Returns the pause before a restart, or `None` to give up.
    pub(super) fn failed_after(&mut self, run: Duration) -> Option<Duration> {
        if run > HEALTHY_RUN {
            self.failures = 0;
        }
        self.failures += 1;
        (self.failures < MAX_FAILURES).then(|| FIRST_PAUSE * 2_u32.pow(self.failures - 1))
    }
}

#[cfg(test)]
mod tests;
