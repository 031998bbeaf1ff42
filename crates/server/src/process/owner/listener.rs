//! The owner's socket. Each owner creates one under a new name, in a folder that only its user can enter, and
//! publishes the name in its [`OwnerRecord`]. A socket that a killed owner left never blocks the next.

use std::io;
use std::path::{Path, PathBuf};

use interprocess::local_socket::tokio::{Listener, Stream, prelude::*};
use interprocess::local_socket::{GenericFilePath, ListenerOptions};
use semver::Version;
use tempfile::TempDir;

use super::record::OwnerRecord;

const FOLDER_PREFIX: &str = "lorekeeper-";
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
    /// Removes what a killed owner left behind, and opens the socket in the first of `folders` or in `home`.
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

pub(crate) async fn connect(address: &Path) -> io::Result<Stream> {
    let stream = Stream::connect(address.to_fs_name::<GenericFilePath>()?).await?;
    require_same_user(&stream)?;
    Ok(stream)
}

#[cfg(unix)]
pub(super) fn require_same_user(stream: &Stream) -> io::Result<()> {
    let Stream::UdSocket(socket) = stream;
    // Asked of tokio: interprocess wants the process number, which one in another container lacks here.
    let user = socket.inner().peer_cred()?.uid();
    if user == rustix::process::geteuid().as_raw() {
        return Ok(());
    }
    let message =
        format!("the other end of the socket belongs to another user of this computer (user id {user})");
    Err(io::Error::new(io::ErrorKind::PermissionDenied, message))
}

/// Another user's pipe may have taken the name of one of ours after its owner ended.
#[cfg(windows)]
pub(super) fn require_same_user(stream: &Stream) -> io::Result<()> {
    use std::os::windows::io::AsHandle as _;

    let Stream::NamedPipe(pipe) = stream;
    if crate::process::windows_security::is_of_this_user(pipe.inner().as_handle())? {
        return Ok(());
    }
    Err(io::Error::new(io::ErrorKind::PermissionDenied, "the pipe belongs to another user of this computer"))
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

    // By the user's identifier: what an administrator's program creates belongs to the Administrators group.
    let only_user = SecurityDescriptor::deserialize(&windows_security::pipe_of_this_user()?)?;
    let address = PathBuf::from(format!(r"\\.\pipe\{FOLDER_PREFIX}{}", uuid::Uuid::new_v4()));
    let name = address.as_path().to_fs_name::<GenericFilePath>()?;
    let listener = ListenerOptions::new().name(name).security_descriptor(only_user).create_tokio()?;
    Ok((listener, address, None))
}

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
mod tests;
