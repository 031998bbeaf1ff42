//! Reads the extensible data notation (EDN, <https://github.com/edn-format/edn>) as OrcBrew files use it.
//!
//! No crate reads real files: the readers there are stop at a byte order mark, at namespaced maps or at
//! `##NaN`, or overflow the stack. [`read_strictly`] reads files whose brackets and quotation marks are in
//! order; [`mend`] reads the others and repairs their structure.

mod escapes;
mod frame;
mod known_fields;
mod mend;
mod notices;
mod number;
mod scanner;
mod strict;
mod string_end;
#[cfg(test)]
mod tests;
mod value;

pub(crate) use known_fields::{CONTENT_TYPES, content_type};
pub(crate) use mend::{item_at, mend};
pub(crate) use notices::{Notice, Notices};
pub(crate) use scanner::{first_chars, is_blank, is_word_end};
pub(crate) use strict::read_strictly;
pub(crate) use value::{Map, Value};

/// The deepest known file has ten levels. The limit keeps every recursion over a value within the stack.
const MAX_DEPTH: usize = 100;
