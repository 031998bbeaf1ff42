//! Reading of a path: a file, a folder or a zip archive.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use orcbrew::CancelCheck;

use crate::classify::{Classified, classify, plain_name};
use crate::error::{Error, Result};
use crate::files::{MAX_BYTES, ReadFiles, SourceFile, is_archive};
use crate::folder::read_folder;
use crate::format::Format;
use crate::gathering::Gathering;

/// Reads a file of homebrew, or every such file in a folder or a zip archive.
///
/// # Errors
/// [`Error::Unreadable`] if the path cannot be opened, [`Error::NotHomebrew`] if no homebrew can be read from
/// it, and [`Error::Cancelled`].
pub fn read_path(path: &Path, formats: &[&'static Format], cancel: &CancelCheck) -> Result<ReadFiles> {
    let path = &absolute_on_its_drive(path);
    let unreadable = |source| Error::Unreadable { path: path.to_owned(), source };
    let exact = disk::exact(path);
    let metadata = disk::patiently(|| std::fs::metadata(&exact)).map_err(unreadable)?;
    let absolute = disk::absolute(path).unwrap_or_else(|_| disk::shown(path).to_string());
    if metadata.is_dir() {
        return read_folder(path, &absolute, formats, cancel);
    }
    if !metadata.is_file() {
        return Err(Error::not_homebrew(path, "it is a device, not a file"));
    }
    if metadata.len() > MAX_BYTES {
        let reason = "it is larger than 128 MB, and no homebrew is; if it really is homebrew, split it into several files";
        return Err(Error::not_homebrew(path, reason));
    }
    let mut bytes = Vec::new();
    let read = disk::patiently(|| {
        bytes.clear();
        File::open(&exact)?.take(MAX_BYTES).read_to_end(&mut bytes)
    });
    read.map_err(unreadable)?;
    if is_archive(&bytes) {
        let mut gathering = Gathering::new(path, &absolute, formats, cancel);
        let document = gathering.unpack(bytes)?;
        return gathering.finish(document);
    }
    let name = path.file_name().map_or_else(|| absolute.clone(), |name| name.to_string_lossy().into_owned());
    let hash = disk::sha256(&bytes);
    let Classified { content, repair } = classify(path, bytes, formats, cancel)?;
    let (name, repairs) = (plain_name(&name), repair.into_iter().collect());
    let file = SourceFile { path: absolute, name, hash, content, repairs, folder: None };
    Ok(ReadFiles { files: vec![file], ..ReadFiles::default() })
}

/// Windows looks for a path such as `C:book.orcbrew` in the current folder of that drive; errors say where.
fn absolute_on_its_drive(path: &Path) -> PathBuf {
    let starts_with_drive = matches!(path.components().next(), Some(std::path::Component::Prefix(_)));
    let complete = || Some(std::path::absolute(path.parent()?).ok()?.join(path.file_name()?));
    let completed = if starts_with_drive && !path.has_root() { complete() } else { None };
    completed.unwrap_or_else(|| path.to_owned())
}
