//! Imports the books of files.

use std::collections::{BTreeSet, HashMap};

use content::error::{Error, Result};
use content::model::{DocumentKey, NewDocument, Provider, Slug, fold};
use content::progress::Job;
use ingest::orcbrew::{BookOutcome, ImportPolicy, ImportReport, ImportedFiles, PreparedBook, PreparedFile};

use super::plan::{Changed, Holder, RemovalPolicy, share};
use super::rows::Rows;
use crate::row_hash::{DOCUMENTS, IMPORTED_FILES};
use crate::sql::{json_array, sql};
use crate::transaction::Transaction;
use crate::{Store, homebrew_key};

/// The import of one or more files in one transaction. Dropping it changes nothing.
///
/// Every method that returns a result fails if the database cannot be written or the job is cancelled.
pub struct FileImport {
    store: Store,
    transaction: Transaction,
    now: String,
    /// Homebrew documents by folded name; the oldest of each name.
    by_name: HashMap<String, i64>,
    /// The first number to try for a free key.
    next_keys: HashMap<DocumentKey, u32>,
}

/// A file whose books are being stored.
#[derive(Debug, Clone)]
pub struct OpenFile {
    id: i64,
    policy: RemovalPolicy,
    name: String,
    stored: BTreeSet<String>,
}

/// The import history of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ImportHistory {
    /// Never imported.
    New,
    /// Imported from the same path.
    Known,
    /// Imported from another path.
    Moved(String),
}

/// The result of storing a book.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredBook {
    pub document_name: Option<String>,
    pub document_key: Option<DocumentKey>,
    pub fate: BookOutcome,
    pub changed: Changed,
    /// Records that got another slug because theirs is taken: position in the book, true if the other entry
    /// is from another file, and the new slug.
    pub conflicts: Vec<(usize, bool, Slug)>,
}

/// The document that a book goes to, and what becomes of the book.
type Destination = (i64, BookOutcome);

impl Store {
    /// Begins an import of files.
    pub async fn begin_file_import(&self, now: &str) -> Result<FileImport> {
        let mut transaction = self.begin().await?;
        let mut by_name = HashMap::new();
        let select = "SELECT id, name FROM documents WHERE provider = ? ORDER BY id";
        let documents: Vec<(i64, String)> =
            transaction.rows(sql!(select, [Provider::OrcBrew.as_str()])).await?;
        for (id, name) in documents {
            by_name.entry(fold(&name)).or_insert(id);
        }
        let (store, now) = (self.clone(), now.to_owned());
        Ok(FileImport { store, transaction, now, by_name, next_keys: HashMap::new() })
    }
}

impl FileImport {
    /// Begins a file. It is identified by its path, else by its content.
    pub async fn open(&mut self, file: &PreparedFile, source: &str) -> Result<(OpenFile, ImportHistory)> {
        let (id, path) = self.transaction.record_file(file, source, &self.now).await?;
        let opened = match path {
            None => ImportHistory::New,
            Some(path) if path == file.report.path => ImportHistory::Known,
            Some(path) => ImportHistory::Moved(path),
        };
        Ok((Self::reopen(file, id), opened))
    }

    /// Begins a file that was imported before and is read again.
    pub fn reopen(file: &PreparedFile, id: i64) -> OpenFile {
        let policy = if file.report.damaged { RemovalPolicy::Keep } else { RemovalPolicy::Remove };
        OpenFile { id, policy, name: file.report.file.clone(), stored: BTreeSet::new() }
    }

    /// Stores a book that is read again in the document that it had, unless the user deleted that.
    pub async fn store_again(&mut self, file: &mut OpenFile, book: &PreparedBook, job: &Job) -> Result<()> {
        let Self { transaction, now, .. } = self;
        file.stored.insert(book.folded.clone());
        let recorded = transaction.recorded_book(file.id, &book.folded).await?;
        let Some((key, title, id)) = recorded else { return Ok(()) };
        let id = match id {
            Some(id) => id,
            None => transaction.upsert(&NewDocument::homebrew(key, title), true, now).await?,
        };
        self.put(file, book, (id, BookOutcome::Updated), job).await.map(drop)
    }

