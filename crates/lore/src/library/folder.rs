//! The library's folder: its default path, and its permissions, which keep out other users of the computer.

use std::fs::Metadata;
use std::io;
use std::path::{Path, PathBuf};

use content::error::{Error, Result};

/// Returns the library's default folder: `$XDG_DATA_HOME/lorekeeper` on Linux, `~/Library/Application
/// Support/lorekeeper` on macOS, and `%USERPROFILE%\.lorekeeper` on Windows, where AppData is not the same
/// folder for every program.
///
/// # Errors
/// When the user has no home folder.
pub fn home_folder() -> Result<PathBuf> {
    let folder = if cfg!(windows) {
        std::env::home_dir().map(|home| home.join(".lorekeeper"))
    } else {
        dirs::data_dir().map(|data| data.join("lorekeeper"))
    };
    folder.ok_or_else(|| {
        Error::Invalid(
            "this user has no home folder; set LOREKEEPER_HOME to a folder for the library".to_owned(),
        )
    })
}

/// Returns whether a file or folder belongs to the user of this process. Always true on Windows, where the
/// access list of the user's own folder, which its files inherit, keeps out other users.
#[cfg_attr(not(unix), expect(unused_variables, reason = "there is no user id"))]
pub fn is_of_this_user(metadata: &Metadata) -> bool {
    #[cfg(unix)]
    return std::os::unix::fs::MetadataExt::uid(metadata) == rustix::process::geteuid().as_raw();
    #[cfg(not(unix))]
    return true;
}

/// Creates the library's folder if it is missing, and revokes the access of all other users. On Windows, a
/// new folder inherits the access list of the folder that it is in.
///
/// # Errors
/// When the folder cannot be created, its path is too long, or another user owns it.
pub fn make_private_folder(home: &Path) -> io::Result<()> {
    #[cfg(unix)]
    return unix::make_private_folder(home);
    #[cfg(not(unix))]
    return check_length(home).and_then(|()| std::fs::create_dir_all(home));
}

/// In UTF-16 units. SQLite opens no path longer than 260, and the names of its files take a part of that.
#[cfg(not(unix))]
const MAX_PATH_UNITS: usize = 200;

#[cfg(not(unix))]
fn check_length(home: &Path) -> io::Result<()> {
    let units = std::path::absolute(home)?.to_string_lossy().encode_utf16().count();
    if units <= MAX_PATH_UNITS {
        return Ok(());
    }
    let words = format!(
        "the path of the library's folder has {units} characters, of which Windows allows {MAX_PATH_UNITS}; set LOREKEEPER_HOME \
         to a folder with a shorter path"
    );
    Err(io::Error::new(io::ErrorKind::InvalidFilename, words))
}

/// Revokes the access of all other users to a library's files. Their owner records and locks are deleted.
///
/// # Errors
/// When any other file belongs to another user, who could change it at any time. The error names the file.
#[cfg_attr(not(unix), expect(unused_variables, reason = "a user's folder is closed to others anyway"))]
pub fn close_to_others(home: &Path) -> Result<()> {
    #[cfg(unix)]
    unix::close_to_others(home)?;
    Ok(())
}

/// Returns the library's folder and files that other users can enter or read.
#[cfg_attr(not(unix), expect(unused_variables, reason = "a user's folder is closed to others anyway"))]
pub fn open_to_others(home: &Path) -> Vec<PathBuf> {
    #[cfg(unix)]
    return unix::open_to_others(home);
    #[cfg(not(unix))]
    return Vec::new();
}

#[cfg(unix)]
mod unix {
    use std::fs::{self, DirBuilder, Metadata, Permissions};
    use std::io;
    use std::os::unix::fs::{DirBuilderExt as _, MetadataExt as _, PermissionsExt as _};
    use std::path::{Path, PathBuf};

    use super::{Error, Result, is_of_this_user};

    /// The prefixes of the names of LoreKeeper's files. Other files in the folder are left alone.
    const OUR_PREFIXES: [&str; 11] = [
        "library.", "yours", "sources", "index-", "owner.", "embedding.lock", "http-token", "fetched",
        "models", "lorekeeper-", ".tmp",
    ];
    /// The prefix of the files that name the library's owner. The next owner creates them again.
    const OWNER_PREFIX: &str = "owner.";
    const OTHERS_MASK: u32 = 0o077;
    const OTHERS_WRITE_MASK: u32 = 0o022;
    /// The sticky bit, which marks a folder for the files of all users, such as `/tmp`.
    const STICKY_BIT: u32 = 0o1000;
    const ROOT_UID: u32 = 0;

