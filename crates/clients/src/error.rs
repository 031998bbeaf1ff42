//! The errors of this crate, each with advice.

use std::path::{Path, PathBuf};

/// The result of a fallible operation of this crate.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// An error. Its text says what happened; [`Error::advice`] says what to do.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// No client has this id.
    #[error("there is no client `{0}`")]
    UnknownClient(String),
    /// This user has no home folder.
    #[error("this user has no home folder")]
    NoHome,
    /// The client, here by its name, was not found on this computer: it has not made its folder.
    #[error("{0} is not installed: there is no {folder}", folder = .1.display())]
    NotInstalled(&'static str, PathBuf),
    /// The server's path is relative to a client's working folder.
    #[error("{} is not an absolute path", .0.display())]
    CommandNotAbsolute(PathBuf),
    /// There is no server at the path.
    #[error("there is no program {}", .0.display())]
    CommandMissing(PathBuf),
    /// The server will not stay at this path, or the path is not Unicode.
    #[error("{path} cannot be registered: {1}", path = .0.display())]
    CommandNotStable(PathBuf, &'static str),
    /// A client's file could not be read or parsed. It is unchanged.
    #[error("{path}: {reason}", path = path.display())]
    Unreadable {
        /// The client's file.
        path: PathBuf,
        /// The problem, with its line if there is one.
        reason: String,
        /// The text that the user can add to the file by hand.
        snippet: String,
    },
    /// The file changed after it was read. It was not written.
    #[error("{} was changed by another program in the meantime", .0.display())]
    Changed(PathBuf),
    /// The file or its folder is read-only.
    #[error("{} cannot be written: it is read-only", .0.display())]
    ReadOnly(PathBuf),
    /// Another program has the file open and does not share it, which Windows allows.
    #[error("{} cannot be changed: another program has it open", .0.display())]
    InUse(PathBuf),
    /// The disk is full.
    #[error("the disk that holds {} is full", .0.display())]
    DiskFull(PathBuf),
    /// A file or folder could not be read or written.
    #[error("{path}: {reason}", path = .0.display(), reason = disk::reason(.1))]
    File(PathBuf, #[source] std::io::Error),
    /// There is no change to undo.
    #[error("there is no change to {0} that can be undone")]
    NothingToUndo(&'static str),
    /// The file, or its backup, changed after our last change.
    #[error("{} was changed since, so the last change cannot be undone", .0.display())]
    ChangedSince(PathBuf),
}

impl Error {
    pub(crate) fn file(path: impl AsRef<Path>, source: std::io::Error) -> Self {
        use std::io::ErrorKind as Kind;
        let path = path.as_ref().to_owned();
        match source.kind() {
            Kind::ResourceBusy if cfg!(windows) => Self::InUse(path),
            Kind::StorageFull | Kind::QuotaExceeded => Self::DiskFull(path),
            Kind::PermissionDenied | Kind::ReadOnlyFilesystem => Self::ReadOnly(path),
            _ => Self::File(path, source),
        }
    }

    /// Returns a stable code, by which programs can distinguish errors.
    pub fn code(&self) -> &'static str {
        match self {
            Self::UnknownClient(_) => "unknown-client",
            Self::NoHome => "no-home",
            Self::NotInstalled(..) => "not-installed",
            Self::CommandNotAbsolute(_) => "command-not-absolute",
            Self::CommandMissing(_) => "command-missing",
            Self::CommandNotStable(..) => "command-not-stable",
            Self::Unreadable { .. } => "unreadable-file",
            Self::Changed(_) => "file-changed",
            Self::ReadOnly(_) => "read-only",
            Self::InUse(_) => "file-in-use",
            Self::DiskFull(_) => "disk-full",
            Self::File(..) => "file-error",
            Self::NothingToUndo(_) => "nothing-to-undo",
            Self::ChangedSince(_) => "changed-since",
        }
    }

    /// Returns a sentence that says what to do.
    pub fn advice(&self) -> &'static str {
        match self {
            Self::UnknownClient(_) => "List the clients and use one of their ids.",
            Self::NoHome => "Set HOME (on Windows USERPROFILE) to the folder of this user.",
            Self::NotInstalled(..) => {
                "Install it and start it once, so that it creates its folder; then try again."
            }
            Self::CommandNotAbsolute(_) => "Give the full path of lorekeeper-mcp.",
            Self::CommandMissing(_) => "Install LoreKeeper again, or give the path of lorekeeper-mcp.",
            Self::CommandNotStable(..) => {
                "Move LoreKeeper to a permanent folder, such as the applications folder, start it from there and try again."
            }
            Self::Unreadable { .. } => {
                "Nothing was changed. Repair the file in an editor and try again, or add the snippet by hand."
            }
            Self::Changed(_) => "Nothing was changed. Look again at the planned change, then confirm it.",
            Self::ReadOnly(_) if cfg!(windows) => {
                "Nothing was changed. Clear “Read-only” in the file's properties, or allow your user to write to the file and its folder; then try again."
            }
            Self::ReadOnly(_) => {
                "Nothing was changed. Allow your user to write to the file and its folder, then try again."
            }
            Self::InUse(_) => "Nothing was changed. Quit the client fully, then try again.",
            Self::DiskFull(_) => "Free some space and try again; the file is unchanged.",
            Self::File(..) => "Check that the file and its folder exist and are writable.",
            Self::NothingToUndo(_) => {
                "Nothing needs to be done. To remove LoreKeeper from the client, disconnect it."
            }
            Self::ChangedSince(_) => {
                "Disconnect the client instead. That removes only LoreKeeper's entry and keeps the other changes."
            }
        }
    }

    /// Returns the text that the user can add to the client's file by hand, if that solves the problem.
    pub fn snippet(&self) -> Option<&str> {
        let Self::Unreadable { snippet, .. } = self else { return None };
        Some(snippet)
    }
}
