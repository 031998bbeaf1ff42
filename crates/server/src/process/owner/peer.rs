//! Who is at the other end of a socket: only processes of the same user speak with each other.

use std::io;

use interprocess::local_socket::tokio::Stream;

/// Refuses a connection to another user.
///
/// # Errors
/// When another user is at the other end, or the system does not tell.
#[cfg(unix)]
pub(super) fn must_be_this_user(stream: &Stream) -> io::Result<()> {
    use interprocess::local_socket::tokio::prelude::*;

    let user = stream.peer_creds()?.euid();
    if user == Some(rustix::process::geteuid().as_raw()) {
        return Ok(());
    }
    let user = user.map_or_else(|| "unknown".to_owned(), |user| user.to_string());
    let words =
        format!("the other end of the socket belongs to another user of this computer (user id {user})");
    Err(io::Error::new(io::ErrorKind::PermissionDenied, words))
}

/// Refuses a pipe of another user. It may have the name of one of ours, whose owner has ended.
///
/// # Errors
/// When the pipe belongs to another user, or the system does not tell.
#[cfg(windows)]
pub(super) fn must_be_this_user(stream: &Stream) -> io::Result<()> {
    use std::os::windows::io::AsHandle as _;

    let Stream::NamedPipe(pipe) = stream;
    if windows::is_ours(pipe.inner().as_handle())? {
        return Ok(());
    }
    Err(io::Error::new(io::ErrorKind::PermissionDenied, "the pipe belongs to another user of this computer"))
}

#[cfg(windows)]
#[expect(unsafe_code, reason = "only the system's own functions tell who owns a pipe")]
mod windows {
    use std::io;
    use std::os::windows::io::{AsRawHandle as _, BorrowedHandle};
    use std::ptr::null_mut;

    use windows_sys::Win32::Foundation::{CloseHandle, ERROR_SUCCESS, HANDLE, LocalFree};
    use windows_sys::Win32::Security::Authorization::{GetSecurityInfo, SE_KERNEL_OBJECT};
    use windows_sys::Win32::Security::{
        EqualSid, GetTokenInformation, OWNER_SECURITY_INFORMATION, PSECURITY_DESCRIPTOR, PSID,
        TOKEN_INFORMATION_CLASS, TOKEN_QUERY, TokenOwner, TokenUser,
    };
    use windows_sys::Win32::System::Threading::{GetCurrentProcess, OpenProcessToken};

    /// How much room what is asked of a token needs, in bytes: a pointer, attributes, and a name of at most 68.
    const ROOM: u32 = 128;

    /// Room with the alignment of pointers.
    #[repr(C, align(8))]
    struct Room([u8; ROOM as usize]);

    /// Whether a pipe belongs to the user of this process, or to whom what this process makes belongs: to the
    /// administrators, where it runs as one.
    pub(super) fn is_ours(pipe: BorrowedHandle<'_>) -> io::Result<bool> {
        let mut owner: PSID = null_mut();
        let mut description: PSECURITY_DESCRIPTOR = null_mut();
        // SAFETY: the handle is open while it is borrowed; what is written is only read where that succeeds.
        let status = unsafe {
            GetSecurityInfo(
                pipe.as_raw_handle() as HANDLE,
                SE_KERNEL_OBJECT,
                OWNER_SECURITY_INFORMATION,
                &mut owner,
                null_mut(),
                null_mut(),
                null_mut(),
                &mut description,
            )
        };
        if status != ERROR_SUCCESS {
            return Err(io::Error::from_raw_os_error(status.cast_signed()));
        }
        let ours = belongs_to_this_process(owner);
        // SAFETY: the system allocated it for us, and the owner's name within it is not used any more.
        unsafe { LocalFree(description) };
        ours
    }

    fn belongs_to_this_process(owner: PSID) -> io::Result<bool> {
        let mut token: HANDLE = null_mut();
        // SAFETY: the handle of the own process always is one; the token is only used where it was opened.
        if unsafe { OpenProcessToken(GetCurrentProcess(), TOKEN_QUERY, &mut token) } == 0 {
            return Err(io::Error::last_os_error());
        }
        let is = |what| names(token, what, owner);
        let ours = is(TokenUser).and_then(|is_user| Ok(is_user || is(TokenOwner)?));
        // SAFETY: it was opened above and is closed once.
        unsafe { CloseHandle(token) };
        ours
    }

    /// Whether a token's user, or owner, is the one of a name.
    fn names(token: HANDLE, what: TOKEN_INFORMATION_CLASS, owner: PSID) -> io::Result<bool> {
        let mut room = Room([0; ROOM as usize]);
        let (to, mut length) = (std::ptr::addr_of_mut!(room), 0);
        // SAFETY: there is as much room as is said.
        if unsafe { GetTokenInformation(token, what, to.cast(), ROOM, &mut length) } == 0 {
            return Err(io::Error::last_os_error());
        }
        // SAFETY: for both questions the answer begins with a pointer to the name, which stands behind it in the same room.
        Ok(unsafe { EqualSid(to.cast::<PSID>().read(), owner) } != 0)
    }
}
