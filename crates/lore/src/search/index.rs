use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::time::Duration;

use tantivy::collector::TopDocs;
use tantivy::directory::{Directory, META_LOCK};
use tantivy::schema::{
    FAST, Field, INDEXED, IndexRecordOption, NumericOptions, STORED, Schema, TextFieldIndexing, TextOptions,
};
use tantivy::{Index, IndexReader, IndexWriter, ReloadPolicy, TantivyDocument, TantivyError, Term};
use tempfile::TempDir;

use super::guard::{damaged, guarded};
use super::question::Question;
use super::words::{PLAIN, STEMMED, analyzers, headings, prepared};
use crate::error::{Error, Result};
use crate::model::Kind;
use crate::progress::{Job, Step};
use crate::store::{Change, Indexed, Store};

/// Memory for indexing, in bytes; the least that tantivy takes is 15 MB.
const WRITER_MEMORY: usize = 40_000_000;
/// How many changes are read from the database at once.
const CHUNK: u32 = 500;

/// An entry found by words.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Candidate {
    /// The entry.
    pub(crate) id: i64,
    /// The index's score, above 0; comparable within one search only.
    pub(crate) score: f32,
}

/// The fields of the index.
#[derive(Debug, Clone, Copy)]
pub(super) struct Fields {
    pub(super) id: Field,
    pub(super) kind: Field,
    pub(super) document: Field,
    pub(super) name: Field,
    pub(super) headings: Field,
    pub(super) body: Field,
}

/// The text index: a projection of the database in a folder of its own. What is missing or damaged is made anew.
#[derive(Clone)]
pub(crate) struct TextIndex {
    folder: PathBuf,
    open: Arc<RwLock<Opened>>,
    /// Held while indexing; only one writer can be open.
    writing: Arc<tokio::sync::Mutex<()>>,
    /// Whether it was found damaged and made anew.
    rebuilt: Arc<AtomicBool>,
    /// Why it could not take in the last changes, if it could not.
    behind: Arc<Mutex<Option<String>>>,
    /// Holds the copy of an index that cannot be written to.
    _copy: Option<Arc<TempDir>>,
}

struct Opened {
    index: Index,
    reader: IndexReader,
}

impl TextIndex {
    /// Opens the index in a folder, or makes an empty one.
    pub(crate) fn open(folder: &Path) -> Result<Self> {
        let (opened, rebuilt) = match guarded(folder, || Opened::at(folder)) {
            Ok(opened) => (opened, false),
            Err(Error::Index(error)) => {
                tracing::warn!(folder = %folder.display(), %error, "the text index cannot be used and is made anew");
                (guarded(folder, || Opened::anew(folder))?, true)
            }
            Err(error) => return Err(error),
        };
        Ok(Self {
            folder: folder.to_owned(),
            open: Arc::new(RwLock::new(opened)),
            writing: Arc::new(tokio::sync::Mutex::new(())),
            rebuilt: Arc::new(AtomicBool::new(rebuilt)),
            behind: Arc::default(),
            _copy: None,
        })
    }

