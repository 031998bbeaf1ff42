//! Vectors that are bundled with the starter content, so that it is found by meaning from the beginning.

use std::path::Path;
use std::time::Instant;

use embedding::{PackedVector, VectorsByHash, write_vector_file};

use super::entry_embedding::{EntryPassages, split_entries};
use super::semantic_search::SemanticSearch;
use crate::error::{Error, Result};
use crate::passages::{Passage, passage_format};
use crate::progress::Job;
use crate::store::{Embedded, EmbeddingStage};

/// The most entries that get prepared vectors at once; the starter content has half as many.
const MAX_ENTRIES: u32 = 8_192;
/// The number of passages that are embedded between two checks for a cancelled job.
const PASSAGES_PER_CHECK: usize = 256;

impl SemanticSearch {
    /// Writes the bundled vectors of entries that have one for each passage. Does nothing if the model has embedded entries of
    /// this library before, unless the starter content was just imported. Errors are logged: the entries are embedded in the
    /// background then.
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
        let texts = self.store.texts_after(from, i64::MAX, MAX_ENTRIES).await?;
        let entries = split_entries(texts, model.max_passage_tokens()).await?;
        let hashes = entries.iter().flat_map(|entry| &entry.passages).map(|passage| passage.hash);
        let vectors = prepared.vectors(hashes.collect()).await?;
        let complete = |entry: &&EntryPassages| has_all(entry, &vectors);
        let rows: Vec<Embedded> = entries.iter().filter(complete).map(|entry| entry.row(&vectors)).collect();
        let last = entries.iter().take_while(complete).last().map(|entry| entry.change);
        let marks: Vec<EmbeddingStage> = last
            .into_iter()
            .flat_map(|last| [EmbeddingStage::First(last), EmbeddingStage::All(last)])
            .collect();
        let model_id = self.store.begin_model(&identity).await?.id;
        self.store.write_vectors(model_id, &rows, &marks).await?;
        Ok(rows.len())
    }

    /// Embeds every entry and `others`, and writes all vectors to a file to be bundled with the starter content. Returns the number
    /// of vectors.
    ///
    /// # Errors
    /// If there is no model, the database fails, the job is cancelled, or the file cannot be written.
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
        let missing: Vec<&Passage> =
            others.iter().filter(|passage| !vectors.contains_key(&passage.hash)).collect();
        self.embedder.begin_second_engine();
        for some in missing.chunks(PASSAGES_PER_CHECK) {
            job.check_cancelled()?;
            let texts = some.iter().map(|passage| passage.text.clone()).collect();
            let computed = self.embedder.embed_passages(texts).await?;
            let packed = computed.iter().map(|vector| PackedVector::new(vector).to_bytes());
            vectors.extend(some.iter().map(|passage| passage.hash).zip(packed));
        }
        self.embedder.end_second_engine();
        write_vector_file(path, &identity, model.dimension(), &vectors)
            .map_err(|error| Error::file(path, error))?;
        Ok(vectors.len())
    }
}

