//! Imports the books of files.

use std::collections::{BTreeSet, HashMap};

use sqlx::{Sqlite, SqliteConnection, Transaction};

use super::plan::{Holder, share};
use super::rows::{Rows, Target, stored_entries};
use super::{Changed, RemovalPolicy};
use crate::error::Result;
use crate::ingest::orcbrew::{
    BookOutcome, BookRecords, ImportPolicy, ImportedFiles, PreparedBook, PreparedFile,
};
use crate::model::{DocumentKey, NewDocument, Slug, fold};
use crate::progress::Job;
use crate::store::{Store, calls, documents, files};

/// The import of one or more files in one transaction. Dropping it changes nothing.
pub(crate) struct FileImport {
    store: Store,
    transaction: Transaction<'static, Sqlite>,
    now: String,
    /// Homebrew documents by folded name; the oldest of each name.
    by_name: HashMap<String, i64>,
    /// The first number to try for a free key.
    next_keys: HashMap<DocumentKey, u32>,
}

/// A file whose books are being stored.
#[derive(Debug)]
pub(crate) struct OpenFile {
    id: i64,
    policy: RemovalPolicy,
    /// The name of the file.
    name: String,
    /// The folded names of the stored books.
    stored: BTreeSet<String>,
}

/// The import history of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum ImportHistory {
    /// Never imported.
    New,
    /// Imported from the same path.
    Known,
    /// Imported from another path.
    Moved(String),
}

/// The result of storing a book.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct StoredBook {
    /// The name of its document, if there is one.
    pub(crate) document_name: Option<String>,
    /// The key of its document.
    pub(crate) document_key: Option<DocumentKey>,
    /// The outcome for the user.
    pub(crate) fate: BookOutcome,
    /// The changes made.
    pub(crate) changed: Changed,
    /// Records that got another slug because theirs is taken: position in the book, true if the other entry
    /// is from another file, and the new slug.
    pub(crate) conflicts: Vec<(usize, bool, Slug)>,
}

/// The document that receives a book.
struct Destination {
    id: i64,
    fate: BookOutcome,
}

impl Store {
    /// Begins an import of files.
    ///
    /// # Errors
    /// If the database cannot be written.
    pub(crate) async fn begin_file_import(&self, now: &str) -> Result<FileImport> {
        let error = |error| self.error(error);
        let mut transaction = self.begin().await?;
        let mut by_name = HashMap::new();
        for (id, name) in files::homebrew_documents(&mut transaction).await.map_err(error)? {
            by_name.entry(fold(&name)).or_insert(id);
        }
        let (store, now) = (self.clone(), now.to_owned());
        Ok(FileImport { store, transaction, now, by_name, next_keys: HashMap::new() })
    }
}

impl FileImport {
    /// Begins a file. It is identified by its path, else by its content.
    ///
    /// # Errors
    /// When the database cannot be written.
    pub(crate) async fn open(&mut self, file: &PreparedFile) -> Result<(OpenFile, ImportHistory)> {
        let found = files::record_file(&mut self.transaction, file, &self.now).await;
        let (id, path) = found.map_err(|error| self.store.error(error))?;
        let opened = match path {
            None => ImportHistory::New,
            Some(path) if path == file.path => ImportHistory::Known,
            Some(path) => ImportHistory::Moved(path),
        };
        let policy = if file.damaged { RemovalPolicy::Keep } else { RemovalPolicy::Remove };
        Ok((OpenFile { id, policy, name: file.name.clone(), stored: BTreeSet::new() }, opened))
    }

