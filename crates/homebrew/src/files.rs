//! The files that were read at a path.

use orcbrew::{OrcBrewFile, Repair};

use crate::error::Error;
use crate::format::Format;
use crate::source::File;

/// The maximum number of files that are examined in an archive or a folder.
pub(crate) const MAX_FILES: usize = 50_000;
/// The maximum size of a file, and of all files of an archive or a folder together.
pub(crate) const MAX_BYTES: u64 = 128 << 20;

pub(crate) fn is_archive(bytes: &[u8]) -> bool {
    bytes.starts_with(b"PK\x03\x04") || bytes.starts_with(b"PK\x05\x06")
}

/// A file of homebrew, or the files of a folder or an archive that make a source together.
#[derive(Debug, Clone)]
pub struct SourceFile {
    /// The absolute path. For a file in a folder or an archive, their path, `!` and the name there; for many
    /// files together, the path of the folder or archive and the format.
    pub path: String,
    /// The name without folders.
    pub name: String,
    /// The SHA-256 of the bytes, in hexadecimal.
    pub hash: String,
    /// The contents.
    pub content: Content,
    /// The letters that could not be decoded.
    pub repairs: Vec<Repair>,
    /// The folder in an archive that holds all files of the source.
    pub folder: Option<String>,
}

/// The contents of a file.
#[derive(Debug, Clone)]
pub enum Content {
    /// Books of OrcPub or Dungeon Master's Vault.
    OrcBrew(OrcBrewFile),
    /// Files of another program, which are read item by item.
    Format {
        /// The format.
        format: &'static Format,
        /// The files; at least one.
        files: Vec<File>,
    },
}

impl SourceFile {
    /// Returns the name of a book without a name.
    pub fn title(&self) -> &str {
        self.folder.as_deref().unwrap_or_else(|| stem(&self.name))
    }
}

/// Returns a name without its extension.
pub(crate) fn stem(name: &str) -> &str {
    match name.rsplit_once('.') {
        Some((stem, extension)) if !stem.is_empty() && extension.chars().all(char::is_alphanumeric) => stem,
        _ => name,
    }
}

/// The files that were read at a path.
#[derive(Debug, Default)]
pub struct ReadFiles {
    /// The files that hold homebrew; at least one.
    pub files: Vec<SourceFile>,
    /// The problems of a folder or an archive and of the other files in it.
    pub errors: Vec<Error>,
    /// The names of the files in a folder that hold homebrew.
    pub members: Vec<String>,
}
