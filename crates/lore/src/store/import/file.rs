use std::collections::{BTreeSet, HashMap};

use sqlx::{Sqlite, SqliteConnection, Transaction};

use super::plan::{Holder, share};
use super::rows::{Rows, Target, stored_entries};
use super::{Absent, Changed};
use crate::error::Result;
use crate::ingest::orcbrew::{
    BookOutcome, BookRecords, ImportPolicy, ImportedFiles, PreparedBook, PreparedFile,
};
use crate::model::{DocumentKey, NewDocument, Provider, Slug, fold};
use crate::progress::Job;
use crate::store::{Store, calls, documents, files};

/// What the licence of the user's own books is called.
const LICENSE: &str = "unknown (your file)";

/// The import of one or several of the user's files, in one transaction. Dropping it leaves everything as it was.
pub(crate) struct FileImport {
    store: Store,
    transaction: Transaction<'static, Sqlite>,
    now: String,
    /// The documents of the user's own files by folded name, of several the oldest.
    by_name: HashMap<String, i64>,
    /// From which number on a free key has to be looked for.
    next_keys: HashMap<DocumentKey, u32>,
}

/// A file whose books are being stored.
#[derive(Debug)]
pub(crate) struct OpenFile {
    id: i64,
    absent: Absent,
    /// The name of the file.
    name: String,
    /// The books that were stored, by folded name.
    stored: BTreeSet<String>,
}

/// What was known of a file before.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Opened {
    /// It was never imported.
    New,
    /// It was imported from where it is.
    Known,
    /// It was imported from another place, which is given.
    Moved(String),
}

/// A book on the shelf: what became of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ShelvedBook {
    /// The name of the document, where there is one.
    pub(crate) document_name: Option<String>,
    /// The key of its document.
    pub(crate) document_key: Option<DocumentKey>,
    /// What became of it.
    pub(crate) fate: BookOutcome,
    /// What that changed.
    pub(crate) changed: Changed,
    /// The records that stand beside another entry under the same slug: their place in the book, whether that entry is
    /// of another file, and the slug they got.
    pub(crate) conflicts: Vec<(usize, bool, Slug)>,
}

/// The document that a book goes to.
struct Destination {
    id: i64,
    fate: BookOutcome,
}

impl Store {
    /// Begins to import files.
    ///
    /// # Errors
    /// When the database cannot be written.
    pub(crate) async fn begin_file_import(&self, now: &str) -> Result<FileImport> {
        let wrong = |error| self.error(error);
        let mut transaction = self.begin().await?;
        let mut by_name = HashMap::new();
        for (id, name) in files::own_documents(&mut transaction).await.map_err(wrong)? {
            by_name.entry(fold(&name)).or_insert(id);
        }
        let (store, now) = (self.clone(), now.to_owned());
        Ok(FileImport { store, transaction, now, by_name, next_keys: HashMap::new() })
    }
}

impl FileImport {
    /// Begins with a file. It is the one that was imported before from the same place, or with the same content.
    ///
    /// # Errors
    /// When the database cannot be written.
    pub(crate) async fn open(&mut self, file: &PreparedFile) -> Result<(OpenFile, Opened)> {
        let found = files::open(&mut self.transaction, file, &self.now).await;
        let (id, path) = found.map_err(|error| self.store.error(error))?;
        let opened = match path {
            None => Opened::New,
            Some(path) if path == file.path => Opened::Known,
            Some(path) => Opened::Moved(path),
        };
        let absent = if file.damaged { Absent::Kept } else { Absent::Removed };
        Ok((OpenFile { id, absent, name: file.name.clone(), stored: BTreeSet::new() }, opened))
    }

    /// Stores a book of a file.
    ///
    /// # Errors
    /// When the database cannot be written, or the job is stopped.
    pub(crate) async fn shelve(
        &mut self,
        file: &mut OpenFile,
        book: &PreparedBook,
        policy: ImportPolicy,
        job: &Job,
    ) -> Result<ShelvedBook> {
        file.stored.insert(book.folded.clone());
        if policy == ImportPolicy::KeepBoth {
            self.withdraw(file, book, job).await?;
        }
        let destination = self.destination(file, book, policy).await;
        let Some(destination) = destination.map_err(|error| self.store.error(error))? else {
            return Ok(ShelvedBook {
                document_name: None,
                document_key: None,
                fate: BookOutcome::Empty,
                changed: Changed::default(),
                conflicts: Vec::new(),
            });
        };
        self.put(file, book, &destination, job).await
    }

