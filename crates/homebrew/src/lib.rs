//! Reads the homebrew files of other programs.
//!
//! Each format is a module with a [`Format`]: its name, a test of a file's content, and a reader, which turns
//! the files of a [`Source`] into [`Item`]s. An item is a record, or the reason why there is none, so that
//! every item that was read is stored or named.

mod archive;
mod classify;
mod creature;
mod creatures;
pub mod critter_db;
mod error;
pub mod fantasy_statblocks;
mod fields;
mod files;
pub mod five_e_monster_maker;
pub mod five_etools;
mod folder;
mod format;
mod formats;
pub mod foundry;
mod gathering;
pub mod homebrewery;
mod html;
pub mod improved_initiative;
mod item;
pub mod json;
mod mention;
mod read;
mod source;
mod spell;
#[cfg(test)]
mod tests;
pub mod tetra_cube;
pub mod yaml;

pub use error::{Error, Result};
pub use files::{Content, ReadFiles, SourceFile};
pub use folder::pack;
pub use format::Format;
pub use formats::{FORMATS, recognise};
pub use item::{Item, Output};
pub use mention::mention;
pub use orcbrew::{Book, CancelCheck, ItemProblem, MAX_BOOK_NAME_CHARS, OrcBrewFile, Repair};
pub use read::read_path;
pub use source::{File, Sample, Source};
