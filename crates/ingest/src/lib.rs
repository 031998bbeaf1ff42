//! Turns sources into records. Every source is read, normalised, validated, stored, indexed and reported.
//!
//! A source's own module reads its objects and fills a [`Batch`]; all after that is the same for all sources.

mod batch;
pub mod books;
mod json;
pub mod markdown;
pub mod open5e;
pub mod orcbrew;
mod report;
mod sources;
pub mod srd;
mod words;
pub mod written;

pub use batch::Batch;
pub use report::{LeftOut, Rejection, Rekeyed, Report, SourceCount};
pub use sources::{Disagreement, Sources};
pub use text::is_unwanted;

#[cfg(test)]
#[path = "../../../tests/resources.rs"]
mod resources;
#[cfg(test)]
mod tests;
