//! Where the owner listens. Its socket has another name each time, in a folder that only its user can enter; the library's
//! folder says where that is. So a socket that was left behind is in nobody's way.

use std::fs::OpenOptions;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use interprocess::local_socket::tokio::{Listener, Stream, prelude::*};
use interprocess::local_socket::{GenericFilePath, ListenerOptions};
use semver::Version;
use serde::{Deserialize, Serialize};
use tempfile::TempDir;

use super::peer;

/// The file that says where the owner listens.
const SIGN: &str = "owner.json";
/// How long the file is filled up to be, in bytes.
const SIGN_LENGTH: usize = 1_000;
/// The beginning of the names of sockets' folders.
const PREFIX: &str = "lorekeeper-";
/// The longest address of a socket that every system takes, in bytes.
#[cfg(unix)]
const LONGEST: usize = 100;

/// What the file says.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Sign {
    /// The address of the socket or pipe; none once the owner has left, or where it could not listen.
    pub(crate) address: Option<PathBuf>,
    /// The process of the owner.
    pub(crate) process: u32,
    /// The version of its program.
    pub(crate) version: Version,
    /// The version that the owner made room for.
    #[serde(default)]
    pub(crate) left_for: Option<Version>,
}

impl Sign {
    /// What stands in a library's folder; `None` when nothing that can be read does, or another user wrote it.
    pub(crate) fn read(home: &Path) -> Option<Self> {
        let path = home.join(SIGN);
        let about = std::fs::symlink_metadata(&path).ok()?;
        if !about.is_file() || !lore::is_of_this_user(&about) {
            return None;
        }
        serde_json::from_slice(&std::fs::read(path).ok()?).ok()
    }

    fn write(&self, home: &Path) -> io::Result<()> {
        let text = format!("{:SIGN_LENGTH$}\n", serde_json::to_string(self)?);
        let replace = || {
            let mut file = tempfile::NamedTempFile::new_in(home)?;
            file.write_all(text.as_bytes())?;
            file.persist(home.join(SIGN))?;
            Ok(())
        };
        // A full disk takes no new file, but lets one of the same length be written over.
        replace().or_else(|error: io::Error| {
            let mut file = OpenOptions::new().write(true).open(home.join(SIGN)).map_err(|_| error)?;
            file.write_all(text.as_bytes())
        })
    }
}

/// A socket that is listened to, and the sign to it. Only who holds the library's lock may have one.
pub(crate) struct Door {
    pub(crate) listener: Listener,
    home: PathBuf,
    version: Version,
    /// The folder of the socket; none for pipes, which have no file.
    _folder: Option<TempDir>,
}

impl Door {
    /// Listens, after clearing away what an owner that was killed left behind.
    ///
    /// # Errors
    /// When there is no place to listen at.
    pub(crate) fn open(home: &Path, version: &Version) -> io::Result<Self> {
        clear_away(home);
        let (listener, address, folder) = listen(home)?;
        let (process, version) = (std::process::id(), version.clone());
        Sign { address: Some(address), process, version: version.clone(), left_for: None }.write(home)?;
        Ok(Self { listener, home: home.to_owned(), version, _folder: folder })
    }

    /// Stops listening and says so, with the version that there is room for now.
    pub(crate) fn close(self, left_for: Option<Version>) {
        let Self { home, version, .. } = &self;
        let sign = Sign { address: None, process: std::process::id(), version: version.clone(), left_for };
        if let Err(error) = sign.write(home) {
            tracing::debug!(%error, "the sign to the socket could not be taken down");
        }
    }
}

/// Connects to an owner.
///
/// # Errors
/// When nobody listens there, or another user does.
pub(crate) async fn connect(address: &Path) -> io::Result<Stream> {
    let stream = Stream::connect(address.to_fs_name::<GenericFilePath>()?).await?;
    peer::must_be_this_user(&stream)?;
    Ok(stream)
}

#[cfg(unix)]
fn listen(home: &Path) -> io::Result<(Listener, PathBuf, Option<TempDir>)> {
    use std::os::unix::fs::PermissionsExt as _;

    use interprocess::os::unix::local_socket::ListenerOptionsExt as _;

    let named = ["XDG_RUNTIME_DIR", "TMPDIR"].into_iter().filter_map(std::env::var_os).map(PathBuf::from);
    let places = named.chain([PathBuf::from("/tmp"), home.to_owned()]);
    let mut why = io::Error::from(io::ErrorKind::NotFound);
    for place in places.filter(|place| place.is_absolute()) {
        let attempt = || {
            let alone = std::fs::Permissions::from_mode(0o700);
            let folder = tempfile::Builder::new().prefix(PREFIX).permissions(alone).tempdir_in(&place)?;
            let address = folder.path().join("s");
            if address.as_os_str().len() > LONGEST {
                return Err(io::Error::new(
                    io::ErrorKind::InvalidFilename,
                    "the path is too long for a socket",
                ));
            }
            let options = || {
                Ok::<_, io::Error>(
                    ListenerOptions::new().name(address.as_path().to_fs_name::<GenericFilePath>()?),
                )
            };
            // Not every system lets the mode be chosen; the folder keeps others out all the same.
            let listener = match options()?.mode(0o600).create_tokio() {
                Err(error) if error.kind() == io::ErrorKind::Unsupported => options()?.create_tokio()?,
                other => other?,
            };
            Ok((listener, address, Some(folder)))
        };
        match attempt() {
            Ok(opened) => return Ok(opened),
            Err(error) => {
                tracing::debug!(folder = %place.display(), %error, "no socket here");
                why = error;
            }
        }
    }
    Err(why)
}

