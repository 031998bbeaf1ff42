//! Progress of a fetch over several lists.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use crate::progress::{Job, Step};

/// Counts fetched pages by list and reports progress. Pages take about the same time, whatever they hold.
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

#[derive(Debug)]
struct Count {
    done: u64,
    total: u64,
}

impl<'a> Tally<'a> {
    /// Begins to count. A list has one page until it says how many.
    pub(super) fn new(job: &'a Job, lists: impl Iterator<Item = &'static str>) -> Self {
        let lists = lists.map(|list| (list, Count { done: 0, total: 1 })).collect();
        Self { job, counts: Mutex::new(Counts { lists, reported: 0 }) }
    }

    /// Adds a page of a list that has `total` pages.
    pub(super) fn add(&self, list: &'static str, total: u64) {
        self.change(list, |count| {
            count.total = total;
            count.done = (count.done + 1).min(total);
        });
    }

    /// Restarts the count of a list.
    pub(super) fn restart(&self, list: &'static str) {
        self.change(list, |count| count.done = 0);
    }

    /// Ends the count of a list.
    pub(super) fn end(&self, list: &'static str) {
        self.change(list, |count| count.total = count.done);
    }

    /// Progress never decreases, even when a list is fetched again.
    fn change(&self, list: &'static str, change: impl FnOnce(&mut Count)) {
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(count) = counts.lists.get_mut(list) else { return };
        change(count);
        let done: u64 = counts.lists.values().map(|count| count.done).sum();
        let total: u64 = counts.lists.values().map(|count| count.total).sum();
        counts.reported = counts.reported.max(done);
        self.job.report(Step::Fetching, counts.reported, total.max(counts.reported));
    }
}
