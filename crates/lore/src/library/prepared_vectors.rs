//! Vectors of the starter content that come with it, so that it is found by meaning from the beginning.

use std::path::Path;
use std::time::Instant;

use super::embedding::{Cut, cut};
use super::semantic_search::Meaning;
use crate::error::{Error, Result};
use crate::meaning::{Known, read_prepared, write_prepared};
use crate::progress::Job;
use crate::store::{Embedded, Mark};

/// The file beside the starter content.
const FILE: &str = "vectors.bin";
/// The most entries that are given prepared vectors at once; the starter content has half as many.
const MOST: u32 = 8_192;

impl Meaning {
    /// Gives entries the vectors that came with the starter content, where all their passages have one. Does nothing once
    /// the model has made vectors here, unless content was just taken in. What goes wrong is logged: the entries are
    /// embedded in the background then.
    pub(super) async fn use_prepared_vectors(&self, starter: Option<&Path>, taken_in: bool) {
        let began = Instant::now();
        match self.write_prepared_vectors(starter, taken_in).await {
            Ok(0) => {}
            Ok(entries) => {
                let seconds = began.elapsed().as_secs_f64();
                tracing::info!(entries, seconds, "used the vectors that came with the starter content");
            }
            Err(error) => tracing::warn!(%error, "the vectors of the starter content are made anew"),
        }
    }

    async fn write_prepared_vectors(&self, starter: Option<&Path>, taken_in: bool) -> Result<usize> {
        let (Some(folder), Ok(model)) = (starter, self.embedder.model()) else {
            return Ok(0);
        };
        let reached = self.store.reached(&model.identity()).await?;
        let from = reached.map_or(0, |reached| reached.all_passages);
        if (reached.is_some() && !taken_in) || from >= self.store.last_change().await? {
            return Ok(0);
        }
        let Some(_alone) = self.embedding_lock()? else { return Ok(0) };
        let path = folder.join(FILE);
        let (read, chosen) = (path.clone(), model.clone());
        let read = tokio::task::spawn_blocking(move || read_prepared(&read, &chosen));
        let known = match read.await.map_err(|error| Error::Internal(error.to_string()))? {
            Ok(Some(known)) => known,
            Ok(None) => {
                tracing::info!(file = %path.display(), "no vectors came with the starter content");
                return Ok(0);
            }
            Err(why) => return Err(Error::Invalid(format!("{} is of no use: {why}", path.display()))),
        };
        let entries =
            cut(self.store.texts_after(from, i64::MAX, MOST).await?, model.longest_passage()).await?;
        let rows: Vec<Embedded> =
            entries.iter().filter(|entry| has_all(entry, &known)).map(|entry| entry.row(&known)).collect();
        let last = entries.iter().take_while(|entry| has_all(entry, &known)).last().map(|entry| entry.number);
        let marks: Vec<Mark> =
            last.into_iter().flat_map(|last| [Mark::First(last), Mark::All(last)]).collect();
        let model_id = self.store.begin_model(&model.identity()).await?.id;
        self.store.write_vectors(model_id, &rows, &marks).await?;
        Ok(rows.len())
    }

    /// Embeds every entry and writes all vectors into a file that comes with the starter content of other libraries.
    /// Gives how many there are.
    ///
    /// # Errors
    /// When there is no model, the database fails, the job is stopped, or the file cannot be written.
    pub(super) async fn export_vectors(&self, path: &Path, job: &Job) -> Result<usize> {
        self.embed(job).await?;
        let model = self.embedder.model()?;
        let model_id = self.store.begin_model(&model.identity()).await?.id;
        let vectors = self.store.all_vectors(model_id).await?;
        write_prepared(path, &model, &vectors).map_err(|error| Error::file(path, error))?;
        Ok(vectors.len())
    }
}

fn has_all(entry: &Cut, known: &Known) -> bool {
    entry.passages.iter().all(|passage| known.contains_key(&passage.hash))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::library::embedding::tests::{import, open, spell};
    use crate::meaning::{MeaningOptions, real};
    use crate::model::Record;
    use crate::{Library, Options};
    use std::path::PathBuf;
    use tempfile::TempDir;

    fn spells(names: &[&str]) -> Vec<Record> {
        let body = |name: &str| format!("You think of {name}. {}", "A plum falls from the tree. ".repeat(60));
        names.iter().map(|name| spell("book", name, &body(name))).collect()
    }

    /// A folder with the vectors of two spells, and those vectors.
    async fn prepared(options: &MeaningOptions) -> (TempDir, Known) {
        let (home, starter) = (TempDir::new().unwrap(), TempDir::new().unwrap());
        let library = open(home.path(), options.clone()).await;
        import(&library, spells(&["Plum Talk", "Plum Walk"])).await;
        let count = library.export_vectors(&starter.path().join(FILE), &Job::quiet()).await.unwrap();
        let known = all_vectors(&library).await;
        assert!(count == known.len() && count > 2, "a long text has several passages");
        library.close().await;
        (starter, known)
    }

    async fn all_vectors(library: &Library) -> Known {
        let model = library.meaning.embedder.model().unwrap();
        let reached = library.store.reached(&model.identity()).await.unwrap();
        library.store.all_vectors(reached.unwrap().id).await.unwrap()
    }

    async fn write_prepared_vectors(library: &Library, taken_in: bool) -> Result<usize> {
        library.meaning.write_prepared_vectors(library.starter.folder().as_deref(), taken_in).await
    }

    async fn beside(starter: PathBuf, home: &TempDir, options: &MeaningOptions) -> Library {
        let options =
            Options { starter: Some(starter), meaning: options.clone(), ..Options::at(home.path()) };
        Library::open(options).await.unwrap()
    }

    #[tokio::test]
    async fn prepared_vectors_are_those_that_would_be_made_here() {
        let Some(options) = real() else { return };
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
        let Some(options) = real() else { return };
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

    async fn done_alone(options: &MeaningOptions) -> u64 {
        let home = TempDir::new().unwrap();
        let library = open(home.path(), options.clone()).await;
        import(&library, spells(&["Pear Talk"])).await;
        let done = library.embed(&Job::quiet()).await.unwrap();
        library.close().await;
        done.computed
    }

    #[tokio::test]
    async fn damaged_prepared_vectors_are_made_anew() {
        let Some(options) = real() else { return };
        let (starter, known) = prepared(&options).await;
        let path = starter.path().join(FILE);
        let mut bytes = std::fs::read(&path).unwrap();
        *bytes.last_mut().unwrap() ^= 1;
        std::fs::write(&path, bytes).unwrap();
        let home = TempDir::new().unwrap();
        let library = beside(starter.path().to_owned(), &home, &options).await;
        import(&library, spells(&["Plum Talk", "Plum Walk"])).await;
        let error = write_prepared_vectors(&library, false).await.unwrap_err().to_string();
        assert!(error.contains("vectors.bin is of no use") && error.contains("damaged"), "{error}");
        library.meaning.use_prepared_vectors(library.starter.folder().as_deref(), false).await;
        let done = library.embed(&Job::quiet()).await.unwrap();
        assert_eq!(done.computed, known.len() as u64);
        assert_eq!(all_vectors(&library).await, known);
        library.close().await;
    }
}
