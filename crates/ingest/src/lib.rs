//! Turns sources into records. Every source follows one pipeline: read, normalise, validate, one transaction,
//! text index, report.
//!
//! A source's own module reads its objects and fills a [`Batch`]; everything after that is the same for all
//! sources.

mod batch;
pub mod books;
pub mod open5e;
pub mod orcbrew;
mod report;
mod sources;
pub mod srd;
mod words;

pub use batch::Batch;
use content::json;
pub use content::{markdown, written};
pub use report::{LeftOut, Rejection, Rekeyed, Report, SourceCount};
pub use sources::{Disagreement, Sources};
pub use text::is_unwanted;

#[cfg(test)]
#[path = "../../../tests/resources.rs"]
mod resources;
#[cfg(test)]
mod tests;
