//! The files of a source.

use content::model::{Edition, Kind, OwnEntry};

use crate::json::Top;

/// A text file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct File {
    /// The name; of a file in a folder or an archive, its path there, with `/` between folders.
    pub name: String,
    /// The text, with `\n` at the end of lines and without invisible characters. Texts in JSON may hold such
    /// characters escaped, which [`crate::json::parse`] removes.
    pub text: String,
}

/// A file as the formats look at it, to recognise their own.
#[derive(Debug)]
pub struct Sample<'a> {
    /// The name.
    pub name: &'a str,
    /// The text.
    pub text: &'a str,
    /// The outermost JSON value, if the text is JSON.
    pub json: Option<Top<'a>>,
}

impl<'a> Sample<'a> {
    /// Looks at a file.
    pub fn of(file: &'a File) -> Self {
        let File { name, text } = file;
        let json = text.trim_start().starts_with(['{', '[']).then(|| Top::read(text).ok()).flatten();
        Self { name, text, json }
    }
}

/// The files of one format that make one source: one file, or those of a folder or an archive if the format
/// spreads a book over many.
#[derive(Clone, Copy)]
pub struct Source<'a> {
    /// The name of the file, folder or archive without its extension: the name of a book without a name.
    pub title: &'a str,
    /// The files; at least one.
    pub files: &'a [File],
    /// Finds an entry of the library by its kind, its name and, unless it is `Other`, its edition: the base
    /// of which an item is a changed copy. The entry has the form in which its author would have written it.
    pub base: &'a dyn Fn(Kind, &str, Edition) -> Option<OwnEntry>,
}
