//! Progress of a fetch over several lists.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use crate::progress::{Job, Step};

/// Counts fetched objects by list and reports progress.
#[derive(Debug)]
pub(super) struct Tally<'a> {
    job: &'a Job,
    counts: Mutex<Counts>,
}

#[derive(Debug, Default)]
struct Counts {
    lists: BTreeMap<&'static str, Count>,
    reported: u64,
}

#[derive(Debug, Default)]
struct Count {
    done: u64,
    total: u64,
}

impl<'a> Tally<'a> {
    pub(super) fn new(job: &'a Job) -> Self {
        Self { job, counts: Mutex::default() }
    }

    /// Adds objects of a list that has `total` objects.
    pub(super) fn add(&self, list: &'static str, objects: usize, total: u64) {
        self.change(list, |count| {
            count.total = total;
            count.done = (count.done + objects as u64).min(total);
        });
    }

    /// Restarts the count of a list.
    pub(super) fn restart(&self, list: &'static str) {
        self.change(list, |count| count.done = 0);
    }

    /// Ends the count of a list.
    pub(super) fn give_up(&self, list: &'static str) {
        self.change(list, |count| count.total = count.done);
    }

    /// Progress never decreases, even when a list is fetched again.
    fn change(&self, list: &'static str, change: impl FnOnce(&mut Count)) {
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        change(counts.lists.entry(list).or_default());
        let done: u64 = counts.lists.values().map(|count| count.done).sum();
        let total: u64 = counts.lists.values().map(|count| count.total).sum();
        counts.reported = counts.reported.max(done);
        self.job.report(Step::Fetching, counts.reported, total.max(counts.reported));
    }
}
