//! The segments of a text index, and the reader of its last commit.

use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use content::error::Result;
use parking_lot::Mutex;
use tantivy::directory::error::OpenReadError;
use tantivy::directory::{Directory, META_LOCK};
use tantivy::{Index, IndexReader, ReloadPolicy, TantivyError};

use super::folder::{IndexFolder, META_FILE};
use crate::guard::damaged;
use crate::schema::schema;
use crate::words::analyzers;

pub(super) struct OpenIndex {
    pub(super) index: Index,
    pub(super) reader: IndexReader,
    meta_file: PathBuf,
    loaded: Mutex<LoadedCommit>,
}

/// What the [`META_FILE`] was when the reader last loaded the segments that it lists.
struct LoadedCommit {
    content: Vec<u8>,
    /// The time when it was written; `None` if another commit may have the same time.
    written_at: Option<SystemTime>,
}

/// The age from which a file's time differs from that of every later version. FAT counts by two seconds.
const DISTINCT_AGE: Duration = Duration::from_secs(3);

impl OpenIndex {
    pub(super) fn open(folder: &Path) -> Result<Self> {
        Self::in_folder(folder, IndexFolder::open(folder)?)
    }

    pub(super) fn open_for_reading(folder: &Path) -> Result<Self> {
        Self::with_reader(folder, Index::open(IndexFolder::open_for_reading(folder)?)?)
    }

    /// Replaces the index in a folder with an empty one. Searches of the old one end undisturbed.
    pub(super) fn create(folder: &Path) -> Result<Self> {
        let directory = IndexFolder::open(folder)?;
        directory.clear()?;
        Self::in_folder(folder, directory)
    }

    fn in_folder(folder: &Path, directory: IndexFolder) -> Result<Self> {
        let index = Index::open_or_create(directory, schema())?;
        verify(&index)?;
        Self::with_reader(folder, index)
    }

    fn with_reader(folder: &Path, mut index: Index) -> Result<Self> {
        index.set_tokenizers(analyzers());
        let content = index.directory().atomic_read(Path::new(META_FILE)).map_err(TantivyError::from)?;
        // The segments of a commit are loaded when they are needed. Tantivy's own thread would do so half a
        // second later, and could put an older list of them in place of a newer one.
        let reader = index.reader_builder().reload_policy(ReloadPolicy::Manual).try_into()?;
        let loaded = Mutex::new(LoadedCommit { content, written_at: None });
        Ok(Self { index, reader, meta_file: folder.join(META_FILE), loaded })
    }

    /// While an index is being replaced, the old one still answers.
    pub(super) fn load_last_commit(&self) -> Result<()> {
        match self.load_if_changed() {
            Err(TantivyError::OpenReadError(OpenReadError::FileDoesNotExist(file)))
                if file == Path::new(META_FILE) =>
            {
                Ok(())
            }
            loaded => Ok(loaded?),
        }
    }

    fn load_if_changed(&self) -> tantivy::Result<()> {
        let mut loaded = self.loaded.lock();
        let written_at = self.meta_file.metadata().and_then(|file| file.modified()).ok();
        if written_at.is_some() && written_at == loaded.written_at {
            return Ok(());
        }
        // A commit that follows now is loaded twice, and none is missed.
        let last = self.index.directory().atomic_read(Path::new(META_FILE))?;
        if loaded.content != last {
            self.reader.reload()?;
            loaded.content = last;
        }
        let is_distinct = |time: &SystemTime| time.elapsed().is_ok_and(|age| age > DISTINCT_AGE);
        loaded.written_at = written_at.filter(is_distinct);
        Ok(())
    }
}

/// Compares every file with the checksum that was written with it, also those that another process wrote,
/// which tantivy's own comparison leaves out. The lock keeps other processes from deleting files.
pub(super) fn verify(index: &Index) -> Result<()> {
    let directory = index.directory();
    let _lock = directory.acquire_lock(&META_LOCK).map_err(TantivyError::from)?;
    for file in index.load_metas()?.list_segment_files() {
        // A file that is needed and missing fails when it is opened.
        let is_there = directory.exists(&file).map_err(TantivyError::from)?;
        if is_there && !directory.validate_checksum(&file).map_err(TantivyError::from)? {
            return Err(damaged(format!("the checksum of {} differs", disk::shown(&file))));
        }
    }
    Ok(())
}
