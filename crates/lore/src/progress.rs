//! What a long job tells while it runs, and how it is stopped.

use std::fmt;
use std::sync::Arc;

use serde::Serialize;
pub use tokio_util::sync::CancellationToken;

use crate::error::{Error, Result};

/// One step of a long job, in order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Step {
    /// Pages are fetched from the network; counted in objects.
    Fetching,
    /// Objects become entries; counted in objects.
    Normalising,
    /// Entries are written to the library; counted in entries.
    Storing,
    /// Entries are put into the text index; counted in entries.
    Indexing,
    /// Entries get their vectors; counted in entries, once for their first passage and once for all.
    Embedding,
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Step::Fetching => "fetching",
            Step::Normalising => "reading",
            Step::Storing => "storing",
            Step::Indexing => "indexing",
            Step::Embedding => "embedding",
        })
    }
}

/// How far a step is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Progress {
    /// The step.
    pub step: Step,
    /// How many units are done.
    pub done: u64,
    /// How many there are, as far as is known.
    pub total: u64,
}

/// A running job, seen from inside: where to tell progress, and whether to go on.
#[derive(Clone)]
pub struct Job {
    cancel: CancellationToken,
    tell: Arc<dyn Fn(Progress) + Send + Sync>,
    call: Option<Arc<Call>>,
}

/// The request that a job carries out. What it writes is noted under this name in the same transaction, so that a request
/// which is repeated, because its answer did not arrive, is answered with what was done and not done twice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Call {
    /// The conversation.
    pub session: String,
    /// The request's id in it.
    pub request: String,
    /// Whether it may have been carried out before.
    pub again: bool,
}

impl Job {
    /// A job that tells its progress to `tell`, which must return at once, and stops when `cancel` fires.
    pub fn new(cancel: CancellationToken, tell: impl Fn(Progress) + Send + Sync + 'static) -> Self {
        Self { cancel, tell: Arc::new(tell), call: None }
    }

    /// A job that nobody watches or stops.
    #[must_use]
    pub fn quiet() -> Self {
        Self::new(CancellationToken::new(), |_| {})
    }

    /// The same job, for a request.
    #[must_use]
    pub fn of_call(self, call: Call) -> Self {
        Self { call: Some(Arc::new(call)), ..self }
    }

    /// The request that it carries out.
    #[must_use]
    pub fn call(&self) -> Option<&Call> {
        self.call.as_deref()
    }

    /// Tells how far the job is.
    pub fn tell(&self, step: Step, done: u64, total: u64) {
        (self.tell)(Progress { step, done, total });
    }

    /// To be asked between units of work.
    ///
    /// # Errors
    /// [`Error::Cancelled`] once the job has been stopped.
    pub fn go_on(&self) -> Result<()> {
        if self.cancel.is_cancelled() { Err(Error::Cancelled) } else { Ok(()) }
    }

    /// The token that stops the job.
    #[must_use]
    pub fn cancellation(&self) -> &CancellationToken {
        &self.cancel
    }
}

impl fmt::Debug for Job {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Job").field("cancelled", &self.cancel.is_cancelled()).finish_non_exhaustive()
    }
}
