//! The folder of the text index: tantivy's own, with patience for other programs that hold a file.

use std::collections::BTreeSet;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use content::error::{Error, Result};
use tantivy::TantivyError;
use tantivy::directory::error::{DeleteError, LockError, OpenReadError, OpenWriteError};
use tantivy::directory::{
    Directory, DirectoryLock, FileHandle, INDEX_WRITER_LOCK, Lock, META_LOCK, MmapDirectory, WatchCallback,
    WatchHandle, WritePtr,
};

/// The file that lists an index's segments. An index begins and ends with it.
pub(super) const META_FILE: &str = "meta.json";
/// The file that lists what tantivy may delete once no segment uses it.
const MANAGED_FILE: &str = ".managed.json";

/// The folder of an index. Its errors name files without the folder.
#[derive(Debug, Clone)]
pub(super) struct IndexFolder {
    path: PathBuf,
    inner: MmapDirectory,
    /// True if nothing in the folder is written, not even the files of locks.
    is_for_reading: bool,
}

impl IndexFolder {
    pub(super) fn open(path: &Path) -> Result<Self> {
        std::fs::create_dir_all(path).map_err(|error| Error::file(path, error))?;
        Ok(Self { is_for_reading: false, ..Self::open_for_reading(path)? })
    }

    pub(super) fn open_for_reading(path: &Path) -> Result<Self> {
        let inner = MmapDirectory::open(path).map_err(TantivyError::from)?;
        Ok(Self { path: path.to_owned(), inner, is_for_reading: true })
    }

    /// The locks stay, which other processes hold by their files. Windows deletes no file that is mapped:
    /// such a file is left to the next index, which deletes it once nobody reads it.
    pub(super) fn clear(&self) -> Result<()> {
        // Nobody waits for an indexing process: it lists deleted segments, and the index is rebuilt again.
        let _writing = self.inner.acquire_lock(&INDEX_WRITER_LOCK).ok();
        let _reading = self.inner.acquire_lock(&META_LOCK).map_err(TantivyError::from)?;
        for name in [META_FILE, MANAGED_FILE] {
            let path = self.path.join(name);
            disk::remove_if_present(&path).map_err(|error| Error::file(&path, error))?;
        }
        let locks = [&INDEX_WRITER_LOCK, &META_LOCK].map(|lock| lock.filepath.as_path());
        let mut left = BTreeSet::new();
        for file in std::fs::read_dir(&self.path).map_err(|error| Error::file(&self.path, error))?.flatten() {
            let name = PathBuf::from(file.file_name());
            let is_file = file.file_type().is_ok_and(|kind| kind.is_file());
            if is_file && !locks.contains(&name.as_path()) && std::fs::remove_file(file.path()).is_err() {
                left.insert(name);
            }
        }
        if !left.is_empty() {
            tracing::debug!(?left, "files of the old index are still in use and are deleted later");
            let list = serde_json::to_vec(&left)?;
            self.atomic_write(Path::new(MANAGED_FILE), &list)
                .map_err(|error| Error::file(&self.path, error))?;
        }
        Ok(())
    }
}

impl Directory for IndexFolder {
    fn get_file_handle(&self, path: &Path) -> Result<Arc<dyn FileHandle>, OpenReadError> {
        disk::retried(|| self.inner.get_file_handle(path), cause_of).map_err(|error| named(error, path))
    }

    fn atomic_read(&self, path: &Path) -> Result<Vec<u8>, OpenReadError> {
        disk::retried(|| self.inner.atomic_read(path), cause_of).map_err(|error| named(error, path))
    }

    /// On Windows, others that read the file at this moment keep it from being replaced.
    fn atomic_write(&self, path: &Path, content: &[u8]) -> io::Result<()> {
        let mut part = tempfile::Builder::new().tempfile_in(&self.path)?;
        part.write_all(content)?;
        part.as_file().sync_data()?;
        disk::persist(part, &self.path.join(path))
    }

    fn delete(&self, path: &Path) -> Result<(), DeleteError> {
        self.inner.delete(path)
    }

    fn exists(&self, path: &Path) -> Result<bool, OpenReadError> {
        self.inner.exists(path)
    }

    /// Creates a file. If there is one, a writer that was killed before its commit left it: the next writer
    /// has the same changes to make, counts them from the same number, and so gives the list of deleted
    /// entries the same name. Nothing uses such a file. Only the holder of the writer's lock creates any, and
    /// a list that was committed has a lower number.
    fn open_write(&self, path: &Path) -> Result<WritePtr, OpenWriteError> {
        match self.inner.open_write(path) {
            Err(OpenWriteError::FileAlreadyExists(_)) => {
                tracing::debug!(file = %disk::shown(path), "a file of an unfinished update is replaced");
                disk::remove_if_present(&self.path.join(path))
                    .map_err(|error| OpenWriteError::wrap_io_error(error, path.to_owned()))?;
                self.inner.open_write(path)
            }
            opened => opened,
        }
    }

    fn sync_directory(&self) -> io::Result<()> {
        self.inner.sync_directory()
    }

    fn acquire_lock(&self, lock: &Lock) -> Result<DirectoryLock, LockError> {
        if self.is_for_reading {
            return Ok(DirectoryLock::from(Box::new(())));
        }
        self.inner.acquire_lock(lock)
    }

    fn watch(&self, callback: WatchCallback) -> tantivy::Result<WatchHandle> {
        self.inner.watch(callback)
    }
}

fn cause_of(error: &OpenReadError) -> Option<&io::Error> {
    if let OpenReadError::IoError { io_error, .. } = error { Some(io_error) } else { None }
}

/// Returns an error with the file's name in place of the path that tantivy opened, verbatim on Windows.
fn named(error: OpenReadError, name: &Path) -> OpenReadError {
    match error {
        OpenReadError::FileDoesNotExist(_) => OpenReadError::FileDoesNotExist(name.to_owned()),
        OpenReadError::IoError { io_error, .. } => {
            OpenReadError::IoError { io_error, filepath: name.to_owned() }
        }
        other => other,
    }
}
