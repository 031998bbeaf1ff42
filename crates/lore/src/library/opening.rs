//! Opens a library, reads the sources that are new to it, and closes it.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use content::error::Result;
use content::progress::Job;
use search::TextIndex;
use store::Store;

use super::database::{INDEX_FOLDER, open_database};
use super::freshness::Open5eApi;
use super::health::has_damaged_file;
use super::options::{Options, ReadOnly};
use super::semantic_search::SemanticSearch;
use super::source_folder::SourceFolder;
use super::{Library, State};

impl Library {
    /// Opens or creates the library in a folder, and imports new starter content. A damaged database is moved
    /// aside and rebuilt from the sources. A library without write permission is opened for reading.
    ///
    /// # Errors
    /// When no library can be opened or created, the disk is full, or a newer program made the library.
    pub async fn open(options: Options) -> Result<Self> {
        let (store, read_only) = open_database(&options.home, options.access, &options.clock).await?;
        let opened = Self::of(store.clone(), read_only, options).await;
        if opened.is_err() {
            // Another attempt may have to move the file.
            store.close().await;
        }
        opened
    }

    async fn of(store: Store, read_only: Option<ReadOnly>, options: Options) -> Result<Self> {
        let Options { home, access: _, starter, clock, embedding, open5e } = options;
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

    /// Ends all background work and closes the database.
    pub async fn close(&self) {
        self.state.stop_rebuild.cancel();
        self.write_calls().await;
        self.api.stop.cancel();
        self.semantic_search.stop_worker().await;
        self.semantic_search.embedder.close().await;
        self.store.back_up_and_close().await;
    }
}
