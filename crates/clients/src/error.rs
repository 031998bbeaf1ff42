//! What can go wrong, and what to do about it.

use std::path::{Path, PathBuf};

/// The result of everything in this crate that can fail.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Everything that can go wrong. Its text says what happened; [`Error::advice`] says what to do.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// No client has this id.
    #[error("there is no client `{0}`")]
    UnknownClient(String),
    /// This user has no home folder.
    #[error("this user has no home folder")]
    NoHome,
    /// The client was not found on this computer.
    #[error("{client} is not installed: there is no {folder}", folder = folder.display())]
    NotInstalled {
        /// The client's name.
        client: &'static str,
        /// The folder that the client makes itself.
        folder: PathBuf,
    },
    /// The server's path depends on the folder that a client happens to start it in.
    #[error("{path} is not an absolute path", path = path.display())]
    CommandNotAbsolute {
        /// The path given.
        path: PathBuf,
    },
    /// There is no server at the path.
    #[error("there is no program {path}", path = path.display())]
    CommandMissing {
        /// The path given.
        path: PathBuf,
    },
    /// The server will not be at this path for long, or its path cannot be written down.
    #[error("{path} cannot be registered: {reason}", path = path.display())]
    CommandNotStable {
        /// The path given.
        path: PathBuf,
        /// Why it will not last.
        reason: &'static str,
    },
    /// A client's file could not be read or understood. It was left alone.
    #[error("{path}: {reason}", path = path.display())]
    Unreadable {
        /// The client's file.
        path: PathBuf,
        /// What is wrong, with the line where there is one.
        reason: String,
        /// What the user can put into the file by hand.
        snippet: String,
    },
    /// The file was changed after it had been looked at. It was left alone.
    #[error("{path} was changed by another program in the meantime", path = path.display())]
    Changed {
        /// The client's file.
        path: PathBuf,
    },
    /// The file or its folder must not be written.
    #[error("{path} cannot be written: it is read-only", path = path.display())]
    ReadOnly {
        /// The file or folder.
        path: PathBuf,
    },
    /// The disk is full.
    #[error("there is no room left on the disk that holds {path}", path = path.display())]
    DiskFull {
        /// The file that was to be written.
        path: PathBuf,
    },
    /// A file or folder could not be read or written.
    #[error("{path}: {source}", path = path.display())]
    File {
        /// The file or folder.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// There is no change that could be taken back.
    #[error("there is no change to {client} that could be taken back")]
    NothingToUndo {
        /// The client's name.
        client: &'static str,
    },
    /// The file is no longer what was written last, or its backup is not what it was.
    #[error("{path} was changed since, so the last change cannot simply be taken back", path = path.display())]
    ChangedSince {
        /// The client's file, or its backup.
        path: PathBuf,
    },
}

impl Error {
    /// A failure of the file system at `path`.
    #[must_use]
    pub(crate) fn file(path: impl AsRef<Path>, source: std::io::Error) -> Self {
        use std::io::ErrorKind as Kind;
        let path = path.as_ref().to_owned();
        match source.kind() {
            Kind::StorageFull | Kind::QuotaExceeded => Self::DiskFull { path },
            Kind::PermissionDenied | Kind::ReadOnlyFilesystem => Self::ReadOnly { path },
            _ => Self::File { path, source },
        }
    }

    /// A short lasting name, for programs that must tell errors apart.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Error::UnknownClient(_) => "unknown-client",
            Error::NoHome => "no-home",
            Error::NotInstalled { .. } => "not-installed",
            Error::CommandNotAbsolute { .. } => "command-not-absolute",
            Error::CommandMissing { .. } => "command-missing",
            Error::CommandNotStable { .. } => "command-not-stable",
            Error::Unreadable { .. } => "unreadable-file",
            Error::Changed { .. } => "file-changed",
            Error::ReadOnly { .. } => "read-only",
            Error::DiskFull { .. } => "disk-full",
            Error::File { .. } => "file-error",
            Error::NothingToUndo { .. } => "nothing-to-undo",
            Error::ChangedSince { .. } => "changed-since",
        }
    }

    /// What to do next, in a sentence.
    #[must_use]
    pub fn advice(&self) -> &'static str {
        match self {
            Error::UnknownClient(_) => "Ask for the list of clients and use one of its ids.",
            Error::NoHome => "Set HOME (on Windows USERPROFILE) to the folder of this user.",
            Error::NotInstalled { .. } => {
                "Install it and start it once, so that it makes its folder; then try again."
            }
            Error::CommandNotAbsolute { .. } => "Give the full path of lorekeeper-mcp.",
            Error::CommandMissing { .. } => {
                "Install LoreKeeper again, or give the path where lorekeeper-mcp is."
            }
            Error::CommandNotStable { .. } => {
                "Move LoreKeeper to a lasting place, such as the folder of applications, start it from there and try again."
            }
            Error::Unreadable { .. } => {
                "Nothing was changed. Mend the file in an editor and look again, or put the snippet into it by hand."
            }
            Error::Changed { .. } => {
                "Nothing was changed. Look again at what would be written, then confirm it."
            }
            Error::ReadOnly { .. } => {
                "Nothing was changed. Allow your user to write to the file and its folder, then try again."
            }
            Error::DiskFull { .. } => "Free some space and try again; the file is as it was before.",
            Error::File { .. } => {
                "Check that the file and its folder are there and that you may write to them."
            }
            Error::NothingToUndo { .. } => {
                "Nothing needs to be done; to remove LoreKeeper from the client, disconnect it."
            }
            Error::ChangedSince { .. } => {
                "Disconnect the client instead: that removes only LoreKeeper's entry and keeps the other changes."
            }
        }
    }

    /// What the user can put into the client's file by hand, where that is the way out.
    #[must_use]
    pub fn snippet(&self) -> Option<&str> {
        match self {
            Error::Unreadable { snippet, .. } => Some(snippet),
            _ => None,
        }
    }
}
