//! A library, and files of our own invention as the reader would give them.

use std::time::Instant;

use content::fields::Filter;
use content::model::{Document, DocumentKey, NewDocument, Provider};
use content::progress::Job;
use content::query::Lookup;
use ingest::Batch;
use ingest::orcbrew::{BookOutcome, ImportPolicy, ImportReport, SourceFile, normalise};
use orcbrew::{Book, Item, OrcBrewFile};
use serde_json::json;
use tempfile::TempDir;

use crate::library::import_orcbrew::prepare_all;
use crate::{ImportRequest, Library, Options, Result};

pub(super) const MERGE: ImportRequest = ImportRequest { policy: ImportPolicy::Merge, dry_run: false };
pub(super) const REPLACE: ImportRequest = ImportRequest { policy: ImportPolicy::Replace, dry_run: false };
pub(super) const KEEP_BOTH: ImportRequest = ImportRequest { policy: ImportPolicy::KeepBoth, dry_run: false };

pub(super) struct TestLibrary {
    pub(super) library: Library,
    _home: TempDir,
}

impl TestLibrary {
    pub(super) async fn empty() -> Self {
        let home = TempDir::new().unwrap();
        Self { library: Library::open(Options::at(home.path())).await.unwrap(), _home: home }
    }

    /// A library of the books of one file.
    pub(super) async fn of(books: Vec<Book>) -> Self {
        Self::with(&[file("/h/a.orcbrew", books)]).await
    }

    pub(super) async fn with(files: &[SourceFile]) -> Self {
        let library = Self::empty().await;
        for file in files {
            library.import(file).await;
        }
        library
    }

    pub(super) async fn try_import(
        &self,
        file: &SourceFile,
        request: ImportRequest,
        job: &Job,
    ) -> Result<ImportReport> {
        let prepared = prepare_all(vec![copy(file)], job)?;
        let imported =
            self.library.import_prepared(prepared, "", Vec::new(), request, job, Instant::now()).await?;
        Ok(imported.files.into_iter().next().unwrap())
    }

    pub(super) async fn import_with(&self, file: &SourceFile, request: ImportRequest) -> ImportReport {
        let report = self.try_import(file, request, &Job::quiet()).await.unwrap();
        assert_eq!(report.read, report.stored + report.rejected.len() as u64, "in = stored + rejected");
        assert_eq!(report.stored, report.added + report.changed + report.unchanged);
        report
    }

    pub(super) async fn import(&self, file: &SourceFile) -> ImportReport {
        self.import_with(file, MERGE).await
    }

    pub(super) async fn documents(&self) -> Vec<Document> {
        let mut documents = self.library.documents(None).await.unwrap();
        documents.sort_by(|a, b| a.document_key.cmp(&b.document_key));
        documents
    }

    /// The keys of the documents with their numbers of entries.
    pub(super) async fn keys(&self) -> Vec<(String, u64)> {
        let documents = self.documents().await;
        documents.iter().map(|document| (document.document_key.to_string(), document.entity_count)).collect()
    }

    /// The spells of a document as `slug: last paragraph`, in order.
    pub(super) async fn spells(&self, document: &str) -> Vec<String> {
        let lookup = Lookup { documents: Some(vec![document.to_owned()]), ..Lookup::default() };
        let answer = self.library.lookup(&lookup, &Filter::spells([])).await.unwrap();
        let text = |body: &str| body.rsplit("\n\n").next().unwrap_or_default().to_owned();
        let mut spells: Vec<String> =
            answer.entries.iter().map(|entry| format!("{}: {}", entry.slug, text(&entry.body))).collect();
        spells.sort();
        spells
    }
}

fn copy(SourceFile { path, name, hash, file }: &SourceFile) -> SourceFile {
    SourceFile { path: path.clone(), name: name.clone(), hash: hash.clone(), file: file.clone() }
}

pub(super) fn file(path: &str, books: Vec<Book>) -> SourceFile {
    let file = OrcBrewFile { books, ..OrcBrewFile::default() };
    let name = path.rsplit('/').next().unwrap_or(path).to_owned();
    SourceFile { path: path.to_owned(), name, hash: format!("{file:?}"), file }
}

pub(super) fn damaged(path: &str, books: Vec<Book>) -> SourceFile {
    let mut source = file(path, books);
    source.file.damaged = true;
    source
}

pub(super) fn book(name: &str, spells: &[(&str, &str)]) -> Book {
    Book {
        name: name.to_owned(),
        items: spells.iter().map(|(key, text)| spell(key, text)).collect(),
        repeated: 0,
    }
}

pub(super) fn spell(key: &str, text: &str) -> Item {
    Item {
        content_type: "spells".to_owned(),
        key: key.to_owned(),
        line: 1,
        disabled: false,
        json: json!({"name": content::model::title_case(key), "level": 1, "description": text})
            .to_string()
            .into(),
    }
}

pub(super) fn official(key: &str, name: &str, spell: &Item) -> Batch {
    let key = DocumentKey::new(key);
    let mut batch = Batch::default();
    let document = NewDocument::homebrew(key.clone(), name.to_owned());
    batch.add_document(NewDocument { provider: Provider::Open5eV2, ..document });
    let record = normalise(spell, name, &key).unwrap().0;
    batch.add("test", &spell.key, Ok(record));
    batch
}

pub(super) fn counts(report: &ImportReport) -> [u64; 4] {
    [report.added, report.changed, report.unchanged, report.removed]
}

pub(super) fn fates(report: &ImportReport) -> Vec<(BookOutcome, &str)> {
    let books = report.books.iter();
    books.map(|book| (book.what, book.document_key.as_ref().map_or("", DocumentKey::as_str))).collect()
}

pub(super) fn outcome(report: &ImportReport) -> ([u64; 4], Vec<(BookOutcome, &str)>) {
    (counts(report), fates(report))
}
