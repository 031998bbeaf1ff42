//! Publishes copies of a library to an object store (S3 and what speaks it, Google Cloud Storage, Azure, a
//! folder), and fetches them.
//!
//! A store has, under a prefix, `latest.json`, the [`Manifest`] of the newest snapshot, and `parts/SHA-256`,
//! pieces of files that never change. A snapshot is complete before its manifest replaces the one before;
//! parts that are already there are neither sent nor fetched again, so that an interrupted transfer resumes.

mod error;
mod fetch;
mod location;
mod manifest;
mod publish;

pub use error::{Error, Result};
pub use fetch::{Fetched, Newest};
pub use location::Location;
pub use manifest::{FORMAT, Manifest, PublishedDocument, Readable};
pub use publish::{Publication, publish};

/// A transfer: the bytes that are done, and all bytes.
pub type Progress<'a> = dyn Fn(u64, u64) + Send + Sync + 'a;
