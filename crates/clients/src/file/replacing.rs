//! Replaces a file atomically without losing a concurrent write of its client.

#[cfg(windows)]
use std::ffi::OsStr;
use std::fs;
use std::io::{self, ErrorKind, Write};
use std::path::Path;
#[cfg(windows)]
use std::ptr::null;
use std::thread::sleep;
use std::time::Duration;

use tempfile::{NamedTempFile, TempPath};

use super::writers::has_writer;
use crate::error::{Error, Result};

/// Six letters and digits follow.
const DRAFT_PREFIX: &str = ".lorekeeper-";
/// The suffix of the name of a file that is being replaced, where the system cannot swap two files.
const REPLACED_SUFFIX: &str = ".old";
/// The time for which a replaced file is watched for late writes of its client.
const LATE_WRITE_DELAY: Duration = Duration::from_millis(10);

/// `None` stands for no file. The owner, mode and extended attributes stay. If the client wrote the file
/// since it was read, or writes it now, its version wins, and the error is [`Error::Changed`].
pub(crate) fn replace(target: &Path, before: Option<&[u8]>, after: Option<&[u8]>) -> Result<()> {
    let folder = folder_of(target);
    fs::create_dir_all(folder).map_err(|error| Error::file(folder, error))?;
    check_writable(target)?;
    let like = before.map(|_| target);
    let draft = draft(folder, after.unwrap_or_default(), like).map_err(|error| Error::file(target, error))?;
    match (before, after) {
        (None, None) => return unchanged(target, None),
        (None, Some(_)) => put_new(draft, target)?,
        (Some(before), None) => take_away(draft, target, before)?,
        (Some(before), Some(after)) => exchange(draft, target, before, after)?,
    }
    // Makes the rename durable, where the file system supports it.
    #[cfg(unix)]
    if let Ok(folder) = fs::File::open(folder) {
        let _ = folder.sync_all();
    }
    Ok(())
}

/// Writes one of our own files, with the permissions of the file `like` if it exists.
pub(crate) fn store(path: &Path, bytes: &[u8], like: Option<&Path>) -> Result<()> {
    let folder = folder_of(path);
    fs::create_dir_all(folder).map_err(|error| Error::file(folder, error))?;
    let draft = draft(folder, bytes, like).map_err(|error| Error::file(path, error))?;
    let draft = closed(draft, like).map_err(|error| Error::file(path, error))?;
    disk::rename(&draft, path).map_err(|error| Error::file(path, error))
}

/// A rename would replace even a read-only file.
pub(crate) fn check_writable(target: &Path) -> Result<()> {
    let Ok(metadata) = fs::metadata(target) else {
        return Ok(());
    };
    if metadata.permissions().readonly() {
        return Err(Error::ReadOnly(target.to_owned()));
    }
    let opened = disk::patiently(|| fs::OpenOptions::new().write(true).open(target));
    opened.map(drop).map_err(|error| Error::file(target, error))
}

fn put_new(draft: NamedTempFile, target: &Path) -> Result<()> {
    match draft.persist_noclobber(target) {
        Ok(_) => Ok(()),
        Err(failed) if failed.error.kind() == ErrorKind::AlreadyExists => Err(changed(target)),
        Err(failed) => Err(Error::file(target, failed.error)),
    }
}

/// Removes a file: moves it over an empty draft, and deletes it unless the client wrote to it meanwhile.
fn take_away(draft: NamedTempFile, target: &Path, before: &[u8]) -> Result<()> {
    let taken = closed(draft, None).map_err(|error| Error::file(target, error))?;
    unchanged(target, Some(before))?;
    disk::rename(target, &taken).map_err(|error| not_replaced(target, error))?;
    sleep(LATE_WRITE_DELAY);
    at_rest(&taken, before).map_err(|_| {
        // If the client created the file again, that is its latest version.
        let _ = taken.persist_noclobber(target);
        changed(target)
    })
}

