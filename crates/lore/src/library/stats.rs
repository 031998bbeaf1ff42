//! The statistics of a library.

use std::collections::BTreeMap;
use std::path::Path;

use content::error::Result;
use content::model::ToolCall;
use content::passages::passage_format;
use embedding::EmbeddingCounts;
use serde::Serialize;

use super::Library;
use super::freshness::CacheStats;

const MAX_LISTED_CALLS: u32 = 10;

/// The statistics of a library.
#[serde_with_macros::skip_serializing_none]
#[derive(Debug, Clone, Serialize, schemars::JsonSchema)]
pub struct Stats {
    /// The library's folder.
    pub home: String,
    /// Number of entries.
    pub entries: u64,
    /// Number of documents.
    pub documents: u64,
    /// Number of entries by kind.
    pub kinds: BTreeMap<String, u64>,
    /// Number of entries in the text index.
    pub indexed_entries: u64,
    /// Number of changes that the text index lacks.
    pub changes_to_index: u64,
    /// The size of the database on disk, in bytes.
    pub database_bytes: u64,
    /// The size of the text index on disk, in bytes.
    pub index_bytes: u64,
    /// True if semantic search is available: `ready …`, or `unavailable: …` with the reason.
    pub semantic_search: String,
    /// Number of entries that semantic search can find.
    pub embedded_entries: u64,
    /// Number of entries that lack vectors.
    pub entries_to_embed: u64,
    /// Number of passages of entries that have a vector.
    pub embedded_passages: u64,
    /// The use of the model since the server was started.
    pub model_use: EmbeddingCounts,
    /// True if calls of tools are noted.
    pub notes_calls: bool,
    /// The last ten calls of tools, newest first; the resource `lore://activity` has up to 500.
    pub last_calls: Vec<ToolCall>,
    /// The cache of queries to Open5e.
    pub cache: CacheStats,
    /// When everything was last fetched from Open5e (RFC 3339).
    pub open5e_synced_at: Option<String>,
    /// A message about the recovery of a damaged database.
    pub recovery: Option<String>,
    /// The version of SQLite.
    pub sqlite_version: String,
}

impl Library {
    /// Gathers the statistics of the library.
    pub async fn stats(&self) -> Result<Stats> {
        let settings = self.store.settings().await?;
        let kinds = self.store.count_by_kind().await?.into_iter();
        let kinds: BTreeMap<String, u64> =
            kinds.map(|(kind, count)| (kind, u64::try_from(count).unwrap_or(0))).collect();
        let (sqlite_version, database_bytes) = self.store.facts().await?;
        let entries: u64 = kinds.values().sum();
        let (embedded_entries, entries_to_embed, embedded_passages) = self.count_embedded(entries).await?;
        let embedder = &self.semantic_search.embedder;
        Ok(Stats {
            home: disk::shown(&self.home),
            entries,
            documents: self.store.documents().await?.len() as u64,
            kinds,
            indexed_entries: self.text.entry_count(),
            changes_to_index: self.text.count_missing_changes().await?,
            database_bytes,
            index_bytes: bytes_in(self.text.folder()),
            semantic_search: embedder.status(),
            embedded_entries,
            entries_to_embed,
            embedded_passages,
            model_use: embedder.counts(),
            notes_calls: self.notes_calls(),
            last_calls: self.activity(MAX_LISTED_CALLS).await?,
            cache: self.cache_stats().await?,
            open5e_synced_at: settings.open5e_synced_at,
            recovery: settings.recovery,
            sqlite_version,
        })
    }

    /// Counts the entries with all first passages, those lacking vectors, and the passages, by the model.
    async fn count_embedded(&self, entries: u64) -> Result<(u64, u64, u64)> {
        let Ok(model) = self.semantic_search.embedder.model() else { return Ok((0, entries, 0)) };
        let Some(reached) = self.store.reached(&model.identity(passage_format())).await? else {
            return Ok((0, entries, 0));
        };
        let without = self.store.count_entries_after(reached.first_passages).await?;
        let to_embed = self.store.count_entries_after(reached.all_passages).await?;
        Ok((entries.saturating_sub(without), to_embed, self.store.count_vectors(reached.id).await?))
    }
}

fn bytes_in(folder: &Path) -> u64 {
    let Ok(files) = std::fs::read_dir(folder) else { return 0 };
    files.flatten().filter_map(|file| file.metadata().ok()).map(|metadata| metadata.len()).sum()
}
