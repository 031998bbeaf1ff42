//! Keeps other users of this computer out of a library: its folder and its files are for its user alone.

use std::fs::Metadata;
use std::io;
use std::path::{Path, PathBuf};

/// Whether a file or folder belongs to the user of this process. On Windows a user's folder is closed to others anyway.
#[must_use]
#[cfg_attr(not(unix), expect(unused_variables, reason = "there is no user id"))]
pub fn is_of_this_user(about: &Metadata) -> bool {
    #[cfg(unix)]
    return unix::is_mine(about);
    #[cfg(not(unix))]
    return true;
}

/// Makes the library's folder where it is missing, and takes it from everyone but its user.
///
/// # Errors
/// When it cannot be made, or another user could put files into it.
pub fn make_private_folder(home: &Path) -> io::Result<()> {
    #[cfg(unix)]
    return unix::make_private_folder(home);
    #[cfg(not(unix))]
    return std::fs::create_dir_all(home);
}

/// Takes the files of a library from everyone but its user. Signs and locks that another user put there are removed.
///
/// # Errors
/// When another file belongs to another user, who could change it at any time. It is named.
#[cfg_attr(not(unix), expect(unused_variables, reason = "a user's folder is closed to others anyway"))]
pub fn close_to_others(home: &Path) -> crate::Result<()> {
    #[cfg(unix)]
    unix::close_to_others(home)?;
    Ok(())
}

