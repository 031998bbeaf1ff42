//! The damaged rows that were read.

use parking_lot::Mutex;

/// `doctor` reports all of them.
const MAX_REPORTED_ROWS: usize = 50;

#[derive(Debug, Default)]
pub(super) struct DamagedRows(Mutex<Vec<String>>);

impl DamagedRows {
    pub(super) fn report(&self, description: &str) {
        let mut reported = self.0.lock();
        if reported.len() < MAX_REPORTED_ROWS && !reported.iter().any(|known| known == description) {
            tracing::error!("{description}");
            reported.push(description.to_owned());
        }
    }

    pub(super) fn descriptions(&self) -> Vec<String> {
        self.0.lock().clone()
    }
}
