//! From a file to the text in it, and from the text to books.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use super::reading::read_noted;
use super::{OrcBrewFile, encoding, namesakes};
use crate::error::{Error, Result};
use crate::ingest::plain::into_plain;
use crate::progress::Job;

/// The most bytes that are read of a file, or of all files in an archive. The largest known library has 3.5 MB.
const LARGEST: u64 = 128 << 20;
/// The most files in an archive that are looked at.
const MOST_FILES: usize = 1_000;
/// How many reasons are told when no file of an archive can be read.
const MOST_REASONS: usize = 5;

/// A homebrew file that was read.
#[derive(Debug)]
pub(crate) struct Source {
    /// Where it is; of a file in an archive, the archive's path, `!` and its name there.
    pub(crate) path: String,
    /// Its name without folders.
    pub(crate) name: String,
    /// The SHA-256 of its bytes.
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

/// Reads a homebrew file, or every one in a `.zip`.
///
/// # Errors
/// When there is no such file, it cannot be read, or it holds no homebrew; the error says what it is instead.
pub(crate) fn read(path: &Path, job: &Job) -> Result<ReadFiles> {
    let unreadable = |source| Error::Unreadable { path: path.to_owned(), source };
    let refused = |reason: &str| Error::NotOrcBrew { path: path.to_owned(), reason: reason.to_owned() };
    let about = std::fs::metadata(path).map_err(unreadable)?;
    if about.is_dir() {
        return Err(refused("it is a folder; choose the file in it"));
    }
    if !about.is_file() {
        return Err(refused("it is a device, not a file"));
    }
    if about.len() > LARGEST {
        return Err(refused(
            "it is larger than 128 MB; no homebrew is. Split it into several files if it really is one",
        ));
    }
    let mut bytes = Vec::new();
    File::open(path).map_err(unreadable)?.take(LARGEST).read_to_end(&mut bytes).map_err(unreadable)?;
    let whole = std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    if bytes.starts_with(b"PK\x03\x04") || bytes.starts_with(b"PK\x05\x06") {
        return read_archive(path, &whole, bytes, job);
    }
    let source = read_bytes(path, whole.display().to_string(), bytes, job)?;
    Ok(ReadFiles { sources: vec![source], refused: Vec::new() })
}

fn read_archive(path: &Path, whole: &Path, mut bytes: Vec<u8>, job: &Job) -> Result<ReadFiles> {
    let refused = |reason: String| Error::NotOrcBrew { path: path.to_owned(), reason };
    let broken = |error| refused(format!("it is a zip archive that cannot be opened ({error})"));
    let names = namesakes::tell_apart(&mut bytes);
    let mut archive = zip::ZipArchive::new(std::io::Cursor::new(bytes)).map_err(broken)?;
    let mut read = ReadFiles::default();
    let mut left = LARGEST;
    for index in 0..archive.len().min(MOST_FILES) {
        job.check_cancelled()?;
        let mut member = match archive.by_index(index) {
            Ok(member) => member,
            Err(error) => {
                read.refused.push(refused(format!("file {} in it cannot be opened ({error})", index + 1)));
                continue;
            }
        };
        let name = member.name().map_or_else(|_| format!("file {}", index + 1), |name| name.into_owned());
        let name = names.get(&name).cloned().unwrap_or(name).replace('\\', "/");
        let short = name.rsplit('/').next().unwrap_or_default().to_owned();
        let lower = short.to_lowercase();
        let wanted = lower.ends_with(".orcbrew") || lower.ends_with(".edn");
        if !member.is_file() || !wanted || short.starts_with("._") {
            continue;
        }
        let inner = path.join(&name);
        let mut bytes = Vec::new();
        // The size that the archive gives may be a lie; what comes out of it is counted.
        if let Err(error) = member.by_ref().take(left + 1).read_to_end(&mut bytes) {
            let reason = format!("it cannot be taken out of the archive ({error})");
            read.refused.push(Error::NotOrcBrew { path: inner, reason });
            continue;
        }
        let Some(rest) = left.checked_sub(bytes.len() as u64) else {
            return Err(refused("its files are larger than 128 MB together; no homebrew is".to_owned()));
        };
        left = rest;
        match read_bytes(&inner, format!("{}!{name}", whole.display()), bytes, job) {
            Ok(source) => read.sources.push(source),
            Err(Error::Cancelled) => return Err(Error::Cancelled),
            Err(error) => read.refused.push(error),
        }
    }
    if archive.len() > MOST_FILES {
        read.refused.push(refused(format!(
            "it holds {} files, of which only the first {MOST_FILES} were looked at; take the others out of it and import them",
            archive.len()
        )));
    }
    if !read.sources.is_empty() {
        return Ok(read);
    }
    match read.refused.len() {
        0 => Err(refused("it is a zip archive without an .orcbrew file in it".to_owned())),
        1 => Err(read.refused.remove(0)),
        several => {
            let reasons: Vec<String> =
                read.refused.iter().take(MOST_REASONS).map(ToString::to_string).collect();
            Err(refused(format!("none of its {several} files can be read: {}", reasons.join("; "))))
        }
    }
}

fn read_bytes(path: &Path, whole: String, bytes: Vec<u8>, job: &Job) -> Result<Source> {
    let refused = |reason: String| Error::NotOrcBrew { path: path.to_owned(), reason };
    let hash = Sha256::digest(&bytes).iter().map(|byte| format!("{byte:02x}")).collect();
    let name = path.file_name().map_or_else(|| whole.clone(), |name| name.to_string_lossy().into_owned());
    let name = into_plain(name);
    let mut notices = Vec::new();
    let text = encoding::text_of(bytes, &mut notices).map_err(refused)?;
    let stem = PathBuf::from(&name)
        .file_stem()
        .map_or_else(|| name.clone(), |stem| stem.to_string_lossy().into_owned());
    let file = read_noted(&text, &stem, &notices, job);
    job.check_cancelled()?;
    let file = file.map_err(refused)?;
    Ok(Source { path: whole, name, hash, file })
}