    /// Stores a book of a file.
    pub async fn store_book(
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
        let Some(destination) = self.destination(file, book, policy).await? else {
            return Ok(StoredBook {
                document_name: None,
                document_key: None,
                fate: BookOutcome::Empty,
                changed: Changed::default(),
                conflicts: Vec::new(),
            });
        };
        self.put(file, book, destination, job).await
    }

    /// Removes a book from the document that it shares with another file, so that it can get its own.
    async fn withdraw(&mut self, file: &OpenFile, book: &PreparedBook, job: &Job) -> Result<()> {
        let transaction = &mut self.transaction;
        let recorded = transaction.recorded_book(file.id, &book.folded).await?;
        let Some((_, _, Some(id))) = recorded else { return Ok(()) };
        if !transaction.has_file_besides(Some(file.id), id).await? {
            return Ok(());
        }
        let nothing = PreparedBook::empty(book.name.clone(), book.folded.clone());
        let whole = OpenFile { policy: RemovalPolicy::Remove, ..file.clone() };
        self.put(&whole, &nothing, (id, BookOutcome::Updated), job).await?;
        self.transaction.remove_book(file.id, &book.folded).await
    }

    /// Removes the books that a file no longer contains, unless it is damaged, and returns the changes.
    pub async fn remove_missing_books(&mut self, file: &OpenFile, job: &Job) -> Result<Vec<StoredBook>> {
        let mut taken = Vec::new();
        if file.policy == RemovalPolicy::Keep {
            return Ok(taken);
        }
        for (folded, document_id) in self.transaction.books_of(file.id).await? {
            if file.stored.contains(&folded) {
                continue;
            }
            let nothing = PreparedBook::empty(folded.clone(), folded);
            taken.push(self.put(file, &nothing, (document_id, BookOutcome::Updated), job).await?);
            self.transaction.remove_book(file.id, &nothing.folded).await?;
        }
        Ok(taken)
    }

    /// Records the result of the job's request.
    pub async fn note_call(&mut self, job: &Job, imported: &ImportedFiles) -> Result<()> {
        self.transaction.record_call(job, imported).await
    }

    /// Stores the report of a file.
    pub async fn store_report(&mut self, file: &OpenFile, report: &str) -> Result<()> {
        let update = sql!("UPDATE imported_files SET report = ? WHERE id = ?", [report, file.id]);
        self.transaction.run(update).await?;
        self.transaction.seal(&IMPORTED_FILES, file.id).await
    }

    pub async fn commit(mut self) -> Result<()> {
        self.transaction.delete_unused_files().await?;
        self.transaction.advance().await?;
        self.transaction.commit().await?;
        self.store.empty_log().await;
        Ok(())
    }

    pub async fn roll_back(self) -> Result<()> {
        self.transaction.roll_back().await
    }

    /// Returns `None` for a book without entries that never had a document.
    async fn destination(
        &mut self,
        file: &OpenFile,
        book: &PreparedBook,
        policy: ImportPolicy,
    ) -> Result<Option<Destination>> {
        let Self { transaction, by_name, next_keys, now, .. } = self;
        if let Some((_, _, Some(id))) = transaction.recorded_book(file.id, &book.folded).await? {
            let replaces =
                policy == ImportPolicy::Replace && transaction.has_file_besides(Some(file.id), id).await?;
            return Ok(Some((id, if replaces { BookOutcome::Replaced } else { BookOutcome::Updated })));
        }
        if book.keys.is_empty() {
            return Ok(None);
        }
        let (fate, name) = match by_name.get(&book.folded).copied() {
            None => (BookOutcome::New, book.name.clone()),
            Some(id) if !transaction.has_file_besides(None, id).await? => {
                return Ok(Some((id, BookOutcome::Updated)));
            }
            Some(id) if policy == ImportPolicy::Merge => return Ok(Some((id, BookOutcome::Merged))),
            Some(id) if policy == ImportPolicy::Replace => return Ok(Some((id, BookOutcome::Replaced))),
            Some(_) => (BookOutcome::KeptBoth, format!("{} ({})", book.name, file.name)),
        };
        let wanted = homebrew_key(&book.name);
        let number = next_keys.entry(wanted.clone()).or_insert(1);
        let key = transaction.free_key(&wanted, number).await?;
        let document = NewDocument::homebrew(key, name);
        let folded = fold(&document.name);
        let id = transaction.upsert(&document, true, now).await?;
        by_name.entry(folded).or_insert(id);
        Ok(Some((id, fate)))
    }

