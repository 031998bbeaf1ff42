//! Reading of zip archives.

use std::io::{Cursor, Read};
use std::path::{Path, PathBuf};

use zip::ZipArchive;
use zip::read::ZipFile;

use crate::encoding::describe_document;
use crate::error::{CancelCheck, Error, Result};
use crate::read::{MAX_BYTES, ReadFiles, read_bytes};

const MAX_FILES: usize = 1_000;
const MAX_REASONS: usize = 5;

pub(crate) fn is_archive(bytes: &[u8]) -> bool {
    bytes.starts_with(b"PK\x03\x04") || bytes.starts_with(b"PK\x05\x06")
}

/// `path` names the archive in errors, `absolute` in the result.
pub(crate) fn read_archive(
    path: &Path,
    absolute: &str,
    bytes: Vec<u8>,
    cancel: &CancelCheck,
) -> Result<ReadFiles> {
    let document = describe_document(&bytes);
    let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(|error| {
        Error::not_orcbrew(path, format!("it is a zip archive that cannot be opened ({error})"))
    })?;
    let mut read = ReadFiles::default();
    let mut bytes_left = MAX_BYTES;
    for index in 0..archive.len().min(MAX_FILES) {
        if cancel() {
            return Err(Error::Cancelled);
        }
        let mut member = match archive.by_index(index) {
            Ok(member) => member,
            Err(error) => {
                let reason = format!("file {} in it cannot be opened ({error})", index + 1);
                read.errors.push(Error::not_orcbrew(path, reason));
                continue;
            }
        };
        let name = member.name().map_or_else(|_| format!("file {}", index + 1), |name| name.into_owned());
        let name = name.replace('\\', "/");
        if !is_homebrew(&member, &name) {
            continue;
        }
        let member_path = path_in_archive(path, &name);
        let mut bytes = Vec::new();
        // The size stated in the archive may be wrong, so the extracted bytes are counted.
        if let Err(error) = member.by_ref().take(bytes_left + 1).read_to_end(&mut bytes) {
            let reason = format!("it cannot be extracted from the archive ({error})");
            read.errors.push(Error::not_orcbrew(&member_path, reason));
            continue;
        }
        bytes_left = bytes_left.checked_sub(bytes.len() as u64).ok_or_else(|| {
            Error::not_orcbrew(path, "its files are larger than 128 MB together, and no homebrew is")
        })?;
        match read_bytes(&member_path, format!("{absolute}!{name}"), bytes, cancel) {
            Ok(file) => read.files.push(file),
            Err(Error::Cancelled) => return Err(Error::Cancelled),
            Err(error) => read.errors.push(error),
        }
    }
    if archive.has_duplicate_names() {
        let reason = "it holds several files of the same name, of which only the last was read; extract the others and import them";
        read.errors.push(Error::not_orcbrew(path, reason));
    }
    if archive.len() > MAX_FILES {
        let reason = format!(
            "it holds {} files, of which only the first {MAX_FILES} were examined; extract the others and import them",
            archive.len()
        );
        read.errors.push(Error::not_orcbrew(path, reason));
    }
    if read.files.is_empty() { Err(why_none(path, read.errors, document)) } else { Ok(read) }
}

/// The name may look like an absolute path.
fn path_in_archive(archive: &Path, name: &str) -> PathBuf {
    let mut path = archive.as_os_str().to_owned();
    for part in name.split('/').filter(|part| !part.is_empty()) {
        path.push(std::path::MAIN_SEPARATOR_STR);
        path.push(part);
    }
    path.into()
}

/// macOS adds a `._` file for each file.
fn is_homebrew<R: Read>(member: &ZipFile<'_, R>, name: &str) -> bool {
    let name = name.rsplit('/').next().unwrap_or_default().to_lowercase();
    member.is_file() && (name.ends_with(".orcbrew") || name.ends_with(".edn")) && !name.starts_with("._")
}

/// Many kinds of documents are zip archives, too.
fn why_none(path: &Path, mut errors: Vec<Error>, document: Option<String>) -> Error {
    let without_homebrew = document.map_or_else(
        || "it is a zip archive without an .orcbrew file in it".to_owned(),
        |document| format!("it is not homebrew but {document}"),
    );
    match errors.len() {
        0 => Error::not_orcbrew(path, without_homebrew),
        1 => errors.remove(0),
        count => {
            let reasons: Vec<String> = errors.iter().take(MAX_REASONS).map(ToString::to_string).collect();
            Error::not_orcbrew(path, format!("none of its {count} files can be read: {}", reasons.join("; ")))
        }
    }
}