/// Swaps a draft and a file, and swaps them back if the client wrote or replaced the file meanwhile.
fn exchange(draft: NamedTempFile, target: &Path, before: &[u8], after: &[u8]) -> Result<()> {
    let replaced = closed(draft, Some(target)).map_err(|error| Error::file(target, error))?;
    unchanged(target, Some(before))?;
    match disk::patiently(|| swap(&replaced, target)) {
        Ok(()) => {}
        Err(error) if error.kind() == ErrorKind::NotFound => return Err(changed(target)),
        Err(error) if error.kind() == ErrorKind::Unsupported => {
            at_rest(target, before)?;
            return fs::rename(&replaced, target).map_err(|error| Error::file(target, error));
        }
        Err(error) => return Err(not_replaced(target, error)),
    }
    sleep(LATE_WRITE_DELAY);
    at_rest(&replaced, before).or_else(|_| {
        if unchanged(target, Some(after)).is_ok() {
            disk::patiently(|| swap(&replaced, target)).map_err(|error| not_replaced(target, error))?;
        }
        Err(changed(target))
    })
}

/// The error is [`ErrorKind::Unsupported`] if the system or the file system cannot swap files.
#[cfg(any(target_os = "linux", target_vendor = "apple"))]
fn swap(one: &Path, other: &Path) -> io::Result<()> {
    use rustix::fs::{CWD, RenameFlags, renameat_with};
    use rustix::io::Errno;
    match renameat_with(CWD, one, CWD, other, RenameFlags::EXCHANGE) {
        // The errors of file systems that do not know the flag.
        Err(Errno::INVAL | Errno::NOSYS | Errno::NOTSUP) => Err(ErrorKind::Unsupported.into()),
        done => Ok(done?),
    }
}

/// `other` exists at any time and keeps its access rights.
#[cfg(windows)]
#[expect(unsafe_code, reason = "only the system's own function replaces a file and keeps the replaced one")]
fn swap(one: &Path, other: &Path) -> io::Result<()> {
    use widestring::U16CString;
    use windows_sys::Win32::Foundation::{ERROR_SHARING_VIOLATION, ERROR_UNABLE_TO_REMOVE_REPLACED};
    use windows_sys::Win32::Storage::FileSystem::{REPLACEFILE_IGNORE_MERGE_ERRORS, ReplaceFileW};

    let mut replaced = one.as_os_str().to_owned();
    replaced.push(REPLACED_SUFFIX);
    let wide = |path: &OsStr| U16CString::from_os_str(path).map_err(io::Error::other);
    let (to, from, aside) = (wide(other.as_os_str())?, wide(one.as_os_str())?, wide(&replaced)?);
    let (to, from, aside) = (to.as_ptr(), from.as_ptr(), aside.as_ptr());
    // SAFETY: the three strings end with a zero and outlive the call; the reserved pointers must be null.
    let done = unsafe { ReplaceFileW(to, from, aside, REPLACEFILE_IGNORE_MERGE_ERRORS, null(), null()) };
    let outcome = match (done, io::Error::last_os_error()) {
        (0, error) if error.raw_os_error() == Some(ERROR_UNABLE_TO_REMOVE_REPLACED.cast_signed()) => {
            // Another program has the file open.
            Err(io::Error::from_raw_os_error(ERROR_SHARING_VIOLATION.cast_signed()))
        }
        (0, error) => Err(error),
        _ => Ok(()),
    };
    if outcome.is_err() && !other.exists() {
        // It can fail after its first step, when the other file is already aside.
        fs::rename(&replaced, other)?;
    }
    outcome?;
    // An error of another kind, because a caller that repeated the whole would find the files swapped.
    disk::rename(Path::new(&replaced), one).map_err(io::Error::other)
}

#[cfg(not(any(target_os = "linux", target_vendor = "apple", windows)))]
fn swap(_one: &Path, _other: &Path) -> io::Result<()> {
    Err(ErrorKind::Unsupported.into())
}

