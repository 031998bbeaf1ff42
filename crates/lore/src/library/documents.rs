//! The documents of a library, with the reports of the imports that brought them.

use std::collections::{BTreeMap, HashMap};

use content::error::{Error, Result};
use content::model::{Document, DocumentKey, ImportSummary, Provider, Slug, fold, quoted, shown};
use content::progress::Job;
use content::query::{Entry, MAX_NEAREST, nearest};
use ingest::orcbrew::ImportReport;
use ingest::{Disagreement, LeftOut, Sources};
use serde::Serialize;
use store::{BookRow, DocumentRow, EntrySources, FileRow};

use super::Library;
use super::document_filter::choose;

/// The sources of the fields of a document's entries.
#[derive(Debug, Clone, Default, PartialEq, Serialize, schemars::JsonSchema)]
pub struct SourceReport {
    /// Number of entries that more than one source describes.
    pub entries: u64,
    /// Number of entries in which a source filled a field that the leading source lacks, by source and field.
    pub filled: BTreeMap<Provider, BTreeMap<String, u64>>,
    /// Every field on which sources differ.
    pub disagreements: Vec<EntryDisagreement>,
    /// The entries of Open5e that the last sync left out, by kind and name.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub left_out: Vec<LeftOut>,
}

/// A field of an entry on which sources differ.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct EntryDisagreement {
    /// The name of the entry.
    pub name: String,
    /// Its kind.
    pub kind: String,
    /// Its slug.
    pub slug: Slug,
    /// The field and its value in each source.
    #[serde(flatten)]
    pub disagreement: Disagreement,
}

impl Library {
    /// Lists the documents of a source, or all of them, those with the most entries first.
    pub async fn documents(&self, source: Option<Provider>) -> Result<Vec<Document>> {
        let mut rows = self.store.documents().await?;
        rows.retain(|row| source.is_none_or(|source| row.provider == source));
        self.with_imports(rows).await
    }

    async fn with_imports(&self, rows: Vec<DocumentRow>) -> Result<Vec<Document>> {
        let has_homebrew = rows.iter().any(|row| row.provider == Provider::OrcBrew);
        let mut imports = if has_homebrew { self.import_summaries().await? } else { HashMap::new() };
        let document = |row: DocumentRow| {
            let import = imports.remove(&row.id);
            Document { import, ..Document::from(row) }
        };
        Ok(rows.into_iter().map(document).collect())
    }

    /// Finds a document by key, name or edition, in any case. The name of an official one finds no homebrew.
    ///
    /// # Errors
    /// When there is no such document or several, or the database cannot be read.
    pub async fn document(&self, text: &str) -> Result<Document> {
        let rows = self.store.documents().await?;
        let ids = choose(&[text.to_owned()], &rows).ids;
        self.only_match(text, rows, |row| ids.contains(&row.id)).await
    }

    /// Finds a document that is to be deleted, by its key, or by a name that no other document has.
    ///
    /// # Errors
    /// When there is no such document or several, or the database cannot be read.
    pub async fn document_to_delete(&self, text: &str) -> Result<Document> {
        self.wait_until_whole().await?;
        let rows = self.store.documents().await?;
        let folded = fold(text);
        if rows.iter().any(|row| row.key.as_str() == folded) {
            return self.only_match(text, rows, |row| row.key.as_str() == folded).await;
        }
        let ids = choose(&[text.to_owned()], &rows).ids;
        self.only_match(text, rows, |row| ids.contains(&row.id) || fold(&row.source_name) == folded).await
    }

    /// Deletes a document with all its entries, in one transaction, and removes them from the text index.
    ///
    /// # Errors
    /// When there is no such document, or the database cannot be written.
    pub async fn delete_document(&self, key: &str, job: &Job) -> Result<Document> {
        self.wait_until_whole().await?;
        if let Some(deleted) = self.recorded_result(job).await? {
            return Ok(deleted);
        }
        let document = self.document_to_delete(key).await?;
        let _running = self.state.running.lock().await;
        let had = self.sources_in_use().await?;
        if !self.store.delete_document(&document, job).await? {
            let key = document.document_key.to_string();
            return Err(Error::NoSuchDocument { key, nearest: Vec::new() });
        }
        self.sources.forget_files(&had, &self.sources_in_use().await?);
        self.store.back_up().await;
        self.text.catch_up(&Job::quiet()).await?;
        Ok(document)
    }

