//! Files as every system treats them: operations that wait while another program holds a file, paths as users
//! know them, and hashes of contents.
//!
//! On Windows, a virus scanner, an indexer or a backup holds a new file for moments. Meanwhile nobody can
//! rename, replace or delete it; an operation fails when that takes more than two seconds. Other systems have
//! no such locks, and every operation is tried once there.

mod path;
mod patience;
mod reason;
mod sha256;

use std::fs;
use std::io::{self, Write as _};
use std::path::Path;

use tempfile::NamedTempFile;

pub use path::{absolute, canonical, exact, is_device_name, is_same_file, plain, shown};
pub use patience::{held, is_held, opened, patiently, retried};
pub use reason::reason;
pub use sha256::{Sha256, hex, sha256, sha256_of_file};

/// Renames a file or folder. A file at the new path is replaced.
pub fn rename(from: &Path, to: &Path) -> io::Result<()> {
    patiently(|| fs::rename(from, to))
}

/// Deletes a file.
pub fn remove_file(path: &Path) -> io::Result<()> {
    patiently(|| fs::remove_file(path))
}

/// Deletes a file, if there is one.
pub fn remove_if_present(path: &Path) -> io::Result<()> {
    match remove_file(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        result => result,
    }
}

/// Deletes a folder and everything in it.
pub fn remove_dir_all(path: &Path) -> io::Result<()> {
    patiently(|| fs::remove_dir_all(path))
}

/// Gives a temporary file its lasting path, where it replaces another file. If that fails, the temporary file
/// is deleted.
pub fn persist(file: NamedTempFile, path: &Path) -> io::Result<()> {
    // Windows renames no file that is open.
    let mut pending = Some(file.into_temp_path());
    patiently(|| match pending.take().map(|file| file.persist(path)) {
        Some(Err(failed)) => {
            pending = Some(failed.path);
            Err(failed.error)
        }
        Some(Ok(())) | None => Ok(()),
    })
}

/// Writes a file beside its place and then moves it there, in place of another file.
pub fn write(path: &Path, content: &[u8]) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut file = NamedTempFile::new_in(folder)?;
    file.write_all(content)?;
    persist(file, path)
}

/// Copies the content of a file without its permissions and attributes, so that the copy of a protected file
/// can be written to.
pub fn copy_content(from: &Path, to: &Path) -> io::Result<()> {
    let mut source = patiently(|| fs::File::open(from))?;
    io::copy(&mut source, &mut fs::File::create(to)?).map(drop)
}

#[cfg(test)]
mod tests;