    async fn put(
        &mut self,
        file: &OpenFile,
        book: &PreparedBook,
        (document_id, fate): Destination,
        job: &Job,
    ) -> Result<StoredBook> {
        let Self { transaction, now, by_name, .. } = self;
        let rows = Rows::of_book(book);
        let mut before = transaction.stored_entries(document_id, Some(file.id)).await?;
        if fate == BookOutcome::Replaced {
            for stored in &mut before {
                (stored.ours, stored.others) = (true, false);
            }
        }
        let plan = share(&before, &rows.wanted(), file.policy);
        let held = rows.write(transaction, &plan, (document_id, now), job).await?;
        transaction.add_entries(file.id, &held).await?;
        transaction.release_entries(file.id, &plan.released, false).await?;
        transaction.record_book(file.id, &book.folded, document_id).await?;
        if fate == BookOutcome::Replaced {
            transaction.release_entries(file.id, &held, true).await?;
            if file.policy == RemovalPolicy::Remove {
                transaction.claim_document(file.id, document_id).await?;
            }
        }
        let (key, name, is_gone) = transaction.finish_document(document_id, book, now).await?;
        if is_gone {
            by_name.retain(|_, id| *id != document_id);
        }
        let mut changed = Changed::default();
        changed.add(&plan);
        let conflicts = plan.placed.into_iter().enumerate().filter_map(|(position, placed)| {
            placed.taken_by.map(|holder| (position, holder == Holder::OtherFile, placed.slug))
        });
        Ok(StoredBook {
            document_name: Some(name),
            document_key: Some(key),
            fate: if is_gone { BookOutcome::Removed } else { fate },
            changed,
            conflicts: conflicts.collect(),
        })
    }
}

impl Transaction {
    /// Returns the file's id and the path it was imported from before, as the file is spelt now.
    async fn record_file(
        &mut self,
        file: &PreparedFile,
        source: &str,
        now: &str,
    ) -> Result<(i64, Option<String>)> {
        let PreparedFile { hash, report: ImportReport { path, file: name, .. }, .. } = file;
        let same = self.id_of_path(path).await?;
        let known: Option<(i64, String)> = self
            .row(sql!(
                "SELECT id, path FROM imported_files WHERE id = ?1 OR hash = ?2 ORDER BY id IS ?1 DESC, id LIMIT 1",
                [same, hash]
            ))
            .await?;
        let Some((id, earlier)) = known else {
            let insert = sql!(
                "INSERT INTO imported_files (path, name, hash, source, imported_at, report)
                 VALUES (?, ?, ?, ?, ?, '{}') RETURNING id",
                [path, name, hash, source, now]
            );
            return Ok((self.value(insert).await?.unwrap_or_default(), None));
        };
        self.run(sql!(
            "UPDATE imported_files SET path = ?, name = ?, hash = ?, source = ?, imported_at = ? WHERE id = ?",
            [path, name, hash, source, now, id]
        ))
        .await?;
        Ok((id, Some(if same == Some(id) { path.clone() } else { earlier })))
    }

    /// The path may have been spelt in another way before: some file systems disregard case.
    async fn id_of_path(&mut self, path: &str) -> Result<Option<i64>> {
        let files: Vec<(i64, String)> =
            self.rows(sql!("SELECT id, path FROM imported_files ORDER BY path = ? DESC, id", [path])).await?;
        Ok(files.iter().find(|(_, earlier)| disk::is_same_file(earlier, path)).map(|(id, _)| *id))
    }

