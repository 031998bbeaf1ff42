//! The errors of this crate, with their codes and advice for the user.

use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use crate::model::{Removals, quoted, shown};
use crate::spelling::{MAX_NEAREST, nearest};

/// The result of a fallible operation of this crate.
pub type Result<T, E = Error> = std::result::Result<T, E>;

const DAMAGE_ADVICE: &str = "Run `lorekeeper-mcp doctor` to see what is damaged and how to repair it.";

/// An error. Its text says what happened, and [`Error::advice`] what to do.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// What was asked for cannot be done; the sentence says why. A reason of several places has a variant.
    #[error("{0}")]
    Invalid(String),
    /// Nothing has this name.
    #[error("{what} `{}`{}", shown(.name), nearest_phrase(.nearest))]
    NotFound {
        /// The sentence up to the name, such as `there is no campaign`.
        what: &'static str,
        /// The requested name.
        name: String,
        /// The most similar names.
        nearest: Vec<String>,
    },
    /// There is no entry at this address.
    #[error("there is no entry at `{}`; take the address from a list of entries", shown(.0))]
    NoEntry(String),
    /// A text is not what it has to be.
    #[error("`{}` is not {what}", shown(.text))]
    IsNot {
        /// The text.
        text: String,
        /// What it has to be, and how that is written: `a difficulty; give low, moderate or high`.
        what: String,
    },
    /// A number is outside its range.
    #[error("{what} must be from {min} to {max}, not {number}")]
    OutOfRange {
        /// What the number is, such as `a character's level`.
        what: String,
        /// The lowest number.
        min: i64,
        /// The highest number.
        max: i64,
        /// The requested number.
        number: i64,
    },
    /// There would be more than this of something; the text names it and says what to do.
    #[error("there can be at most {0} {1}")]
    TooMany(usize, &'static str),
    /// A file or folder does not serve its purpose; the text goes on after its path.
    #[error("{path} {1}", path = disk::shown(.0))]
    Unusable(PathBuf, &'static str),
    /// There is no such document.
    #[error("there is no document `{}` in the library{}", shown(.key), nearest_phrase(.nearest))]
    NoSuchDocument {
        /// The requested key.
        key: String,
        /// The most similar keys of the library.
        nearest: Vec<String>,
    },
    /// The job was cancelled. Nothing was stored.
    #[error("stopped before it was done; nothing was changed")]
    Cancelled,
    /// A file or folder could not be read or written.
    #[error("{path}: {reason}", path = disk::shown(path), reason = disk::reason(source))]
    File {
        /// The file or folder.
        path: PathBuf,
        /// The system's error.
        source: std::io::Error,
    },
    /// A file to import could not be read.
    #[error("{path}: {reason}", path = disk::shown(path), reason = disk::reason(source))]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The system's error.
        source: std::io::Error,
    },
    /// A file to import is not an OrcBrew file.
    #[error("{path}: {reason}", path = disk::shown(path))]
    NotOrcBrew {
        /// The file.
        path: PathBuf,
        /// The defect of the file, as a phrase.
        reason: String,
    },
    /// The disk with a file or folder is full.
    #[error("there is no room left on the disk that holds {path}", path = disk::shown(.0))]
    DiskFull(PathBuf),
    /// The database at a path is damaged.
    #[error("the library's database {path} is damaged", path = disk::shown(.0))]
    Damaged(PathBuf),
    /// The library was made by a newer version of the program.
    #[error("the library in {path} was made by a newer LoreKeeper (its format is {found}, this program knows {known})", path = disk::shown(path))]
    NewerLibrary {
        /// The database.
        path: PathBuf,
        /// The format of the library.
        found: i64,
        /// The newest format that this program supports.
        known: i64,
    },
    /// A library that is only read was made by another version of the program.
    #[error("the library in {path} was made by another LoreKeeper (its tables are version {found}, this program reads {known})", path = disk::shown(path))]
    OtherProjection {
        /// The database.
        path: PathBuf,
        /// The version of its tables.
        found: i64,
        /// The version that this program reads.
        known: i64,
    },
    /// A server could not be reached, or the connection was lost.
    #[error("{url} could not be reached: {reason}")]
    Unreachable {
        /// The URL of the request.
        url: String,
        /// The reason, as a phrase.
        reason: String,
    },
    /// A server answered with an error, or with something unusable.
    #[error("{url} gave no usable answer: {reason}")]
    BadAnswer {
        /// The URL of the request.
        url: String,
        /// The defect of the answer, as a phrase.
        reason: String,
    },
    /// A sync would remove more than it may without the user's consent. Nothing was stored.
    #[error(
        "Open5e no longer lists a part of the library's content, so nothing was changed. This sync would remove {0}"
    )]
    RemovalsNotAllowed(Box<Removals>),
    /// There is no model for semantic search, or it cannot be used.
    #[error("search by meaning is unavailable: {0}")]
    SemanticSearchUnavailable(#[from] embedding::Error),
    /// The database failed.
    #[error("the library's database failed: {0}")]
    Database(#[source] sqlx::Error),
    /// The text index failed.
    #[error("the text index failed: {0}")]
    Index(#[from] tantivy::TantivyError),
    /// The program has a defect.
    #[error("internal error: {0}")]
    Internal(String),
}

impl From<tokio::task::JoinError> for Error {
    fn from(error: tokio::task::JoinError) -> Self {
        Self::Internal(error.to_string())
    }
}

impl From<serde_json::Error> for Error {
    /// A value of our own could not be written as JSON or read back, which is a defect.
    fn from(error: serde_json::Error) -> Self {
        Self::Internal(error.to_string())
    }
}

impl Error {
    /// Returns the error for a failure of the file system at `path`.
    pub fn file(path: impl AsRef<Path>, source: std::io::Error) -> Self {
        let path = path.as_ref().to_owned();
        if matches!(source.kind(), std::io::ErrorKind::StorageFull | std::io::ErrorKind::QuotaExceeded) {
            Self::DiskFull(path)
        } else {
            Self::File { path, source }
        }
    }

    /// Returns the error for a name that is not among the `known`; `what` as in [`Error::NotFound`].
    pub fn not_found(what: &'static str, name: &str, known: &[impl AsRef<str>]) -> Self {
        Self::NotFound { what, name: name.to_owned(), nearest: nearest(name, known, MAX_NEAREST) }
    }

    /// Returns the error for a text that is not `what` it has to be; see [`Error::IsNot`].
    pub fn is_not(text: &str, what: impl Into<String>) -> Self {
        Self::IsNot { text: text.to_owned(), what: what.into() }
    }

    /// Returns a short, stable name, for programs that distinguish errors.
    pub fn code(&self) -> &'static str {
        self.code_and_advice().0
    }

    /// Returns advice for the user, in a sentence or two.
    pub fn advice(&self) -> &'static str {
        self.code_and_advice().1
    }

    fn code_and_advice(&self) -> (&'static str, &'static str) {
        match self {
            Error::Invalid(_)
            | Error::NotFound { .. }
            | Error::NoEntry(_)
            | Error::IsNot { .. }
            | Error::OutOfRange { .. }
            | Error::TooMany(..)
            | Error::Unusable(..) => ("invalid_arguments", "Correct the value and try again."),
            Error::NoSuchDocument { .. } => {
                ("no_such_document", "List the documents and use one of their keys.")
            }
            Error::Cancelled => ("cancelled", "Start it again at any time; an interrupted sync resumes."),
            Error::File { .. } => (
                "file_error",
                "Check that the folder exists and that you may write to it, or set LOREKEEPER_HOME to another folder.",
            ),
            Error::Unreadable { .. } => {
                ("unreadable_file", "Check that the file exists and that you may read it.")
            }
            Error::NotOrcBrew { .. } => (
                "not_orcbrew",
                "Choose an `.orcbrew` file as OrcPub or Dungeon Master's Vault exports it, or a `.zip` of such files.",
            ),
            Error::DiskFull(_) => {
                ("disk_full", "Free some space and try again; the library is as it was before.")
            }
            Error::Damaged(_) => (
                "damaged_library",
                "Restart LoreKeeper: it moves the damaged file aside and makes the library again from its sources.",
            ),
            Error::NewerLibrary { .. } => (
                "newer_library",
                "Update LoreKeeper, or set LOREKEEPER_HOME to another folder to start another library.",
            ),
            Error::OtherProjection { .. } => (
                "other_library_version",
                "Start LoreKeeper once where the library can be written, or make its copy again with this version.",
            ),
            Error::Unreachable { .. } => (
                "network_error",
                "Check the connection and try again; everything in the library stays available.",
            ),
            Error::BadAnswer { .. } => (
                "bad_answer",
                "Try again later; everything in the library stays available. A login page of the network can also cause this.",
            ),
            Error::RemovalsNotAllowed(_) => (
                "removals_not_allowed",
                "This is most likely a mistake of Open5e: sync again later. To remove the content, repeat the sync with `--allow-removals` (with `allow_removals` set to true for the tool `sync_open5e`).",
            ),
            Error::SemanticSearchUnavailable(_) => (
                "semantic_search_unavailable",
                "Run `lorekeeper-mcp doctor` to see what is missing. Until then, searches use words only.",
            ),
            Error::Database(_) => ("database_error", DAMAGE_ADVICE),
            Error::Index(_) => ("index_error", DAMAGE_ADVICE),
            Error::Internal(_) => {
                ("internal_error", "This is a defect of LoreKeeper; please report it with the log.")
            }
        }
    }
}

/// Returns a number of a range as another type.
///
/// # Errors
/// [`Error::OutOfRange`] for another number; `what` is that of the error.
pub fn in_range<N: TryFrom<i64>>(
    what: impl Into<String>,
    number: impl TryInto<i64>,
    range: RangeInclusive<i64>,
) -> Result<N> {
    let (min, max) = range.into_inner();
    let number = number.try_into().unwrap_or(i64::MAX);
    let fitting = N::try_from(number).ok().filter(|_| (min..=max).contains(&number));
    fitting.ok_or_else(|| Error::OutOfRange { what: what.into(), min, max, number })
}

fn nearest_phrase(nearest: &[String]) -> String {
    if nearest.is_empty() { String::new() } else { format!("; the nearest are {}", quoted(nearest)) }
}
