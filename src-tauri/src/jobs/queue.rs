//! The list of jobs and what may happen to each; nothing here does any work.

use crate::page::jobs::{Job, JobKind, JobState};

/// How many ended jobs are kept; the oldest go, should nobody close them.
const ENDED: usize = 100;

/// Every job that is not closed, in the order in which they came.
#[derive(Clone, Debug, Default)]
pub(super) struct Queue {
    jobs: Vec<Job>,
    last_id: u32,
}

impl Queue {
    pub(super) fn jobs(&self) -> &[Job] {
        &self.jobs
    }

    /// Adds a job, unless the same waits already.
    pub(super) fn add(&mut self, what: JobKind, now_ms: u64) -> bool {
        if self.jobs.iter().any(|job| job.what == what && job.state == JobState::Waiting) {
            return false;
        }
        self.last_id += 1;
        #[expect(clippy::cast_precision_loss, reason = "milliseconds since 1970")]
        let started_ms = now_ms as f64;
        self.jobs.push(Job { id: self.last_id, what, started_ms, state: JobState::Waiting });
        true
    }

    /// Starts the first that waits, if none is at work.
    pub(super) fn start_next(&mut self) -> Option<(u32, JobKind)> {
        if self.jobs.iter().any(|job| matches!(job.state, JobState::Running { .. } | JobState::Cancelling)) {
            return None;
        }
        let job = self.jobs.iter_mut().find(|job| job.state == JobState::Waiting)?;
        job.state = JobState::Running { step: "starting".to_owned(), done: 0.0, total: None };
        Some((job.id, job.what.clone()))
    }

    /// Notes how far the running job is.
    pub(super) fn progress(&mut self, id: u32, step: String, done: f64, total: Option<f64>) -> bool {
        let running = self.find(id).filter(|job| matches!(job.state, JobState::Running { .. }));
        running.map(|job| job.state = JobState::Running { step, done, total }).is_some()
    }

    /// Cancels a job: at once when it waits; otherwise whoever works on it ends it.
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

    /// Ends a job.
    pub(super) fn end(&mut self, id: u32, state: JobState) {
        if let Some(job) = self.find(id) {
            job.state = state;
        }
        let ended = self.jobs.iter().filter(|job| has_ended(&job.state)).count();
        let mut surplus = ended.saturating_sub(ENDED);
        self.jobs.retain(|job| {
            let goes = surplus > 0 && has_ended(&job.state);
            surplus -= usize::from(goes);
            !goes
        });
    }

    /// Forgets a job that has ended.
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
    fn one_job_is_at_work_at_a_time() {
        let mut queue = Queue::default();
        assert!(queue.add(import("a"), 1));
        assert!(queue.add(import("b"), 2));
        let (first, what) = queue.start_next().unwrap();
        assert_eq!(what, import("a"));
        assert_eq!(queue.start_next(), None);
        queue.end(first, JobState::Cancelled);
        assert_eq!(queue.start_next().unwrap().1, import("b"));
    }

    #[test]
    fn a_job_that_waits_is_not_added_twice_and_one_that_ended_can_be_again() {
        let mut queue = Queue::default();
        assert!(queue.add(import("a"), 1));
        assert!(!queue.add(import("a"), 2));
        let (id, _) = queue.start_next().unwrap();
        queue.end(id, JobState::Cancelled);
        assert!(queue.add(import("a"), 3));
    }

    #[test]
    fn cancelling_ends_what_waits_and_asks_what_runs_to_end() {
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
    fn only_what_has_ended_can_be_closed() {
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
    fn the_oldest_reports_go_when_nobody_closes_any() {
        let mut queue = Queue::default();
        for number in 0..ENDED + 5 {
            queue.add(import(&number.to_string()), 1);
            let (id, _) = queue.start_next().unwrap();
            queue.end(id, JobState::Cancelled);
        }
        assert_eq!(queue.jobs().len(), ENDED);
        assert_eq!(queue.jobs()[0].what, import("5"));
    }
}
