//! The user's homebrew files: items that the crates [`homebrew`] and [`orcbrew`](::orcbrew) read become
//! records, ready to be stored, and a report says what the import did.

mod normalise;
mod report;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, HashSet};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

pub use ::homebrew::{Content, ItemProblem, ReadFiles, Repair, SourceFile, pack};
pub use normalise::normalise;
pub use report::{
    BookOutcome, BookReport, Conflict, ImportPolicy, ImportReport, ImportedFiles, UnknownImportPolicy,
    UnreadableFile,
};

use ::homebrew::{CancelCheck, File, Format, MAX_BOOK_NAME_CHARS, OrcBrewFile, Output, Source};
use content::error::{Error, Result};
use content::facts::Facts;
use content::model::{
    Details, DocumentKey, Edition, Homebrew, Kind, OwnEntry, Record, RecordKey, excerpt, fold,
};
use content::progress::{Job, Step};
use parking_lot::Mutex;
use tempfile::SpooledTempFile;

use crate::batch::checked;

const ITEMS_PER_REPORT: u64 = 50;

/// The size from which records are kept in a temporary file, in bytes.
const MAX_IN_MEMORY: usize = 16 << 20;

/// Reads a homebrew file, or every such file in a folder or a zip archive.
pub fn read(path: &Path, job: &Job) -> Result<ReadFiles> {
    let token = job.cancellation().clone();
    let cancel: CancelCheck = Arc::new(move || token.is_cancelled());
    let formats: Vec<&Format> =
        ::homebrew::FORMATS.into_iter().chain([&crate::open5e::files::FORMAT]).collect();
    ::homebrew::read_path(path, &formats, &cancel).map_err(error_of)
}

/// Returns the error of this library for one of the reader.
pub fn error_of(error: ::homebrew::Error) -> Error {
    match error {
        ::homebrew::Error::Unreadable { path, source } => Error::Unreadable { path, source },
        ::homebrew::Error::NotHomebrew { path, reason } => Error::NotOrcBrew { path, reason },
        ::homebrew::Error::Cancelled => Error::Cancelled,
    }
}

/// Counts the items of a file that are known before it is prepared.
pub fn count_items(source: &SourceFile) -> u64 {
    match &source.content {
        Content::OrcBrew(file) => file.books.iter().map(|book| book.items.len() as u64).sum(),
        Content::Format { .. } => 0,
    }
}

/// What the files of an import share.
pub struct Import<'a> {
    /// The records of all files.
    pub spool: Spool,
    /// The running job.
    pub job: &'a Job,
    /// Finds an entry of the library, of which an item is a changed copy.
    pub base: &'a dyn Fn(Kind, &str, Edition) -> Option<OwnEntry>,
    /// The number of items so far.
    pub done: u64,
    /// The number of items that are known before.
    pub total: u64,
}

/// Converts a file's items and reads their facts.
pub fn prepare(source: SourceFile, import: &mut Import<'_>) -> Result<PreparedFile> {
    let title = source.title().to_owned();
    let SourceFile { path, name, hash, content, repairs, .. } = source;
    let report = ImportReport { file: name, path, repairs, ..ImportReport::default() };
    let prepared = PreparedFile { hash, books: Vec::new(), disabled: 0, report };
    let (places, seen) = (BTreeMap::new(), HashSet::new());
    let mut preparation = Preparation { import, prepared, places, seen };
    match content {
        Content::OrcBrew(file) => preparation.orcbrew(file)?,
        Content::Format { format, files } => preparation.format(format, &title, &files)?,
    }
    let mut prepared = preparation.prepared;
    prepared.report.read += prepared.report.rejected.len() as u64;
    prepared.report.read += prepared.books.iter().map(|book| book.keys.len() as u64).sum::<u64>();
    Ok(prepared)
}

struct Preparation<'a, 'i> {
    import: &'a mut Import<'i>,
    prepared: PreparedFile,
    places: BTreeMap<String, usize>,
    /// The records, to leave out those that repeat another.
    seen: HashSet<(usize, Kind, String, [u8; 32])>,
}

impl Preparation<'_, '_> {
    fn orcbrew(&mut self, file: OrcBrewFile) -> Result<()> {
        let OrcBrewFile { books, repairs, rejected, damaged } = file;
        self.prepared.report.damaged = damaged;
        self.prepared.report.repairs.extend(repairs);
        self.prepared.report.rejected = rejected;
        for book in books {
            self.import.job.check_cancelled()?;
            let place = self.place_of(&book.name);
            self.prepared.report.repeated += book.repeated;
            let name = self.name_at(place);
            for item in book.items {
                // The document is not known yet.
                let record = normalise(&item, &name, &DocumentKey::new(&name));
                let (content_type, key) = (item.content_type, item.key);
                self.add(place, ::homebrew::Item { content_type, key, file: None, line: item.line, record })?;
            }
        }
        Ok(())
    }