    /// Opens a copy of the index in a folder that cannot be written to. The copy goes with it.
    pub(crate) fn copied(folder: &Path) -> Result<Self> {
        let copy = tempfile::tempdir().map_err(|error| Error::file(std::env::temp_dir(), error))?;
        // What cannot be copied is made anew.
        for file in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            let _ = std::fs::copy(file.path(), copy.path().join(file.file_name()));
        }
        let index = Self::open(copy.path())?;
        Ok(Self { _copy: Some(Arc::new(copy)), ..index })
    }

    /// Compares every file of the index with its checksum.
    ///
    /// # Errors
    /// [`Error::Index`] when one differs.
    pub(crate) fn verify(&self) -> Result<()> {
        guarded(&self.folder, || verify(&self.open.read().map_err(|_| poisoned())?.index))
    }

    /// Whether the index was found damaged and made anew since the library was opened.
    pub(crate) fn was_rebuilt(&self) -> bool {
        self.rebuilt.load(Ordering::Relaxed)
    }

    /// The best entries for a question, best first, at most `most`.
    ///
    /// # Errors
    /// When the index is damaged; [`TextIndex::rebuild`] mends it.
    pub(crate) fn find(&self, question: &Question<'_>, most: usize) -> Result<Vec<Candidate>> {
        guarded(&self.folder, || self.search(question, most))
    }

    fn search(&self, question: &Question<'_>, most: usize) -> Result<Vec<Candidate>> {
        let (searcher, fields) = {
            let open = self.open.read().map_err(|_| poisoned())?;
            (open.reader.searcher(), fields(&open.index.schema())?)
        };
        let Some(query) = question.query(fields, &searcher)? else { return Ok(Vec::new()) };
        let found = searcher.search(&query, &TopDocs::with_limit(most.max(1)).order_by_score())?;
        let ids = searcher.segment_readers().iter().map(|segment| segment.fast_fields().i64("id"));
        let ids = ids.collect::<Result<Vec<_>, TantivyError>>()?;
        let candidate = |(score, address): (f32, tantivy::DocAddress)| {
            let id = ids.get(address.segment_ord as usize)?.first(address.doc_id)?;
            Some(Candidate { id, score })
        };
        Ok(found.into_iter().filter_map(candidate).collect())
    }

    /// The folder that holds it.
    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    /// How many entries the index holds.
    pub(crate) fn len(&self) -> u64 {
        self.open.read().map_or(0, |open| open.reader.searcher().num_docs())
    }

    /// Up to which change of which library the index is.
    pub(crate) fn indexed(&self) -> Option<Indexed> {
        let open = self.open.read().ok()?;
        let payload = open.index.load_metas().ok()?.payload?;
        let (library, number) = payload.split_once(':')?;
        Some(Indexed { library: library.to_owned(), number: number.parse().ok()? })
    }

    /// Takes in every change since the last time. An index of another library, or one that is ahead of its
    /// database, begins again. When another process is indexing, it is left to that one. Gives the number of
    /// entries taken in.
    pub(crate) async fn catch_up(&self, store: &Store, library: &str, job: &Job) -> Result<u64> {
        let taken_in = self.take_in_changes(store, library, job).await;
        let why = taken_in.as_ref().err().map(ToString::to_string);
        *self.behind.lock().unwrap_or_else(PoisonError::into_inner) = why;
        taken_in
    }

    /// Why the last changes could not be taken in, if that is so.
    pub(crate) fn why_behind(&self) -> Option<String> {
        self.behind.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    async fn take_in_changes(&self, store: &Store, library: &str, job: &Job) -> Result<u64> {
        let _alone = self.writing.lock().await;
        let last = store.last_change().await?;
        let mut from = match self.indexed() {
            Some(indexed) if indexed.library == library && indexed.number <= last => indexed.number,
            _ => 0,
        };
        let fresh = from == 0;
        if from == last && (!fresh || self.len() == 0) {
            return Ok(0);
        }
        let total = store.count_changes_after(from).await?;
        let Some(writer) = self.writer(fresh)? else {
            // Another process is at it; what it has committed so far can be read.
            self.reload()?;
            return Ok(0);
        };
        let writer = Arc::new(std::sync::Mutex::new(writer));
        let held = Held { newest_id: if fresh { 0 } else { self.newest_id()? }, last };
        let mut done = 0;
        loop {
            job.check_cancelled()?;
            let changes = store.changes_after(from, CHUNK).await?;
            let Some(newest) = changes.last() else { break };
            from = newest.number;
            done += changes.len() as u64;
            let writer = Arc::clone(&writer);
            self.blocking(move || take_in(&writer, changes, held)).await?;
            job.report(Step::Indexing, done, total.max(done));
        }
        let payload = format!("{library}:{from}");
        self.blocking(move || {
            let mut writer = writer.lock().map_err(|_| poisoned())?;
            let mut commit = writer.prepare_commit()?;
            commit.set_payload(&payload);
            commit.commit()?;
            Ok(())
        })
        .await?;
        self.reload()?;
        Ok(done)
    }

    /// The highest number of an entry that the index holds, 0 for none.
    fn newest_id(&self) -> Result<i64> {
        guarded(&self.folder, || {
            let searcher = self.open.read().map_err(|_| poisoned())?.reader.searcher();
            let ids = searcher.segment_readers().iter().map(|segment| segment.fast_fields().i64("id"));
            let newest = ids.map(|ids| ids.map(|ids| ids.max_value()));
            Ok(newest.collect::<Result<Vec<_>, TantivyError>>()?.into_iter().max().unwrap_or(0))
        })
    }

    /// Sees what was committed.
    fn reload(&self) -> Result<()> {
        guarded(&self.folder, || Ok(self.open.read().map_err(|_| poisoned())?.reader.reload()?))
    }

    /// Works with tantivy where it holds up nobody.
    async fn blocking<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<T> + Send + 'static,
    ) -> Result<T> {
        let folder = self.folder.clone();
        tokio::task::spawn_blocking(move || guarded(&folder, work))
            .await
            .map_err(|error| Error::Internal(error.to_string()))?
    }

    /// Throws the index away and makes it again from the database.
    pub(crate) async fn rebuild(&self, store: &Store, library: &str, job: &Job) -> Result<u64> {
        {
            let _alone = self.writing.lock().await;
            let fresh = guarded(&self.folder, || Opened::anew(&self.folder))?;
            self.rebuilt.store(true, Ordering::Relaxed);
            *self.open.write().map_err(|_| poisoned())? = fresh;
        }
        self.catch_up(store, library, job).await
    }

    /// The writer, with the index emptied when it begins again; `None` while another process has it.
    fn writer(&self, fresh: bool) -> Result<Option<IndexWriter>> {
        guarded(&self.folder, || self.open_writer(fresh))
    }

    fn open_writer(&self, fresh: bool) -> Result<Option<IndexWriter>> {
        let open = self.open.read().map_err(|_| poisoned())?;
        // A panic on a thread of the writer's own would end the process, so it never meets a damaged file.
        verify(&open.index)?;
        let writer = match open.index.writer_with_num_threads(1, WRITER_MEMORY) {
            Ok(writer) => writer,
            Err(TantivyError::LockFailure(..)) => return Ok(None),
            Err(error) => return Err(error.into()),
        };
        if fresh {
            writer.delete_all_documents()?;
        }
        Ok(Some(writer))
    }
}

