//! The owner's socket. Each owner creates one under a new name, in a folder that only its user can enter, and publishes the
//! name in its [`OwnerRecord`]. A socket that a killed owner left behind never blocks the next owner.

use std::io;
use std::path::{Path, PathBuf};

use interprocess::local_socket::tokio::{Listener, Stream, prelude::*};
use interprocess::local_socket::{GenericFilePath, ListenerOptions};
use semver::Version;
use tempfile::TempDir;

use super::peer::require_same_user;
use super::record::OwnerRecord;

/// The prefix of the names of socket folders and pipes.
const FOLDER_PREFIX: &str = "lorekeeper-";
/// The name of a socket in its folder.
#[cfg(unix)]
const SOCKET_FILE: &str = "s";
/// The longest socket path that every system accepts.
#[cfg(unix)]
const MAX_ADDRESS_BYTES: usize = 100;

/// An open socket with its published record. Only the holder of the library's lock may create one.
pub(crate) struct SocketListener {
    pub(crate) listener: Listener,
    home: PathBuf,
    version: Version,
    /// The folder of the socket; `None` for pipes, which have no file.
    _folder: Option<TempDir>,
}

impl SocketListener {
    /// Removes what a killed owner left behind, opens a socket in the first of `folders` or in `home`, and publishes it.
    ///
    /// # Errors
    /// When no folder can hold a socket, or the record cannot be written.
    pub(crate) fn open(home: &Path, folders: &[PathBuf], version: &Version) -> io::Result<Self> {
        #[cfg(unix)]
        remove_abandoned_socket(home);
        let (listener, address, folder) = bind(home, folders)?;
        let this = Self { listener, home: home.to_owned(), version: version.clone(), _folder: folder };
        this.publish(Some(address), None)?;
        Ok(this)
    }

    /// Closes the socket and records that the library is free, for a newer version if `left_for` names one.
    pub(crate) fn close(self, left_for: Option<Version>) {
        if let Err(error) = self.publish(None, left_for) {
            tracing::debug!(%error, "the owner's record could not be updated");
        }
    }

    fn publish(&self, address: Option<PathBuf>, left_for: Option<Version>) -> io::Result<()> {
        let version = self.version.clone();
        OwnerRecord { address, process: std::process::id(), version, left_for }.write(&self.home)
    }
}

/// Connects to the owner at `address`.
///
/// # Errors
/// When nobody listens there, or another user does.
pub(crate) async fn connect(address: &Path) -> io::Result<Stream> {
    let stream = Stream::connect(address.to_fs_name::<GenericFilePath>()?).await?;
    require_same_user(&stream)?;
    Ok(stream)
}

#[cfg(unix)]
fn bind(home: &Path, folders: &[PathBuf]) -> io::Result<(Listener, PathBuf, Option<TempDir>)> {
    let mut last_error = io::Error::from(io::ErrorKind::NotFound);
    for parent in folders.iter().map(PathBuf::as_path).chain([home]).filter(|parent| parent.is_absolute()) {
        match bind_in(parent) {
            Ok((listener, address, folder)) => return Ok((listener, address, Some(folder))),
            Err(error) => {
                tracing::debug!(folder = %parent.display(), %error, "no socket can be created here");
                last_error = error;
            }
        }
    }
    Err(last_error)
}

#[cfg(unix)]
fn bind_in(parent: &Path) -> io::Result<(Listener, PathBuf, TempDir)> {
    use std::os::unix::fs::PermissionsExt as _;

    use interprocess::os::unix::local_socket::ListenerOptionsExt as _;

    let private = std::fs::Permissions::from_mode(0o700);
    let folder = tempfile::Builder::new().prefix(FOLDER_PREFIX).permissions(private).tempdir_in(parent)?;
    let address = folder.path().join(SOCKET_FILE);
    if address.as_os_str().len() > MAX_ADDRESS_BYTES {
        return Err(io::Error::new(io::ErrorKind::InvalidFilename, "the path is too long for a socket"));
    }
    let options = || {
        let name = address.as_path().to_fs_name::<GenericFilePath>()?;
        Ok::<_, io::Error>(ListenerOptions::new().name(name))
    };
    // Where the system cannot set the mode, the folder still keeps other users out.
    let listener = match options()?.mode(0o600).create_tokio() {
        Err(error) if error.kind() == io::ErrorKind::Unsupported => options()?.create_tokio()?,
        other => other?,
    };
    Ok((listener, address, folder))
}

