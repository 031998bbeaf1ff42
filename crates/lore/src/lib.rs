//! A local library of fifth-edition content: lookups, search, browsing, imports and syncs.
//!
//! [`Library`] is the interface. This crate knows nothing of MCP, windows or terminals.

mod library;

pub use ::ingest;
pub use content::error::{Error, Result};
pub use content::model::{CalledEntry, ToolCall};
pub use content::{error, facts, fields, model, progress, query};
pub use embedding::{EmbeddingCounts, EmbeddingOptions};
pub use library::*;
pub use search::Parts as RankingWeights;
pub use tabletop::browse::WholeEntry;
pub use tabletop::{browse, compare, dice, encounter, export, own, rating};
