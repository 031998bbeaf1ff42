//! Browsing: the entries that match a few words and filters, with the number of matches of each kind and value. Works on a
//! snapshot of the library in memory.

mod conditions;
mod counterpart_index;
mod counterparts;
mod entry;
mod links;
mod matching;
mod request;
mod result;
mod snapshot;
mod summary;

pub use counterparts::Counterpart;
pub(crate) use entry::DocumentInfo;
pub use links::Link;
pub(crate) use matching::{Candidates, admitted_by_filters, find};
pub use request::{Browse, FieldFilter};
pub use result::{BrowseResult, EntrySummary, FieldCounts, KindCount, ValueCount};
pub(crate) use snapshot::BrowseSnapshot;

#[cfg(test)]
mod tests;
