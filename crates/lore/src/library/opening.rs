//! Opens a library, reads the sources that are new to it, and closes it.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use content::error::Result;
use content::progress::Job;
use search::TextIndex;

use super::Library;
use super::database::{INDEX_FOLDER, OpenDatabase, open_database};
use super::freshness::Open5eApi;
use super::health::has_damaged_file;
use super::import_orcbrew::ImportRequest;
use super::options::{Options, ReadOnly};
use super::semantic_search::SemanticSearch;
use super::source_folder::SourceFolder;
use super::state::State;

impl Library {
    /// Opens or creates the library in a folder, and imports new starter content. A damaged database is moved
    /// aside and rebuilt from the sources. A library without write permission is opened for reading.
    ///
    /// # Errors
    /// When there is no library and none can be created, the disk is full, or the library was made by a newer
    /// program.
    pub async fn open(options: Options) -> Result<Self> {
        let database = open_database(&options.home, options.access, &options.clock).await?;
        let store = database.store.clone();
        let opened = Self::of(database, options).await;
        if opened.is_err() {
            // Another attempt may have to move the file.
            store.close().await;
        }
        opened
    }

    async fn of(database: OpenDatabase, options: Options) -> Result<Self> {
        let Options { home, access: _, starter, clock, embedding, open5e } = options;
        let OpenDatabase { store, read_only } = database;
        let settings = store.settings().await?;
        let open_index = match &read_only {
            Some(ReadOnly::Requested) => TextIndex::open_for_reading,
            Some(ReadOnly::Unwritable(_)) => TextIndex::copied,
            None => TextIndex::open,
        };
        let text = Arc::new(open_index(&home.join(INDEX_FOLDER), &store, &settings.id)?);
        let (home, starter) = (Arc::new(home), starter.map(Arc::from));
        let is_writable = read_only.is_none();
        // A recovery is reported as long as the damaged file exists.
        let recovery = settings.recovery.filter(|_| has_damaged_file(&home)).map(|text| {
            format!("{text} When nothing is missing, delete the damaged file; that ends this message.")
        });
        let library = Self {
            text,
            semantic_search: SemanticSearch::new(
                embedding,
                Arc::clone(&home),
                store.clone(),
                starter.clone(),
            ),
            starter,
            sources: SourceFolder::of(&home),
            api: Arc::new(Open5eApi::new(open5e.filter(|_| is_writable))),
            state: Arc::new(State {
                read_only,
                recovery,
                notes_calls: AtomicBool::new(settings.keeps_activity && is_writable),
                ..State::default()
            }),
            home,
            clock,
            store,
        };
        if is_writable {
            let is_imported = library.import_starter().await?;
            let index = async {
                if is_imported {
                    library.text.try_catch_up(&Job::quiet()).await;
                }
            };
            tokio::join!(index, library.semantic_search.use_prepared_vectors(is_imported));
            library.read_sources().await?;
        }
        Ok(library)
    }

    /// Reads the sources that this program has not read: what takes long in the background.
    async fn read_sources(&self) -> Result<()> {
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
        if self.rebuild_takes_long().await? {
            self.start_rebuild();
            return Ok(());
        }
        self.rebuild().await
    }

    /// Ends all background work and closes the database.
    pub async fn close(&self) {
        self.state.stop_rebuild.cancel();
        self.write_calls().await;
        self.api.close();
        self.semantic_search.stop_worker().await;
        self.semantic_search.embedder.close().await;
        self.store.back_up_and_close().await;
    }
}