    fn format(&mut self, format: &Format, title: &str, files: &[File]) -> Result<()> {
        let mut failure = None;
        let base = self.import.base;
        let mut add = |book: &str, item: ::homebrew::Item| {
            let place = self.place_of(book);
            self.add(place, item).map_err(|error| failure = Some(error)).is_ok()
        };
        let read = (format.read)(&Source { title, files, base }, &mut Output::new(&mut add));
        if let Some(error) = failure {
            return Err(error);
        }
        if let Err(reason) = read {
            // The other files of a folder are read nevertheless.
            let (book, content_type, key) =
                (title.to_owned(), String::new(), self.prepared.report.file.clone());
            let problem = ItemProblem { book, content_type, key, file: None, line: 1, reason };
            self.prepared.report.rejected.push(problem);
        }
        Ok(())
    }

    /// Returns the place of the book of a name; its name may have to be cut.
    fn place_of(&mut self, name: &str) -> usize {
        let is_long = name.chars().nth(MAX_BOOK_NAME_CHARS).is_some();
        let name = if is_long { excerpt(name, MAX_BOOK_NAME_CHARS) } else { name.to_owned() };
        let folded = fold(&name);
        if let Some(place) = self.places.get(&folded) {
            return *place;
        }
        if is_long {
            let reason = format!(
                "the book's name is longer than {MAX_BOOK_NAME_CHARS} characters; the rest of it was cut"
            );
            let (content_type, key) = (String::new(), String::new());
            let problem = ItemProblem { book: name.clone(), content_type, key, file: None, line: 1, reason };
            self.prepared.report.notes.push(problem);
        }
        let spool = self.import.spool.clone();
        self.prepared.books.push(PreparedBook { spool, ..PreparedBook::empty(name, folded.clone()) });
        let place = self.prepared.books.len() - 1;
        self.places.insert(folded, place);
        place
    }

    fn name_at(&self, place: usize) -> String {
        self.prepared.books.get(place).map(|book| book.name.clone()).unwrap_or_default()
    }

    fn add(&mut self, place: usize, item: ::homebrew::Item) -> Result<()> {
        let ::homebrew::Item { content_type, key, file, line, record } = item;
        let report = &mut self.prepared.report;
        let Some(PreparedBook { name, keys, places, .. }) = self.prepared.books.get_mut(place) else {
            return Ok(());
        };
        let problem = |reason| {
            let (content_type, key, file) = (content_type.clone(), key.clone(), file.clone());
            ItemProblem { book: name.clone(), content_type, key, file, line, reason }
        };
        let valid = record.and_then(|(record, notes)| {
            let record = checked(record)?;
            Ok((record.key()?, record, notes))
        });
        match valid {
            Ok((key, ..)) if !self.seen.insert((place, key.kind, key.slug.to_string(), key.hash)) => {
                report.repeated += 1;
            }
            Ok((key, record, notes)) => {
                self.prepared.disabled += u64::from(record.homebrew.disabled);
                report.notes.extend(notes.into_iter().map(problem));
                keys.push(key);
                places.push(self.import.spool.add(record)?);
            }
            Err(reason) => report.rejected.push(problem(reason)),
        }
        let Import { job, done, total, .. } = &mut *self.import;
        *done += 1;
        if done.is_multiple_of(ITEMS_PER_REPORT) || done == total {
            job.check_cancelled()?;
            job.report(Step::Normalising, *done, (*total).max(*done));
        }
        Ok(())
    }
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
        let write = |file: &mut SpooledTempFile| {
            let start = file.seek(SeekFrom::End(0))?;
            file.write_all(&bytes)?;
            Ok(start..start + bytes.len() as u64)
        };
        self.with(write).map_err(|error| Error::file(std::env::temp_dir(), error))
    }

    fn get(&self, place: &Range<u64>, key: &RecordKey) -> Option<(Record, Facts)> {
        let mut bytes = vec![0; usize::try_from(place.end - place.start).ok()?];
        let read = |file: &mut SpooledTempFile| {
            file.seek(SeekFrom::Start(place.start))?;
            file.read_exact(&mut bytes)
        };
        self.with(read).ok()?;
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

    fn with<T>(&self, act: impl FnOnce(&mut SpooledTempFile) -> io::Result<T>) -> io::Result<T> {
        act(&mut self.0.lock())
    }
}
