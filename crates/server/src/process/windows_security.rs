//! Access rights on Windows: this process's user, a pipe's owner, and the users who may open a file.
#![expect(unsafe_code, reason = "access rights are available only through the system's functions")]

use std::io;
use std::os::windows::io::{AsRawHandle as _, BorrowedHandle};
use std::path::Path;
use std::ptr::null_mut;

use interprocess::os::windows::security_descriptor::{
    AsSecurityDescriptor, AsSecurityDescriptorExt as _, BorrowedSecurityDescriptor, SecurityDescriptor,
};
use widestring::{U16CStr, U16CString};
use windows_sys::Win32::Foundation::{CloseHandle, ERROR_SUCCESS, HANDLE, LocalFree};
use windows_sys::Win32::Security::Authorization::{
    ConvertSidToStringSidW, GetNamedSecurityInfoW, GetSecurityInfo, SE_FILE_OBJECT, SE_KERNEL_OBJECT,
};
use windows_sys::Win32::Security::{
    DACL_SECURITY_INFORMATION, EqualSid, GetTokenInformation, OWNER_SECURITY_INFORMATION,
    PROTECTED_DACL_SECURITY_INFORMATION, PSECURITY_DESCRIPTOR, PSID, SetFileSecurityW, TOKEN_QUERY,
    TokenUser,
};
use windows_sys::Win32::System::Threading::{GetCurrentProcess, OpenProcessToken};

/// The size of a [`TokenBuffer`] in bytes: a pointer, attributes, and a security identifier of at most 68.
const TOKEN_BYTES: u32 = 128;
/// Groups that stand for the owner of a file.
const OWNERS: [&str; 2] = ["OW", "CO"];

/// The user of this process, as the system describes it: a pointer to an identifier, which follows in the
/// same buffer. The buffer must therefore never move.
#[repr(C, align(8))]
struct TokenBuffer([u8; TOKEN_BYTES as usize]);

impl TokenBuffer {
    fn of_this_process() -> io::Result<Box<Self>> {
        let mut token: HANDLE = null_mut();
        // SAFETY: the handle of the current process is always valid; the token is used only after success.
        check(unsafe { OpenProcessToken(GetCurrentProcess(), TOKEN_QUERY, &mut token) })?;
        let mut buffer = Box::new(Self([0; TOKEN_BYTES as usize]));
        let (to, mut length) = (buffer.0.as_mut_ptr(), 0);
        // SAFETY: the buffer has the stated size.
        let done =
            check(unsafe { GetTokenInformation(token, TokenUser, to.cast(), TOKEN_BYTES, &mut length) });
        // SAFETY: the token was opened above and is closed once.
        unsafe { CloseHandle(token) };
        done.map(|()| buffer)
    }

    fn identifier(&self) -> PSID {
        // SAFETY: the system filled the buffer, which begins with the pointer and is aligned for it.
        unsafe { self.0.as_ptr().cast::<PSID>().read() }
    }
}

/// Returns the descriptor of a pipe that belongs to the user of this process, and that nobody else can open.
pub(crate) fn pipe_of_this_user() -> io::Result<U16CString> {
    let user = user_identifier()?;
    wide(format!("O:{user}D:P(A;;GA;;;{user})"))
}

pub(crate) fn is_of_this_user(pipe: BorrowedHandle<'_>) -> io::Result<bool> {
    let (mut owner, mut descriptor): (PSID, PSECURITY_DESCRIPTOR) = (null_mut(), null_mut());
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
            &mut descriptor,
        )
    };
    succeeded(status)?;
    let user = TokenBuffer::of_this_process();
    // SAFETY: the owner is within the descriptor, which the system allocated, and which is freed once.
    unsafe {
        let is_of_user = user.map(|user| EqualSid(owner, user.identifier()) != 0);
        LocalFree(descriptor);
        is_of_user
    }
}

/// Returns `true` if a file can be opened by anyone but its user and the system with its administrators.
pub(crate) fn is_open_to_others(path: &Path) -> io::Result<bool> {
    let (private, rights) = (rights(&private_descriptor()?)?, rights_to(path)?);
    let is_known = |user: &str| OWNERS.contains(&user) || users(&private).any(|known| known == user);
    Ok(rights.contains("NO_ACCESS_CONTROL") || users(&rights).any(|user| !is_known(user)))
}