    /// Stores a book of a file.
    ///
    /// # Errors
    /// If the database cannot be written, or the job is cancelled.
    pub(crate) async fn store_book(
        &mut self,
        file: &mut OpenFile,
        book: &PreparedBook,
        policy: ImportPolicy,
        job: &Job,
    ) -> Result<StoredBook> {
        file.stored.insert(book.folded.clone());
        if policy == ImportPolicy::KeepBoth {
            self.withdraw(file, book, job).await?;
        }
        let destination = self.destination(file, book, policy).await;
        let Some(destination) = destination.map_err(|error| self.store.error(error))? else {
            return Ok(StoredBook {
                document_name: None,
                document_key: None,
                fate: BookOutcome::Empty,
                changed: Changed::default(),
                conflicts: Vec::new(),
            });
        };
        self.put(file, book, &destination, job).await
    }

    /// Removes a book from the document that it shares with another file, so that it can get its own.
    async fn withdraw(&mut self, file: &OpenFile, book: &PreparedBook, job: &Job) -> Result<()> {
        let shared = match files::document_of_book(&mut self.transaction, file.id, &book.folded).await {
            Ok(Some(id)) => {
                files::is_shared(&mut self.transaction, id, file.id).await.map(|it| it.then_some(id))
            }
            other => other,
        };
        let Some(id) = shared.map_err(|error| self.store.error(error))? else { return Ok(()) };
        let nothing = PreparedBook {
            name: book.name.clone(),
            folded: book.folded.clone(),
            records: BookRecords::default(),
        };
        let whole = OpenFile {
            id: file.id,
            policy: RemovalPolicy::Remove,
            name: file.name.clone(),
            stored: BTreeSet::new(),
        };
        self.put(&whole, &nothing, &Destination { id, fate: BookOutcome::Updated }, job).await?;
        let forgotten = files::remove_book(&mut self.transaction, file.id, &book.folded).await;
        forgotten.map_err(|error| self.store.error(error))
    }

    /// Removes the books that a file no longer contains and returns the changes. Does nothing for a damaged
    /// file.
    ///
    /// # Errors
    /// If the database cannot be written.
    pub(crate) async fn remove_missing_books(
        &mut self,
        file: &OpenFile,
        job: &Job,
    ) -> Result<Vec<StoredBook>> {
        let mut taken = Vec::new();
        if file.policy == RemovalPolicy::Keep {
            return Ok(taken);
        }
        let books = files::books_of(&mut self.transaction, file.id).await;
        for (folded, document_id) in books.map_err(|error| self.store.error(error))? {
            if file.stored.contains(&folded) {
                continue;
            }
            let nothing = PreparedBook { name: folded.clone(), folded, records: BookRecords::default() };
            let destination = Destination { id: document_id, fate: BookOutcome::Updated };
            taken.push(self.put(file, &nothing, &destination, job).await?);
            let forgotten = files::remove_book(&mut self.transaction, file.id, &nothing.folded).await;
            forgotten.map_err(|error| self.store.error(error))?;
        }
        Ok(taken)
    }

    /// Records the result of the job's request.
    ///
    /// # Errors
    /// When the database cannot be written.
    pub(crate) async fn note_call(&mut self, job: &Job, imported: &ImportedFiles) -> Result<()> {
        calls::record(&self.store, &mut self.transaction, job, imported).await
    }

    /// Stores the report of a file.
    ///
    /// # Errors
    /// If the database cannot be written.
    pub(crate) async fn store_report(&mut self, file: &OpenFile, report: &str) -> Result<()> {
        let kept = files::store_report(&mut self.transaction, file.id, report).await;
        kept.map_err(|error| self.store.error(error))
    }

    /// Commits the import.
    ///
    /// # Errors
    /// If the database cannot be written; nothing is changed.
    pub(crate) async fn commit(mut self) -> Result<()> {
        let forgotten = files::delete_unused(&mut self.transaction).await;
        forgotten.map_err(|error| self.store.error(error))?;
        self.store.commit(self.transaction).await?;
        self.store.empty_log().await;
        Ok(())
    }