#[cfg(windows)]
fn listen(_: &Path) -> io::Result<(Listener, PathBuf, Option<TempDir>)> {
    use interprocess::os::windows::local_socket::ListenerOptionsExt as _;
    use interprocess::os::windows::security_descriptor::SecurityDescriptor;
    // Full access for the user who makes the pipe, and for nobody else.
    let only_us = SecurityDescriptor::deserialize(widestring::u16cstr!("D:P(A;;GA;;;OW)"))?;
    let address = PathBuf::from(format!(r"\\.\pipe\{PREFIX}{}", uuid::Uuid::new_v4()));
    let name = address.as_path().to_fs_name::<GenericFilePath>()?;
    let listener = ListenerOptions::new().name(name).security_descriptor(only_us).create_tokio()?;
    Ok((listener, address, None))
}

/// Removes the folder of a socket whose owner did not. Only what has the shape of one is touched.
fn clear_away(home: &Path) {
    let Some(folder) = Sign::read(home).and_then(|sign| Some(sign.address?.parent()?.to_owned())) else {
        return;
    };
    let is_ours =
        folder.file_name().and_then(|name| name.to_str()).is_some_and(|name| name.starts_with(PREFIX));
    if is_ours && folder.is_dir() {
        let _ = std::fs::remove_file(folder.join("s"));
        let _ = std::fs::remove_dir(folder);
    }
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    fn ours() -> Version {
        Version::new(1, 2, 3)
    }

    fn mode(path: &Path) -> u32 {
        std::fs::metadata(path).unwrap().permissions().mode() & 0o777
    }

    #[tokio::test]
    async fn only_the_user_can_reach_the_socket_and_it_goes_with_its_owner() {
        let home = tempfile::tempdir().unwrap();
        let door = Door::open(home.path(), &ours()).unwrap();
        let address = Sign::read(home.path()).unwrap().address.unwrap();
        assert!(address.as_os_str().len() <= LONGEST);
        assert_eq!((mode(&address), mode(address.parent().unwrap())), (0o600, 0o700));
        connect(&address).await.unwrap();
        door.close(Some(Version::new(9, 0, 0)));
        assert!(!address.exists() && !address.parent().unwrap().exists());
        let sign = Sign::read(home.path()).unwrap();
        assert_eq!((sign.address, sign.left_for), (None, Some(Version::new(9, 0, 0))));
    }

    #[tokio::test]
    async fn what_a_killed_owner_left_is_cleared_away_by_the_next() {
        let home = tempfile::tempdir().unwrap();
        let Door { listener, _folder, .. } = Door::open(home.path(), &ours()).unwrap();
        let left = Sign::read(home.path()).unwrap().address.unwrap();
        std::mem::forget((listener, _folder));
        let _next = Door::open(home.path(), &ours()).unwrap();
        assert!(!left.parent().unwrap().exists());
        connect(&Sign::read(home.path()).unwrap().address.unwrap()).await.unwrap();
    }

    #[tokio::test]
    async fn a_sign_that_points_elsewhere_removes_nothing() {
        let home = tempfile::tempdir().unwrap();
        let other = home.path().join("books");
        std::fs::create_dir(&other).unwrap();
        std::fs::write(other.join("s"), "mine").unwrap();
        Sign { address: Some(other.join("s")), process: 1, version: ours(), left_for: None }
            .write(home.path())
            .unwrap();
        let _door = Door::open(home.path(), &ours()).unwrap();
        assert!(other.join("s").exists());
    }

    #[tokio::test]
    async fn a_library_in_a_very_long_path_has_a_socket_all_the_same() {
        let home = tempfile::tempdir().unwrap();
        let long = home.path().join("a-long-name-of-a-folder/".repeat(8));
        std::fs::create_dir_all(&long).unwrap();
        let _door = Door::open(&long, &ours()).unwrap();
        connect(&Sign::read(&long).unwrap().address.unwrap()).await.unwrap();
    }
}
