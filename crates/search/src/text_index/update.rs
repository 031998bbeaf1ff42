//! Updates of the text index with the changes of the database.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use content::error::{Error, Result};
use content::everyday;
use content::model::Kind;
use content::progress::{Job, Step};
use parking_lot::Mutex;
use store::Change;
use tantivy::directory::error::LockError;
use tantivy::{Index, IndexWriter, Segment, SegmentReader, TantivyDocument, TantivyError, Term};

use super::TextIndex;
use super::open_index::{OpenIndex, verify};
use crate::guard::guarded;
use crate::schema::{Fields, kind_number};
use crate::searchable;
use crate::words::headings;

/// The memory of the writer in bytes; tantivy requires at least 15 MB.
const WRITER_MEMORY_BYTES: usize = 40_000_000;
const CHANGES_PER_BATCH: u32 = 500;
/// The time that a search waits for another process that fills the index for the first time.
const FIRST_INDEX_TIMEOUT: Duration = Duration::from_secs(15);
const FIRST_INDEX_POLL: Duration = Duration::from_millis(50);

#[derive(Debug, Clone, Copy)]
struct MissingChanges {
    /// The last change that the index has, 0 if it is to be filled from scratch.
    after: i64,
    /// The last change in the database.
    last: i64,
}

impl TextIndex {
    /// Indexes every change since the last update, and returns their number. An index of another library, or
    /// one ahead of its database, is emptied first, and a damaged one is rebuilt. Does nothing while another
    /// process indexes, and for an index that is only read.
    pub async fn catch_up(&self, job: &Job) -> Result<u64> {
        if self.is_for_reading {
            return Ok(0);
        }
        match self.update(job).await {
            Err(Error::Index(error)) => self.rebuild_damaged(&error, job).await,
            other => other,
        }
    }

    /// Catches up. A failure is only logged: the next search catches up.
    pub async fn try_catch_up(&self, job: &Job) {
        if let Err(error) = self.catch_up(job).await {
            tracing::warn!(%error, "the text index is behind and catches up later");
        }
    }

    /// Compares every file of the index with its checksum, and rebuilds the index if one differs.
    pub async fn repair(&self) -> Result<()> {
        match guarded(&self.folder, || verify(&self.open.read().index)) {
            Err(Error::Index(error)) if !self.is_for_reading => {
                self.rebuild_damaged(&error, &Job::quiet()).await.map(|_| ())
            }
            _ => Ok(()),
        }
    }

    /// Removes the index and indexes the whole database.
    pub async fn rebuild(&self, job: &Job) -> Result<u64> {
        {
            let _lock = self.writing.lock().await;
            let empty = guarded(&self.folder, || OpenIndex::create(&self.folder))?;
            self.rebuilt.store(true, Ordering::Relaxed);
            *self.open.write() = empty;
        }
        self.update(job).await
    }

    /// Counts the changes that the index lacks.
    pub async fn count_missing_changes(&self) -> Result<u64> {
        self.store.count_changes_after(self.indexed().unwrap_or(0)).await
    }

    pub(super) async fn rebuilt_if_damaged<T>(&self, ask: impl Fn() -> Result<T>) -> Result<T> {
        match ask() {
            Err(Error::Index(error)) if !self.is_for_reading => {
                self.rebuild_damaged(&error, &Job::quiet()).await?;
                ask()
            }
            other => other,
        }
    }

    /// Fills an empty index, or waits for the process that has begun to fill it.
    pub(super) async fn fill_first(&self) -> Result<()> {
        let began = Instant::now();
        while !self.is_for_reading && self.entry_count() == 0 && began.elapsed() < FIRST_INDEX_TIMEOUT {
            self.catch_up(&Job::quiet()).await?;
            if self.entry_count() > 0 || self.store.documents().await?.is_empty() {
                break;
            }
            tokio::time::sleep(FIRST_INDEX_POLL).await;
        }
        Ok(())
    }

    async fn rebuild_damaged(&self, error: &TantivyError, job: &Job) -> Result<u64> {
        tracing::warn!(%error, "the text index is damaged and is rebuilt");
        self.rebuild(job).await
    }

    async fn update(&self, job: &Job) -> Result<u64> {
        let updated = self.index_missing_changes(job).await;
        // While another writer works, the reason this one failed stays: changes may still be missing.
        if !matches!(updated, Ok(None)) {
            let error = updated.as_ref().err().map(ToString::to_string);
            *self.update_error.lock() = error;
        }
        Ok(updated?.unwrap_or(0))
    }

