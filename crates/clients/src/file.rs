//! Reads a client's file, and replaces it atomically.

mod replacing;
mod writers;

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::time_limits::TimeLimits;

pub(crate) use replacing::{check_writable, replace, store};
use writers::has_writer;

/// The size above which a file is not a settings file.
const MAX_FILE_BYTES: u64 = 64 << 20;
/// The time for which a truncated file can still have its old modification time.
const TRUNCATION_DELAY: Duration = Duration::from_millis(50);
const SETTLE_CHECK_INTERVAL: Duration = Duration::from_millis(100);

#[derive(Clone, PartialEq, Eq)]
pub(crate) struct FileContent {
    /// The actual file if the client's path is a link.
    pub(crate) target: PathBuf,
    /// `None` if there is no file.
    pub(crate) bytes: Option<Vec<u8>>,
}

impl FileContent {
    /// The error is a reason for the user.
    pub(crate) fn read(file: &Path) -> Result<Self, String> {
        let target = follow(file)?;
        let metadata = match fs::metadata(&target) {
            Ok(metadata) => metadata,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Self { target, bytes: None }),
            Err(error) => return Err(reason(&error)),
        };
        if !metadata.is_file() {
            return Err("it is not a file".to_owned());
        }
        if metadata.len() > MAX_FILE_BYTES {
            return Err(format!("it is too large: {} MB", metadata.len() >> 20));
        }
        let bytes = disk::patiently(|| fs::read(&target)).map_err(|error| reason(&error))?;
        Ok(Self { target, bytes: Some(bytes) })
    }

    /// Waits until no program writes to the file any more, unless the content `is_known` to be complete.
    pub(crate) fn read_settled(
        file: &Path,
        limits: TimeLimits,
        is_known: impl Fn(&Self) -> bool,
    ) -> Result<Self, String> {
        let start = Instant::now();
        loop {
            let content = Self::read(file)?;
            let needed = match &content.bytes {
                None => return Ok(content),
                Some(bytes) if bytes.is_empty() => {
                    sleep(TRUNCATION_DELAY);
                    limits.empty_settle_time
                }
                Some(_) => limits.settle_time,
            };
            // A clock that was set back, or a file system without times, must not delay the user.
            let modified = fs::metadata(&content.target).and_then(|metadata| metadata.modified()).ok();
            let age = modified.and_then(|modified| modified.elapsed().ok()).unwrap_or(needed);
            if is_known(&content) || age >= needed && !has_writer(&content.target) {
                return Ok(content);
            }
            if start.elapsed() > limits.settle_timeout {
                return Err(match content.bytes.as_deref() {
                    Some([]) => {
                        "it was emptied moments ago, as programs do that write it; try again in half a minute"
                    }
                    _ => "another program keeps writing to it; close that program, then try again",
                }
                .to_owned());
            }
            // A client that emptied its file may rewrite it long before the wait for an empty file ends.
            sleep(needed.saturating_sub(age).clamp(TRUNCATION_DELAY, SETTLE_CHECK_INTERVAL));
        }
    }

    /// The text is empty if there is no file.
    pub(crate) fn text(&self) -> Result<&str, String> {
        let bytes = self.bytes.as_deref().unwrap_or_default();
        std::str::from_utf8(bytes).map_err(|error| {
            let line = bytes.iter().take(error.valid_up_to()).filter(|byte| **byte == b'\n').count() + 1;
            format!("line {line}: it is not text in UTF-8")
        })
    }
}

fn follow(file: &Path) -> Result<PathBuf, String> {
    match fs::symlink_metadata(file) {
        Ok(metadata) if metadata.is_symlink() => disk::canonical(file).map_err(|error| match error.kind() {
            ErrorKind::NotFound => "it is a link to a file that does not exist".to_owned(),
            _ => reason(&error),
        }),
        _ => Ok(file.to_owned()),
    }
}

fn reason(error: &std::io::Error) -> String {
    match error.kind() {
        ErrorKind::PermissionDenied => "this user may not read it".to_owned(),
        _ => format!("it cannot be read: {}", disk::reason(error)),
    }
}
