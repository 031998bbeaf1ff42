//! What the imports of the user's own files told, as the library keeps it.

use std::collections::HashMap;

use super::Library;
use crate::error::{Error, Result};
use crate::ingest::orcbrew::ImportReport;
use crate::model::{Document, DocumentKey, ImportSummary, excerpt, fold};
use crate::query::{key_meant_by, nearest};
use crate::store::{BookRow, FileRow};

impl Library {
    /// A document by its key, its name, or the name of the edition that it has the rules of, whatever their case.
    ///
    /// # Errors
    /// When there is none, several have that name, or the database cannot be read.
    pub async fn document(&self, text: &str) -> Result<Document> {
        let documents = self.documents(None).await?;
        let name = fold(text);
        let of_key = |key: &str| documents.iter().find(|document| document.document_key.as_str() == key);
        if let Some(document) = of_key(&name.replace(' ', "-")) {
            return Ok(document.clone());
        }
        let named: Vec<&Document> =
            documents.iter().filter(|document| fold(&document.document_name) == name).collect();
        match named.as_slice() {
            [document] => Ok((*document).clone()),
            [] => of_key(&key_meant_by(text)).cloned().ok_or_else(|| {
                let keys: Vec<&str> =
                    documents.iter().map(|document| document.document_key.as_str()).collect();
                Error::NoSuchDocument { key: text.to_owned(), nearest: nearest(text, &keys, 3) }
            }),
            several => {
                let keys: Vec<&str> = several.iter().map(|document| document.document_key.as_str()).collect();
                Err(Error::Invalid(format!(
                    "several documents are called `{}`; their keys are {}",
                    excerpt(text, 80),
                    keys.join(", ")
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
            let keys: Vec<&str> = rows.iter().map(|row| row.key.as_str()).collect();
            let nearest = nearest(document.as_str(), &keys, 3);
            return Err(Error::NoSuchDocument { key: document.to_string(), nearest });
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
