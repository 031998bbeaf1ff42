//! [`Library`]: the whole interface of this crate. Each method calls one type or function of one module.

mod activity;
mod aside;
mod browse;
mod campaigns;
mod check;
mod clock;
mod compare;
mod database;
mod document_filter;
mod documents;
mod encounters;
mod entries;
mod entry_embedding;
mod excerpts;
mod explain;
mod export;
mod folder;
mod freshness;
mod health;
mod import;
mod import_orcbrew;
mod lock;
mod lookup;
mod names;
mod older_version;
mod open5e_documents;
mod opening;
mod options;
mod own;
mod pins;
mod prepared_vectors;
mod ranked;
mod select;
mod semantic_search;
mod snapshot;
mod starter;
mod starter_vectors;
mod stats;
mod sync;
mod table;
mod text_search;
mod unknown;
mod whole_entry;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use embedding::EmbeddingCounts;

pub use self::browse::BrowseAnswer;
pub use self::campaigns::{CampaignChange, Campaigns};
pub use self::check::{Check, Finding, Level};
pub use self::clock::{Clock, FRESH_FOR};
pub use self::documents::{EntryDisagreement, SourceReport};
pub use self::entries::EntryKey;
pub use self::entry_embedding::EmbeddingReport;
pub use self::folder::{close_to_others, home_folder, is_of_this_user, make_private_folder, open_to_others};
pub use self::freshness::CacheStats;
pub use self::import_orcbrew::ImportRequest;
pub use self::open5e_documents::{Open5eDocument, Open5eDocuments};
pub use self::options::{Access, OnDemandOptions, Options};
pub use self::own::{EntryAction, EntryChange, EntryVersion};
pub use self::snapshot::{Choice, ContentVersion, Snapshot};
pub use self::stats::Stats;
pub use self::sync::{SyncOutcome, SyncRequest};
pub use self::whole_entry::WholeEntry;

use self::activity::ActivityLog;
use self::browse::Browser;
use self::check::Checks;
use self::documents::Documents;
use self::encounters::Encounters;
use self::entries::Entries;
use self::freshness::Freshness;
use self::health::Health;
use self::import::Importer;
use self::lookup::Lookups;
use self::own::OwnEntries;
use self::semantic_search::SemanticSearch;
use self::starter::StarterContent;
use self::stats::Statistics;
use self::sync::Syncs;
use self::text_search::TextSearch;
use crate::browse::Browse;
use crate::error::{Error, Result};
use crate::fields::Filter;
use crate::ingest::open5e::ClientOptions;
use crate::ingest::orcbrew::{ImportReport, ImportedFiles};
use crate::ingest::{Batch, Report};
use crate::model::{Document, DocumentKey, Provider, ToolCall};
use crate::passages::passages_for_other_books;
use crate::progress::Job;
use crate::query::{Answer, Entry, Lookup, NameLookup, Search};
use crate::store::Store;

/// An open library. Clones share it.
///
/// Every method that returns a result fails with an [`Error`] when the database cannot be read or, for a method that
/// changes something, written. Other errors are listed with the method.
#[derive(Clone)]
pub struct Library {
    home: Arc<PathBuf>,
    store: Store,
    text: Arc<TextSearch>,
    semantic_search: Arc<SemanticSearch>,
    starter: Arc<StarterContent>,
    entries: Entries,
    documents: Documents,
    lookups: Arc<Lookups>,
    browser: Browser,
    encounters: Encounters,
    importer: Importer,
    own: OwnEntries,
    freshness: Arc<Freshness>,
    syncs: Arc<Syncs>,
    activity: Arc<ActivityLog>,
    health: Arc<Health>,
    statistics: Arc<Statistics>,
}

/// The library itself. [`Library::open`] is in the module `opening`.
impl Library {
    /// Ends all background work and closes the database.
    pub async fn close(&self) {
        self.activity.flush().await;
        self.freshness.api.close();
        self.semantic_search.stop_worker().await;
        self.semantic_search.embedder.close().await;
        self.store.close().await;
    }

