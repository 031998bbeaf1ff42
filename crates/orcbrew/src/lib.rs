//! Reads OrcBrew files: the homebrew files that OrcPub and Dungeon Master's Vault write.
//!
//! An OrcBrew file is one EDN map of books. A book is a map of content types, and a content type is a map of
//! items. A file in order is read strictly. The structure of a damaged file is repaired, and every repair is
//! reported with its line, so that an import is as complete as the file allows.
//!
//! The path of a file through the crate: [`read_path`] (`file`, `archive`) → `read` (`encoding`, `edn`,
//! `salvage`) → `collect` → [`OrcBrewFile`].

mod archive;
mod collect;
mod edn;
mod encoding;
mod error;
mod file;
mod item;
mod read;
mod salvage;
#[cfg(test)]
mod tests;

pub use error::{CancelCheck, Error, Result};
pub use file::read_path;
pub use item::{Book, Item, ItemProblem, MAX_BOOK_NAME_CHARS, OrcBrewFile, Repair};
pub use read::{ReadFiles, SourceFile, read_text};
