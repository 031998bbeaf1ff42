//! Reading of a path: an OrcBrew file, or a zip archive of such files.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use crate::archive::{is_archive, read_archive};
use crate::error::{CancelCheck, Error, Result};
use crate::read::{MAX_BYTES, ReadFiles, read_bytes};

/// Reads an OrcBrew file, or every OrcBrew file in a zip archive.
///
/// # Errors
/// [`Error::Unreadable`], [`Error::NotOrcBrew`] if no homebrew can be read, and [`Error::Cancelled`].
pub fn read_path(path: &Path, cancel: &CancelCheck) -> Result<ReadFiles> {
    let path = &absolute_on_its_drive(path);
    let unreadable = |source| Error::Unreadable { path: path.to_owned(), source };
    let exact = disk::exact(path);
    let metadata = disk::patiently(|| std::fs::metadata(&exact)).map_err(unreadable)?;
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
    let read = disk::patiently(|| {
        bytes.clear();
        File::open(&exact)?.take(MAX_BYTES).read_to_end(&mut bytes)
    });
    read.map_err(unreadable)?;
    let absolute = disk::absolute(path).unwrap_or_else(|_| disk::shown(path));
    if is_archive(&bytes) {
        return read_archive(path, &absolute, bytes, cancel);
    }
    Ok(ReadFiles { files: vec![read_bytes(path, absolute, bytes, cancel)?], errors: Vec::new() })
}

/// Windows looks for a path such as `C:book.orcbrew` in the current folder of that drive; errors say where.
fn absolute_on_its_drive(path: &Path) -> PathBuf {
    let starts_with_drive = matches!(path.components().next(), Some(std::path::Component::Prefix(_)));
    let complete = || Some(std::path::absolute(path.parent()?).ok()?.join(path.file_name()?));
    let completed = if starts_with_drive && !path.has_root() { complete() } else { None };
    completed.unwrap_or_else(|| path.to_owned())
}
