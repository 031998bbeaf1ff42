//! Homebrew files of OrcPub and Dungeon Master's Vault, which the crate [`orcbrew`](::orcbrew) reads: their
//! items become records, ready to be stored, and a report says what the import did.

mod normalise;
mod prepare;
mod report;
mod spool;
#[cfg(test)]
mod tests;

use std::path::Path;
use std::sync::Arc;

pub use ::orcbrew::{ItemProblem, ReadFiles, Repair, SourceFile, is_same_file};
pub use normalise::normalise;
pub use prepare::{PreparedBook, PreparedFile, count_items, prepare};
pub use report::{
    BookOutcome, BookReport, Conflict, ImportPolicy, ImportReport, ImportedFiles, UnknownImportPolicy,
    UnreadableFile,
};
pub use spool::Spool;

use ::orcbrew::CancelCheck;
use content::error::{Error, Result};
use content::progress::Job;

/// Reads an OrcBrew file, or every OrcBrew file in a zip archive.
///
/// # Errors
/// If no homebrew can be read, or the job is cancelled.
pub fn read(path: &Path, job: &Job) -> Result<ReadFiles> {
    let token = job.cancellation().clone();
    let cancel: CancelCheck = Arc::new(move || token.is_cancelled());
    ::orcbrew::read_path(path, &cancel).map_err(error_of)
}

/// Returns the error of this library for one of the reader.
#[must_use]
pub fn error_of(error: ::orcbrew::Error) -> Error {
    match error {
        ::orcbrew::Error::Unreadable { path, source } => Error::Unreadable { path, source },
        ::orcbrew::Error::NotOrcBrew { path, reason } => Error::NotOrcBrew { path, reason },
        ::orcbrew::Error::Cancelled => Error::Cancelled,
    }
}