#[cfg(windows)]
fn bind(_: &Path, _: &[PathBuf]) -> io::Result<(Listener, PathBuf, Option<TempDir>)> {
    use interprocess::os::windows::local_socket::ListenerOptionsExt as _;
    use interprocess::os::windows::security_descriptor::SecurityDescriptor;

    use crate::process::windows_security;

    // By the user's identifier, because the owner of what an administrator's program creates is the group of administrators.
    let only_user = SecurityDescriptor::deserialize(&windows_security::pipe_of_this_user()?)?;
    let address = PathBuf::from(format!(r"\\.\pipe\{FOLDER_PREFIX}{}", uuid::Uuid::new_v4()));
    let name = address.as_path().to_fs_name::<GenericFilePath>()?;
    let listener = ListenerOptions::new().name(name).security_descriptor(only_user).create_tokio()?;
    Ok((listener, address, None))
}

/// Removes the socket that a killed owner left behind, if its path looks like one of ours.
#[cfg(unix)]
fn remove_abandoned_socket(home: &Path) {
    let Some(address) = OwnerRecord::read(home).and_then(|record| record.address) else { return };
    let Some(folder) = address.parent().filter(|folder| folder.is_dir()) else { return };
    if folder.file_name().is_some_and(|name| name.to_string_lossy().starts_with(FOLDER_PREFIX)) {
        let _ = std::fs::remove_file(folder.join(SOCKET_FILE));
        let _ = std::fs::remove_dir(folder);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ours() -> Version {
        Version::new(1, 2, 3)
    }

    fn open(home: &Path) -> io::Result<SocketListener> {
        SocketListener::open(home, &[std::env::temp_dir()], &ours())
    }

    #[cfg(unix)]
    fn mode(path: &Path) -> u32 {
        use std::os::unix::fs::PermissionsExt as _;

        std::fs::metadata(path).unwrap().permissions().mode() & 0o777
    }

    // A pipe has no file; its rights are tested with those of files.
    #[cfg(unix)]
    #[tokio::test]
    async fn only_the_user_can_reach_the_socket_and_closing_removes_it() {
        let home = tempfile::tempdir().unwrap();
        let listener = open(home.path()).unwrap();
        let address = OwnerRecord::read(home.path()).unwrap().address.unwrap();
        assert!(address.as_os_str().len() <= MAX_ADDRESS_BYTES);
        assert_eq!((mode(&address), mode(address.parent().unwrap())), (0o600, 0o700));
        connect(&address).await.unwrap();
        listener.close(Some(Version::new(9, 0, 0)));
        assert!(!address.exists() && !address.parent().unwrap().exists());
        let record = OwnerRecord::read(home.path()).unwrap();
        assert_eq!((record.address, record.left_for), (None, Some(Version::new(9, 0, 0))));
    }

    // A pipe ends with its process.
    #[cfg(unix)]
    #[tokio::test]
    async fn the_socket_of_a_killed_owner_is_removed_by_the_next() {
        let home = tempfile::tempdir().unwrap();
        let SocketListener { listener, _folder, .. } = open(home.path()).unwrap();
        let abandoned = OwnerRecord::read(home.path()).unwrap().address.unwrap();
        std::mem::forget((listener, _folder));
        let _next = open(home.path()).unwrap();
        assert!(!abandoned.parent().unwrap().exists());
        connect(&OwnerRecord::read(home.path()).unwrap().address.unwrap()).await.unwrap();
    }

    #[tokio::test]
    async fn closing_a_listener_publishes_who_is_next() {
        let home = tempfile::tempdir().unwrap();
        let listener = open(home.path()).unwrap();
        let address = OwnerRecord::read(home.path()).unwrap().address.unwrap();
        connect(&address).await.unwrap();
        listener.close(Some(Version::new(9, 0, 0)));
        assert!(connect(&address).await.is_err());
        let record = OwnerRecord::read(home.path()).unwrap();
        assert_eq!((record.address, record.left_for), (None, Some(Version::new(9, 0, 0))));
    }

    #[tokio::test]
    async fn a_record_that_points_elsewhere_removes_nothing() {
        let home = tempfile::tempdir().unwrap();
        let other = home.path().join("books");
        std::fs::create_dir(&other).unwrap();
        std::fs::write(other.join("s"), "mine").unwrap();
        OwnerRecord { address: Some(other.join("s")), process: 1, version: ours(), left_for: None }
            .write(home.path())
            .unwrap();
        let _listener = open(home.path()).unwrap();
        assert!(other.join("s").exists());
    }

    #[tokio::test]
    async fn a_library_in_a_very_long_path_has_a_socket() {
        let home = tempfile::tempdir().unwrap();
        let long = home.path().join("a-long-name-of-a-folder/".repeat(15));
        std::fs::create_dir_all(&long).unwrap();
        let _listener = open(&long).unwrap();
        connect(&OwnerRecord::read(&long).unwrap().address.unwrap()).await.unwrap();
    }
}
