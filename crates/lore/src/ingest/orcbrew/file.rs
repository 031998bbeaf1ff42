//! Files as they come from the disk: one OrcBrew file, or several in an archive.

use std::path::Path;

use super::OrcBrewFile;
use crate::error::{Error, Result};
use crate::progress::Job;

/// One OrcBrew file that was read.
#[derive(Debug)]
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

/// What was read at a path: the files that can be imported, and why others cannot.
#[derive(Debug, Default)]
pub(crate) struct ReadFiles {
    /// What can be imported.
    pub(crate) sources: Vec<Source>,
    /// What cannot; only of an archive that holds others that can.
    pub(crate) refused: Vec<Error>,
}

/// Reads an OrcBrew file, or every OrcBrew file of an archive.
///
/// # Errors
/// When it cannot be read, holds no OrcBrew, or the job is stopped.
pub(crate) fn read(path: &Path, job: &Job) -> Result<ReadFiles> {
    job.go_on()?;
    Err(Error::Invalid(format!("{}: OrcBrew files cannot be read yet", path.display())))
}
