//! Turns sources into records. Every source follows one pipeline: read, normalise, validate, one transaction,
//! text index, report.
//!
//! A source's own module reads its objects and fills a [`Batch`]; everything after that is the same for all
//! sources.

mod batch;
pub(crate) mod books;
mod json;
pub(crate) mod markdown;
pub mod open5e;
pub mod orcbrew;
mod report;
mod sources;
pub mod srd;
mod words;

pub use batch::Batch;

pub use report::{LeftOut, Rejection, Rekeyed, Report, SourceCount};
pub use sources::{Disagreement, Sources};
pub(crate) use sources::{SEVERAL, leading_object};
pub use text::is_unwanted;

/// Returns the folder of the resources that `scripts/fetch-resources` fetches.
#[cfg(test)]
pub(crate) fn resources_folder() -> std::path::PathBuf {
    let tree = || std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../resources");
    std::env::var_os("LOREKEEPER_RESOURCES").map_or_else(tree, Into::into)
}
