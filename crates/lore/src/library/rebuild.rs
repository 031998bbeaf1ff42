//! Reads every source again: after the projection was made anew, after an update of the program, and when the
//! projection does not follow what is the user's own.

use std::sync::atomic::Ordering;

use content::error::{Error, Result};
use content::model::{DocumentKey, NewDocument, Slug};
use content::progress::Job;
use ingest::Batch;
use ingest::open5e::Fetched;
use ingest::orcbrew::{Import, Spool, prepare, read};
use store::{FileImport, ImportContext, RemovalPolicy, SourceRow};
use tabletop::own::record_of;

use super::Library;
use super::import_orcbrew::{ImportRequest, base_in};
use super::source_folder::{SourceFolder, StoredFetch};

/// The program as a reader: its version, and a hash of the source code that reads.
const READERS: &str = concat!(env!("CARGO_PKG_VERSION"), " ", env!("LORE_READERS"));

impl Library {
    async fn needs_rebuild(&self) -> Result<bool> {
        let settings = self.store.settings().await?;
        Ok(settings.readers.as_deref() != Some(READERS) || !settings.is_in_step)
    }

    /// Reads the sources that this program has not read: what takes long in the background.
    pub(super) async fn read_sources(&self) -> Result<()> {
        if self.store.is_new {
            // Which files were imported was lost with the database that knew it.
            for file in self.sources.files() {
                let request = ImportRequest::default();
                if let Err(error) = self.import_orcbrew(&file, request, &Job::quiet()).await {
                    tracing::warn!(%error, "a file that was imported cannot be read again");
                }
            }
        }
        if !self.needs_rebuild().await? {
            return Ok(());
        }
        if self.sources.fetches().is_empty() && self.store.files_to_read().await?.is_empty() {
            return self.rebuild().await;
        }
        // A failure is logged, and the next opening begins anew.
        self.state.is_rebuilding.store(true, Ordering::Release);
        let library = self.clone();
        tokio::spawn(async move {
            match library.rebuild().await {
                Ok(()) => tracing::info!("every source was read again"),
                Err(Error::Cancelled) => {}
                Err(error) => tracing::error!(%error, "the library could not be made again from its sources"),
            }
            library.state.is_rebuilding.store(false, Ordering::Release);
        });
        Ok(())
    }

    fn rebuild_job(&self) -> Job {
        Job::new(self.state.stop_rebuild.clone(), |_| {})
    }

    pub(super) fn is_being_rebuilt(&self) -> bool {
        self.state.is_rebuilding.load(Ordering::Acquire)
    }

    pub(super) async fn rebuild(&self) -> Result<()> {
        let _running = self.state.running.lock().await;
        if !self.needs_rebuild().await? {
            return Ok(());
        }
        let store = &self.store;
        self.read_own_entries().await?;
        for path in self.sources.fetches() {
            let from = path.clone();
            match tokio::task::spawn_blocking(move || SourceFolder::fetch(&from)).await? {
                Ok(fetch) => self.read_fetch(fetch).await?,
                Err(error) => tracing::error!(%error, "what a sync fetched cannot be read; sync again"),
            }
        }
        // The files of an archive were imported together.
        for rows in store.files_to_read().await?.chunk_by(|one, next| one.source == next.source) {
            self.rebuild_job().check_cancelled()?;
            match self.read_files(rows).await {
                Err(error @ (Error::Unreadable { .. } | Error::NotOrcBrew { .. })) => {
                    tracing::error!(%error, "a file that was imported cannot be read again; import it again");
                }
                read => read?,
            }
        }
        store.delete_orphans().await?;
        store.record_readers(READERS).await?;
        self.update_indexes(&Job::quiet()).await;
        Ok(())
    }

    async fn read_own_entries(&self) -> Result<()> {
        let rows = self.store.existing_own_entries().await?;
        for rows in rows.chunk_by(|one, next| one.document == next.document) {
            let Some(first) = rows.first() else { continue };
            let key = DocumentKey::stored(first.document.clone());
            let mut batch = Batch::default();
            batch.add_document(NewDocument::own(key.clone(), first.book.clone()));
            for row in rows {
                let record = serde_json::from_str(&row.content)
                    .and_then(|entry| record_of(&entry, &key, &Slug::stored(row.slug.clone())));
                batch.add("own entries", &row.slug, record.map_err(|error| error.to_string()));
            }
            let saved_at = rows.iter().map(|row| &row.saved_at).max().unwrap_or(&first.saved_at);
            let (context, policy) = (ImportContext::Documents, RemovalPolicy::Remove);
            self.store.import(&batch, context, policy, &self.rebuild_job(), saved_at).await?;
        }
        Ok(())
    }

    async fn read_fetch(&self, mut fetch: StoredFetch) -> Result<()> {
        let fetched = Fetched::of_lists(&fetch.objects);
        let (mut batch, _) = self.normalise_fetch(&mut fetch).await?;
        let StoredFetch { fetched_at, base, documents, is_complete, .. } = fetch;
        for key in self.store.declined_documents().await? {
            batch.take(&key);
        }
        let is_full = documents.is_none() && is_complete;
        let context = if is_full { ImportContext::FullSync } else { ImportContext::Documents };
        let is_complete = is_complete && batch.rejected().is_empty();
        let policy = if is_complete { RemovalPolicy::Remove } else { RemovalPolicy::Keep };
        self.store.import(&batch, context, policy, &self.rebuild_job(), &fetched_at).await?;
        let at = fetched_at.parse().unwrap_or_default();
        self.record_sync(&base, documents.as_ref(), &fetched, at).await
    }

    async fn read_files(&self, rows: &[SourceRow]) -> Result<()> {
        let Some(SourceRow { source, .. }) = rows.first() else { return Ok(()) };
        let path = self.sources.file(source);
        let (job, mut wanted) = (self.rebuild_job(), rows.to_vec());
        let base = base_in(self.store.clone());
        let prepared = tokio::task::spawn_blocking(move || {
            let spool = Spool::default();
            let mut import = Import { spool, job: &job, base: &base, done: 0, total: 0 };
            let mut prepared = Vec::new();
            for mut file in read(&path, &job)?.files {
                let Some(place) = wanted.iter().position(|row| row.hash == file.hash) else { continue };
                let row = wanted.remove(place);
                (file.path, file.name) = (row.path, row.name);
                prepared.push((row.id, row.imported_at, prepare(file, &mut import)?));
            }
            Ok::<_, Error>(prepared)
        });
        for (id, imported_at, file) in prepared.await?? {
            let mut import = self.store.begin_file_import(&imported_at).await?;
            let mut open = FileImport::reopen(&file, id);
            for book in &file.books {
                import.store_again(&mut open, book, &self.rebuild_job()).await?;
            }
            import.commit().await?;
        }
        Ok(())
    }
}