/// The folder and those files of a library that other users can enter or read; none where nothing can be.
#[must_use]
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

    use crate::error::{Error, Result};

    /// How the names of everything begin that LoreKeeper puts into a library's folder. Nothing else there is touched.
    const OURS: [&str; 9] = [
        "library.",
        "index-",
        "owner.",
        "embedding.lock",
        "http-token",
        "fetched",
        "models",
        "lorekeeper-",
        ".tmp",
    ];
    /// How the names of what says who owns the library begin. It is made anew by the next owner.
    const SIGNS: &str = "owner.";
    /// The rights of the group and of everyone else.
    const OTHERS: u32 = 0o077;
    /// The right of the group and of everyone else to change something.
    const OTHERS_WRITE: u32 = 0o022;
    /// The mark of a folder in which every user may keep files, such as `/tmp`.
    const SHARED: u32 = 0o1000;
    /// The user who may do everything anyway.
    const ROOT: u32 = 0;

    pub(super) fn is_mine(about: &Metadata) -> bool {
        about.uid() == rustix::process::geteuid().as_raw()
    }

    pub(super) fn make_private_folder(home: &Path) -> io::Result<()> {
        DirBuilder::new().recursive(true).mode(0o700).create(home)?;
        let about = fs::metadata(home)?;
        if is_mine(&about) {
            // The system's own folders must stay open. What another user puts beside a library there is found by its owner.
            let is_everyones = about.mode() & SHARED != 0 && children(home).any(|path| !is_ours(&path));
            if !is_everyones && home.canonicalize()?.parent().is_some() && close(home, &about) {
                tracing::info!(folder = %home.display(), "other users could enter the library's folder; now they cannot");
            }
            return Ok(());
        }
        // What the system's administrator provides to be read is as good as one's own.
        if about.uid() == ROOT && about.mode() & OTHERS_WRITE == 0 {
            return Ok(());
        }
        Err(io::Error::new(io::ErrorKind::PermissionDenied, foreign(&about)))
    }

    pub(super) fn close_to_others(home: &Path) -> Result<()> {
        let mut closed = 0;
        for (path, about) in contents(home) {
            if is_mine(&about) {
                closed += usize::from(close(&path, &about));
            } else if is_sign(home, &path) {
                tracing::warn!(file = %path.display(), user = about.uid(), "another user put this here; it is removed");
                fs::remove_file(&path).map_err(|error| Error::file(&path, error))?;
            } else if about.uid() != ROOT {
                let refused = io::Error::new(io::ErrorKind::PermissionDenied, foreign(&about));
                return Err(Error::file(&path, refused));
            }
        }
        if closed > 0 {
            tracing::info!(files = closed, "other users could read files of the library; now they cannot");
        }
        Ok(())
    }

    pub(super) fn open_to_others(home: &Path) -> Vec<PathBuf> {
        let folder = fs::metadata(home).ok().map(|about| (home.to_owned(), about));
        let all = folder.into_iter().chain(contents(home));
        all.filter(|(_, about)| is_open(about)).map(|(path, _)| path).collect()
    }

    fn foreign(about: &Metadata) -> String {
        let user = about.uid();
        format!(
            "it belongs to another user of this computer (user id {user}), who could read and change the library"
        )
    }

    fn is_open(about: &Metadata) -> bool {
        !about.is_symlink() && about.mode() & OTHERS != 0
    }

    fn is_ours(path: &Path) -> bool {
        let name = path.file_name().and_then(|name| name.to_str());
        name.is_some_and(|name| OURS.iter().any(|ours| name.starts_with(ours)))
    }

    fn is_sign(home: &Path, path: &Path) -> bool {
        let name = path.file_name().and_then(|name| name.to_str());
        path.parent() == Some(home) && name.is_some_and(|name| name.starts_with(SIGNS))
    }

    /// Whether this was open to others and is not any more. Some file systems know no users, and a disk may be read-only:
    /// `doctor` tells what stays open.
    fn close(path: &Path, about: &Metadata) -> bool {
        if !is_open(about) {
            return false;
        }
        let closed = fs::set_permissions(path, Permissions::from_mode(about.mode() & 0o700));
        if let Err(error) = &closed {
            tracing::debug!(path = %path.display(), %error, "other users can read this");
        }
        closed.is_ok()
    }

    /// Everything of a library that stands in its folder; links are not followed.
    fn contents(home: &Path) -> Vec<(PathBuf, Metadata)> {
        let mut found = Vec::new();
        let mut left: Vec<PathBuf> = children(home).filter(|path| is_ours(path)).collect();
        while let Some(path) = left.pop() {
            // A file may go while this looks.
            let Ok(about) = fs::symlink_metadata(&path) else { continue };
            if about.is_dir() {
                left.extend(children(&path));
            }
            found.push((path, about));
        }
        found
    }

    fn children(folder: &Path) -> impl Iterator<Item = PathBuf> + use<> {
        fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path())
    }
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use std::fs::{self, Permissions};
    use std::os::unix::fs::{PermissionsExt as _, chown, symlink};

    use super::*;

    fn set(path: &Path, mode: u32) {
        fs::set_permissions(path, Permissions::from_mode(mode)).unwrap();
    }

    fn mode(path: &Path) -> u32 {
        fs::metadata(path).unwrap().permissions().mode() & 0o777
    }

    /// A folder with files of a library and one of the user's own, all of them open to everyone.
    fn open_library() -> tempfile::TempDir {
        let home = tempfile::tempdir().unwrap();
        fs::create_dir(home.path().join("index-1")).unwrap();
        for name in ["library.db", "library.db-wal", "index-1/a.term", "notes.txt"] {
            fs::write(home.path().join(name), "").unwrap();
            set(&home.path().join(name), 0o644);
        }
        set(&home.path().join("index-1"), 0o755);
        set(home.path(), 0o755);
        home
    }

    #[test]
    fn a_folder_that_is_made_is_for_its_user_alone_with_those_above_it() {
        let above = tempfile::tempdir().unwrap();
        let home = above.path().join("data/lorekeeper");
        make_private_folder(&home).unwrap();
        assert_eq!((mode(&home), mode(home.parent().unwrap())), (0o700, 0o700));
    }

    #[test]
    fn a_library_that_was_open_is_closed_and_other_files_are_left_alone() {
        let home = open_library();
        assert_eq!(open_to_others(home.path()).len(), 5);
        make_private_folder(home.path()).unwrap();
        close_to_others(home.path()).unwrap();
        assert_eq!(open_to_others(home.path()), Vec::<PathBuf>::new());
        let at = |name| mode(&home.path().join(name));
        assert_eq!(
            (mode(home.path()), at("index-1"), at("library.db"), at("index-1/a.term")),
            (0o700, 0o700, 0o600, 0o600)
        );
        assert_eq!(at("notes.txt"), 0o644);
    }

    #[test]
    fn a_folder_that_all_users_share_is_left_as_it_is_unless_it_is_empty() {
        let home = tempfile::tempdir().unwrap();
        set(home.path(), 0o1777);
        fs::write(home.path().join("notes.txt"), "").unwrap();
        make_private_folder(home.path()).unwrap();
        assert_eq!(open_to_others(home.path()), [home.path()]);
        fs::remove_file(home.path().join("notes.txt")).unwrap();
        make_private_folder(home.path()).unwrap();
        assert_eq!(open_to_others(home.path()), Vec::<PathBuf>::new());
    }

    #[test]
    fn what_another_user_put_there_is_removed_or_refused() {
        if !rustix::process::geteuid().is_root() {
            eprintln!(
                "SKIPPED: what another user puts into a library's folder; only root can make such files"
            );
            return;
        }
        let home = open_library();
        let give = |name: &str| chown(home.path().join(name), Some(4_242), None).unwrap();
        fs::write(home.path().join("owner.json"), "{}").unwrap();
        symlink("/nowhere", home.path().join("owner.lock")).unwrap();
        give("owner.json");
        std::os::unix::fs::lchown(home.path().join("owner.lock"), Some(4_242), None).unwrap();
        close_to_others(home.path()).unwrap();
        assert!(fs::symlink_metadata(home.path().join("owner.json")).is_err());
        assert!(fs::symlink_metadata(home.path().join("owner.lock")).is_err());
        give("library.db");
        let error = close_to_others(home.path()).unwrap_err();
        assert_eq!(error.code(), "file_error");
        let words = error.to_string();
        assert!(words.contains("library.db") && words.contains("user id 4242"), "{words}");
        chown(home.path(), Some(4_242), None).unwrap();
        let words = make_private_folder(home.path()).unwrap_err().to_string();
        assert!(words.contains("user id 4242"), "{words}");
    }
}
