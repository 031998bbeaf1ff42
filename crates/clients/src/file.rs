//! Reading a client's file whole, and replacing it so that it is at every moment either the old one or the new one.

use std::fs;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use crate::error::{Error, Result};

/// Files larger than this are no settings, in bytes.
const LIMIT: u64 = 64 << 20;

/// A client's file as it was at one moment.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Content {
    /// The file itself, where the client's path is a link to it.
    pub(crate) target: PathBuf,
    /// Its bytes, or nothing when there is no file.
    pub(crate) bytes: Option<Vec<u8>>,
}

impl Content {
    /// Reads a file. The failure is a reason in words.
    pub(crate) fn read(file: &Path) -> Result<Self, String> {
        let target = follow(file)?;
        let metadata = match fs::metadata(&target) {
            Ok(metadata) => metadata,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Self { target, bytes: None }),
            Err(error) => return Err(reason(&error)),
        };
        if !metadata.is_file() {
            return Err("it is not a file".to_owned());
        }
        if metadata.len() > LIMIT {
            return Err(format!("it is too large: {} MB", metadata.len() >> 20));
        }
        let bytes = fs::read(&target).map_err(|error| reason(&error))?;
        Ok(Self { target, bytes: Some(bytes) })
    }

    /// The text; empty when there is no file.
    pub(crate) fn text(&self) -> Result<&str, String> {
        let bytes = self.bytes.as_deref().unwrap_or_default();
        std::str::from_utf8(bytes).map_err(|error| {
            let line = bytes.iter().take(error.valid_up_to()).filter(|byte| **byte == b'\n').count() + 1;
            format!("line {line}: it is not text in UTF-8")
        })
    }
}

/// Replaces a file that still has the bytes `before` by one with the bytes `after`; nothing stands for no file.
pub(crate) fn replace(target: &Path, before: Option<&[u8]>, after: Option<&[u8]>) -> Result<()> {
    let at = |path: &Path| {
        let path = path.to_owned();
        move |error| Error::file(path, error)
    };
    let folder = target.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder).map_err(at(folder))?;
    check_writable(target)?;
    let Some(after) = after else {
        unchanged(target, before)?;
        fs::remove_file(target).map_err(at(target))?;
        return Ok(());
    };
    let mut draft =
        tempfile::Builder::new().prefix(".lorekeeper-").tempfile_in(folder).map_err(at(folder))?;
    draft.write_all(after).map_err(at(target))?;
    if let Ok(metadata) = fs::metadata(target) {
        draft.as_file().set_permissions(metadata.permissions()).map_err(at(target))?;
    }
    draft.as_file().sync_all().map_err(at(target))?;
    unchanged(target, before)?;
    let moved = if before.is_some() { draft.persist(target) } else { draft.persist_noclobber(target) };
    match moved {
        Ok(_) => {}
        Err(failed) if before.is_none() && failed.error.kind() == ErrorKind::AlreadyExists => {
            return Err(Error::Changed { path: target.to_owned() });
        }
        Err(failed) => return Err(Error::file(target, failed.error)),
    }
    // Makes the new name last through a power cut. Not every file system can.
    #[cfg(unix)]
    if let Ok(folder) = fs::File::open(folder) {
        let _ = folder.sync_all();
    }
    Ok(())
}

/// Writes a file of our own, whatever was there, with the permissions of another where there is one.
pub(crate) fn store(path: &Path, bytes: &[u8], like: Option<&Path>) -> Result<()> {
    let at = |error| Error::file(path, error);
    let folder = path.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder).map_err(|error| Error::file(folder, error))?;
    let draft = tempfile::Builder::new().prefix(".lorekeeper-").tempfile_in(folder);
    let mut draft = draft.map_err(|error| Error::file(folder, error))?;
    draft.write_all(bytes).map_err(at)?;
    if let Some(metadata) = like.and_then(|like| fs::metadata(like).ok()) {
        draft.as_file().set_permissions(metadata.permissions()).map_err(at)?;
    }
    draft.as_file().sync_all().map_err(at)?;
    draft.persist(path).map_err(|failed| at(failed.error))?;
    Ok(())
}

/// A name for some bytes, or for no file.
pub(crate) fn fingerprint(bytes: Option<&[u8]>) -> Option<String> {
    bytes.map(|bytes| Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect())
}

/// A rename would replace even a file that its owner has closed to writing.
pub(crate) fn check_writable(target: &Path) -> Result<()> {
    let Ok(metadata) = fs::metadata(target) else {
        return Ok(());
    };
    if metadata.permissions().readonly() {
        return Err(Error::ReadOnly { path: target.to_owned() });
    }
    fs::OpenOptions::new().write(true).open(target).map_err(|error| Error::file(target, error))?;
    Ok(())
}

fn unchanged(target: &Path, before: Option<&[u8]>) -> Result<()> {
    let now = match fs::read(target) {
        Ok(bytes) => Some(bytes),
        Err(error) if error.kind() == ErrorKind::NotFound => None,
        Err(error) => return Err(Error::file(target, error)),
    };
    if now.as_deref() == before { Ok(()) } else { Err(Error::Changed { path: target.to_owned() }) }
}

/// The file that a link leads to.
fn follow(file: &Path) -> Result<PathBuf, String> {
    match fs::symlink_metadata(file) {
        Ok(metadata) if metadata.is_symlink() => fs::canonicalize(file).map_err(|error| match error.kind() {
            ErrorKind::NotFound => "it is a link to a file that does not exist".to_owned(),
            _ => reason(&error),
        }),
        _ => Ok(file.to_owned()),
    }
}

fn reason(error: &std::io::Error) -> String {
    match error.kind() {
        ErrorKind::PermissionDenied => "this user may not read it".to_owned(),
        _ => format!("it cannot be read: {error}"),
    }
}