/// Revokes the access of all other users to a file, whatever its folder allows.
pub(crate) fn close_to_others(path: &Path) -> io::Result<()> {
    let (path, descriptor) = (wide(path.as_os_str())?, private_descriptor()?);
    let what = DACL_SECURITY_INFORMATION | PROTECTED_DACL_SECURITY_INFORMATION;
    // SAFETY: the path ends with a zero, and the descriptor is valid.
    check(unsafe { SetFileSecurityW(path.as_ptr(), what, descriptor.as_sd().cast_mut()) })
}

/// Returns the rights that a file has in its user's own folder.
fn private_descriptor() -> io::Result<SecurityDescriptor> {
    let user = user_identifier()?;
    SecurityDescriptor::deserialize(&wide(format!("D:P(A;;FA;;;{user})(A;;FA;;;SY)(A;;FA;;;BA)"))?)
}

fn rights(descriptor: &impl AsSecurityDescriptor) -> io::Result<String> {
    descriptor.serialize(DACL_SECURITY_INFORMATION, U16CStr::to_string_lossy)
}

fn rights_to(path: &Path) -> io::Result<String> {
    let (path, mut descriptor) = (wide(path.as_os_str())?, null_mut());
    // SAFETY: the path ends with a zero; the descriptor is used only after success.
    let status = unsafe {
        GetNamedSecurityInfoW(
            path.as_ptr(),
            SE_FILE_OBJECT,
            DACL_SECURITY_INFORMATION,
            null_mut(),
            null_mut(),
            null_mut(),
            null_mut(),
            &mut descriptor,
        )
    };
    succeeded(status)?;
    // SAFETY: the system allocated the descriptor, which is freed once.
    unsafe {
        let rights = rights(&BorrowedSecurityDescriptor::from_ptr(descriptor));
        LocalFree(descriptor);
        rights
    }
}

fn users(rights: &str) -> impl Iterator<Item = &str> {
    // An entry is `(type;flags;rights;object;inherited object;user)`, and the types that deny have a D.
    let entries = rights.split('(').skip(1).map(|entry| entry.trim_end_matches(')').split(';'));
    entries.filter_map(|mut fields| {
        let (kind, flags) = (fields.next()?, fields.next()?);
        let user = fields.nth(3)?;
        (!kind.contains('D') && !flags.contains("IO")).then_some(user)
    })
}

fn user_identifier() -> io::Result<String> {
    let (user, mut text) = (TokenBuffer::of_this_process()?, null_mut());
    // SAFETY: the identifier is within the buffer; the text is used only after success.
    check(unsafe { ConvertSidToStringSidW(user.identifier(), &mut text) })?;
    // SAFETY: the system allocated the text, which ends with a zero, and it is freed once.
    unsafe {
        let copy = U16CStr::from_ptr_str(text).to_string_lossy();
        LocalFree(text.cast());
        Ok(copy)
    }
}

fn wide(text: impl AsRef<std::ffi::OsStr>) -> io::Result<U16CString> {
    U16CString::from_os_str(text).map_err(io::Error::other)
}

fn check(done: i32) -> io::Result<()> {
    if done == 0 { Err(io::Error::last_os_error()) } else { Ok(()) }
}

fn succeeded(status: u32) -> io::Result<()> {
    if status == ERROR_SUCCESS { Ok(()) } else { Err(io::Error::from_raw_os_error(status.cast_signed())) }
}

#[cfg(test)]
pub(crate) fn set_rights(path: &Path, rights: &str) {
    let path = wide(path.as_os_str()).unwrap();
    let descriptor = SecurityDescriptor::deserialize(&wide(rights).unwrap()).unwrap();
    let what = DACL_SECURITY_INFORMATION;
    // SAFETY: the path ends with a zero, and the descriptor is valid.
    check(unsafe { SetFileSecurityW(path.as_ptr(), what, descriptor.as_sd().cast_mut()) }).unwrap();
}

#[cfg(test)]
mod tests;