    async fn only_match(
        &self,
        text: &str,
        rows: Vec<DocumentRow>,
        matches: impl Fn(&DocumentRow) -> bool,
    ) -> Result<Document> {
        let (found, others): (Vec<_>, Vec<_>) = rows.into_iter().partition(matches);
        let keys: Vec<&str> = found.iter().map(|row| row.key.as_str()).collect();
        if keys.len() > 1 {
            let (text, keys) = (shown(text), quoted(&keys));
            let why = format!("several documents are called `{text}`; their keys are {keys}");
            return Err(Error::Invalid(why));
        }
        self.with_imports(found).await?.pop().ok_or_else(|| no_such_document(text, &others))
    }

    /// Returns the notice that the licence of an entry's document requires.
    pub async fn notice_for(&self, entry: &Entry) -> Result<Option<String>> {
        if let Some(origin) = &entry.homebrew.copied_from {
            return Ok(origin.notice.clone());
        }
        let rows = self.store.documents().await?;
        let row = rows.into_iter().find(|row| row.key == entry.document_key);
        Ok(row.and_then(|row| Document::from(row).notice))
    }

    /// Returns the import reports of all files that a document comes from.
    ///
    /// # Errors
    /// When there is no such document, or the database cannot be read.
    pub async fn import_reports(&self, document: &DocumentKey) -> Result<Vec<ImportReport>> {
        let rows = self.store.documents().await?;
        let Some(row) = rows.iter().find(|row| row.key == *document) else {
            return Err(no_such_document(document.as_str(), &rows));
        };
        let (files, books) = self.store.imported(Some(row.id)).await?;
        Ok(files.iter().filter_map(|file| report_of(file, &books)).collect())
    }

    async fn import_summaries(&self) -> Result<HashMap<i64, ImportSummary>> {
        let (files, books) = self.store.imported(None).await?;
        let mut summaries: HashMap<i64, ImportSummary> = HashMap::new();
        for file in &files {
            let Some(report) = report_of(file, &books) else { continue };
            let (notes, rejected, conflicts) = (
                count_by_book(report.notes.iter().map(|note| note.book.as_str())),
                count_by_book(report.rejected.iter().map(|rejection| rejection.book.as_str())),
                count_by_book(report.conflicts.iter().map(|conflict| conflict.book.as_str())),
            );
            let count = |counts: &HashMap<String, usize>, folded| counts.get(folded).copied().unwrap_or(0);
            for book in books.iter().filter(|book| book.file_id == file.id) {
                let summary = summaries.entry(book.document_id).or_default();
                if !summary.files.contains(&file.name) {
                    summary.files.push(file.name.clone());
                    summary.repairs += report.repairs.len();
                }
                if summary.imported_at < file.imported_at {
                    summary.imported_at.clone_from(&file.imported_at);
                }
                summary.notes += count(&notes, &book.folded);
                summary.rejected += count(&rejected, &book.folded);
                summary.conflicts += count(&conflicts, &book.folded);
            }
        }
        Ok(summaries)
    }

    /// Returns the sources of the fields of a document's entries.
    pub async fn source_report(&self, document: &DocumentKey) -> Result<SourceReport> {
        let left_out = self.store.left_out(document).await?;
        let mut report = SourceReport { left_out, ..SourceReport::default() };
        for EntrySources { kind, slug, name, sources, .. } in self.store.sources_in(Some(document)).await? {
            let sources = Sources::read(sources.as_deref());
            report.entries += u64::from(!sources.filled.is_empty() || !sources.disagreements.is_empty());
            for (field, source) in sources.filled {
                *report.filled.entry(source).or_default().entry(field).or_default() += 1;
            }
            report.disagreements.extend(sources.disagreements.into_iter().map(|disagreement| {
                EntryDisagreement { name: name.clone(), kind: kind.clone(), slug: slug.clone(), disagreement }
            }));
        }
        Ok(report)
    }
}

fn no_such_document(key: &str, rows: &[DocumentRow]) -> Error {
    let keys: Vec<&str> = rows.iter().map(|row| row.key.as_str()).collect();
    Error::NoSuchDocument { key: key.to_owned(), nearest: nearest(key, &keys, MAX_NEAREST) }
}

/// Each name is folded once: a file can have thousands of lines.
fn count_by_book<'a>(names: impl Iterator<Item = &'a str>) -> HashMap<String, usize> {
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

/// An unreadable report is logged.
fn report_of(file: &FileRow, books: &[BookRow]) -> Option<ImportReport> {
    let parsed = serde_json::from_str(&file.report);
    let log = |error: &_| tracing::error!(file = file.name, %error, "the report of an import cannot be read");
    let mut report: ImportReport = parsed.inspect_err(log).ok()?;
    for book in &mut report.books {
        let folded = fold(&book.name);
        let row = books.iter().find(|row| row.file_id == file.id && row.folded == folded);
        if let Some(row) = row {
            book.document_key = Some(row.document_key.clone());
        }
    }
    Some(report)
}
