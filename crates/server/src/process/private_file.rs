//! Files that only their user may read.

#[cfg(unix)]
use std::io;
#[cfg(any(unix, test))]
use std::path::Path;

#[cfg(windows)]
pub(crate) use super::windows_security::{close_to_others, is_open_to_others};

/// The permissions of the group and of all other users.
#[cfg(unix)]
const OTHERS_MASK: u32 = 0o077;

/// Returns `true` if other users of this computer can open a file.
///
/// # Errors
/// When the file is missing or its rights cannot be read.
#[cfg(unix)]
pub(crate) fn is_open_to_others(path: &Path) -> io::Result<bool> {
    use std::os::unix::fs::PermissionsExt as _;

    Ok(std::fs::metadata(path)?.permissions().mode() & OTHERS_MASK != 0)
}

/// Revokes the access of all other users to a file.
///
/// # Errors
/// When the file belongs to another user, or its file system has no rights.
#[cfg(unix)]
pub(crate) fn close_to_others(path: &Path) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt as _;

    std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o600))
}

/// Gives a file rights with which other users can read it.
#[cfg(test)]
pub(crate) fn open_to_others(path: &Path) {
    #[cfg(unix)]
    std::fs::set_permissions(path, std::os::unix::fs::PermissionsExt::from_mode(0o644)).unwrap();
    #[cfg(windows)]
    super::windows_security::set_rights(path, "D:(A;;FA;;;OW)(A;;FR;;;WD)");
}