/// On Windows, a writable file that cannot be replaced is open in another program.
fn not_replaced(target: &Path, error: io::Error) -> Error {
    if cfg!(windows) && error.kind() == ErrorKind::PermissionDenied {
        return Error::InUse(target.to_owned());
    }
    Error::file(target, error)
}

/// On Windows, removes the mark of a temporary file, and copies the attributes of `like` if it exists.
#[cfg_attr(not(windows), expect(unused_variables, reason = "drafts have all attributes there"))]
fn closed(draft: NamedTempFile, like: Option<&Path>) -> io::Result<TempPath> {
    let path = TempPath::try_from_path(draft.into_temp_path().keep()?)?;
    #[cfg(windows)]
    if let Some(metadata) = like.and_then(|like| fs::metadata(like).ok()) {
        fs::set_permissions(&path, metadata.permissions())?;
    }
    Ok(path)
}

/// On Unix, the draft gets the owner, mode and extended attributes of `like` if it exists.
#[cfg_attr(not(unix), expect(unused_variables, reason = "a draft gets attributes when it is closed"))]
fn draft(folder: &Path, bytes: &[u8], like: Option<&Path>) -> io::Result<NamedTempFile> {
    remove_leftovers(folder);
    let mut draft = tempfile::Builder::new().prefix(DRAFT_PREFIX).tempfile_in(folder)?;
    draft.write_all(bytes)?;
    #[cfg(unix)]
    if let Some(like) = like.filter(|like| like.exists()) {
        copy_attributes(draft.as_file(), like)?;
    }
    draft.as_file().sync_all()?;
    Ok(draft)
}

#[cfg(unix)]
fn copy_attributes(file: &fs::File, other: &Path) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt, fchown};

    use xattr::FileExt;

    let (current, target) = (file.metadata()?, fs::metadata(other)?);
    if (current.uid(), current.gid()) != (target.uid(), target.gid()) {
        fchown(file, Some(target.uid()), Some(target.gid()))?;
    }
    // After the owner, because a change of owner clears bits of the mode.
    file.set_permissions(target.permissions())?;
    // A file system without attributes reports an error, which is ignored.
    for name in xattr::list(other).into_iter().flatten() {
        let Some(value) = xattr::get(other, &name)? else { continue };
        if file.get_xattr(&name).ok().flatten().as_ref() == Some(&value) {
            continue;
        }
        match file.set_xattr(&name, &value) {
            // The system alone sets some attributes, such as macOS' `com.apple.provenance`, file by file.
            Err(error) if error.kind() == ErrorKind::PermissionDenied => {
                tracing::debug!(?name, "an attribute belongs to the system");
            }
            done => done?,
        }
    }
    Ok(())
}

/// Removes the drafts of an earlier run that was killed.
fn remove_leftovers(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let suffix = name.to_str().and_then(|name| name.strip_prefix(DRAFT_PREFIX));
        let suffix = suffix.map(|suffix| suffix.strip_suffix(REPLACED_SUFFIX).unwrap_or(suffix));
        if suffix.is_some_and(|suffix| suffix.len() == 6 && suffix.bytes().all(|b| b.is_ascii_alphanumeric()))
        {
            // A draft that cannot be removed is harmless.
            let _ = fs::remove_file(entry.path());
        }
    }
}

fn unchanged(target: &Path, before: Option<&[u8]>) -> Result<()> {
    let now = match disk::patiently(|| fs::read(target)) {
        Ok(bytes) => Some(bytes),
        Err(error) if error.kind() == ErrorKind::NotFound => None,
        Err(error) => return Err(Error::file(target, error)),
    };
    if now.as_deref() == before { Ok(()) } else { Err(changed(target)) }
}

fn at_rest(target: &Path, before: &[u8]) -> Result<()> {
    unchanged(target, Some(before))?;
    if has_writer(target) { Err(changed(target)) } else { Ok(()) }
}

fn changed(target: &Path) -> Error {
    Error::Changed(target.to_owned())
}

fn folder_of(file: &Path) -> &Path {
    file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}
