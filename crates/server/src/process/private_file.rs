//! Files that only their user may read.

use std::io::{self, Write as _};
use std::path::Path;

#[cfg(windows)]
pub(crate) use super::windows_security::{close_to_others, is_open_to_others};

#[cfg(unix)]
pub(crate) fn is_open_to_others(path: &Path) -> io::Result<bool> {
    use std::os::unix::fs::PermissionsExt as _;

    Ok(std::fs::metadata(path)?.permissions().mode() & 0o077 != 0)
}

#[cfg(unix)]
pub(crate) fn close_to_others(path: &Path) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt as _;

    std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o600))
}

pub(crate) fn write(path: &Path, content: &[u8]) -> io::Result<()> {
    let mut file = tempfile::NamedTempFile::new_in(path.parent().unwrap_or(Path::new(".")))?;
    // The file keeps its rights when it is renamed.
    close_to_others(file.path())?;
    file.write_all(content)?;
    file.as_file().sync_all()?;
    disk::persist(file, path)
}

#[cfg(test)]
pub(crate) fn open_to_others(path: &Path) {
    #[cfg(unix)]
    std::fs::set_permissions(path, std::os::unix::fs::PermissionsExt::from_mode(0o644)).unwrap();
    #[cfg(windows)]
    super::windows_security::set_rights(path, "D:(A;;FA;;;OW)(A;;FR;;;WD)");
}
