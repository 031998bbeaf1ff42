//! Preparation of a file for storing: its items are converted and checked.

use std::collections::BTreeMap;
use std::ops::Range;

use ::orcbrew::{Book, Item, ItemProblem, MAX_BOOK_NAME_CHARS, OrcBrewFile, Repair, SourceFile};
use content::error::Result;
use content::facts::Facts;
use content::model::{DocumentKey, Record, RecordKey, excerpt, fold};
use content::progress::{Job, Step};

use super::normalise::{NormalisedItem, normalise};
use super::spool::Spool;
use crate::batch::checked;

const ITEMS_PER_REPORT: u64 = 50;

/// A file whose items are valid records or rejected.
#[derive(Debug, Default)]
pub struct PreparedFile {
    /// The path from which it was read.
    pub path: String,
    /// The name without folders.
    pub name: String,
    /// The SHA-256 of its bytes.
    pub hash: String,
    /// True if items may be missing because brackets or quotation marks are.
    pub damaged: bool,
    /// The books, each name once.
    pub books: Vec<PreparedBook>,
    /// The number of items in the file; each of them is a record of a book or rejected.
    pub read: u64,
    /// The repairs that were necessary to read the file.
    pub repairs: Vec<Repair>,
    /// Fields that could not be used.
    pub notes: Vec<ItemProblem>,
    /// Items that could not be converted.
    pub rejected: Vec<ItemProblem>,
    /// The number of items that repeat another one exactly.
    pub repeated: u64,
    /// The number of records that are switched off.
    pub disabled: u64,
}

/// A book whose items are valid records.
#[derive(Debug)]
pub struct PreparedBook {
    /// The name.
    pub name: String,
    /// The name, folded for comparison.
    pub folded: String,
    /// The records. Their document is not known yet.
    pub records: BookRecords,
}

impl PreparedBook {
    /// Counts the records of each kind.
    pub fn records_by_kind(&self) -> BTreeMap<String, u64> {
        let mut kinds = BTreeMap::new();
        for key in self.records.keys() {
            *kinds.entry(key.kind.as_str().to_owned()).or_default() += 1;
        }
        kinds
    }
}

/// The records of a book, in the spool of their import.
#[derive(Debug, Default)]
pub struct BookRecords {
    spool: Spool,
    places: Vec<Range<u64>>,
    keys: Vec<RecordKey>,
}

impl BookRecords {
    /// Returns their number.
    #[must_use]
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    /// Returns true if there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    /// Returns the keys of the records, in their order.
    pub fn keys(&self) -> &[RecordKey] {
        &self.keys
    }

    /// Returns the record at an index with the facts about it.
    pub fn get(&self, index: usize) -> Option<(Record, Facts)> {
        self.spool.get(self.places.get(index)?, self.keys.get(index)?)
    }
}

/// Counts the items of a file.
pub fn count_items(source: &SourceFile) -> u64 {
    source.file.books.iter().map(|book| book.items.len() as u64).sum()
}

/// Converts the items of a file and reads their facts. `done` counts the items of all files of an import, `total` is their number.
///
/// # Errors
/// If the job is cancelled, or the records cannot be kept.
pub fn prepare(
    source: SourceFile,
    spool: &Spool,
    job: &Job,
    done: &mut u64,
    total: u64,
) -> Result<PreparedFile> {
    let read = count_items(&source) + source.file.rejected.len() as u64;
    let SourceFile { path, name, hash, file } = source;
    let OrcBrewFile { books, repairs, rejected, damaged } = file;
    let mut prepared =
        PreparedFile { path, name, hash, read, damaged, repairs, rejected, ..PreparedFile::default() };
    let mut places: BTreeMap<String, usize> = BTreeMap::new();
    for mut book in books {
        job.check_cancelled()?;
        prepared.notes.extend(shorten_name(&mut book));
        prepared.repeated += book.repeated;
        let folded = fold(&book.name);
        let place = *places.entry(folded.clone()).or_insert_with(|| {
            let records = BookRecords { spool: spool.clone(), ..BookRecords::default() };
            let name = book.name.clone();
            prepared.books.push(PreparedBook { name, folded, records });
            prepared.books.len() - 1
        });
        let Some(PreparedBook { records, .. }) = prepared.books.get_mut(place) else { continue };
        for item in book.items {
            // The document is not known yet.
            let converted = normalise(&item, &book.name, &DocumentKey::new(&book.name));
            let valid = converted.and_then(|NormalisedItem { record, notes }| {
                let record = checked(record)?;
                Ok((record.key()?, record, notes))
            });
            match valid {
                Ok((key, record, notes)) => {
                    prepared.disabled += u64::from(record.homebrew.disabled);
                    prepared.notes.extend(notes.into_iter().map(|note| problem(&item, &book.name, note)));
                    records.keys.push(key);
                    records.places.push(spool.add(record)?);
                }
                Err(reason) => prepared.rejected.push(problem(&item, &book.name, reason)),
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
