//! The longest waits for other programs.

use std::time::Duration;

/// The longest waits for programs to write their file or end. The defaults suit users; tests set others.
#[derive(Debug, Clone, Copy)]
pub struct TimeLimits {
    /// The time without writes after which a file counts as complete.
    pub settle_time: Duration,
    /// The same for an empty file: clients truncate their file before they rewrite it.
    pub empty_settle_time: Duration,
    /// The longest wait for a file that is being written.
    pub settle_timeout: Duration,
    /// The time that a tested server gets to end after its input was closed.
    pub exit_timeout: Duration,
}

impl Default for TimeLimits {
    fn default() -> Self {
        Self {
            settle_time: Duration::from_millis(100),
            empty_settle_time: Duration::from_secs(30),
            settle_timeout: Duration::from_secs(5),
            exit_timeout: Duration::from_secs(5),
        }
    }
}
