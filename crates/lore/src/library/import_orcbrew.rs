//! The import of the user's own OrcBrew files, and what it told.

mod telling;
#[cfg(test)]
mod tests;

use std::path::Path;
use std::time::Instant;

use self::telling::report_of;
use super::Library;
use crate::error::{Error, Result};
use crate::ingest::orcbrew::{
    ImportReport, Imported, Policy, Prepared, ReadFiles, Refused, Source, count_items, prepare, read,
};
use crate::progress::{Job, Step};
use crate::store::{FileImport, OpenFile};

/// How an OrcBrew file is imported.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ImportRequest {
    /// What happens to a book whose name is that of a document which another file brought.
    pub policy: Policy,
    /// Whether only to tell what would be done.
    pub dry_run: bool,
}

impl Library {
    /// Imports an OrcBrew file, or every OrcBrew file of an archive, in one transaction: each book becomes a document.
    /// A file that was imported before is brought up to date.
    ///
    /// # Errors
    /// When the file cannot be read or is no OrcBrew file, the database fails, or the job is stopped. Then nothing is
    /// changed.
    pub async fn import_orcbrew(&self, path: &Path, request: ImportRequest, job: &Job) -> Result<Imported> {
        if let Some(done) = self.store.recorded_result(job).await? {
            return Ok(done);
        }
        let began = Instant::now();
        let (path, watched) = (path.to_owned(), job.clone());
        // On one thread: what reading a large file gave back, another thread could not take for its entries.
        let prepared = tokio::task::spawn_blocking(move || {
            let ReadFiles { sources, refused } = read(&path, &watched)?;
            Ok::<_, Error>((prepare_all(sources, &watched)?, refused))
        });
        let (prepared, refused) = prepared.await.map_err(|error| Error::Internal(error.to_string()))??;
        let refused = refused.iter().map(Refused::from).collect();
        self.import_prepared(prepared, refused, request, job, began).await
    }

    /// Imports files whose items became entries.
    async fn import_prepared(
        &self,
        prepared: Vec<Prepared>,
        refused: Vec<Refused>,
        request: ImportRequest,
        job: &Job,
        began: Instant,
    ) -> Result<Imported> {
        let _alone = self.importing.lock().await;
        let now = self.clock.now_text();
        let mut import = self.store.begin_file_import(&now).await?;
        let mut shelving = Shelving { request, job, done: 0, total: prepared.iter().map(entries_in).sum() };
        let mut reports = Vec::with_capacity(prepared.len());
        for file in prepared {
            let (file, mut report) = shelving.shelve(&mut import, file).await?;
            report.imported_at.clone_from(&now);
            report.seconds = began.elapsed().as_secs_f64();
            let text = serde_json::to_string(&report).map_err(|error| Error::Internal(error.to_string()))?;
            import.store_report(&file, &text).await?;
            reports.push(report);
        }
        job.go_on()?;
        let imported = Imported { files: reports, refused };
        if request.dry_run {
            import.roll_back().await?;
            return Ok(imported);
        }
        import.note_call(job, &imported).await?;
        import.commit().await?;
        // From here on everything is stored; stopping the job cannot undo it, and the index catches up by itself.
        if let Err(error) = self.catch_up(job).await {
            tracing::warn!(%error, "the text index is behind and catches up later");
        }
        self.wake_embedding();
        for ImportReport { file, stored, rejected, damaged, .. } in &imported.files {
            tracing::info!(file, stored, rejected = rejected.len(), damaged, "imported a file");
        }
        Ok(imported)
    }
}

fn prepare_all(sources: Vec<Source>, job: &Job) -> Result<Vec<Prepared>> {
    let total = sources.iter().map(count_items).sum();
    let mut done = 0;
    sources.into_iter().map(|source| prepare(source, job, &mut done, total)).collect()
}

fn entries_in(file: &Prepared) -> u64 {
    file.books.iter().map(|book| book.records.len() as u64).sum()
}

/// The part of an import that stores, with how far it is.
struct Shelving<'a> {
    request: ImportRequest,
    job: &'a Job,
    done: u64,
    total: u64,
}

impl Shelving<'_> {
    /// Stores a file's books and says what that did.
    async fn shelve(&mut self, import: &mut FileImport, file: Prepared) -> Result<(OpenFile, ImportReport)> {
        let (mut open, opened) = import.open(&file).await?;
        let mut shelved = Vec::with_capacity(file.books.len());
        for book in &file.books {
            self.job.go_on()?;
            shelved.push(import.store_book(&mut open, book, self.request.policy, self.job).await?);
            self.done += book.records.len() as u64;
            self.job.tell(Step::Storing, self.done, self.total);
        }
        let taken_away = import.remove_missing_books(&open, self.job).await?;
        let mut report = report_of(file, &opened, &shelved, &taken_away);
        report.dry_run = self.request.dry_run;
        Ok((open, report))
    }
}
