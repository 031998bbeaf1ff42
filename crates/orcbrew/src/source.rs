//! A single OrcBrew file: its name, hash and contents.

use std::path::Path;

use text::into_plain;
use unicode_normalization::UnicodeNormalization;

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

/// `path` names the file in errors, `absolute` in the result.
pub(crate) fn read_bytes(
    path: &Path,
    absolute: String,
    bytes: Vec<u8>,
    cancel: &CancelCheck,
) -> Result<SourceFile> {
    let hash = disk::sha256(&bytes);
    let name = path.file_name().map_or_else(|| absolute.clone(), |name| name.to_string_lossy().into_owned());
    // macOS may write an accent apart from its letter.
    let name: String = into_plain(name).nfc().collect();
    let stem =
        Path::new(&name).file_stem().map_or_else(|| name.as_str().into(), |stem| stem.to_string_lossy());
    let (text, notice) = decode(bytes).map_err(|reason| Error::not_orcbrew(path, reason))?;
    let file = read_decoded(&text, &stem, notice, cancel);
    if cancel() {
        return Err(Error::Cancelled);
    }
    let file = file.map_err(|reason| Error::not_orcbrew(path, reason))?;
    Ok(SourceFile { path: absolute, name, hash, file })
}
