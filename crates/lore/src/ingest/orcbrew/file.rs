//! Files as they come from the disk: one OrcBrew file, or several in an archive.

use std::path::Path;

use super::OrcBrewFile;
use crate::error::{Error, Result};
use crate::progress::Job;

/// One OrcBrew file that was read.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Source {
    /// Where it is, in full; of a member of an archive `…/pack.zip!inner.orcbrew`.
    pub(crate) path: String,
    /// Its name without the folder.
    pub(crate) name: String,
    /// The SHA-256 of its bytes, in hexadecimal digits.
    pub(crate) hash: String,
    /// What is in it.
    pub(crate) file: OrcBrewFile,
}

/// Reads an OrcBrew file, or every OrcBrew file of an archive.
///
/// # Errors
/// When it cannot be read, holds no OrcBrew, or the job is stopped.
pub(crate) fn read(path: &Path, job: &Job) -> Result<Vec<Source>> {
    job.go_on()?;
    Err(Error::Invalid(format!("{}: OrcBrew files cannot be read yet", path.display())))
}
