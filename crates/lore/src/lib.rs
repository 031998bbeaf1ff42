//! One local library of fifth-edition content: what it holds, how it is filled, and how it is asked.
//!
//! [`Library`] is the way in. Nothing here knows of MCP, of a window, or of the terminal.

pub mod browse;
pub mod error;
pub mod fields;
pub mod ingest;
mod library;
pub mod model;
mod passages;
pub mod progress;
pub mod query;
mod search;
mod store;

pub use embedding::{EmbeddingCounts, EmbeddingOptions};
pub use error::{Error, Result};
pub use library::{
    Browsing, CacheStats, CalledEntry, Check, Clock, EmbeddingReport, EntryDisagreement, EntryPlace,
    FRESH_FOR, Finding, ImportRequest, Level, Library, OnDemand, Open5eDocument, Open5eDocuments, Options,
    SourceReport, Stats, SyncRequest, Synced, ToolCall, WholeEntry, close_to_others, home_folder,
    is_of_this_user, make_private_folder, open_to_others,
};
