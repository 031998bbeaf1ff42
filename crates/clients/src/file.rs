//! Reads a client's file whole, and replaces it so that it is at every moment either the old one or the new one.

mod replacing;

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::{Duration, Instant};

use sha2::{Digest, Sha256};

pub(crate) use replacing::{check_writable, replace, store};

/// Files larger than this are no settings, in bytes.
const LIMIT: u64 = 64 << 20;
/// How long nobody has written to a file that is taken for complete.
const QUIET: Duration = Duration::from_millis(100);
/// The same for an empty file: clients empty theirs before they write it anew.
const QUIET_WHEN_EMPTY: Duration = Duration::from_secs(1);
/// How long after it was emptied a file can still have the time of what was in it.
const EMPTYING: Duration = Duration::from_millis(50);
/// How long a file is waited for that is being written.
const PATIENCE: Duration = Duration::from_secs(5);

/// A client's file as it was at one moment.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Content {
    /// The file itself, where the client's path is a link to it.
    pub(crate) target: PathBuf,
    /// Its bytes, or nothing when there is no file.
    pub(crate) bytes: Option<Vec<u8>>,
}

impl Content {
    /// Reads a file. The failure is a reason in words.
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
        if metadata.len() > LIMIT {
            return Err(format!("it is too large: {} MB", metadata.len() >> 20));
        }
        let bytes = fs::read(&target).map_err(|error| reason(&error))?;
        Ok(Self { target, bytes: Some(bytes) })
    }

    /// Reads a file that its client may be writing at this moment: waits until nobody has written to it for a while, unless
    /// it `is_known` to be complete. The failure is a reason in words.
    pub(crate) fn read_settled(file: &Path, is_known: impl Fn(&Self) -> bool) -> Result<Self, String> {
        let began = Instant::now();
        loop {
            let content = Self::read(file)?;
            let needed = match &content.bytes {
                None => return Ok(content),
                Some(bytes) if bytes.is_empty() => {
                    sleep(EMPTYING);
                    QUIET_WHEN_EMPTY
                }
                Some(_) => QUIET,
            };
            // A clock that was set back, or a file system without times, must not keep the user waiting.
            let modified = fs::metadata(&content.target).and_then(|metadata| metadata.modified()).ok();
            let age = modified.and_then(|modified| modified.elapsed().ok()).unwrap_or(needed);
            if age >= needed || is_known(&content) {
                return Ok(content);
            }
            if began.elapsed() > PATIENCE {
                return Err(
                    "another program keeps writing to it; close that program, then try again".to_owned()
                );
            }
            sleep(needed - age);
        }
    }

    /// The text; empty when there is no file.
    pub(crate) fn text(&self) -> Result<&str, String> {
        let bytes = self.bytes.as_deref().unwrap_or_default();
        std::str::from_utf8(bytes).map_err(|error| {
            let line = bytes.iter().take(error.valid_up_to()).filter(|byte| **byte == b'\n').count() + 1;
            format!("line {line}: it is not text in UTF-8")
        })
    }
}

/// A name for some bytes, or for no file.
pub(crate) fn fingerprint(bytes: Option<&[u8]>) -> Option<String> {
    bytes.map(|bytes| Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect())
}

/// The file that a link leads to.
fn follow(file: &Path) -> Result<PathBuf, String> {
    match fs::symlink_metadata(file) {
        Ok(metadata) if metadata.is_symlink() => fs::canonicalize(file).map_err(|error| match error.kind() {
            ErrorKind::NotFound => "it is a link to a file that does not exist".to_owned(),
            _ => reason(&error),
        }),
        _ => Ok(file.to_owned()),
    }
}

fn reason(error: &std::io::Error) -> String {
    match error.kind() {
        ErrorKind::PermissionDenied => "this user may not read it".to_owned(),
        _ => format!("it cannot be read: {error}"),
    }
}
