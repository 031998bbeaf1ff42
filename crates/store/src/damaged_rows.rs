//! The damaged rows that were read.

use std::sync::{Mutex, PoisonError};

/// The maximum number of damaged rows that are reported; `doctor` reports all of them.
const MAX_REPORTED_ROWS: usize = 50;

/// Descriptions of the damaged rows that were read since the library was opened.
#[derive(Debug, Default)]
pub(super) struct DamagedRows(Mutex<Vec<String>>);

impl DamagedRows {
    /// Adds a description unless it is known or there are too many.
    pub(super) fn report(&self, description: &str) {
        let mut reported = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if reported.len() < MAX_REPORTED_ROWS && !reported.iter().any(|known| known == description) {
            tracing::error!("{description}");
            reported.push(description.to_owned());
        }
    }

    /// Returns the descriptions in the order in which the rows were read.
    pub(super) fn descriptions(&self) -> Vec<String> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}
