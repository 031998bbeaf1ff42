//! What the imports of the user's own files told, as the library keeps it.

use std::collections::HashMap;

use super::Library;
use crate::error::{Error, Result};
use crate::ingest::orcbrew::ImportReport;
use crate::model::{Document, DocumentKey, ImportSummary, fold, quoted, shown};
use crate::query::{choose, nearest};
use crate::store::{BookRow, DocumentRow, FileRow};

impl Library {
    /// A document by its key, its name, or the name of the edition that it has the rules of, whatever their case. A name that means an
    /// official document never gives one of the user's own.
    ///
    /// # Errors
    /// When there is none, several have that name, or the database cannot be read.
    pub async fn document(&self, text: &str) -> Result<Document> {
        let rows = self.store.documents().await?;
        let ids = choose(&[text.to_owned()], &rows).ids;
        self.only_one(text, &rows, |row| ids.contains(&row.id)).await
    }

    /// A document that is to be deleted, by its key, or by a name that no other has: not even one that it would win against elsewhere.
    ///
    /// # Errors
    /// When there is none, several have that name, or the database cannot be read.
    pub async fn document_to_delete(&self, text: &str) -> Result<Document> {
        let rows = self.store.documents().await?;
        let folded = fold(text);
        if rows.iter().any(|row| row.key.as_str() == folded) {
            return self.only_one(text, &rows, |row| row.key.as_str() == folded).await;
        }
        let ids = choose(&[text.to_owned()], &rows).ids;
        self.only_one(text, &rows, |row| ids.contains(&row.id) || fold(&row.source_name) == folded).await
    }

    /// The one document that fits a text.
    async fn only_one(
        &self,
        text: &str,
        rows: &[DocumentRow],
        fits: impl Fn(&DocumentRow) -> bool,
    ) -> Result<Document> {
        let mut found = rows.iter().filter(|row| fits(row)).map(|row| row.key.as_str());
        match (found.next(), found.next()) {
            (Some(key), None) => {
                let mut documents = self.documents(None).await?.into_iter();
                documents
                    .find(|document| document.document_key.as_str() == key)
                    .ok_or_else(|| none_of(text, rows))
            }
            (None, _) => Err(none_of(text, rows)),
            (Some(one), Some(other)) => {
                let keys: Vec<&str> = [one, other].into_iter().chain(found).collect();
                Err(Error::Invalid(format!(
                    "several documents are called `{}`; their keys are {}",
                    shown(text),
                    quoted(&keys)
                )))
            }
        }
    }

    /// The whole reports of the imports of every file that a document comes from; none for a document that comes from no
    /// file of the user's.
    ///
    /// # Errors
    /// When there is no such document, or the database cannot be read.
    pub async fn import_reports(&self, document: &DocumentKey) -> Result<Vec<ImportReport>> {
        let rows = self.store.documents().await?;
        let Some(row) = rows.iter().find(|row| row.key == *document) else {
            return Err(none_of(document.as_str(), &rows));
        };
        let (files, books) = self.store.imported(Some(row.id)).await?;
        Ok(files.iter().filter_map(|file| report_of(file, &books)).collect())
    }

    /// How the imports went, by the number of the document.
    pub(super) async fn import_summaries(&self) -> Result<HashMap<i64, ImportSummary>> {
        let (files, books) = self.store.imported(None).await?;
        let mut summaries: HashMap<i64, ImportSummary> = HashMap::new();
        for file in &files {
            let Some(report) = report_of(file, &books) else { continue };
            let (notes, rejected, conflicts) = (
                by_book(report.notes.iter().map(|note| note.book.as_str())),
                by_book(report.rejected.iter().map(|lost| lost.book.as_str())),
                by_book(report.conflicts.iter().map(|conflict| conflict.book.as_str())),
            );
            let of = |counts: &HashMap<String, usize>, folded| counts.get(folded).copied().unwrap_or(0);
            for book in books.iter().filter(|book| book.file_id == file.id) {
                let summary = summaries.entry(book.document_id).or_default();
                if !summary.files.contains(&file.name) {
                    summary.files.push(file.name.clone());
                    summary.repairs += report.repairs.len();
                }
                if summary.imported_at < file.imported_at {
                    summary.imported_at.clone_from(&file.imported_at);
                }
                summary.notes += of(&notes, &book.folded);
                summary.rejected += of(&rejected, &book.folded);
                summary.conflicts += of(&conflicts, &book.folded);
            }
        }
        Ok(summaries)
    }
}

/// That no document has a key, with those that are near.
fn none_of(key: &str, documents: &[DocumentRow]) -> Error {
    let keys: Vec<&str> = documents.iter().map(|document| document.key.as_str()).collect();
    Error::NoSuchDocument { key: key.to_owned(), nearest: nearest(key, &keys, 3) }
}

/// How many lines of a list each book has, by its folded name. Each name is folded once, for a file can have thousands of lines.
fn by_book<'a>(names: impl Iterator<Item = &'a str>) -> HashMap<String, usize> {
    let mut by_name: HashMap<&str, usize> = HashMap::new();
    for name in names {
        *by_name.entry(name).or_default() += 1;
    }
    let mut by_folded = HashMap::new();
    for (name, count) in by_name {
        *by_folded.entry(fold(name)).or_default() += count;
    }
    by_folded
}

/// A file's report with the keys that its books' documents have now. One that cannot be read is left out and logged.
fn report_of(file: &FileRow, books: &[BookRow]) -> Option<ImportReport> {
    let mut report: ImportReport = match serde_json::from_str(&file.report) {
        Ok(report) => report,
        Err(error) => {
            tracing::error!(file = file.name, %error, "the report of an import cannot be read");
            return None;
        }
    };
    for book in &mut report.books {
        let folded = fold(&book.name);
        let now = books.iter().find(|row| row.file_id == file.id && row.folded == folded);
        if let Some(now) = now {
            book.document_key = Some(now.document_key.clone());
        }
    }
    Some(report)
}
