//! Vectors that are bundled with the starter content, so that it is found by meaning from the beginning.

use std::path::Path;
use std::time::Instant;

use content::error::{Error, Result};
use content::passages::{Passage, passage_format};
use content::progress::Job;
use embedding::write_vector_file;
use store::Embedded;

use super::entry_embedding::{EntryPassages, split_entries};
use super::semantic_search::SemanticSearch;

/// The most entries that get prepared vectors at once; the starter content has half as many.
const MAX_ENTRIES: u32 = 8_192;
const PASSAGES_PER_CHECK: usize = 256;

impl SemanticSearch {
    /// Does nothing if the model has embedded entries of this library before, unless the starter content was
    /// just imported. Errors are logged: the entries are embedded in the background then.
    pub(super) async fn use_prepared_vectors(&self, was_imported: bool) {
        let began = Instant::now();
        match self.write_prepared_vectors(was_imported).await {
            Ok(0) => {}
            Ok(entries) => {
                let seconds = began.elapsed().as_secs_f64();
                tracing::info!(entries, seconds, "used the bundled vectors of the starter content");
            }
            Err(error) => tracing::warn!(%error, "the starter content is embedded again"),
        }
    }

    async fn write_prepared_vectors(&self, was_imported: bool) -> Result<usize> {
        let Ok(model) = self.embedder.model() else { return Ok(0) };
        let identity = model.identity(passage_format());
        let reached = self.store.reached(&identity).await?;
        let from = reached.map_or(0, |reached| reached.all_passages);
        if (reached.is_some() && !was_imported) || from >= self.store.last_change().await? {
            return Ok(0);
        }
        let Some(_lock) = self.embedding_lock()? else { return Ok(0) };
        let Some(prepared) = self.prepared_vectors(&model).await? else { return Ok(0) };
        let texts = self.store.changes_after(from, i64::MAX, MAX_ENTRIES).await?;
        let entries = split_entries(texts, model.max_passage_tokens()).await?;
        let hashes = entries.iter().flat_map(|entry| &entry.passages).map(|passage| passage.hash);
        let vectors = prepared.vectors(hashes.collect()).await?;
        let complete =
            |entry: &&EntryPassages| entry.passages.iter().all(|passage| vectors.contains_key(&passage.hash));
        let rows: Vec<Embedded> = entries.iter().filter(complete).map(|entry| entry.row(&vectors)).collect();
        let reached = entries.iter().take_while(complete).last().map_or(0, |entry| entry.change);
        let model_id = self.store.begin_model(&identity).await?.id;
        self.store.write_vectors(model_id, &rows, (reached, reached)).await?;
        Ok(rows.len())
    }

    /// Writes the vectors of every entry and of `others`, and returns their number.
    pub(super) async fn export_vectors(&self, path: &Path, others: &[Passage], job: &Job) -> Result<usize> {
        self.embed(job).await?;
        let model = self.embedder.model()?;
        let identity = model.identity(passage_format());
        let model_id = self.store.begin_model(&identity).await?.id;
        let mut vectors = self.store.all_vectors(model_id).await?;
        // A file that cannot be used is made anew.
        if let Ok(Some(prepared)) = self.prepared_vectors(&model).await {
            vectors.extend(prepared.vectors(others.iter().map(|passage| passage.hash).collect()).await?);
        }
        self.embedder.begin_second_engine();
        for some in others.chunks(PASSAGES_PER_CHECK) {
            job.check_cancelled()?;
            self.compute(some.iter(), &mut vectors).await?;
        }
        self.embedder.end_second_engine();
        write_vector_file(path, &identity, model.dimension(), &vectors)
            .map_err(|error| Error::file(path, error))?;
        Ok(vectors.len())
    }
}

#[cfg(test)]
mod tests;
