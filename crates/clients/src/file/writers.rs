//! Who has a file open for writing. What a client writes to a file that was replaced meanwhile would be lost.

#[cfg(any(target_os = "linux", windows))]
use std::fs;
use std::path::Path;

/// Returns whether a program of this user has a file open for writing.
#[cfg(target_os = "linux")]
pub(super) fn has_writer(file: &Path) -> bool {
    use std::os::unix::fs::MetadataExt as _;

    let Ok(wanted) = fs::metadata(file) else { return false };
    // The name comes first: asking a file that is on another computer may take long.
    let is_wanted = |open: &Path| {
        fs::read_link(open).is_ok_and(|path| path.file_name() == file.file_name())
            && fs::metadata(open).is_ok_and(|it| (it.dev(), it.ino()) == (wanted.dev(), wanted.ino()))
    };
    let entries = |folder: &Path| fs::read_dir(folder).into_iter().flatten().flatten();
    entries(Path::new("/proc")).any(|process| {
        entries(&process.path().join("fd")).any(|open| {
            is_wanted(&open.path()) && is_for_writing(&process.path().join("fdinfo").join(open.file_name()))
        })
    })
}

/// The description has the flags in octal digits; their last two bits say how the file was opened.
#[cfg(target_os = "linux")]
fn is_for_writing(description: &Path) -> bool {
    let text = fs::read_to_string(description).unwrap_or_default();
    let flags = text.lines().find_map(|line| line.strip_prefix("flags:"));
    flags.is_some_and(|flags| u32::from_str_radix(flags.trim(), 8).is_ok_and(|flags| flags & 0b11 != 0))
}

#[cfg(windows)]
pub(super) fn has_writer(file: &Path) -> bool {
    use std::os::windows::fs::OpenOptionsExt as _;

    use windows_sys::Win32::Storage::FileSystem::{FILE_SHARE_DELETE, FILE_SHARE_READ};

    let opened = fs::OpenOptions::new().read(true).share_mode(FILE_SHARE_READ | FILE_SHARE_DELETE).open(file);
    opened.is_err_and(|error| disk::is_held(&error))
}

/// This system does not say who has a file open.
#[cfg(not(any(target_os = "linux", windows)))]
pub(super) fn has_writer(_file: &Path) -> bool {
    false
}
