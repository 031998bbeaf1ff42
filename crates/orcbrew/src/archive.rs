//! Reading of zip archives.

use std::collections::{HashMap, HashSet};
use std::io::{Cursor, Read};
use std::ops::Range;
use std::path::{Path, PathBuf};

use zip::ZipArchive;
use zip::read::ZipFile;

use crate::cancel::CancelCheck;
use crate::encoding::describe_document;
use crate::error::{Error, Result};
use crate::source::{MAX_BYTES, ReadFiles, read_bytes};

/// The maximum number of files in an archive that are examined.
const MAX_FILES: usize = 1_000;
/// The maximum number of reasons that are listed when no file of an archive can be read.
const MAX_REASONS: usize = 5;

/// Returns true if the bytes begin like a zip archive.
pub(crate) fn is_archive(bytes: &[u8]) -> bool {
    bytes.starts_with(b"PK\x03\x04") || bytes.starts_with(b"PK\x05\x06")
}

/// Reads every OrcBrew file in an archive. `path` names the archive in errors, `absolute` in the result.
pub(crate) fn read_archive(
    path: &Path,
    absolute: &str,
    mut bytes: Vec<u8>,
    cancel: &CancelCheck,
) -> Result<ReadFiles> {
    let document = describe_document(&bytes);
    let names = rename_duplicates(&mut bytes);
    let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(|error| {
        Error::not_orcbrew(path, format!("it is a zip archive that cannot be opened ({error})"))
    })?;
    let mut read = ReadFiles::default();
    let mut bytes_left = MAX_BYTES;
    for index in 0..archive.len().min(MAX_FILES) {
        cancel.check()?;
        let mut member = match archive.by_index(index) {
            Ok(member) => member,
            Err(error) => {
                let reason = format!("file {} in it cannot be opened ({error})", index + 1);
                read.errors.push(Error::not_orcbrew(path, reason));
                continue;
            }
        };
        let name = member.name().map_or_else(|_| format!("file {}", index + 1), |name| name.into_owned());
        let name = names.get(&name).cloned().unwrap_or(name).replace('\\', "/");
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
    if archive.len() > MAX_FILES {
        let reason = format!(
            "it holds {} files, of which only the first {MAX_FILES} were examined; extract the others and import them",
            archive.len()
        );
        read.errors.push(Error::not_orcbrew(path, reason));
    }
    if read.files.is_empty() { Err(why_none(path, read.errors, document)) } else { Ok(read) }
}

/// Returns the path that names a file of an archive in errors. The name may look like an absolute path.
fn path_in_archive(archive: &Path, name: &str) -> PathBuf {
    let mut path = archive.as_os_str().to_owned();
    for part in name.split('/').filter(|part| !part.is_empty()) {
        path.push(std::path::MAIN_SEPARATOR_STR);
        path.push(part);
    }
    path.into()
}

/// Returns true if a file of an archive is an OrcBrew file by its name. macOS adds a `._` file for each file.
fn is_homebrew<R: Read>(member: &ZipFile<'_, R>, name: &str) -> bool {
    let name = name.rsplit('/').next().unwrap_or_default().to_lowercase();
    member.is_file() && (name.ends_with(".orcbrew") || name.ends_with(".edn")) && !name.starts_with("._")
}

/// The error for an archive from which no file could be read. Many documents are archives.
fn why_none(path: &Path, mut errors: Vec<Error>, document: Option<String>) -> Error {
    let without_homebrew = document.map_or_else(
        || "it is a zip archive without an .orcbrew file in it".to_owned(),
        |document| format!("it is no homebrew but {document}"),
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

/// The signature of the end of the central directory, and its length without the comment (APPNOTE.TXT, 4.3.16).
const DIRECTORY_END: (&[u8], usize) = (b"PK\x05\x06", 22);
/// The signature of a file header in the central directory, and its length without name, extra field and comment
/// (APPNOTE.TXT, 4.3.12).
const FILE_HEADER: (&[u8], usize) = (b"PK\x01\x02", 46);

/// Renames all but the first of several files with the same name, because [`ZipArchive`] returns only the last of them.
///
/// The central directory gets another name of the same length. Returns the names to show for these, such as
/// `moon (2).orcbrew`. An archive that cannot be parsed stays as it is.
fn rename_duplicates(archive: &mut [u8]) -> HashMap<String, String> {
    let ranges = name_ranges(archive).unwrap_or_default();
    let name_at =
        |archive: &[u8], range: &Range<usize>| archive.get(range.clone()).unwrap_or_default().to_vec();
    let mut taken: HashSet<Vec<u8>> = ranges.iter().map(|range| name_at(archive, range)).collect();
    let mut occurrences: HashMap<Vec<u8>, usize> = HashMap::new();
    let (mut renamed, mut number) = (HashMap::new(), 0_usize);
    for range in &ranges {
        let name = name_at(archive, range);
        let occurrence = occurrences.entry(name.clone()).or_default();
        *occurrence += 1;
        if *occurrence == 1 {
            continue;
        }
        let free = loop {
            number += 1;
            let free = format!("{number:0width$}", width = name.len());
            if free.len() > name.len() {
                break None;
            }
            if taken.insert(free.clone().into_bytes()) {
                break Some(free);
            }
        };
        if let (Some(free), Some(bytes)) = (free, archive.get_mut(range.clone())) {
            bytes.copy_from_slice(free.as_bytes());
            renamed.insert(free, numbered(&String::from_utf8_lossy(&name), *occurrence));
        }
    }
    renamed
}

/// `folder/moon.orcbrew` as `folder/moon (2).orcbrew`.
fn numbered(name: &str, number: usize) -> String {
    match name.rsplit_once('.') {
        Some((stem, ending)) => format!("{stem} ({number}).{ending}"),
        None => format!("{name} ({number})"),
    }
}

/// Returns the byte ranges of the file names in the central directory.
fn name_ranges(archive: &[u8]) -> Option<Vec<Range<usize>>> {
    let end = memchr::memmem::rfind(archive, DIRECTORY_END.0)?;
    let tail = archive.get(end..end + DIRECTORY_END.1)?;
    let length = usize::try_from(u32::from_le_bytes(tail.get(12..16)?.try_into().ok()?)).ok()?;
    let mut at = end.checked_sub(length)?;
    let mut ranges = Vec::new();
    while at < end {
        let header =
            archive.get(at..at + FILE_HEADER.1).filter(|header| header.starts_with(FILE_HEADER.0))?;
        let number =
            |from: usize| Some(usize::from(u16::from_le_bytes(header.get(from..from + 2)?.try_into().ok()?)));
        let name = at + FILE_HEADER.1;
        let name_end = name + number(28)?;
        ranges.push(name..name_end);
        at = name_end + number(30)? + number(32)?;
    }
    Some(ranges)
}
