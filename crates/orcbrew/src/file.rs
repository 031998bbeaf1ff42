//! Reading of a file by its path: an OrcBrew file, or a zip archive of such files.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use sha2::{Digest, Sha256};
use text::into_plain;

use crate::archive::{is_archive, read_archive};
use crate::cancel::CancelCheck;
use crate::encoding::decode;
use crate::error::{Error, Result};
use crate::item::OrcBrewFile;
use crate::read::read_decoded;

/// The maximum size of a file, and of all files of an archive together. The largest known library has 3.5 MB.
pub(crate) const MAX_BYTES: u64 = 128 << 20;

/// An OrcBrew file with its contents.
#[derive(Debug)]
pub struct SourceFile {
    /// The absolute path; for a file in an archive, the archive's path, `!` and the name in the archive.
    pub path: String,
    /// The name without folders.
    pub name: String,
    /// The SHA-256 of the bytes, in hexadecimal.
    pub hash: String,
    /// The contents.
    pub file: OrcBrewFile,
}

/// The files that were read at a path.
#[derive(Debug, Default)]
pub struct ReadFiles {
    /// The files that hold homebrew; at least one.
    pub files: Vec<SourceFile>,
    /// The problems of an archive and of the other files in it.
    pub errors: Vec<Error>,
}

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
        Some("it is larger than 128 MB, and no homebrew is; if it really is homebrew, split it into several files")
    } else {
        None
    };
    if let Some(reason) = reason {
        return Err(not_orcbrew(path, reason));
    }
    let mut bytes = Vec::new();
    File::open(path).map_err(unreadable)?.take(MAX_BYTES).read_to_end(&mut bytes).map_err(unreadable)?;
    let absolute = std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned()).display().to_string();
    if is_archive(&bytes) {
        return read_archive(path, &absolute, bytes, cancel);
    }
    Ok(ReadFiles { files: vec![read_bytes(path, absolute, bytes, cancel)?], errors: Vec::new() })
}

/// Reads the bytes of one file. `path` names it in errors, `absolute` in the result.
pub(crate) fn read_bytes(
    path: &Path,
    absolute: String,
    bytes: Vec<u8>,
    cancel: &CancelCheck,
) -> Result<SourceFile> {
    let hash = Sha256::digest(&bytes).iter().map(|byte| format!("{byte:02x}")).collect();
    let name =
        path.file_name().map_or_else(|| absolute.clone(), |name| name.to_string_lossy().into_owned());
    let name = into_plain(name);
    let stem = Path::new(&name).file_stem().map_or_else(|| name.as_str().into(), |stem| stem.to_string_lossy());
    let mut notices = Vec::new();
    let text = decode(bytes, &mut notices).map_err(|reason| not_orcbrew(path, reason))?;
    let file = read_decoded(&text, &stem, &notices, cancel);
    cancel.check()?;
    let file = file.map_err(|reason| not_orcbrew(path, reason))?;
    Ok(SourceFile { path: absolute, name, hash, file })
}

pub(crate) fn not_orcbrew(path: &Path, reason: impl Into<String>) -> Error {
    Error::NotOrcBrew { path: path.to_owned(), reason: reason.into() }
}
