//! Paths: which file a path leads to, and how it is shown.

use std::borrow::Cow;
use std::io;
use std::path::{Component, Path, PathBuf, Prefix};

use unicode_normalization::UnicodeNormalization;

/// Names of devices on Windows, whatever extension follows
/// (<https://learn.microsoft.com/windows/win32/fileio/naming-a-file>).
const DEVICES: [&str; 6] = ["con", "prn", "aux", "nul", "conin$", "conout$"];
const NUMBERED_DEVICES: [&str; 2] = ["com", "lpt"];
const DEVICE_DIGITS: [&str; 13] = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "¹", "²", "³"];

/// Returns true for a file name that Windows may take for a device: `CON`, `nul.txt`, `COM1.orcbrew`.
pub fn is_device_name(name: &str) -> bool {
    let stem = name.split(['.', ':']).next().unwrap_or_default().trim_end().to_lowercase();
    DEVICES.contains(&stem.as_str())
        || NUMBERED_DEVICES
            .iter()
            .any(|device| stem.strip_prefix(device).is_some_and(|digit| DEVICE_DIGITS.contains(&digit)))
}

/// Returns the path that leads to the file of exactly this name.
///
/// Windows takes `CON.orcbrew` for a device and `book.orcbrew.` for `book.orcbrew`, unless the path is in its
/// verbatim form. Elsewhere the path is returned unchanged.
pub fn exact(path: &Path) -> Cow<'_, Path> {
    if !cfg!(windows) {
        return Cow::Borrowed(path);
    }
    let exact = || {
        let folder = match path.parent()? {
            folder if folder.as_os_str().is_empty() => Path::new("."),
            folder => folder,
        };
        let name = path.file_name()?;
        // Of a folder, the system knows the verbatim form.
        let exact = folder.canonicalize().ok()?.join(name);
        let must_be_exact = is_device_name(&name.to_string_lossy());
        (must_be_exact || exact.symlink_metadata().is_ok()).then_some(exact)
    };
    exact().map_or(Cow::Borrowed(path), Cow::Owned)
}

/// Returns the absolute path of a file, without links and as the system spells it. Some network drives and
/// disks in memory cannot tell that; then only made absolute. Fails if there is no such file.
pub fn canonical(path: &Path) -> io::Result<PathBuf> {
    match path.canonicalize() {
        Ok(canonical) => Ok(plain(&canonical).into_owned()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Err(error),
        Err(_) if path.is_absolute() => Ok(plain(path).into_owned()),
        Err(_) => std::path::absolute(path),
    }
}

/// Returns the absolute path of a file as users know it. Fails if there is no such file.
pub fn absolute(path: &Path) -> io::Result<String> {
    Ok(shown(&canonical(&exact(path))?))
}

/// Returns a path as users know it: `C:\book.orcbrew`, not `\\?\C:\book.orcbrew`.
pub fn shown(path: &Path) -> String {
    plain(path).display().to_string()
}

/// Returns a path in a form users know and any program can use: `C:\book`, not `\\?\C:\book`.
///
/// Only Windows has such prefixes. Its functions for files accept the path without one, however long it is.
pub fn plain(path: &Path) -> Cow<'_, Path> {
    let mut components = path.components();
    let Some(Component::Prefix(prefix)) = components.next() else { return Cow::Borrowed(path) };
    let mut plain = match prefix.kind() {
        Prefix::VerbatimDisk(letter) => std::ffi::OsString::from(format!("{}:", char::from(letter))),
        Prefix::VerbatimUNC(server, share) => {
            let mut start = std::ffi::OsString::from(r"\\");
            start.push(server);
            start.push(r"\");
            start.push(share);
            start
        }
        _ => return Cow::Borrowed(path),
    };
    plain.push(components.as_path());
    Cow::Owned(plain.into())
}

/// Returns true if paths differ at most in case and accents' form, in which file systems may keep them.
fn same_but_for_case(one: &str, other: &str) -> bool {
    let folded = |path: &str| path.nfc().flat_map(char::to_lowercase).nfc().collect::<String>();
    one == other || folded(one) == folded(other)
}

/// Returns whether the path of a file that was read before leads to the file that has another path now. A
/// file system without regard to case finds `Book.orcbrew` as `book.orcbrew`.
pub fn is_same_file(earlier: &str, now: &str) -> bool {
    if !same_but_for_case(earlier, now) {
        return false;
    }
    // Of a file in an archive, only the path of the archive leads anywhere.
    let ends = earlier.match_indices('!').map(|(at, _)| at).chain([earlier.len()]);
    let mut paths = ends.filter_map(|end| earlier.split_at_checked(end));
    earlier == now
        || paths
            .any(|(path, rest)| absolute(Path::new(path)).is_ok_and(|path| format!("{path}{rest}") == now))
}

#[cfg(test)]
mod tests;