    /// Returns the library's folder.
    #[must_use]
    pub fn home(&self) -> &Path {
        &self.home
    }

    /// Returns whether the library can only be read.
    #[must_use]
    pub fn is_read_only(&self) -> bool {
        self.health.is_read_only()
    }

    /// Returns whether a library that is only read was replaced by another, and must be opened again.
    #[must_use]
    pub fn is_replaced(&self) -> bool {
        self.store.is_replaced()
    }
}

/// Lookups and searches.
impl Library {
    /// Finds entries of one family by name and fields, better matches of the name first. Before that, Open5e is queried for
    /// what the library lacks.
    ///
    /// # Errors
    /// When the database or the text index cannot be read.
    pub async fn lookup(&self, lookup: &Lookup, filter: &Filter) -> Result<Answer> {
        self.lookups.lookup(lookup, filter).await
    }

    /// Finds entries of any kind by name, in the library only.
    ///
    /// # Errors
    /// When the database or the text index cannot be read.
    pub async fn by_any_name(&self, lookup: &NameLookup) -> Result<Answer> {
        self.lookups.by_any_name(lookup).await
    }

    /// Finds entries of any kind by meaning and words: first those with the query as their name, then by relevance.
    ///
    /// # Errors
    /// When the query is empty, or the database or the text index cannot be read.
    pub async fn search(&self, search: &Search) -> Result<Answer> {
        self.lookups.search(search).await
    }

    /// Finds and counts entries for a page that browses the library. Open5e is never queried.
    ///
    /// # Errors
    /// When the database or the text index cannot be read.
    pub async fn browse(&self, browse: &Browse) -> Result<BrowseAnswer> {
        self.browser.browse(browse).await
    }
}

/// Entries.
impl Library {
    /// Reads an entry.
    pub async fn entry(&self, key: &EntryKey) -> Result<Option<Entry>> {
        self.entries.entry(key).await
    }

    /// Reads an entry with its counterparts in other documents and the entries that its text names.
    pub async fn whole_entry(&self, key: &EntryKey) -> Result<Option<WholeEntry>> {
        whole_entry::whole_entry(&self.entries, &self.documents, &self.browser, key).await
    }

    /// Reads the source object of an entry, as JSON text.
    ///
    /// # Errors
    /// When the database cannot be read, or there is no such entry.
    pub async fn raw(&self, key: &EntryKey) -> Result<String> {
        self.entries.raw(key).await
    }

    /// Returns up to `max` slugs with a prefix, for completion. An empty document or kind stands for all.
    pub async fn complete_slug(
        &self,
        document: &str,
        kind: &str,
        prefix: &str,
        max: u32,
    ) -> Result<Vec<String>> {
        self.store.slugs_starting_with(document, kind, prefix, max).await
    }
}

/// Documents.
impl Library {
    /// Lists the documents of a source, or all of them, those with the most entries first.
    pub async fn documents(&self, source: Option<Provider>) -> Result<Vec<Document>> {
        self.documents.list(source).await
    }

    /// Finds a document by its key, its name or the name of its edition, whatever their case. The name of an official
    /// document never finds homebrew.
    ///
    /// # Errors
    /// When there is no such document or several, or the database cannot be read.
    pub async fn document(&self, text: &str) -> Result<Document> {
        self.documents.find(text).await
    }

    /// Finds a document that is to be deleted, by its key, or by a name that no other document has.
    ///
    /// # Errors
    /// When there is no such document or several, or the database cannot be read.
    pub async fn document_to_delete(&self, text: &str) -> Result<Document> {
        self.documents.find_for_deletion(text).await
    }

    /// Deletes a document with all its entries, in one transaction, and removes them from the text index.
    ///
    /// # Errors
    /// When there is no such document, or the database cannot be written.
    pub async fn delete_document(&self, key: &str, job: &Job) -> Result<Document> {
        if let Some(deleted) = self.importer.recorded_result(job).await? {
            return Ok(deleted);
        }
        let document = self.documents.find_for_deletion(key).await?;
        self.importer.delete(document, job).await
    }

