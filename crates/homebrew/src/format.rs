//! A format of homebrew files.

use crate::{Output, Sample, Source};

/// A format of homebrew files.
#[derive(Debug)]
pub struct Format {
    /// The name of the program that writes it.
    pub name: &'static str,
    /// How to get such a file, in a phrase such as `a bestiary that CritterDB exports as JSON`.
    pub files: &'static str,
    /// True if the files of a folder or an archive make one source together.
    pub is_spread: bool,
    /// Returns true for a file of this format, by its content.
    pub recognises: fn(&Sample<'_>) -> bool,
    /// Reads every item. Fails only if the source as a whole cannot be read; the reason is a sentence.
    pub read: fn(&Source<'_>, &mut Output<'_>) -> Result<(), String>,
}
