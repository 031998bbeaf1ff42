//! A check that the process at the other end of a socket belongs to the same user.

use std::io;

use interprocess::local_socket::tokio::Stream;

/// Refuses a connection to another user's process.
///
/// # Errors
/// When another user is at the other end, or the system does not say who is.
#[cfg(unix)]
pub(super) fn require_same_user(stream: &Stream) -> io::Result<()> {
    use interprocess::local_socket::tokio::prelude::*;

    let user = stream.peer_creds()?.euid();
    if user == Some(rustix::process::geteuid().as_raw()) {
        return Ok(());
    }
    let user = user.map_or_else(|| "unknown".to_owned(), |user| user.to_string());
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
    if windows::is_ours(pipe.inner().as_handle())? {
        return Ok(());
    }
    Err(io::Error::new(io::ErrorKind::PermissionDenied, "the pipe belongs to another user of this computer"))
}

#[cfg(windows)]
#[expect(unsafe_code, reason = "the owner of a pipe is available only through the system's functions")]
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

    /// The size of a [`TokenBuffer`] in bytes: a pointer, attributes, and a security identifier of at most 68.
    const TOKEN_BYTES: u32 = 128;

    /// A buffer for information about a token, aligned for pointers.
    #[repr(C, align(8))]
    struct TokenBuffer([u8; TOKEN_BYTES as usize]);

    /// Returns `true` if a pipe belongs to the user of this process, or to the owner of what this process creates: the
    /// administrators, where it runs as one.
    pub(super) fn is_ours(pipe: BorrowedHandle<'_>) -> io::Result<bool> {
        let mut owner: PSID = null_mut();
        let mut description: PSECURITY_DESCRIPTOR = null_mut();
        // SAFETY: the handle is open while it is borrowed; the results are read only after success.
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
        // SAFETY: the system allocated the description for us, and the identifier within it is no longer used.
        unsafe { LocalFree(description) };
        ours
    }

    fn belongs_to_this_process(owner: PSID) -> io::Result<bool> {
        let mut token: HANDLE = null_mut();
        // SAFETY: the handle of the current process is always valid; the token is used only after success.
        if unsafe { OpenProcessToken(GetCurrentProcess(), TOKEN_QUERY, &mut token) } == 0 {
            return Err(io::Error::last_os_error());
        }
        let matches = |class| token_matches(token, class, owner);
        let ours = matches(TokenUser).and_then(|is_user| Ok(is_user || matches(TokenOwner)?));
        // SAFETY: the token was opened above and is closed once.
        unsafe { CloseHandle(token) };
        ours
    }

    /// Returns `true` if the user, or owner, of a token has the security identifier `owner`.
    fn token_matches(token: HANDLE, class: TOKEN_INFORMATION_CLASS, owner: PSID) -> io::Result<bool> {
        let mut buffer = TokenBuffer([0; TOKEN_BYTES as usize]);
        let (to, mut length) = (std::ptr::addr_of_mut!(buffer), 0);
        // SAFETY: the buffer has the stated size.
        if unsafe { GetTokenInformation(token, class, to.cast(), TOKEN_BYTES, &mut length) } == 0 {
            return Err(io::Error::last_os_error());
        }
        // SAFETY: for both classes the buffer begins with a pointer to the identifier, which follows in the same buffer.
        Ok(unsafe { EqualSid(to.cast::<PSID>().read(), owner) } != 0)
    }
}
