//! Homebrew files of OrcPub and Dungeon Master's Vault, which the crate [`orcbrew`](::orcbrew) reads: their items become
//! records, ready to be stored, and a report says what the import did.

mod normalise;
mod prepare;
mod report;
mod spool;
#[cfg(test)]
mod tests;

use std::path::Path;

#[cfg(test)]
pub(crate) use ::orcbrew::{Book, Item, OrcBrewFile};
pub use ::orcbrew::{ItemProblem, Repair};
pub(crate) use ::orcbrew::{ReadFiles, SourceFile, is_same_file};
#[cfg(test)]
pub(crate) use normalise::normalise;
pub(crate) use prepare::{BookRecords, PreparedBook, PreparedFile, count_items, prepare};
pub use report::{
    BookOutcome, BookReport, Conflict, ImportPolicy, ImportReport, ImportedFiles, UnknownImportPolicy,
    UnreadableFile,
};
pub(crate) use spool::Spool;

use crate::error::{Error, Result};
use crate::progress::Job;

/// Reads an OrcBrew file, or every OrcBrew file in a zip archive.
///
/// # Errors
/// If no homebrew can be read, or the job is cancelled.
pub(crate) fn read(path: &Path, job: &Job) -> Result<ReadFiles> {
    let token = job.cancellation().clone();
    let cancel = ::orcbrew::CancelCheck::new(move || token.is_cancelled());
    Ok(::orcbrew::read_path(path, &cancel)?)
}

impl From<::orcbrew::Error> for Error {
    fn from(error: ::orcbrew::Error) -> Self {
        match error {
            ::orcbrew::Error::Unreadable { path, source } => Error::Unreadable { path, source },
            ::orcbrew::Error::NotOrcBrew { path, reason } => Error::NotOrcBrew { path, reason },
            ::orcbrew::Error::Cancelled => Error::Cancelled,
        }
    }
}
