//! A local library of fifth-edition content: lookups, search, browsing, imports and syncs.
//!
//! [`Library`] is the interface. This crate knows nothing of MCP, windows or terminals.

// The judged queries, which other crates read as well, name this crate.
#[cfg(test)]
extern crate self as lore;

pub mod browse;
pub mod compare;
pub mod encounter;
pub mod error;
mod everyday;
pub mod export;
pub mod facts;
pub mod fields;
pub mod ingest;
mod library;
pub mod model;
pub mod own;
mod passages;
pub mod progress;
pub mod query;
pub mod rating;
mod search;
mod store;

pub use embedding::{EmbeddingCounts, EmbeddingOptions};
pub use error::{Error, Result};
pub use library::{
    Access, BrowseAnswer, CacheStats, CampaignChange, Campaigns, Check, Choice, Clock, ContentVersion,
    EmbeddingReport, EntryAction, EntryChange, EntryDisagreement, EntryKey, EntryVersion, FRESH_FOR, Finding,
    ImportRequest, Level, Library, OnDemandOptions, Open5eDocument, Open5eDocuments, Options, Snapshot,
    SourceReport, Stats, SyncOutcome, SyncRequest, WholeEntry, close_to_others, home_folder, is_of_this_user,
    make_private_folder, open_to_others,
};
pub use model::{CalledEntry, ToolCall};
