//! Entries that the user writes: the description of their fields, the check of what was given, and their
//! rendering. Pure data; the library stores them.

mod apart;
mod check;
mod draft;
mod form;
mod render;
mod stat_block;

pub use check::{MAX_ITEMS, Problem};
pub use draft::{EntryDraft, MAX_ENTRY_BYTES};
pub use form::{FormField, Input, form_of};

pub use apart::written_form;
pub use draft::{Checked, check};
pub use render::record_of;
