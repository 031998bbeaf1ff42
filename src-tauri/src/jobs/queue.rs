//! The queue of jobs: pure state, which [`super::run`] follows.

use serde::Serialize;

use super::job::{Job, JobKind, JobState};

const MAX_ENDED_JOBS: usize = 100;

/// Every job that is not closed, oldest first.
#[derive(Clone, Debug, Default, Serialize)]
#[serde(transparent)]
pub(crate) struct Queue {
    jobs: Vec<Job>,
    #[serde(skip)]
    last_id: u32,
}

impl Queue {
    /// Adds a job, unless the same one is waiting already.
    pub(super) fn add(&mut self, kind: JobKind) -> bool {
        if self.jobs.iter().any(|job| job.kind == kind && job.state == JobState::Waiting) {
            return false;
        }
        self.last_id += 1;
        self.jobs.push(Job { id: self.last_id, kind, state: JobState::Waiting });
        true
    }

    pub(super) fn start_next(&mut self) -> Option<(u32, JobKind)> {
        if self.jobs.iter().any(|job| matches!(job.state, JobState::Running { .. } | JobState::Cancelling)) {
            return None;
        }
        let job = self.jobs.iter_mut().find(|job| job.state == JobState::Waiting)?;
        job.state = JobState::Running { step: "starting".to_owned(), done: 0.0, total: None };
        Some((job.id, job.kind.clone()))
    }

    pub(super) fn progress(&mut self, id: u32, step: String, done: f64, total: Option<f64>) -> bool {
        let running = self.find(id).filter(|job| matches!(job.state, JobState::Running { .. }));
        running.map(|job| job.state = JobState::Running { step, done, total }).is_some()
    }

    /// Cancels a job: a waiting one at once, a running one when the server stops.
    pub(crate) fn cancel(&mut self, id: u32) -> bool {
        let Some(job) = self.find(id) else { return false };
        job.state = match job.state {
            JobState::Waiting => JobState::Cancelled,
            JobState::Running { .. } => JobState::Cancelling,
            _ => return false,
        };
        true
    }

    pub(super) fn is_cancelling(&self, id: u32) -> bool {
        self.jobs.iter().any(|job| job.id == id && job.state == JobState::Cancelling)
    }

    pub(super) fn end(&mut self, id: u32, state: JobState) {
        if let Some(job) = self.find(id) {
            job.state = state;
        }
        let ended = self.jobs.iter().filter(|job| has_ended(&job.state)).count();
        let surplus = ended.saturating_sub(MAX_ENDED_JOBS);
        self.jobs.extract_if(.., |job| has_ended(&job.state)).take(surplus).for_each(drop);
    }

    pub(crate) fn close(&mut self, id: u32) -> bool {
        self.jobs.extract_if(.., |job| job.id == id && has_ended(&job.state)).count() > 0
    }

    fn find(&mut self, id: u32) -> Option<&mut Job> {
        self.jobs.iter_mut().find(|job| job.id == id)
    }
}

fn has_ended(state: &JobState) -> bool {
    !matches!(state, JobState::Waiting | JobState::Running { .. } | JobState::Cancelling)
}

#[cfg(test)]
mod tests;
