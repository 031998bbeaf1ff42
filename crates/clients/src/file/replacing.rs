use std::fs;
use std::io::{self, ErrorKind, Write};
use std::path::Path;
use std::thread::sleep;
use std::time::Duration;

use tempfile::NamedTempFile;

use crate::error::{Error, Result};

/// How the name of a draft begins; six letters and digits follow.
const DRAFT: &str = ".lorekeeper-";
/// How long a replaced file is watched for what its client still writes into it.
const AFTERMATH: Duration = Duration::from_millis(10);

/// Replaces a file that still has the bytes `before` by one with the bytes `after`; nothing stands for no file.
///
/// Owner, mode and extended attributes stay. A client that writes the file in the same moment wins: what it wrote is put
/// back.
///
/// # Errors
/// [`Error::Changed`] when the client has written the file since it was read; otherwise what the system says. The file is
/// then as the client left it.
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
    // Makes the new name last through a power cut. Not every file system can.
    #[cfg(unix)]
    if let Ok(folder) = fs::File::open(folder) {
        let _ = folder.sync_all();
    }
    Ok(())
}

/// Writes a file of our own, whatever was there, with the permissions of another where there is one.
pub(crate) fn store(path: &Path, bytes: &[u8], like: Option<&Path>) -> Result<()> {
    let folder = folder_of(path);
    fs::create_dir_all(folder).map_err(|error| Error::file(folder, error))?;
    let draft = draft(folder, bytes, like).map_err(|error| Error::file(path, error))?;
    draft.persist(path).map_err(|failed| Error::file(path, failed.error))?;
    Ok(())
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

/// Gives a draft the name of a file that does not exist.
fn put_new(draft: NamedTempFile, target: &Path) -> Result<()> {
    match draft.persist_noclobber(target) {
        Ok(_) => Ok(()),
        Err(failed) if failed.error.kind() == ErrorKind::AlreadyExists => Err(changed(target)),
        Err(failed) => Err(Error::file(target, failed.error)),
    }
}

/// Removes a file: moves it over an empty draft, and deletes that when the client has not written to it meanwhile.
fn take_away(draft: NamedTempFile, target: &Path, before: &[u8]) -> Result<()> {
    let taken = draft.into_temp_path();
    unchanged(target, Some(before))?;
    fs::rename(target, &taken).map_err(|error| Error::file(target, error))?;
    sleep(AFTERMATH);
    unchanged(&taken, Some(before)).map_err(|_| {
        // Where the client has made the file anew, that is what it wrote last.
        let _ = taken.persist_noclobber(target);
        changed(target)
    })
}

/// Swaps a draft and a file, and swaps them back when the client has written to the file meanwhile or has moved another
/// into its place.
fn exchange(draft: NamedTempFile, target: &Path, before: &[u8], after: &[u8]) -> Result<()> {
    let replaced = draft.into_temp_path();
    unchanged(target, Some(before))?;
    match swap(&replaced, target) {
        Ok(()) => {}
        Err(error) if error.kind() == ErrorKind::NotFound => return Err(changed(target)),
        Err(error) if error.kind() == ErrorKind::Unsupported => {
            return replaced.persist(target).map_err(|failed| Error::file(target, failed.error));
        }
        Err(error) => return Err(Error::file(target, error)),
    }
    sleep(AFTERMATH);
    unchanged(&replaced, Some(before)).or_else(|_| {
        if unchanged(target, Some(after)).is_ok() {
            swap(&replaced, target).map_err(|error| Error::file(target, error))?;
        }
        Err(changed(target))
    })
}

/// Swaps two files in one step.
///
/// # Errors
/// [`ErrorKind::Unsupported`] where the system or the file system cannot.
#[cfg(any(target_os = "linux", target_vendor = "apple"))]
fn swap(one: &Path, other: &Path) -> io::Result<()> {
    use rustix::fs::{CWD, RenameFlags, renameat_with};
    use rustix::io::Errno;
    match renameat_with(CWD, one, CWD, other, RenameFlags::EXCHANGE) {
        // What file systems answer that do not know the flag.
        Err(Errno::INVAL | Errno::NOSYS | Errno::NOTSUP) => Err(ErrorKind::Unsupported.into()),
        done => Ok(done?),
    }
}

/// Swaps two files in one step, which this system cannot.
#[cfg(not(any(target_os = "linux", target_vendor = "apple")))]
fn swap(_one: &Path, _other: &Path) -> io::Result<()> {
    Err(ErrorKind::Unsupported.into())
}

/// Writes a draft to disk, with owner, mode and extended attributes of another file where there is one.
fn draft(folder: &Path, bytes: &[u8], like: Option<&Path>) -> io::Result<NamedTempFile> {
    remove_leftovers(folder);
    let mut draft = tempfile::Builder::new().prefix(DRAFT).tempfile_in(folder)?;
    draft.write_all(bytes)?;
    if let Some(like) = like.filter(|like| like.exists()) {
        imitate(draft.as_file(), like)?;
    }
    draft.as_file().sync_all()?;
    Ok(draft)
}

/// Gives a file the owner, the mode and the extended attributes of another.
#[cfg(unix)]
fn imitate(file: &fs::File, other: &Path) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt, fchown};

    use xattr::FileExt;

    let (now, wanted) = (file.metadata()?, fs::metadata(other)?);
    if (now.uid(), now.gid()) != (wanted.uid(), wanted.gid()) {
        fchown(file, Some(wanted.uid()), Some(wanted.gid()))?;
    }
    // Only after the owner: a change of owner clears bits of the mode.
    file.set_permissions(wanted.permissions())?;
    // A file system without attributes has none to lose.
    for name in xattr::list(other).into_iter().flatten() {
        let Some(value) = xattr::get(other, &name)? else { continue };
        if file.get_xattr(&name).ok().flatten().as_ref() != Some(&value) {
            file.set_xattr(&name, &value)?;
        }
    }
    Ok(())
}

/// Gives a file the permissions of another.
#[cfg(not(unix))]
fn imitate(file: &fs::File, other: &Path) -> io::Result<()> {
    file.set_permissions(fs::metadata(other)?.permissions())
}

/// Removes drafts that were left when an earlier run was killed.
fn remove_leftovers(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let random = name.to_str().and_then(|name| name.strip_prefix(DRAFT));
        if random.is_some_and(|random| {
            random.len() == 6 && random.bytes().all(|byte| byte.is_ascii_alphanumeric())
        }) {
            // One that cannot be removed is in nobody's way.
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Checks that a file still has these bytes; nothing stands for no file.
fn unchanged(target: &Path, before: Option<&[u8]>) -> Result<()> {
    let now = match fs::read(target) {
        Ok(bytes) => Some(bytes),
        Err(error) if error.kind() == ErrorKind::NotFound => None,
        Err(error) => return Err(Error::file(target, error)),
    };
    if now.as_deref() == before { Ok(()) } else { Err(changed(target)) }
}

fn changed(target: &Path) -> Error {
    Error::Changed { path: target.to_owned() }
}

fn folder_of(file: &Path) -> &Path {
    file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}
