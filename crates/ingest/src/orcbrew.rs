//! Homebrew files of OrcPub and Dungeon Master's Vault, which the crate [`orcbrew`](::orcbrew) reads: their
//! items become records, ready to be stored, and a report says what the import did.

mod normalise;
mod report;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

pub use ::orcbrew::{ItemProblem, ReadFiles, Repair, SourceFile};
pub use normalise::normalise;
pub use report::{
    BookOutcome, BookReport, Conflict, ImportPolicy, ImportReport, ImportedFiles, UnreadableFile,
};

use ::orcbrew::{Book, CancelCheck, Item, MAX_BOOK_NAME_CHARS, OrcBrewFile};
use content::error::{Error, Result};
use content::facts::Facts;
use content::model::{Details, DocumentKey, Homebrew, Record, RecordKey, excerpt, fold};
use content::progress::{Job, Step};
use parking_lot::Mutex;
use tempfile::SpooledTempFile;

use crate::batch::checked;

const ITEMS_PER_REPORT: u64 = 50;

/// The size from which records are kept in a temporary file, in bytes.
const MAX_IN_MEMORY: usize = 16 << 20;

/// Reads an OrcBrew file, or every OrcBrew file in a zip archive.
pub fn read(path: &Path, job: &Job) -> Result<ReadFiles> {
    let token = job.cancellation().clone();
    let cancel: CancelCheck = Arc::new(move || token.is_cancelled());
    ::orcbrew::read_path(path, &cancel).map_err(error_of)
}

/// Returns the error of this library for one of the reader.
pub fn error_of(error: ::orcbrew::Error) -> Error {
    match error {
        ::orcbrew::Error::Unreadable { path, source } => Error::Unreadable { path, source },
        ::orcbrew::Error::NotOrcBrew { path, reason } => Error::NotOrcBrew { path, reason },
        ::orcbrew::Error::Cancelled => Error::Cancelled,
    }
}

/// Counts the items of a file.
pub fn count_items(source: &SourceFile) -> u64 {
    source.file.books.iter().map(|book| book.items.len() as u64).sum()
}

/// Converts a file's items and reads their facts. `done` and `total` count items of the whole import.
pub fn prepare(
    source: SourceFile,
    spool: &Spool,
    job: &Job,
    done: &mut u64,
    total: u64,
) -> Result<PreparedFile> {
    let read = count_items(&source) + source.file.rejected.len() as u64;
    let SourceFile { path, name, hash, file: OrcBrewFile { books, repairs, rejected, damaged } } = source;
    let report =
        ImportReport { file: name, path, read, damaged, repairs, rejected, ..ImportReport::default() };
    let mut prepared = PreparedFile { hash, books: Vec::new(), disabled: 0, report };
    let mut by_name: BTreeMap<String, usize> = BTreeMap::new();
    for mut book in books {
        job.check_cancelled()?;
        prepared.report.notes.extend(shorten_name(&mut book));
        prepared.report.repeated += book.repeated;
        let folded = fold(&book.name);
        let place = *by_name.entry(folded.clone()).or_insert_with(|| {
            let (name, spool) = (book.name.clone(), spool.clone());
            prepared.books.push(PreparedBook { spool, ..PreparedBook::empty(name, folded) });
            prepared.books.len() - 1
        });
        let Some(PreparedBook { keys, places, .. }) = prepared.books.get_mut(place) else { continue };
        for item in book.items {
            // The document is not known yet.
            let converted = normalise(&item, &book.name, &DocumentKey::new(&book.name));
            let valid = converted.and_then(|(record, notes)| {
                let record = checked(record)?;
                Ok((record.key()?, record, notes))
            });
            match valid {
                Ok((key, record, notes)) => {
                    prepared.disabled += u64::from(record.homebrew.disabled);
                    let notes = notes.into_iter().map(|note| problem(&item, &book.name, note));
                    prepared.report.notes.extend(notes);
                    keys.push(key);
                    places.push(spool.add(record)?);
                }
                Err(reason) => prepared.report.rejected.push(problem(&item, &book.name, reason)),
            }
            *done += 1;
            if done.is_multiple_of(ITEMS_PER_REPORT) || *done == total {
                job.check_cancelled()?;
                job.report(Step::Normalising, *done, total);
            }
        }
    }
    Ok(prepared)
}