impl Opened {
    fn at(folder: &Path) -> Result<Self> {
        std::fs::create_dir_all(folder).map_err(|error| Error::file(folder, error))?;
        let directory = tantivy::directory::MmapDirectory::open(folder).map_err(TantivyError::from)?;
        let mut index = Index::open_or_create(directory, schema())?;
        verify(&index)?;
        index.set_tokenizers(analyzers());
        let reader = index.reader_builder().reload_policy(ReloadPolicy::OnCommitWithDelay).try_into()?;
        Ok(Self { index, reader })
    }

    fn anew(folder: &Path) -> Result<Self> {
        let mut tries = 0;
        while let Err(error) = std::fs::remove_dir_all(folder) {
            if error.kind() == std::io::ErrorKind::NotFound {
                break;
            }
            tries += 1;
            if tries > 5 {
                return Err(Error::file(folder, error));
            }
            // Some systems cannot delete a file at once that was mapped a moment ago.
            std::thread::sleep(Duration::from_millis(50));
        }
        Self::at(folder)
    }
}

fn schema() -> Schema {
    let mut schema = Schema::builder();
    let words = |analyzer: &str, record: IndexRecordOption| {
        TextOptions::default().set_indexing_options(
            TextFieldIndexing::default().set_tokenizer(analyzer).set_index_option(record),
        )
    };
    schema.add_i64_field("id", NumericOptions::from(FAST | INDEXED | STORED));
    schema.add_u64_field("kind", INDEXED);
    schema.add_i64_field("document", INDEXED);
    schema.add_text_field("name", words(PLAIN, IndexRecordOption::WithFreqsAndPositions));
    schema.add_text_field("headings", words(PLAIN, IndexRecordOption::WithFreqs));
    schema.add_text_field("body", words(STEMMED, IndexRecordOption::WithFreqs));
    schema.build()
}

pub(super) fn fields(schema: &Schema) -> Result<Fields> {
    Ok(Fields {
        id: schema.get_field("id")?,
        kind: schema.get_field("kind")?,
        document: schema.get_field("document")?,
        name: schema.get_field("name")?,
        headings: schema.get_field("headings")?,
        body: schema.get_field("body")?,
    })
}

/// The number of a kind in the index; the kinds' order may change only together with the index's name.
pub(super) fn kind_number(kind: Kind) -> u64 {
    Kind::ALL.iter().position(|other| *other == kind).unwrap_or(0) as u64
}

/// What the index held when it began to catch up.
#[derive(Debug, Clone, Copy)]
struct Held {
    newest_id: i64,
    /// The last change there was then.
    last: i64,
}

impl Held {
    /// Whether an entry may be in the index already. Numbers of entries only grow, and an entry has one change at a time; one
    /// that came since may be of an entry that was taken in a moment ago. A deletion takes about a kilobyte until the commit.
    fn may_have(&self, change: &Change) -> bool {
        change.entry_id <= self.newest_id || change.number > self.last
    }
}

fn take_in(writer: &std::sync::Mutex<IndexWriter>, changes: Vec<Change>, held: Held) -> Result<()> {
    let mut writer = writer.lock().map_err(|_| poisoned())?;
    let fields = fields(&writer.index().schema())?;
    for change in changes {
        if held.may_have(&change) {
            writer.delete_term(Term::from_field_i64(fields.id, change.entry_id));
        }
        let (Some(document), Some(kind), Some(name), Some(body)) =
            (change.document_id, change.kind, change.name, change.body)
        else {
            continue;
        };
        let Ok(kind) = Kind::try_from(kind) else { continue };
        let (name, body) = (String::from(name), String::from(body));
        let mut entry = TantivyDocument::default();
        entry.add_i64(fields.id, change.entry_id);
        entry.add_u64(fields.kind, kind_number(kind));
        entry.add_i64(fields.document, document);
        entry.add_text(fields.name, prepared(&name));
        entry.add_text(fields.headings, prepared(&headings(&body)));
        entry.add_text(fields.body, prepared(&body));
        if let Err(error) = writer.add_document(entry) {
            // It says only that its thread ended; that thread says why.
            let why = writer.prepare_commit().err();
            return Err(why.unwrap_or(error).into());
        }
    }
    Ok(())
}

/// Compares every file with the checksum that was written with it. Meanwhile no other process deletes one.
fn verify(index: &Index) -> Result<()> {
    let _files_stay = index.directory().acquire_lock(&META_LOCK).map_err(TantivyError::from)?;
    let differing = index.validate_checksum()?;
    match differing.into_iter().next() {
        None => Ok(()),
        Some(file) => Err(damaged(format!("{} is not as it was written", file.display()))),
    }
}

fn poisoned() -> Error {
    Error::Internal("a thread failed while it used the text index".to_owned())
}
