//! What can go wrong, whose fault it is, and what to do about it.

use std::path::{Path, PathBuf};

use crate::ingest::Removals;
use crate::model::{quoted, shown};

/// The result of everything in this crate that can fail.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Whose fault an error is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// What was asked for cannot be; asking otherwise helps.
    User,
    /// The network, a server or a disk failed; trying again later may help.
    Outside,
    /// A defect of this program.
    Ours,
}

/// Everything that can go wrong. Its text says what happened; [`Error::advice`] says what to do.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A value that cannot be used.
    #[error("{0}")]
    Invalid(String),
    /// There is no such document.
    #[error("there is no document `{}` in the library{}", shown(.key), nearest_in_words(.nearest))]
    NoSuchDocument {
        /// The key that was asked for.
        key: String,
        /// The nearest keys there are.
        nearest: Vec<String>,
    },
    /// The job was stopped on request. Nothing was stored.
    #[error("stopped before it was done; nothing was changed")]
    Cancelled,
    /// A file or folder could not be read or written.
    #[error("{path}: {source}", path = path.display())]
    File {
        /// The file or folder.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// A file that was to be imported could not be read.
    #[error("{path}: {source}", path = path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// A file that was to be imported is no OrcBrew file.
    #[error("{path}: {reason}", path = path.display())]
    NotOrcBrew {
        /// The file.
        path: PathBuf,
        /// What it is instead, or what it lacks.
        reason: String,
    },
    /// The disk is full.
    #[error("there is no room left on the disk that holds {path}", path = path.display())]
    DiskFull {
        /// The library's folder.
        path: PathBuf,
    },
    /// The database is damaged.
    #[error("the library's database {path} is damaged", path = path.display())]
    Damaged {
        /// The database.
        path: PathBuf,
    },
    /// The library was made by a newer version of the program.
    #[error("the library in {path} was made by a newer LoreKeeper (its format is {found}, this program knows {known})", path = path.display())]
    NewerLibrary {
        /// The database.
        path: PathBuf,
        /// The format found.
        found: i64,
        /// The newest format this program knows.
        known: i64,
    },
    /// A server could not be reached or broke off.
    #[error("{url} could not be reached: {reason}")]
    Unreachable {
        /// What was asked.
        url: String,
        /// Why it failed, in words.
        reason: String,
    },
    /// A server answered with an error or with something that is no answer.
    #[error("{url} gave no usable answer: {reason}")]
    BadAnswer {
        /// What was asked.
        url: String,
        /// What is wrong with the answer.
        reason: String,
    },
    /// A sync would take away more than it may without the user's consent. Nothing was stored.
    #[error(
        "Open5e no longer lists a part of what the library holds, so nothing was changed. This sync would remove {0}"
    )]
    RemovalsNotAllowed(Box<Removals>),
    /// There is no model for search by meaning, or it cannot be used.
    #[error("search by meaning is unavailable: {0}")]
    SemanticSearchUnavailable(#[from] embedding::Error),
    /// The database failed.
    #[error("the library's database failed: {0}")]
    Database(#[source] sqlx::Error),
    /// The text index failed.
    #[error("the text index failed: {0}")]
    Index(#[from] tantivy::TantivyError),
    /// Something that should be impossible.
    #[error("internal error: {0}")]
    Internal(String),
}

impl Error {
    /// A failure of the file system at `path`.
    #[must_use]
    pub fn file(path: impl AsRef<Path>, source: std::io::Error) -> Self {
        let path = path.as_ref().to_owned();
        if matches!(source.kind(), std::io::ErrorKind::StorageFull | std::io::ErrorKind::QuotaExceeded) {
            Self::DiskFull { path }
        } else {
            Self::File { path, source }
        }
    }

    /// A short lasting name, for programs that must tell errors apart.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Error::Invalid(_) => "invalid_arguments",
            Error::NoSuchDocument { .. } => "no_such_document",
            Error::Cancelled => "cancelled",
            Error::File { .. } => "file_error",
            Error::Unreadable { .. } => "unreadable_file",
            Error::NotOrcBrew { .. } => "not_orcbrew",
            Error::DiskFull { .. } => "disk_full",
            Error::Damaged { .. } => "damaged_library",
            Error::NewerLibrary { .. } => "newer_library",
            Error::Unreachable { .. } => "network_error",
            Error::BadAnswer { .. } => "bad_answer",
            Error::RemovalsNotAllowed(_) => "removals_not_allowed",
            Error::SemanticSearchUnavailable(_) => "semantic_search_unavailable",
            Error::Database(_) => "database_error",
            Error::Index(_) => "index_error",
            Error::Internal(_) => "internal_error",
        }
    }

    /// Whose fault it is.
    #[must_use]
    pub fn fault(&self) -> Fault {
        match self {
            Error::Invalid(_)
            | Error::NoSuchDocument { .. }
            | Error::Unreadable { .. }
            | Error::NotOrcBrew { .. }
            | Error::Cancelled => Fault::User,
            Error::File { .. }
            | Error::DiskFull { .. }
            | Error::Damaged { .. }
            | Error::NewerLibrary { .. }
            | Error::SemanticSearchUnavailable(_)
            | Error::RemovalsNotAllowed(_)
            | Error::Unreachable { .. }
            | Error::BadAnswer { .. } => Fault::Outside,
            Error::Database(_) | Error::Index(_) | Error::Internal(_) => Fault::Ours,
        }
    }

    /// What to do next, in a sentence.
    #[must_use]
    pub fn advice(&self) -> &'static str {
        match self {
            Error::Invalid(_) => "Correct the value and try again.",
            Error::NoSuchDocument { .. } => "Ask for the list of documents and use one of its keys.",
            Error::Cancelled => "Start it again when you like; a fetch goes on where it was.",
            Error::File { .. } => {
                "Check that the folder exists and that you may write to it, or set LOREKEEPER_HOME to another folder."
            }
            Error::Unreadable { .. } => "Check that the file is there and that you may read it.",
            Error::NotOrcBrew { .. } => {
                "Choose an `.orcbrew` file as OrcPub or Dungeon Master's Vault exports it, or a `.zip` of such files."
            }
            Error::DiskFull { .. } => "Free some space and try again; the library is as it was before.",
            Error::Damaged { .. } => {
                "Restart LoreKeeper: it moves the damaged file aside and saves every entry that can still be read."
            }
            Error::NewerLibrary { .. } => {
                "Update LoreKeeper, or set LOREKEEPER_HOME to another folder to start a library of its own."
            }
            Error::Unreachable { .. } => {
                "Check the connection and try again; everything already in the library still answers."
            }
            Error::BadAnswer { .. } => {
                "Try again later; everything already in the library still answers. A login page of the network can cause this, too."
            }
            Error::RemovalsNotAllowed(_) => {
                "This is more likely a mistake of Open5e: sync again later. If the content shall go, repeat the sync with `--allow-removals` (with `allow_removals` set to true for the tool `sync_open5e`)."
            }
            Error::SemanticSearchUnavailable(_) => {
                "Run `lorekeeper-mcp doctor`, which says what is missing; until then questions are answered by words."
            }
            Error::Database(_) | Error::Index(_) => {
                "Run `lorekeeper-mcp doctor`, which says what is damaged and how to mend it."
            }
            Error::Internal(_) => "Please report this with the log; it is a defect of LoreKeeper.",
        }
    }
}

fn nearest_in_words(nearest: &[String]) -> String {
    if nearest.is_empty() { String::new() } else { format!("; the nearest are {}", quoted(nearest)) }
}
