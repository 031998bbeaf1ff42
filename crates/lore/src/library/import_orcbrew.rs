//! The import of the user's own OrcBrew files.

mod report;
#[cfg(test)]
mod tests;

use std::path::Path;
use std::time::Instant;

use self::report::report_of;
use super::import::Importer;
use crate::error::{Error, Result};
use crate::ingest::orcbrew::{
    ImportPolicy, ImportReport, ImportedFiles, PreparedFile, ReadFiles, SourceFile, Spool, UnreadableFile,
    count_items, prepare, read,
};
use crate::progress::{Job, Step};
use crate::store::{FileImport, OpenFile};

/// The options of an OrcBrew import.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ImportRequest {
    /// The policy for a book that has the name of a document from another file.
    pub policy: ImportPolicy,
    /// True to report the changes without making them.
    pub dry_run: bool,
}

/// Imports an OrcBrew file, or every OrcBrew file of an archive.
pub(super) async fn import_orcbrew(
    importer: &Importer,
    path: &Path,
    request: ImportRequest,
    job: &Job,
) -> Result<ImportedFiles> {
    if let Some(imported) = importer.recorded_result(job).await? {
        return Ok(imported);
    }
    let began = Instant::now();
    let (path, job_of_thread) = (path.to_owned(), job.clone());
    // One thread does both: memory that reading a large file freed is not reused by another thread.
    let (prepared, errors) = tokio::task::spawn_blocking(move || {
        let ReadFiles { files, errors } = read(&path, &job_of_thread)?;
        Ok::<_, Error>((prepare_all(files, &job_of_thread)?, errors))
    })
    .await??;
    let refused = errors.into_iter().map(|error| UnreadableFile::from(&Error::from(error))).collect();
    import_prepared(importer, prepared, refused, request, job, began).await
}

/// Imports prepared files in one transaction. Nothing is read while it lasts, for other writers wait.
async fn import_prepared(
    importer: &Importer,
    prepared: Vec<PreparedFile>,
    refused: Vec<UnreadableFile>,
    request: ImportRequest,
    job: &Job,
    began: Instant,
) -> Result<ImportedFiles> {
    let _running = importer.running.lock().await;
    let now = importer.clock.now_text();
    let mut import = importer.store.begin_file_import(&now).await?;
    let mut writer = FileWriter { request, job, done: 0, total: prepared.iter().map(entries_in).sum() };
    let mut files = Vec::with_capacity(prepared.len());
    for file in prepared {
        let (file, mut report) = writer.write(&mut import, file).await?;
        report.imported_at.clone_from(&now);
        report.seconds = began.elapsed().as_secs_f64();
        import.store_report(&file, &serde_json::to_string(&report)?).await?;
        files.push(report);
    }
    job.check_cancelled()?;
    let imported = ImportedFiles { files, refused };
    if request.dry_run {
        import.roll_back().await?;
        return Ok(imported);
    }
    import.note_call(job, &imported).await?;
    import.commit().await?;
    importer.update_indexes(job).await;
    for ImportReport { file, stored, rejected, damaged, .. } in &imported.files {
        tracing::info!(file, stored, rejected = rejected.len(), damaged, "imported a file");
    }
    Ok(imported)
}

fn prepare_all(sources: Vec<SourceFile>, job: &Job) -> Result<Vec<PreparedFile>> {
    let total = sources.iter().map(count_items).sum();
    let (spool, mut done) = (Spool::default(), 0);
    sources.into_iter().map(|source| prepare(source, &spool, job, &mut done, total)).collect()
}

fn entries_in(file: &PreparedFile) -> u64 {
    file.books.iter().map(|book| book.records.len() as u64).sum()
}

/// Writes files to the database and reports the progress, counted in entries.
struct FileWriter<'a> {
    request: ImportRequest,
    job: &'a Job,
    done: u64,
    total: u64,
}

impl FileWriter<'_> {
    /// Writes the books of a file and returns the report.
    async fn write(
        &mut self,
        import: &mut FileImport,
        file: PreparedFile,
    ) -> Result<(OpenFile, ImportReport)> {
        let (mut open, opened) = import.open(&file).await?;
        let mut books = Vec::with_capacity(file.books.len());
        for book in &file.books {
            self.job.check_cancelled()?;
            books.push(import.store_book(&mut open, book, self.request.policy, self.job).await?);
            self.done += book.records.len() as u64;
            self.job.report(Step::Storing, self.done, self.total);
        }
        let removed = import.remove_missing_books(&open, self.job).await?;
        let mut report = report_of(file, &opened, &books, &removed);
        report.dry_run = self.request.dry_run;
        Ok((open, report))
    }
}