    /// Returns the notice that the licence of an entry's document requires.
    pub async fn notice_for(&self, entry: &Entry) -> Result<Option<String>> {
        self.documents.notice_for(entry).await
    }

    /// Returns the import reports of all files that a document comes from.
    ///
    /// # Errors
    /// When there is no such document, or the database cannot be read.
    pub async fn import_reports(&self, document: &DocumentKey) -> Result<Vec<ImportReport>> {
        self.documents.import_reports(document).await
    }

    /// Returns the sources of the fields of a document's entries.
    pub async fn source_report(&self, document: &DocumentKey) -> Result<SourceReport> {
        self.documents.source_report(document).await
    }

    /// Lists the documents that Open5e offers, requested at most once a day. If Open5e cannot be reached, the answer says so.
    pub async fn open5e_documents(&self, options: ClientOptions) -> Result<Open5eDocuments> {
        open5e_documents::open5e_documents(&self.store, &self.freshness.api, options).await
    }
}

/// Imports and syncs.
impl Library {
    /// Replaces the documents of a batch by its entries, in one transaction, and updates the text index.
    ///
    /// # Errors
    /// When the database fails or the job is stopped. Then nothing is changed.
    pub async fn import(&self, batch: &Batch, job: &Job) -> Result<Report> {
        self.importer.import(batch, job).await
    }

    /// Imports an OrcBrew file, or every OrcBrew file of an archive, in one transaction. Each book becomes a document. A file
    /// that was imported before is updated.
    ///
    /// # Errors
    /// When the file cannot be read or is no OrcBrew file, the database fails, or the job is stopped. Then nothing is
    /// changed.
    pub async fn import_orcbrew(
        &self,
        path: &Path,
        request: ImportRequest,
        job: &Job,
    ) -> Result<ImportedFiles> {
        import_orcbrew::import_orcbrew(&self.importer, path, request, job).await
    }

    /// Fetches content from Open5e and replaces the documents that it belongs to, in one transaction. Facts from the first
    /// version of the API stay when that version loses them. If a document would lose more than a twentieth of its entries or
    /// all entries of a kind, or a list became empty, nothing is changed unless the request allows removals; a repeated
    /// request that does uses the pages already fetched. An interrupted sync changes nothing, and resumes within a day.
    ///
    /// # Errors
    /// When the API, the disk or the database fails, Open5e does not have a document, or the job is stopped.
    pub async fn sync_open5e(&self, request: &SyncRequest, job: &Job) -> Result<SyncOutcome> {
        self.syncs.sync(request, job).await
    }

    /// Brings the text index up to date and returns the number of entries indexed. A damaged index is rebuilt.
    ///
    /// # Errors
    /// When the database cannot be read or the index cannot be written.
    pub async fn catch_up(&self, job: &Job) -> Result<u64> {
        self.text.catch_up(job).await
    }
}

/// Semantic search.
impl Library {
    /// Gives every entry its vectors, and returns when all have them. If another process is embedding, waits for it.
    ///
    /// # Errors
    /// When there is no model, the database fails, or the job is stopped. Vectors already written stay.
    pub async fn embed(&self, job: &Job) -> Result<EmbeddingReport> {
        self.semantic_search.embed(job).await
    }

    /// Starts the background worker. `After` a delay it checks the library for damage and embeds entries until the library
    /// closes; a semantic query that needs it lets it embed earlier, but not check, which would slow down the answer.
    pub fn start_embedding(&self, after: Duration) {
        if !self.is_read_only() {
            let health = Arc::clone(&self.health);
            self.semantic_search.start(after, async move { health.find_and_repair_or_log().await });
        }
    }

    /// Loads the model and the vectors, so that the first question in plain words is answered as fast as later ones.
    pub async fn warm_up(&self) {
        self.semantic_search.warm_up().await;
    }

    /// Embeds every entry and writes all vectors to a file for the starter content; with `for_other_books`, also those of the
    /// everyday words of names that only other books have. Returns the number of vectors.
    ///
    /// # Errors
    /// When there is no model, the database fails, the job is stopped, or the file cannot be written.
    pub async fn export_vectors(&self, path: &Path, for_other_books: bool, job: &Job) -> Result<usize> {
        let others: Vec<_> = passages_for_other_books().filter(|_| for_other_books).collect();
        self.semantic_search.export_vectors(path, &others, job).await
    }

