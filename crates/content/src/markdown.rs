//! Renders entries as Markdown, for every source: typed fields and named passages in, the body out. A body
//! never contains the entry's name as a heading.

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
pub use class::{ClassSheet, Feature};
pub use clean::{clean_markdown, join_paragraphs};
pub use creature::initiative;
pub use creature::{Section, StatBlock, action, environments};
pub use equipment::equipment;
pub use option::option;
pub use part::Part;
pub use rule::{chapter, without_own_heading};
pub use spell::{spell, spell_facts};
pub use table::Table;
pub use words::{ABILITIES, joined, levels_in_words};
pub use words::{ability_in_full, coins};
