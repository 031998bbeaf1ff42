use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use crate::progress::{Job, Step};

/// Counts fetched objects by list, and tells the job.
#[derive(Debug)]
pub(super) struct Tally<'a> {
    job: &'a Job,
    counts: Mutex<Counts>,
}

#[derive(Debug, Default)]
struct Counts {
    lists: BTreeMap<&'static str, Count>,
    told: u64,
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

    /// More objects of a list have come, which has `total` in all.
    pub(super) fn add(&self, list: &'static str, objects: usize, total: u64) {
        self.change(list, |count| {
            count.total = total;
            count.done = (count.done + objects as u64).min(total);
        });
    }

    /// A list is fetched anew.
    pub(super) fn restart(&self, list: &'static str) {
        self.change(list, |count| count.done = 0);
    }

    /// Nothing more comes of a list.
    pub(super) fn give_up(&self, list: &'static str) {
        self.change(list, |count| count.total = count.done);
    }

    /// What was told never goes back, not even when a list is fetched anew.
    fn change(&self, list: &'static str, change: impl FnOnce(&mut Count)) {
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        change(counts.lists.entry(list).or_default());
        let done: u64 = counts.lists.values().map(|count| count.done).sum();
        let total: u64 = counts.lists.values().map(|count| count.total).sum();
        counts.told = counts.told.max(done);
        self.job.report(Step::Fetching, counts.told, total.max(counts.told));
    }
}