/// Returns whether each passage of an entry has a vector.
fn has_all(entry: &EntryPassages, vectors: &VectorsByHash) -> bool {
    entry.passages.iter().all(|passage| vectors.contains_key(&passage.hash))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::library::entry_embedding::tests::{import, installed_model, open, spell};
    use crate::library::prepared_vectors::VECTOR_FILE;
    use crate::model::{Details, Kind, Record};
    use crate::passages::passages_for_other_books;
    use crate::{Library, Options};
    use embedding::EmbeddingOptions;
    use std::path::PathBuf;
    use tempfile::TempDir;

    fn spells(names: &[&str]) -> Vec<Record> {
        let body = |name: &str| format!("You think of {name}. {}", "A plum falls from the tree. ".repeat(60));
        names.iter().map(|name| spell("book", name, &body(name))).collect()
    }

    /// Returns the passages of everyday words for one name.
    fn others() -> Vec<Passage> {
        let (name, _) = crate::everyday::of_other_books().next().unwrap();
        let lead = format!("{name}. ");
        passages_for_other_books()
            .take_while(|other| other.text.starts_with(name) || other.text.starts_with(&lead))
            .collect()
    }

    /// Makes a folder with the vectors of two spells and a name of another book, and returns it with those of the spells.
    async fn prepared(options: &EmbeddingOptions) -> (TempDir, VectorsByHash) {
        let (home, starter) = (TempDir::new().unwrap(), TempDir::new().unwrap());
        let library = open(home.path(), options.clone()).await;
        import(&library, spells(&["Plum Talk", "Plum Walk"])).await;
        let file = starter.path().join(VECTOR_FILE);
        let count = library.semantic_search.export_vectors(&file, &others(), &Job::quiet()).await.unwrap();
        let known = all_vectors(&library).await;
        assert!(count == known.len() + others().len() && known.len() > 2, "a long text has several passages");
        library.close().await;
        (starter, known)
    }

    async fn all_vectors(library: &Library) -> VectorsByHash {
        let model = library.semantic_search.embedder.model().unwrap();
        let reached = library.store.reached(&model.identity(passage_format())).await.unwrap();
        library.store.all_vectors(reached.unwrap().id).await.unwrap()
    }

    async fn write_prepared_vectors(library: &Library, was_imported: bool) -> Result<usize> {
        library.semantic_search.write_prepared_vectors(was_imported).await
    }

    async fn beside(starter: PathBuf, home: &TempDir, options: &EmbeddingOptions) -> Library {
        let options =
            Options { starter: Some(starter), embedding: options.clone(), ..Options::at(home.path()) };
        Library::open(options).await.unwrap()
    }

    #[tokio::test]
    async fn prepared_vectors_equal_computed_ones() {
        let Some(options) = installed_model() else { return };
        let (starter, known) = prepared(&options).await;
        let home = TempDir::new().unwrap();
        let library = beside(starter.path().to_owned(), &home, &options).await;
        import(&library, spells(&["Plum Talk", "Plum Walk"])).await;
        assert_eq!(write_prepared_vectors(&library, false).await.unwrap(), 2);
        assert_eq!(all_vectors(&library).await, known);
        assert_eq!(library.embedding_counts().model_loads, 0, "the model was not needed");
        let done = library.embed(&Job::quiet()).await.unwrap();
        assert_eq!((done.entries, done.computed), (0, 0), "nothing was left");
        library.close().await;
    }

    #[tokio::test]
    async fn other_texts_are_embedded_beside_prepared_ones() {
        let Some(options) = installed_model() else { return };
        let (starter, known) = prepared(&options).await;
        let home = TempDir::new().unwrap();
        let library = beside(starter.path().to_owned(), &home, &options).await;
        import(&library, spells(&["Plum Talk", "Pear Talk", "Plum Walk"])).await;
        assert_eq!(write_prepared_vectors(&library, true).await.unwrap(), 2);
        assert_eq!(all_vectors(&library).await, known);
        let done = library.embed(&Job::quiet()).await.unwrap();
        assert_eq!(done.computed, done_alone(&options).await, "only the other spell is computed");
        assert_eq!(library.stats().await.unwrap().entries_to_embed, 0);
        assert_eq!(write_prepared_vectors(&library, true).await.unwrap(), 0);
        library.close().await;
    }

    async fn done_alone(options: &EmbeddingOptions) -> u64 {
        let home = TempDir::new().unwrap();
        let library = open(home.path(), options.clone()).await;
        import(&library, spells(&["Pear Talk"])).await;
        let done = library.embed(&Job::quiet()).await.unwrap();
        library.close().await;
        done.computed
    }

    #[tokio::test]
    async fn everyday_words_of_another_book_come_with_their_vectors() {
        let Some(options) = installed_model() else { return };
        let (starter, _) = prepared(&options).await;
        let home = TempDir::new().unwrap();
        let library = beside(starter.path().to_owned(), &home, &options).await;
        let model = library.semantic_search.embedder.model().unwrap();
        let file = library.semantic_search.prepared_vectors(&model).await.unwrap().unwrap();
        let others = others();
        let vectors = file.vectors(others.iter().map(|other| other.hash).collect()).await.unwrap();
        assert_eq!(vectors.len(), others.len());
        let (name, _) = crate::everyday::of_other_books().next().unwrap();
        let creature = Record {
            kind: Kind::Creature,
            details: Details::Creature(Box::default()),
            ..spell("book", name, "It is there.")
        };
        let many = (0..100).map(|n| spell("book", &format!("Plum {n}"), "A plum."));
        import(&library, many.chain([creature]).collect()).await;
        let done = library.embed(&Job::quiet()).await.unwrap();
        assert_eq!(done.reused, others.len() as u64, "{done:?}");
        library.close().await;
    }

    #[tokio::test]
    async fn damaged_prepared_vectors_are_computed_again() {
        let Some(options) = installed_model() else { return };
        let (starter, known) = prepared(&options).await;
        let path = starter.path().join(VECTOR_FILE);
        let mut bytes = std::fs::read(&path).unwrap();
        *bytes.last_mut().unwrap() ^= 1;
        std::fs::write(&path, bytes).unwrap();
        let home = TempDir::new().unwrap();
        let library = beside(starter.path().to_owned(), &home, &options).await;
        import(&library, spells(&["Plum Talk", "Plum Walk"])).await;
        let error = write_prepared_vectors(&library, false).await.unwrap_err().to_string();
        assert!(error.contains("vectors.bin cannot be used") && error.contains("damaged"), "{error}");
        library.semantic_search.use_prepared_vectors(false).await;
        let done = library.embed(&Job::quiet()).await.unwrap();
        assert_eq!(done.computed, known.len() as u64);
        assert_eq!(all_vectors(&library).await, known);
        library.close().await;
    }
}