    /// Rolls the import back.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn roll_back(self) -> Result<()> {
        self.transaction.rollback().await.map_err(|error| self.store.error(error))
    }

    /// Finds or creates the document of a book. Returns `None` for a book without entries that never had a
    /// document.
    async fn destination(
        &mut self,
        file: &OpenFile,
        book: &PreparedBook,
        policy: ImportPolicy,
    ) -> Result<Option<Destination>, sqlx::Error> {
        let Self { transaction, by_name, next_keys, now, .. } = self;
        let connection: &mut SqliteConnection = transaction;
        if let Some(id) = files::document_of_book(connection, file.id, &book.folded).await? {
            let replaces =
                policy == ImportPolicy::Replace && files::is_shared(connection, id, file.id).await?;
            return Ok(Some(Destination {
                id,
                fate: if replaces { BookOutcome::Replaced } else { BookOutcome::Updated },
            }));
        }
        if book.records.is_empty() {
            return Ok(None);
        }
        let (fate, name) = match by_name.get(&book.folded).copied() {
            None => (BookOutcome::New, book.name.clone()),
            Some(id) if !files::has_file(connection, id).await? => {
                return Ok(Some(Destination { id, fate: BookOutcome::Updated }));
            }
            Some(id) if policy == ImportPolicy::Merge => {
                return Ok(Some(Destination { id, fate: BookOutcome::Merged }));
            }
            Some(id) if policy == ImportPolicy::Replace => {
                return Ok(Some(Destination { id, fate: BookOutcome::Replaced }));
            }
            Some(_) => (BookOutcome::KeptBoth, format!("{} ({})", book.name, file.name)),
        };
        let wanted = documents::homebrew_key(&book.name);
        let number = next_keys.entry(wanted.clone()).or_insert(1);
        let key = documents::free_key(connection, &wanted, number).await?;
        let document = NewDocument::homebrew(key, name);
        let folded = fold(&document.name);
        let id = documents::upsert(connection, &document, true, now).await?;
        by_name.entry(folded).or_insert(id);
        Ok(Some(Destination { id, fate }))
    }

    async fn put(
        &mut self,
        file: &OpenFile,
        book: &PreparedBook,
        destination: &Destination,
        job: &Job,
    ) -> Result<StoredBook> {
        let Self { store, transaction, now, by_name, .. } = self;
        let error = |error| store.error(error);
        let &Destination { id: document_id, fate } = destination;
        let rows = Rows::of_book(&book.records);
        let mut before = stored_entries(transaction, document_id, Some(file.id)).await.map_err(error)?;
        if fate == BookOutcome::Replaced {
            for stored in &mut before {
                (stored.ours, stored.others) = (true, false);
            }
        }
        let plan = share(&before, &rows.wanted(), file.policy);
        let target = Target { document_id, now };
        let held = rows.write(transaction, &plan, target, job).await.map_err(|failure| failure.of(store))?;
        files::add_entries(transaction, file.id, &held).await.map_err(error)?;
        files::release_entries(transaction, file.id, &plan.released).await.map_err(error)?;
        files::record_book(transaction, file.id, &book.folded, document_id).await.map_err(error)?;
        if fate == BookOutcome::Replaced {
            files::claim_entries(transaction, file.id, &held).await.map_err(error)?;
            if file.policy == RemovalPolicy::Remove {
                files::claim_document(transaction, file.id, document_id).await.map_err(error)?;
            }
        }
        let document = files::finish_document(transaction, document_id, book, now).await.map_err(error)?;
        if document.gone {
            let folded = fold(&document.name);
            if by_name.get(&folded) == Some(&document_id) {
                by_name.remove(&folded);
            }
        }
        let mut changed = Changed::default();
        changed.add(&plan);
        let conflicts = plan.placed.into_iter().enumerate().filter_map(|(position, placed)| {
            placed.taken_by.map(|holder| (position, holder == Holder::OtherFile, placed.slug))
        });
        Ok(StoredBook {
            document_name: Some(document.name),
            document_key: Some(document.key),
            fate: if document.gone { BookOutcome::Removed } else { fate },
            changed,
            conflicts: conflicts.collect(),
        })
    }
}
