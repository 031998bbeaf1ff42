//! The queue of jobs: pure state, which [`super::run`] follows.

use crate::page::jobs::{Job, JobKind, JobState};

/// The number of ended jobs that are kept; the oldest are removed first.
const MAX_ENDED_JOBS: usize = 100;

/// Every job that is not closed, oldest first.
#[derive(Clone, Debug, Default)]
pub(super) struct Queue {
    jobs: Vec<Job>,
    last_id: u32,
}

impl Queue {
    pub(super) fn jobs(&self) -> &[Job] {
        &self.jobs
    }

    /// Adds a job, unless the same one is waiting already.
    pub(super) fn add(&mut self, kind: JobKind, now_ms: u64) -> bool {
        if self.jobs.iter().any(|job| job.kind == kind && job.state == JobState::Waiting) {
            return false;
        }
        self.last_id += 1;
        #[expect(clippy::cast_precision_loss, reason = "milliseconds since 1970")]
        let started_ms = now_ms as f64;
        self.jobs.push(Job { id: self.last_id, kind, started_ms, state: JobState::Waiting });
        true
    }

    /// Starts the first waiting job if none is running.
    pub(super) fn start_next(&mut self) -> Option<(u32, JobKind)> {
        if self.jobs.iter().any(|job| matches!(job.state, JobState::Running { .. } | JobState::Cancelling)) {
            return None;
        }
        let job = self.jobs.iter_mut().find(|job| job.state == JobState::Waiting)?;
        job.state = JobState::Running { step: "starting".to_owned(), done: 0.0, total: None };
        Some((job.id, job.kind.clone()))
    }

    /// Records the progress of the running job.
    pub(super) fn progress(&mut self, id: u32, step: String, done: f64, total: Option<f64>) -> bool {
        let running = self.find(id).filter(|job| matches!(job.state, JobState::Running { .. }));
        running.map(|job| job.state = JobState::Running { step, done, total }).is_some()
    }

    /// Cancels a job: a waiting one at once, a running one when the server stops.
    pub(super) fn cancel(&mut self, id: u32) -> bool {
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

    /// Ends a job in this state.
    pub(super) fn end(&mut self, id: u32, state: JobState) {
        if let Some(job) = self.find(id) {
            job.state = state;
        }
        let ended = self.jobs.iter().filter(|job| has_ended(&job.state)).count();
        let mut surplus = ended.saturating_sub(MAX_ENDED_JOBS);
        self.jobs.retain(|job| {
            let removed = surplus > 0 && has_ended(&job.state);
            surplus -= usize::from(removed);
            !removed
        });
    }

    /// Removes a job that has ended.
    pub(super) fn close(&mut self, id: u32) -> bool {
        let before = self.jobs.len();
        self.jobs.retain(|job| job.id != id || !has_ended(&job.state));
        self.jobs.len() < before
    }

    fn find(&mut self, id: u32) -> Option<&mut Job> {
        self.jobs.iter_mut().find(|job| job.id == id)
    }
}

fn has_ended(state: &JobState) -> bool {
    !matches!(state, JobState::Waiting | JobState::Running { .. } | JobState::Cancelling)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn import(file: &str) -> JobKind {
        JobKind::Import { path: format!("/{file}"), file: file.to_owned() }
    }

    fn states(queue: &Queue) -> Vec<&JobState> {
        queue.jobs().iter().map(|job| &job.state).collect()
    }

    #[test]
    fn one_job_runs_at_a_time() {
        let mut queue = Queue::default();
        assert!(queue.add(import("a"), 1));
        assert!(queue.add(import("b"), 2));
        let (first, kind) = queue.start_next().unwrap();
        assert_eq!(kind, import("a"));
        assert_eq!(queue.start_next(), None);
        queue.end(first, JobState::Cancelled);
        assert_eq!(queue.start_next().unwrap().1, import("b"));
    }

    #[test]
    fn only_a_waiting_job_is_not_added_twice() {
        let mut queue = Queue::default();
        assert!(queue.add(import("a"), 1));
        assert!(!queue.add(import("a"), 2));
        let (id, _) = queue.start_next().unwrap();
        queue.end(id, JobState::Cancelled);
        assert!(queue.add(import("a"), 3));
    }

    #[test]
    fn cancelling_ends_a_waiting_job_and_signals_a_running_one() {
        let mut queue = Queue::default();
        queue.add(import("a"), 1);
        queue.add(import("b"), 2);
        let (running, _) = queue.start_next().unwrap();
        assert!(queue.cancel(running));
        assert!(queue.is_cancelling(running));
        assert!(queue.cancel(2));
        assert_eq!(states(&queue), [&JobState::Cancelling, &JobState::Cancelled]);
        assert!(!queue.cancel(2), "it has ended");
        assert!(!queue.progress(running, "late".to_owned(), 1.0, None), "it stays cancelling");
        assert_eq!(queue.start_next(), None, "the next one waits until it has ended");
    }

    #[test]
    fn only_an_ended_job_can_be_closed() {
        let mut queue = Queue::default();
        queue.add(import("a"), 1);
        assert!(!queue.close(1));
        let (id, _) = queue.start_next().unwrap();
        assert!(queue.progress(id, "reading".to_owned(), 1.0, Some(2.0)));
        assert!(!queue.close(id));
        queue.end(id, JobState::Cancelled);
        assert!(queue.close(id));
        assert!(queue.jobs().is_empty());
    }

    #[test]
    fn the_oldest_reports_are_removed_when_none_is_closed() {
        let mut queue = Queue::default();
        for number in 0..MAX_ENDED_JOBS + 5 {
            queue.add(import(&number.to_string()), 1);
            let (id, _) = queue.start_next().unwrap();
            queue.end(id, JobState::Cancelled);
        }
        assert_eq!(queue.jobs().len(), MAX_ENDED_JOBS);
        assert_eq!(queue.jobs()[0].kind, import("5"));
    }
}
