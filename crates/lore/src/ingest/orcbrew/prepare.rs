use std::collections::BTreeMap;

use super::records::made;
use super::{Book, Item, LONGEST_BOOK, Normalised, Records, Repair, Source, Unusable};
use crate::error::Result;
use crate::model::{excerpt, fold};
use crate::progress::{Job, Step};

/// After how many items progress is told.
const STRIDE: u64 = 50;

/// A file whose items became entries, ready to be stored.
#[derive(Debug, Default)]
pub(crate) struct Prepared {
    /// Where it was read.
    pub(crate) path: String,
    /// Its name.
    pub(crate) name: String,
    /// The SHA-256 of its bytes.
    pub(crate) hash: String,
    /// Whether items may be missing because brackets or quotation marks are.
    pub(crate) damaged: bool,
    /// Its books, each name once.
    pub(crate) books: Vec<PreparedBook>,
    /// How many items it holds; each of them is an entry of a book or rejected.
    pub(crate) read: u64,
    /// What had to be mended.
    pub(crate) repairs: Vec<Repair>,
    /// Fields that could not be used.
    pub(crate) notes: Vec<Unusable>,
    /// Items that are no entries.
    pub(crate) rejected: Vec<Unusable>,
    /// How many items stand in it a second time, word for word.
    pub(crate) repeated: u64,
    /// How many of the entries are switched off.
    pub(crate) disabled: u64,
}

/// A book whose items became entries.
#[derive(Debug)]
pub(crate) struct PreparedBook {
    /// Its name.
    pub(crate) name: String,
    /// Its name as names are compared.
    pub(crate) folded: String,
    /// Its entries, all of which can be stored. Their document is not known yet.
    pub(crate) records: Records,
}

impl PreparedBook {
    /// How many entries of each kind it holds.
    pub(crate) fn records_by_kind(&self) -> BTreeMap<String, u64> {
        let mut kinds = BTreeMap::new();
        for key in self.records.keys() {
            *kinds.entry(key.kind.as_str().to_owned()).or_default() += 1;
        }
        kinds
    }
}

/// How many items a file holds.
pub(crate) fn count_items(source: &Source) -> u64 {
    source.file.books.iter().map(|book| book.items.len() as u64).sum()
}

/// Turns a file's items into entries; `done` counts on over several files of one import.
///
/// # Errors
/// When the job is stopped.
pub(crate) fn prepare(source: Source, job: &Job, done: &mut u64, total: u64) -> Result<Prepared> {
    let read = count_items(&source) + source.file.rejected.len() as u64;
    let Source { path, name, hash, file } = source;
    let mut prepared = Prepared {
        path,
        name,
        hash,
        read,
        damaged: file.damaged,
        repairs: file.repairs,
        rejected: file.rejected,
        ..Prepared::default()
    };
    let mut places: BTreeMap<String, usize> = BTreeMap::new();
    for mut book in file.books {
        job.check_cancelled()?;
        prepared.notes.extend(cut_name(&mut book));
        prepared.repeated += book.repeated;
        let folded = fold(&book.name);
        let place = *places.entry(folded.clone()).or_insert_with(|| {
            let (name, records) = (book.name.clone(), Records::default());
            prepared.books.push(PreparedBook { name, folded, records });
            prepared.books.len() - 1
        });
        let Some(PreparedBook { records, .. }) = prepared.books.get_mut(place) else { continue };
        records.begin(&book.name);
        for item in book.items {
            match made(&item, &book.name).and_then(|made| Ok((made.record.key()?, made))) {
                Ok((key, Normalised { record, notes })) => {
                    prepared.disabled += u64::from(record.homebrew.disabled);
                    prepared.notes.extend(notes.into_iter().map(|note| unusable(&item, &book.name, note)));
                    records.push(item, key);
                }
                Err(reason) => prepared.rejected.push(unusable(&item, &book.name, reason)),
            }
            *done += 1;
            if done.is_multiple_of(STRIDE) || *done == total {
                job.check_cancelled()?;
                job.report(Step::Normalising, *done, total);
            }
        }
    }
    Ok(prepared)
}

/// Cuts the name of a book that is too long to stand with each of its entries; tells it when it did.
fn cut_name(book: &mut Book) -> Option<Unusable> {
    book.name.chars().nth(LONGEST_BOOK)?;
    book.name = excerpt(&book.name, LONGEST_BOOK);
    let reason = format!("the book's name is longer than {LONGEST_BOOK} characters; the rest of it was cut");
    let (content_type, key) = (String::new(), String::new());
    Some(Unusable { book: book.name.clone(), content_type, key, line: 1, reason })
}

fn unusable(item: &Item, book: &str, reason: String) -> Unusable {
    Unusable {
        book: book.to_owned(),
        content_type: item.content_type.clone(),
        key: item.key.clone(),
        line: item.line,
        reason,
    }
}