    /// Returns the use of the model since the library was opened.
    #[must_use]
    pub fn embedding_counts(&self) -> EmbeddingCounts {
        self.semantic_search.embedder.counts()
    }

    /// Returns the state of semantic search, `ready …` or `unavailable: …`, without loading the model.
    #[must_use]
    pub fn semantic_search(&self) -> String {
        self.semantic_search.embedder.status()
    }
}

/// Statistics, health and settings.
impl Library {
    /// Gathers the statistics of the library.
    pub async fn stats(&self) -> Result<Stats> {
        self.statistics.gather().await
    }

    /// Checks everything thoroughly; this can take seconds. Damage is repaired if possible, or noted, so that the next opening
    /// saves the readable entries. Open5e is queried once, unless that is not allowed.
    ///
    /// # Errors
    /// When the folder cannot be used at all. Damage is a finding, not an error.
    pub async fn check(&self) -> Result<Vec<Check>> {
        let (statistics, health) = (Arc::clone(&self.statistics), Arc::clone(&self.health));
        Checks { statistics, health, api: Arc::clone(&self.freshness.api) }.run().await
    }

    /// Returns notices about the library for the user, whatever the request: damage that was found, or that the library is
    /// read-only. Notices are added while the library is open and never removed; clients show each once. New damage is
    /// repaired in the background.
    #[must_use]
    pub fn notices(&self) -> Vec<String> {
        self.health.notices()
    }

    /// Deletes the cache of queries to Open5e and the pages of an interrupted sync, and returns the number of queries. No
    /// entry is deleted.
    ///
    /// # Errors
    /// While content is fetched or imported, and when the database or the folder cannot be written.
    pub async fn clear_cache(&self) -> Result<u64> {
        let Ok(_running) = self.importer.running.try_lock() else {
            return Err(Error::Invalid(
                "content is being fetched or imported just now; the cache can be cleared when that is done"
                    .to_owned(),
            ));
        };
        let deleted = self.freshness.cache.clear().await?;
        self.syncs.staging().clear()?;
        Ok(deleted)
    }

    /// Returns whether lookups must not query Open5e, because of the user's switch or of the program's options.
    pub async fn is_offline(&self) -> Result<bool> {
        self.freshness.cache.is_offline().await
    }

    /// Sets the user's switch that forbids lookups to query Open5e. A sync is always possible.
    pub async fn set_offline(&self, offline: bool) -> Result<()> {
        self.store.set_offline(offline).await
    }
}

/// The activity log and the sessions of clients.
impl Library {
    /// Records a tool call, with the current time, if the activity log is enabled.
    pub fn note_call(&self, call: ToolCall) {
        self.activity.record(call);
    }

    /// Returns whether tool calls are recorded.
    #[must_use]
    pub fn notes_calls(&self) -> bool {
        self.activity.is_enabled()
    }

    /// Enables or disables the activity log, permanently. Disabling it deletes the recorded calls.
    pub async fn keep_activity(&self, keep: bool) -> Result<()> {
        self.activity.set_enabled(keep).await
    }

    /// Returns the latest tool calls, newest first; at most 500 are kept.
    pub async fn activity(&self, max: u32) -> Result<Vec<ToolCall>> {
        self.activity.latest(max).await
    }

    /// Returns the stored state of a session, with which another process can continue it.
    pub async fn session(&self, name: &str) -> Result<Option<String>> {
        self.store.session(name).await
    }

    /// Stores the state of a session. The newest 1,000 sessions are kept.
    pub async fn keep_session(&self, name: &str, state: &str) -> Result<()> {
        self.store.keep_session(name, state).await
    }

    /// Deletes a session that its client ended.
    pub async fn forget_session(&self, name: &str) -> Result<()> {
        self.store.forget_session(name).await
    }
}

impl std::fmt::Debug for Library {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Library").field("home", &self.home).finish_non_exhaustive()
    }
}