fn shorten_name(book: &mut Book) -> Option<ItemProblem> {
    book.name.chars().nth(MAX_BOOK_NAME_CHARS)?;
    book.name = excerpt(&book.name, MAX_BOOK_NAME_CHARS);
    let reason =
        format!("the book's name is longer than {MAX_BOOK_NAME_CHARS} characters; the rest of it was cut");
    let (content_type, key) = (String::new(), String::new());
    Some(ItemProblem { book: book.name.clone(), content_type, key, line: 1, reason })
}

fn problem(item: &Item, book: &str, reason: String) -> ItemProblem {
    let (content_type, key) = (item.content_type.clone(), item.key.clone());
    ItemProblem { book: book.to_owned(), content_type, key, line: item.line, reason }
}

/// A file whose items are valid records or rejected.
#[derive(Debug)]
pub struct PreparedFile {
    /// The SHA-256 of its bytes.
    pub hash: String,
    /// The books, each name once.
    pub books: Vec<PreparedBook>,
    /// The number of records that are switched off.
    pub disabled: u64,
    /// The report of reading the file; nothing is stored yet.
    pub report: ImportReport,
}

/// A book whose items are valid records, in the spool of their import. Their document is not known yet.
#[derive(Debug, Default)]
pub struct PreparedBook {
    /// The name.
    pub name: String,
    /// The name, folded for comparison.
    pub folded: String,
    /// The keys of the records, in their order.
    pub keys: Vec<RecordKey>,
    places: Vec<Range<u64>>,
    spool: Spool,
}

impl PreparedBook {
    /// Creates a book without records.
    pub fn empty(name: String, folded: String) -> Self {
        Self { name, folded, ..Self::default() }
    }

    /// Counts the records of each kind.
    pub fn records_by_kind(&self) -> BTreeMap<String, u64> {
        let mut kinds = BTreeMap::new();
        for key in &self.keys {
            *kinds.entry(key.kind.as_str().to_owned()).or_default() += 1;
        }
        kinds
    }

    /// Returns the record at an index with the facts about it.
    pub fn record(&self, index: usize) -> Option<(Record, Facts)> {
        self.spool.get(self.places.get(index)?, self.keys.get(index)?)
    }
}

/// The records of an import between their conversion and the transaction that stores them. A million of them
/// would take gigabytes of memory; converting them while they are stored would keep other writers waiting.
#[derive(Debug, Clone)]
pub struct Spool(Arc<Mutex<SpooledTempFile>>);

/// The content of a record beside its key: name, body, fields, page, and the facts about it.
type Content = (String, String, String, Option<u16>, Facts);

impl Default for Spool {
    fn default() -> Self {
        Self(Arc::new(Mutex::new(tempfile::spooled_tempfile(MAX_IN_MEMORY))))
    }
}

impl Spool {
    /// Returns the record's place.
    fn add(&self, record: Record) -> Result<Range<u64>> {
        let (facts, fields) = (Facts::of_record(&record), record.stored_fields()?);
        let content: Content = (record.name, record.body, fields, record.page, facts);
        let bytes = serde_json::to_vec(&content)?;
        let write = || {
            let mut file = self.0.lock();
            let start = file.seek(SeekFrom::End(0))?;
            file.write_all(&bytes)?;
            Ok(start..start + bytes.len() as u64)
        };
        write().map_err(|error: io::Error| Error::file(std::env::temp_dir(), error))
    }

    fn get(&self, place: &Range<u64>, key: &RecordKey) -> Option<(Record, Facts)> {
        let mut bytes = vec![0; usize::try_from(place.end - place.start).ok()?];
        let mut file = self.0.lock();
        file.seek(SeekFrom::Start(place.start)).ok()?;
        file.read_exact(&mut bytes).ok()?;
        drop(file);
        let (name, body, fields, page, facts): Content = serde_json::from_slice(&bytes).ok()?;
        let record = Record {
            document: DocumentKey::new(""),
            kind: key.kind,
            slug: key.slug.clone(),
            details: Details::read(key.kind, &fields).ok()?,
            homebrew: Homebrew::read(&fields),
            name,
            body,
            page,
            sources: None,
        };
        Some((record, facts))
    }
}
