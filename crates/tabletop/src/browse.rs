//! Browsing: the entries that match a few words and filters, with the number of matches of each kind and
//! value. Works on a snapshot of the library in memory.

mod column;
mod contents;
mod counterpart_index;
mod counterparts;
mod entry;
mod links;
mod matching;
mod request;
mod result;
mod row;
mod snapshot;
mod summary;
mod whole_entry;

pub use column::{Column, Order};
pub use contents::ContentsEntry;
pub use counterparts::Counterpart;
pub use entry::DocumentInfo;
pub use links::Link;
pub use matching::{Admitted, Candidates, admitted_by_filters, find};
pub use request::{Browse, FieldFilter};
pub use result::{BrowseResult, EntrySummary, FieldCounts, FoundBy, KindCount, ValueCount};
pub use snapshot::BrowseSnapshot;
pub use whole_entry::WholeEntry;

#[cfg(test)]
mod tests;