    pub(super) fn make_private_folder(home: &Path) -> io::Result<()> {
        DirBuilder::new().recursive(true).mode(0o700).create(home)?;
        let metadata = fs::metadata(home)?;
        if is_of_this_user(&metadata) {
            // Folders such as `/tmp` must stay open. Others' files in a library there are found later.
            let is_shared = metadata.mode() & STICKY_BIT != 0
                && children(home).any(|path| !has_prefix(&path, &OUR_PREFIXES));
            if !is_shared && home.canonicalize()?.parent().is_some() && close(home, &metadata) {
                tracing::info!(folder = %home.display(), "other users could enter the library's folder; now they cannot");
            }
            return Ok(());
        }
        // A folder that the administrator provides for reading is safe.
        if metadata.uid() == ROOT_UID && metadata.mode() & OTHERS_WRITE_MASK == 0 {
            return Ok(());
        }
        Err(io::Error::new(io::ErrorKind::PermissionDenied, foreign_owner(&metadata)))
    }

    pub(super) fn close_to_others(home: &Path) -> Result<()> {
        let mut closed = 0;
        for (path, metadata) in contents(home) {
            if is_of_this_user(&metadata) {
                closed += usize::from(close(&path, &metadata));
            } else if path.parent() == Some(home) && has_prefix(&path, &[OWNER_PREFIX]) {
                tracing::warn!(file = %path.display(), user = metadata.uid(), "another user put this file here; it is deleted");
                fs::remove_file(&path).map_err(|error| Error::file(&path, error))?;
            } else if metadata.uid() != ROOT_UID {
                let error = io::Error::new(io::ErrorKind::PermissionDenied, foreign_owner(&metadata));
                return Err(Error::file(&path, error));
            }
        }
        if closed > 0 {
            tracing::info!(files = closed, "other users could read files of the library; now they cannot");
        }
        Ok(())
    }

    pub(super) fn open_to_others(home: &Path) -> Vec<PathBuf> {
        let folder = fs::metadata(home).ok().map(|metadata| (home.to_owned(), metadata));
        let all = folder.into_iter().chain(contents(home));
        all.filter(|(_, metadata)| is_open(metadata)).map(|(path, _)| path).collect()
    }

    fn foreign_owner(metadata: &Metadata) -> String {
        let user = metadata.uid();
        format!(
            "it belongs to another user of this computer (user id {user}), who could read and change the library"
        )
    }

    fn is_open(metadata: &Metadata) -> bool {
        !metadata.is_symlink() && metadata.mode() & OTHERS_MASK != 0
    }

    fn has_prefix(path: &Path, prefixes: &[&str]) -> bool {
        let name = path.file_name().and_then(|name| name.to_str());
        name.is_some_and(|name| prefixes.iter().any(|prefix| name.starts_with(prefix)))
    }

    /// Revokes the access of other users and returns whether they had any. Failures are ignored: some file
    /// systems have no permissions, and a disk may be read-only. `doctor` lists what stays open.
    fn close(path: &Path, metadata: &Metadata) -> bool {
        if !is_open(metadata) {
            return false;
        }
        let closed = fs::set_permissions(path, Permissions::from_mode(metadata.mode() & 0o700));
        if let Err(error) = &closed {
            tracing::debug!(path = %path.display(), %error, "other users can read this");
        }
        closed.is_ok()
    }

    /// Links are not followed.
    fn contents(home: &Path) -> Vec<(PathBuf, Metadata)> {
        let mut found = Vec::new();
        let mut pending: Vec<_> = children(home).filter(|path| has_prefix(path, &OUR_PREFIXES)).collect();
        while let Some(path) = pending.pop() {
            // Files can disappear meanwhile.
            let Ok(metadata) = fs::symlink_metadata(&path) else { continue };
            if metadata.is_dir() {
                pending.extend(children(&path));
            }
            found.push((path, metadata));
        }
        found
    }

    fn children(folder: &Path) -> impl Iterator<Item = PathBuf> + use<> {
        fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path())
    }
}

#[cfg(test)]
#[cfg(unix)]
mod tests;
