use std::collections::BTreeMap;
use std::path::Path;

use serde::Serialize;

use super::{CacheStats, Library, ToolCall};
use crate::error::Result;
use embedding::EmbeddingCounts;

/// The library in numbers.
#[derive(Debug, Clone, Serialize, schemars::JsonSchema)]
pub struct Stats {
    /// The folder that holds it.
    pub home: String,
    /// How many entries it holds.
    pub entries: u64,
    /// How many documents it holds.
    pub documents: u64,
    /// The entries by kind.
    pub kinds: BTreeMap<String, u64>,
    /// How many entries the text index holds.
    pub indexed_entries: u64,
    /// How many changes the text index has yet to take in.
    pub changes_to_index: u64,
    /// The size of the database on disk, in bytes.
    pub database_bytes: u64,
    /// The size of the text index on disk, in bytes.
    pub index_bytes: u64,
    /// Whether questions in plain words are answered by meaning: `ready …`, or `unavailable: …` with the reason.
    pub semantic_search: String,
    /// How many entries can be found by meaning.
    pub embedded_entries: u64,
    /// How many entries have yet to get all their vectors.
    pub entries_to_embed: u64,
    /// How many passages of entries have a vector.
    pub embedded_passages: u64,
    /// What the model did since the server was started.
    pub model_use: EmbeddingCounts,
    /// Whether calls of tools are noted.
    pub notes_calls: bool,
    /// The last ten calls of tools, newest first; the resource `lore://activity` has up to 500.
    pub last_calls: Vec<ToolCall>,
    /// What is remembered of questions to Open5e.
    pub cache: CacheStats,
    /// When everything was last fetched from Open5e (RFC 3339).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub open5e_synced_at: Option<String>,
    /// What was saved when the database was found damaged.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub recovery: Option<String>,
    /// The version of SQLite.
    pub sqlite_version: String,
}

/// How many entries have vectors.
struct Coverage {
    entries: u64,
    to_do: u64,
    passages: u64,
}

impl Library {
    /// The library in numbers.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn stats(&self) -> Result<Stats> {
        let settings = self.store.settings().await?;
        let kinds: BTreeMap<String, u64> = self
            .store
            .count_by_kind()
            .await?
            .into_iter()
            .map(|(kind, count)| (kind, u64::try_from(count).unwrap_or(0)))
            .collect();
        let indexed = self
            .index
            .indexed()
            .filter(|indexed| *indexed.library == *self.id)
            .map_or(0, |indexed| indexed.number);
        let (sqlite_version, database_bytes) = self.store.facts().await?;
        let entries: u64 = kinds.values().sum();
        let embedded = self.embedded(entries).await?;
        Ok(Stats {
            home: self.home.display().to_string(),
            entries,
            documents: self.store.documents().await?.len() as u64,
            kinds,
            indexed_entries: self.index.len(),
            changes_to_index: self.store.count_changes_after(indexed).await?,
            database_bytes,
            index_bytes: bytes_in(self.index.folder()),
            semantic_search: self.semantic_search(),
            embedded_entries: embedded.entries,
            entries_to_embed: embedded.to_do,
            embedded_passages: embedded.passages,
            model_use: self.embedding_counts(),
            notes_calls: self.notes_calls(),
            last_calls: self.activity(10).await?,
            cache: self.cache_stats().await?,
            open5e_synced_at: settings.open5e_synced_at.map(String::from),
            recovery: settings.recovery.map(String::from),
            sqlite_version,
        })
    }

    /// How far the chosen model is.
    async fn embedded(&self, entries: u64) -> Result<Coverage> {
        let none = Coverage { entries: 0, to_do: entries, passages: 0 };
        let Ok(model) = self.semantic_search.embedder.model() else { return Ok(none) };
        let Some(reached) = self.store.reached(&model.identity(crate::passages::PASSAGE_FORMAT)).await?
        else {
            return Ok(none);
        };
        let without = self.store.count_entries_after(reached.first_passages).await?;
        Ok(Coverage {
            entries: entries.saturating_sub(without),
            to_do: self.store.count_entries_after(reached.all_passages).await?,
            passages: self.store.count_vectors(reached.id).await?,
        })
    }
}

fn bytes_in(folder: &Path) -> u64 {
    let Ok(files) = std::fs::read_dir(folder) else { return 0 };
    files.flatten().filter_map(|file| file.metadata().ok()).map(|metadata| metadata.len()).sum()
}
