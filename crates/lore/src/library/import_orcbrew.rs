//! The import of the user's own OrcBrew files.

mod report;
#[cfg(test)]
mod tests;

use std::path::Path;
use std::time::Instant;

use content::error::{Error, Result};
use content::progress::{Job, Step};
use ingest::orcbrew::{
    ImportPolicy, ImportReport, ImportedFiles, PreparedFile, ReadFiles, SourceFile, Spool, UnreadableFile,
    count_items, error_of, prepare, read,
};

use self::report::report_of;
use super::Library;

/// The options of an OrcBrew import.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ImportRequest {
    /// The policy for a book that has the name of a document from another file.
    pub policy: ImportPolicy,
    /// True to report the changes without making them.
    pub dry_run: bool,
}

impl Library {
    /// Imports an OrcBrew file, or every OrcBrew file of an archive, in one transaction. Each book becomes a
    /// document. A file that was imported before is updated.
    ///
    /// # Errors
    /// When no OrcBrew file can be read, the database fails, or the job is stopped. Then nothing is changed.
    pub async fn import_orcbrew(
        &self,
        path: &Path,
        request: ImportRequest,
        job: &Job,
    ) -> Result<ImportedFiles> {
        self.wait_until_whole().await?;
        if let Some(imported) = self.recorded_result(job).await? {
            return Ok(imported);
        }
        let began = Instant::now();
        let (from, job_of_thread) = (path.to_owned(), job.clone());
        // One thread does all: memory that reading a large file freed is not reused by another thread.
        let (prepared, errors) = tokio::task::spawn_blocking(move || {
            let ReadFiles { files, errors } = read(&from, &job_of_thread)?;
            Ok::<_, Error>((prepare_all(files, &job_of_thread)?, errors))
        })
        .await??;
        let refused = errors.into_iter().map(|error| UnreadableFile::from(&error_of(error))).collect();
        // Another import of this file neither finds its copy before its content is stored nor deletes it.
        let _running = self.state.running.lock().await;
        if request.dry_run {
            return self.import_prepared(prepared, "", refused, request, job, began).await;
        }
        let mut had = self.sources_in_use().await?;
        let (sources, path) = (self.sources.clone(), path.to_owned());
        let source = tokio::task::spawn_blocking(move || sources.keep_file(&path)).await??;
        let imported = self.import_prepared(prepared, &source, refused, request, job, began).await;
        // A copy of a file that was not stored is not a source.
        had.insert(source);
        self.sources.forget_files(&had, &self.sources_in_use().await?);
        self.store.back_up().await;
        imported
    }

    /// Nothing is read during the transaction, because other writers wait. The caller holds `running`.
    async fn import_prepared(
        &self,
        prepared: Vec<PreparedFile>,
        source: &str,
        refused: Vec<UnreadableFile>,
        request: ImportRequest,
        job: &Job,
        began: Instant,
    ) -> Result<ImportedFiles> {
        let now = self.clock.now_text();
        let mut import = self.store.begin_file_import(&now).await?;
        let books = prepared.iter().flat_map(|file| &file.books);
        let (total, mut done) = (books.map(|book| book.keys.len() as u64).sum(), 0);
        let mut files = Vec::with_capacity(prepared.len());
        for file in prepared {
            let (mut open, opened) = import.open(&file, source).await?;
            let mut books = Vec::with_capacity(file.books.len());
            for book in &file.books {
                job.check_cancelled()?;
                books.push(import.store_book(&mut open, book, request.policy, job).await?);
                done += book.keys.len() as u64;
                job.report(Step::Storing, done, total);
            }
            let removed = import.remove_missing_books(&open, job).await?;
            let report = ImportReport {
                dry_run: request.dry_run,
                imported_at: now.clone(),
                seconds: began.elapsed().as_secs_f64(),
                ..report_of(file, &opened, &books, &removed)
            };
            import.store_report(&open, &serde_json::to_string(&report)?).await?;
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
        self.update_indexes(job).await;
        for ImportReport { file, stored, rejected, damaged, .. } in &imported.files {
            tracing::info!(file, stored, rejected = rejected.len(), damaged, "imported a file");
        }
        Ok(imported)
    }
}

fn prepare_all(sources: Vec<SourceFile>, job: &Job) -> Result<Vec<PreparedFile>> {
    let total = sources.iter().map(count_items).sum();
    let (spool, mut done) = (Spool::default(), 0);
    sources.into_iter().map(|source| prepare(source, &spool, job, &mut done, total)).collect()
}
