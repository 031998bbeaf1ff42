//! A check that the process at the other end of a socket belongs to the same user.

use std::io;

use interprocess::local_socket::tokio::Stream;

/// Refuses a connection to another user's process.
///
/// # Errors
/// When another user is at the other end, or the system does not say who is.
#[cfg(unix)]
pub(super) fn require_same_user(stream: &Stream) -> io::Result<()> {
    let Stream::UdSocket(socket) = stream;
    // Asked for by tokio: interprocess wants the number of the process, which one in another container does not have here.
    let user = socket.inner().peer_cred()?.uid();
    if user == rustix::process::geteuid().as_raw() {
        return Ok(());
    }
    let message =
        format!("the other end of the socket belongs to another user of this computer (user id {user})");
    Err(io::Error::new(io::ErrorKind::PermissionDenied, message))
}

/// Refuses another user's pipe, which may have taken the name of one of ours after its owner ended.
///
/// # Errors
/// When the pipe belongs to another user, or the system does not say whose it is.
#[cfg(windows)]
pub(super) fn require_same_user(stream: &Stream) -> io::Result<()> {
    use std::os::windows::io::AsHandle as _;

    let Stream::NamedPipe(pipe) = stream;
    if crate::process::windows_security::is_of_this_user(pipe.inner().as_handle())? {
        return Ok(());
    }
    Err(io::Error::new(io::ErrorKind::PermissionDenied, "the pipe belongs to another user of this computer"))
}
