//! The extensible data notation (EDN, <https://github.com/edn-format/edn>) as homebrew files hold it.
//!
//! No crate reads the real files: they stop at a byte order mark, at namespaced maps or at `##NaN`, or overflow the
//! stack. [`read_strictly`] takes every file whose brackets and quotation marks are in order; [`mend`] makes the best
//! of the others.

mod field;
mod follow;
mod frame;
mod mend;
mod notice;
mod number;
mod scan;
mod strict;
#[cfg(test)]
mod tests;
mod text;
mod value;

pub(super) use field::{CONTENT_TYPES, content_type};
pub(super) use mend::{item_at, mend};
pub(super) use notice::{Notice, Notices};
pub(super) use scan::{first_chars, is_blank};
pub(super) use strict::read_strictly;
pub(super) use value::{Map, Value};

/// How deep brackets may stand in one another. The deepest known file has ten levels; the limit keeps everything that
/// walks a value within the stack.
const DEEPEST: usize = 100;

/// The namespace of the keys of content types, such as `orcpub.dnd.e5/spells`.
const NAMESPACE: &str = "orcpub.dnd.e5";
