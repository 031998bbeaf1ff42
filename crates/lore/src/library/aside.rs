//! Work of more than a few milliseconds, away from the threads that answer every client.

use std::time::Duration;

use content::error::{Error, Result};

const DEADLINE: Duration = Duration::from_secs(20);

/// Runs work on another thread. Fails if it takes longer than 20 seconds or panics.
pub(super) async fn aside<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T> {
    match tokio::time::timeout(DEADLINE, tokio::task::spawn_blocking(work)).await {
        Ok(done) => Ok(done?),
        Err(_) => {
            let seconds = DEADLINE.as_secs();
            Err(Error::Invalid(format!("this takes longer than {seconds} seconds; ask for less at once")))
        }
    }
}
