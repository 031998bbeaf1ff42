//! Reading of a path: an OrcBrew file, or a zip archive of such files.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use crate::archive::{is_archive, read_archive};
use crate::cancel::CancelCheck;
use crate::error::{Error, Result};
use crate::source::{MAX_BYTES, ReadFiles, read_bytes};

/// Reads an OrcBrew file, or every OrcBrew file in a zip archive.
///
/// # Errors
/// [`Error::Unreadable`] if the file cannot be opened, [`Error::NotOrcBrew`] if no homebrew can be read from it, and
/// [`Error::Cancelled`].
pub fn read_path(path: &Path, cancel: &CancelCheck) -> Result<ReadFiles> {
    let unreadable = |source| Error::Unreadable { path: path.to_owned(), source };
    let metadata = std::fs::metadata(path).map_err(unreadable)?;
    let reason = if metadata.is_dir() {
        Some("it is a folder; choose the file in it")
    } else if !metadata.is_file() {
        Some("it is a device, not a file")
    } else if metadata.len() > MAX_BYTES {
        Some(
            "it is larger than 128 MB, and no homebrew is; if it really is homebrew, split it into several files",
        )
    } else {
        None
    };
    if let Some(reason) = reason {
        return Err(Error::not_orcbrew(path, reason));
    }
    let mut bytes = Vec::new();
    File::open(path).map_err(unreadable)?.take(MAX_BYTES).read_to_end(&mut bytes).map_err(unreadable)?;
    let absolute = std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned()).display().to_string();
    if is_archive(&bytes) {
        return read_archive(path, &absolute, bytes, cancel);
    }
    Ok(ReadFiles { files: vec![read_bytes(path, absolute, bytes, cancel)?], errors: Vec::new() })
}