    /// Returns `None` while another process indexes.
    async fn index_missing_changes(&self, job: &Job) -> Result<Option<u64>> {
        let _lock = self.writing.lock().await;
        self.left_to_other.store(false, Ordering::Relaxed);
        if self.missing_changes().await?.is_none() {
            return Ok(Some(0));
        }
        let Some(writer) = guarded(&self.folder, || self.writer())? else {
            self.left_to_other.store(true, Ordering::Relaxed);
            return Ok(None);
        };
        // Only the writer lock's holder knows what the index has: others may have added to it until now.
        let Some(missing) = self.missing_changes().await? else { return Ok(Some(0)) };
        let total = self.store.count_changes_after(missing.after).await?;
        let newest_id = guarded(&self.folder, || self.begin(&writer, missing))?;
        let writer = Arc::new(Mutex::new(writer));
        let mut from = missing.after;
        let mut done = 0;
        loop {
            job.check_cancelled()?;
            let changes = self.store.changes_after(from, i64::MAX, CHANGES_PER_BATCH).await?;
            let Some(newest) = changes.last() else { break };
            from = newest.number;
            done += changes.len() as u64;
            let writer = Arc::clone(&writer);
            self.blocking(move || index_changes(&writer, changes, newest_id, missing.last)).await?;
            job.report(Step::Indexing, done, total.max(done));
        }
        let payload = format!("{}:{from}", self.library);
        self.blocking(move || {
            let mut writer = writer.lock();
            let mut commit = writer.prepare_commit()?;
            commit.set_payload(&payload);
            commit.commit()?;
            Ok(())
        })
        .await?;
        self.load_last_commit()?;
        Ok(Some(done))
    }

    async fn missing_changes(&self) -> Result<Option<MissingChanges>> {
        // The index is read first: it would seem ahead of its database if others wrote to both in between.
        let indexed = self.indexed();
        let last = self.store.last_change().await?;
        let after = indexed.filter(|number| *number <= last).unwrap_or(0);
        let is_up_to_date = after == last && (after > 0 || self.entry_count() == 0);
        Ok((!is_up_to_date).then_some(MissingChanges { after, last }))
    }

    /// Begins an update: empties the index if it is updated from scratch. Returns the newest entry it has.
    fn begin(&self, writer: &IndexWriter, missing: MissingChanges) -> Result<i64> {
        if missing.after > 0 {
            return newest_id(&self.open.read().index);
        }
        writer.delete_all_documents()?;
        Ok(0)
    }

    async fn blocking<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<T> + Send + 'static,
    ) -> Result<T> {
        let folder = self.folder.clone();
        tokio::task::spawn_blocking(move || guarded(&folder, work)).await?
    }

    /// Returns `None` while another process writes.
    fn writer(&self) -> Result<Option<IndexWriter>> {
        let open = self.open.read();
        let writer = match open.index.writer_with_num_threads(1, WRITER_MEMORY_BYTES) {
            Ok(writer) => writer,
            // Any other failure to lock is one of the system, such as a full disk.
            Err(TantivyError::LockFailure(LockError::LockBusy, _)) => return Ok(None),
            Err(error) => return Err(error.into()),
        };
        // A panic on one of the writer's own threads would end the process, so the writer must not read a
        // damaged file. It reads none before the first deletion.
        verify(&open.index)?;
        Ok(Some(writer))
    }
}

fn newest_id(index: &Index) -> Result<i64> {
    let newest = |segment: &Segment| Ok(SegmentReader::open(segment)?.fast_fields().i64("id")?.max_value());
    let newest = index.searchable_segments()?.iter().map(newest).collect::<Result<Vec<_>, TantivyError>>()?;
    Ok(newest.into_iter().max().unwrap_or(0))
}

/// `newest_id` and `last_change` are those of the index and of the database when the update began.
fn index_changes(
    writer: &Mutex<IndexWriter>,
    changes: Vec<Change>,
    newest_id: i64,
    last_change: i64,
) -> Result<()> {
    let mut writer = writer.lock();
    let fields = Fields::of(&writer.index().schema())?;
    for change in changes {
        // Numbers of entries only grow, and an entry has one change at a time; a newer change may be of an
        // entry that this update has added. A needless deletion costs about a kilobyte until the commit.
        if change.entry_id <= newest_id || change.number > last_change {
            writer.delete_term(Term::from_field_i64(fields.id, change.entry_id));
        }
        let Some(entry) = document(change, fields) else { continue };
        if let Err(error) = writer.add_document(entry) {
            // The error says only that the writer's thread ended; the thread's own error says why.
            let cause = writer.prepare_commit().err();
            return Err(cause.unwrap_or(error).into());
        }
    }
    Ok(())
}

/// Returns `None` if the entry was deleted.
fn document(change: Change, fields: Fields) -> Option<TantivyDocument> {
    let Change { entry_id, document_id, kind, name, base_item, body, .. } = change;
    let (name, body) = (name?, body?);
    let kind = Kind::try_from(kind?).ok()?;
    let mut entry = TantivyDocument::default();
    entry.add_i64(fields.id, entry_id);
    entry.add_u64(fields.kind, kind_number(kind));
    entry.add_i64(fields.document, document_id?);
    entry.add_text(fields.name, searchable(&name));
    entry.add_text(fields.headings, searchable(&headings(&body)));
    entry.add_text(fields.body, searchable(&body));
    if let Some(line) = everyday::line(kind, &name, base_item.as_deref()) {
        entry.add_text(fields.everyday, searchable(line.words));
    }
    Some(entry)
}
