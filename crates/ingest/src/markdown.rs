//! Renders fields and named passages as the body of an entry, in Markdown and without its name as a heading.

mod body;
mod class;
mod clean;
mod creature;
mod equipment;
mod marks;
mod option;
mod part;
mod rows;
mod rule;
mod spell;
mod table;
mod words;

pub use body::Body;
pub(crate) use class::{ClassSheet, Feature};
pub(crate) use clean::{clean_markdown, join_paragraphs};
pub use creature::initiative;
pub(crate) use creature::{Section, StatBlock, action, environments};
pub(crate) use equipment::equipment;
pub(crate) use option::option;
pub(crate) use part::Part;
pub(crate) use rule::{chapter, without_own_heading};
pub(crate) use spell::spell;
pub use table::Table;
pub use words::{ability_in_full, coins};
pub(crate) use words::{joined, levels_in_words};