    /// Takes a book out of the document that it shares with another file's, so that it can get one of its own.
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
            absent: Absent::Removed,
            name: file.name.clone(),
            stored: BTreeSet::new(),
        };
        self.put(&whole, &nothing, &Destination { id, fate: BookOutcome::Updated }, job).await?;
        let forgotten = files::forget_book(&mut self.transaction, file.id, &book.folded).await;
        forgotten.map_err(|error| self.store.error(error))
    }

    /// Takes away the books that a file held before and does not hold now; a damaged file keeps them. Gives each with
    /// what that changed.
    ///
    /// # Errors
    /// When the database cannot be written.
    pub(crate) async fn take_away_the_rest(
        &mut self,
        file: &OpenFile,
        job: &Job,
    ) -> Result<Vec<ShelvedBook>> {
        let mut taken = Vec::new();
        if file.absent == Absent::Kept {
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
            let forgotten = files::forget_book(&mut self.transaction, file.id, &nothing.folded).await;
            forgotten.map_err(|error| self.store.error(error))?;
        }
        Ok(taken)
    }

    /// Notes that the request of a job is carried out, and with what result.
    ///
    /// # Errors
    /// When the database cannot be written.
    pub(crate) async fn note_call(&mut self, job: &Job, imported: &ImportedFiles) -> Result<()> {
        calls::note(&self.store, &mut self.transaction, job, imported).await
    }

    /// Keeps the report of a file.
    ///
    /// # Errors
    /// When the database cannot be written.
    pub(crate) async fn keep_report(&mut self, file: &OpenFile, report: &str) -> Result<()> {
        let kept = files::keep_report(&mut self.transaction, file.id, report).await;
        kept.map_err(|error| self.store.error(error))
    }

    /// Makes it so.
    ///
    /// # Errors
    /// When the database cannot be written; then nothing is changed.
    pub(crate) async fn commit(mut self) -> Result<()> {
        let forgotten = files::forget_unused(&mut self.transaction).await;
        forgotten.map_err(|error| self.store.error(error))?;
        self.store.commit(self.transaction).await?;
        self.store.empty_log().await;
        Ok(())
    }

    /// Leaves everything as it was.
    ///
    /// # Errors
    /// When the database fails.
    pub(crate) async fn roll_back(self) -> Result<()> {
        self.transaction.rollback().await.map_err(|error| self.store.error(error))
    }

    /// Finds or makes the document that a book goes to; `None` for a book without entries that never had one.
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
            Some(id) if !files::is_fed(connection, id).await? => {
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
        let wanted = documents::own_key(&book.name);
        let number = next_keys.entry(wanted.clone()).or_insert(1);
        let key = documents::free_key(connection, &wanted, number).await?;
        let document = NewDocument {
            key,
            name,
            provider: Provider::OrcBrew,
            publisher: None,
            license: Some(LICENSE.to_owned()),
            notice: None,
            game_system: None,
            url: None,
            description: None,
        };
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
    ) -> Result<ShelvedBook> {
        let Self { store, transaction, now, by_name, .. } = self;
        let wrong = |error| store.error(error);
        let &Destination { id: document_id, fate } = destination;
        let rows = Rows::of_book(&book.records);
        let mut before = stored_entries(transaction, document_id, Some(file.id)).await.map_err(wrong)?;
        if fate == BookOutcome::Replaced {
            for stored in &mut before {
                (stored.ours, stored.others) = (true, false);
            }
        }
        let plan = share(&before, &rows.wanted(), file.absent);
        let target = Target { document_id, now };
        let held = rows.write(transaction, &plan, target, job).await.map_err(|failure| failure.of(store))?;
        files::hold(transaction, file.id, &held).await.map_err(wrong)?;
        files::release(transaction, file.id, &plan.released).await.map_err(wrong)?;
        files::note_book(transaction, file.id, &book.folded, document_id).await.map_err(wrong)?;
        if fate == BookOutcome::Replaced {
            files::hold_alone(transaction, file.id, &held).await.map_err(wrong)?;
            if file.absent == Absent::Removed {
                files::feed_alone(transaction, file.id, document_id).await.map_err(wrong)?;
            }
        }
        let document = files::finish(transaction, document_id, book, now).await.map_err(wrong)?;
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
        Ok(ShelvedBook {
            document_name: Some(document.name),
            document_key: Some(document.key),
            fate: if document.gone { BookOutcome::Removed } else { fate },
            changed,
            conflicts: conflicts.collect(),
        })
    }
}