    async fn books_of(&mut self, file_id: i64) -> Result<Vec<(String, i64)>> {
        self.rows(sql!(
            "SELECT b.folded, d.id FROM imported_books b JOIN documents d ON d.key = b.document
             WHERE b.file_id = ? ORDER BY b.folded",
            [file_id]
        ))
        .await
    }

    /// Returns the key and the title of the document that a book became, and the document's id if it exists.
    async fn recorded_book(
        &mut self,
        file_id: i64,
        folded: &str,
    ) -> Result<Option<(DocumentKey, String, Option<i64>)>> {
        self.row(sql!(
            "SELECT b.document, b.title, d.id FROM imported_books b LEFT JOIN documents d ON d.key = b.document
             WHERE b.file_id = ? AND b.folded = ?",
            [file_id, folded]
        ))
        .await
    }

    /// Without `file_id`, any file counts. A document recovered from a damaged database has no file.
    async fn has_file_besides(&mut self, file_id: Option<i64>, document_id: i64) -> Result<bool> {
        let other: Option<i64> = self
            .value(sql!(
                "SELECT 1 FROM imported_books b JOIN documents d ON d.key = b.document
                 WHERE d.id = ? AND b.file_id IS NOT ?",
                [document_id, file_id]
            ))
            .await?;
        Ok(other.is_some())
    }

    async fn record_book(&mut self, file_id: i64, folded: &str, document_id: i64) -> Result<()> {
        self.run(sql!(
            "INSERT OR REPLACE INTO imported_books (file_id, folded, document, title)
             SELECT ?, ?, key, name FROM documents WHERE id = ?",
            [file_id, folded, document_id]
        ))
        .await
    }

    async fn remove_book(&mut self, file_id: i64, folded: &str) -> Result<()> {
        self.run(sql!("DELETE FROM imported_books WHERE file_id = ? AND folded = ?", [file_id, folded])).await
    }

    async fn add_entries(&mut self, file_id: i64, entries: &[i64]) -> Result<()> {
        let insert = "INSERT OR IGNORE INTO entry_files (entry_id, file_id) ";
        self.insert_rows(insert, entries, |mut row, entry| {
            row.push_bind(*entry).push_bind(file_id);
        })
        .await
    }

    /// Records that a file, or every other file, does not hold some entries any more.
    async fn release_entries(&mut self, file_id: i64, entries: &[i64], by_others: bool) -> Result<()> {
        self.run(sql!(
            "DELETE FROM entry_files
             WHERE entry_id IN (SELECT value FROM json_each(?)) AND (file_id <> ?) = ?",
            [json_array(entries), file_id, by_others]
        ))
        .await
    }

    async fn claim_document(&mut self, file_id: i64, document_id: i64) -> Result<()> {
        self.run(sql!(
            "DELETE FROM imported_books WHERE document = (SELECT key FROM documents WHERE id = ?) AND file_id <> ?",
            [document_id, file_id]
        ))
        .await
    }

    /// Updates a document, or deletes an empty one. Returns its key and name, and whether it was deleted.
    async fn finish_document(
        &mut self,
        id: i64,
        book: &PreparedBook,
        now: &str,
    ) -> Result<(DocumentKey, String, bool)> {
        self.recount(id).await?;
        let row = self.row(sql!("SELECT key, name, entry_count FROM documents WHERE id = ?", [id])).await?;
        let (key, name, entries): (DocumentKey, String, i64) =
            row.ok_or_else(|| Error::Internal("a document is gone".to_owned()))?;
        if entries == 0 {
            self.run(sql!("DELETE FROM documents WHERE id = ?", [id])).await?;
            self.run(sql!("DELETE FROM imported_books WHERE document = ?", [key])).await?;
            return Ok((key, name, true));
        }
        let same = fold(&name) == book.folded || !self.is_sound(&DOCUMENTS, id).await?;
        let name = if same && !book.keys.is_empty() { book.name.clone() } else { name };
        self.upsert(&NewDocument::homebrew(key.clone(), name.clone()), true, now).await?;
        self.run(sql!("UPDATE imported_books SET title = ? WHERE document = ?", [name, key])).await?;
        Ok((key, name, false))
    }
}
