//! Long jobs: their progress, their cancellation, and the requests that they carry out.

use std::fmt;
use std::sync::Arc;

use serde::Serialize;
pub use tokio_util::sync::CancellationToken;

use crate::error::{Error, Result};

/// A step of a long job, in order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Step {
    /// Fetches from the network; counted in pages.
    Fetching,
    /// Converts objects to entries; counted in objects.
    Normalising,
    /// Writes entries to the library; counted in entries.
    Storing,
    /// Adds entries to the text index; counted in entries.
    Indexing,
    /// Computes the vectors of entries; counted in entries, once for the first passage and once for all.
    Embedding,
    /// Reads entries to write them to a file; counted in entries.
    Exporting,
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Step::Fetching => "fetching",
            Step::Normalising => "reading",
            Step::Storing => "storing",
            Step::Indexing => "indexing",
            Step::Embedding => "embedding",
            Step::Exporting => "exporting",
        })
    }
}

/// The progress of a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Progress {
    /// The step.
    pub step: Step,
    /// Number of units done.
    pub done: u64,
    /// Total number of units, as far as it is known.
    pub total: u64,
}

/// A handle with which a running job reports its progress and learns of its cancellation.
#[derive(Clone)]
pub struct Job {
    cancel: CancellationToken,
    on_progress: Arc<dyn Fn(Progress) + Send + Sync>,
    call: Option<Arc<Call>>,
}

/// Identifies the request that a job carries out. Its result is stored under this name, in the transaction of
/// its changes. A client that repeats a request, because the answer did not arrive, gets the stored result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Call {
    /// The session.
    pub session: String,
    /// The id of the request in the session.
    pub request: String,
    /// True if the request may have been carried out before.
    pub again: bool,
}

impl Job {
    /// A job that reports to `on_progress`, which must return at once, and stops when `cancel` fires.
    pub fn new(cancel: CancellationToken, on_progress: impl Fn(Progress) + Send + Sync + 'static) -> Self {
        Self { cancel, on_progress: Arc::new(on_progress), call: None }
    }

    /// A job without progress reports and cancellation.
    pub fn quiet() -> Self {
        Self::new(CancellationToken::new(), |_| {})
    }

    /// The same job, carrying out a request.
    #[must_use]
    pub fn of_call(self, call: Call) -> Self {
        Self { call: Some(Arc::new(call)), ..self }
    }

    /// Returns the request that the job carries out.
    pub fn call(&self) -> Option<&Call> {
        self.call.as_deref()
    }

    /// Reports progress.
    pub fn report(&self, step: Step, done: u64, total: u64) {
        (self.on_progress)(Progress { step, done, total });
    }

    /// Fails if the job was cancelled. Call this between units of work.
    pub fn check_cancelled(&self) -> Result<()> {
        if self.cancel.is_cancelled() { Err(Error::Cancelled) } else { Ok(()) }
    }

    /// Returns the token that cancels the job.
    pub fn cancellation(&self) -> &CancellationToken {
        &self.cancel
    }
}
