//! A local library of fifth-edition content: lookups, search, browsing, imports and syncs.
//!
//! [`Library`] is the interface. This crate knows nothing of MCP, windows or terminals.

mod library;

pub use ::ingest;
pub use content::error::{Error, Result};
pub use content::model::{CalledEntry, ToolCall};
pub use content::{error, facts, fields, model, progress, query};
pub use embedding::{EmbeddingCounts, EmbeddingOptions};
pub use library::{
    Access, BrowseAnswer, CacheStats, CampaignChange, Campaigns, Check, Choice, Clock, ContentVersion,
    EmbeddingReport, EntryAction, EntryChange, EntryDisagreement, EntryKey, EntryVersion, FRESH_FOR, Finding,
    ImportRequest, Level, Library, OnDemandOptions, Open5eDocument, Open5eDocuments, Options, RankingCase,
    Snapshot, SourceReport, Stats, SyncOutcome, SyncRequest, close_to_others, home_folder, is_of_this_user,
    make_private_folder, open_to_others,
};
pub use search::Parts as RankingWeights;
pub use tabletop::browse::WholeEntry;
pub use tabletop::{browse, compare, dice, encounter, export, own, rating};
