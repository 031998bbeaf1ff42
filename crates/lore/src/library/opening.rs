//! Opens a library and connects its parts.

use std::sync::Arc;

use super::activity::ActivityLog;
use super::browse::Browser;
use super::database::{INDEX_FOLDER, OLD_INDEX_FOLDERS, OpenDatabase, open_database};
use super::documents::Documents;
use super::encounters::Encounters;
use super::entries::Entries;
use super::freshness::{Freshness, Open5eApi, QueryCache};
use super::health::Health;
use super::import::Importer;
use super::lookup::Lookups;
use super::options::ReadOnly;
use super::own::OwnEntries;
use super::ranked::Ranker;
use super::semantic_search::SemanticSearch;
use super::starter::StarterContent;
use super::stats::Statistics;
use super::sync::Syncs;
use super::text_search::TextSearch;
use super::{Library, Options};
use crate::error::Result;
use crate::progress::Job;
use crate::search::TextIndex;

impl Library {
    /// Opens the library in a folder, or creates one, and imports starter content that is new to it. A damaged database is
    /// moved aside, and its readable entries are saved. A library without write permission is opened for reading.
    ///
    /// # Errors
    /// When there is no library and none can be created, the disk is full, or the library was made by a newer program.
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

    /// Connects the parts of a library to its open database.
    async fn of(database: OpenDatabase, options: Options) -> Result<Self> {
        let Options { home, access: _, starter, clock, embedding, open5e } = options;
        let OpenDatabase { store, read_only } = database;
        let settings = store.settings().await?;
        let index = match &read_only {
            Some(ReadOnly::Requested) => TextIndex::open_for_reading(&home.join(INDEX_FOLDER))?,
            Some(ReadOnly::Unwritable(_)) => TextIndex::copied(&home.join(INDEX_FOLDER))?,
            None => {
                for old in OLD_INDEX_FOLDERS.map(|folder| home.join(folder)).iter().filter(|old| old.exists())
                {
                    // One that an earlier version still uses may stay.
                    let _ = std::fs::remove_dir_all(old);
                }
                TextIndex::open(&home.join(INDEX_FOLDER))?
            }
        };
        let home = Arc::new(home);
        let text = Arc::new(TextSearch::new(index, store.clone(), &settings.id));
        let semantic_search =
            Arc::new(SemanticSearch::new(embedding, Arc::clone(&home), store.clone(), starter.as_deref()));
        let ranker = Arc::new(Ranker::new(store.clone(), Arc::clone(&text), Arc::clone(&semantic_search)));
        let starter = Arc::new(StarterContent::new(store.clone(), clock.clone(), starter.as_deref()));
        let importer =
            Importer::new(store.clone(), clock.clone(), Arc::clone(&text), Arc::clone(&semantic_search));
        let api = Arc::new(Open5eApi::new(open5e.filter(|_| read_only.is_none())));
        let cache = Arc::new(QueryCache::new(store.clone(), clock.clone(), Arc::clone(&api)));
        let freshness = Arc::new(Freshness::new(api, Arc::clone(&cache), importer.clone()));
        let entries = Entries { store: store.clone(), clock: clock.clone() };
        let documents = Documents { store: store.clone() };
        let lookups = Arc::new(Lookups::new(entries.clone(), Arc::clone(&ranker), Arc::clone(&freshness)));
        let encounters = Encounters::new(store.clone(), Arc::clone(&ranker), Arc::clone(&lookups));
        let syncs = Syncs::new(Arc::clone(&home), importer.clone(), Arc::clone(&starter), Arc::clone(&cache));
        let keeps_activity = settings.keeps_activity && read_only.is_none();
        let activity = Arc::new(ActivityLog::new(store.clone(), clock, keeps_activity));
        let health = Arc::new(Health::new(
            importer.clone(),
            Arc::clone(&text),
            Arc::clone(&starter),
            &home,
            settings.recovery.as_ref(),
            read_only.as_ref(),
        ));
        let statistics = Arc::new(Statistics {
            home: Arc::clone(&home),
            store: store.clone(),
            text: Arc::clone(&text),
            semantic_search: Arc::clone(&semantic_search),
            activity: Arc::clone(&activity),
            cache,
        });
        let library = Self {
            home,
            text,
            semantic_search,
            starter,
            own: OwnEntries {
                entries: entries.clone(),
                documents: documents.clone(),
                importer: importer.clone(),
            },
            documents,
            lookups,
            encounters,
            browser: Browser::new(store.clone(), ranker),
            entries,
            importer,
            freshness,
            syncs: Arc::new(syncs),
            activity,
            health,
            statistics,
            store,
        };
        if read_only.is_none() {
            library.import_starter().await?;
        }
        Ok(library)
    }

    async fn import_starter(&self) -> Result<()> {
        let is_imported = self.starter.import().await?;
        let index = async {
            if is_imported {
                self.text.try_catch_up(&Job::quiet()).await;
            }
        };
        tokio::join!(index, self.semantic_search.use_prepared_vectors(is_imported));
        Ok(())
    }
}
