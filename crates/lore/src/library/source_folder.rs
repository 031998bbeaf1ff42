//! The folder of sources: what was read, as it came, so that the library can be made again from it alone.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::{BufReader, BufWriter, Write as _};
use std::path::{Path, PathBuf};

use content::error::{Error, Result};
use content::model::{DocumentKey, Kind};
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use ingest::Sources;
use ingest::open5e::normalise::HeldObject;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use store::EntrySources;

const SOURCES_FOLDER: &str = "sources";

#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(super) struct StoredFetch {
    /// When it was stored (RFC 3339).
    pub(super) fetched_at: String,
    pub(super) base: String,
    /// The documents that were asked for; `None` for all.
    pub(super) documents: Option<BTreeSet<DocumentKey>>,
    /// Whether nothing was missing, so that an entry that is not in it is not in Open5e.
    pub(super) is_complete: bool,
    /// The objects by the path of their list.
    pub(super) objects: BTreeMap<String, Vec<Value>>,
    /// Objects of the first version of the API that an earlier sync had fetched.
    pub(super) held: Vec<HeldObject>,
}

/// Returns the objects of the first version of the API in rows, for when that version no longer has them.
pub(super) fn held_in(rows: Vec<EntrySources>) -> Vec<HeldObject> {
    let object = |EntrySources { document, kind, sources, .. }: EntrySources| {
        let older = Sources::read(sources.as_deref()).older;
        let kind = kind.parse::<Kind>().ok().filter(|_| !older.is_empty())?;
        Some((kind, document, Value::Object(older)))
    };
    rows.into_iter().filter_map(object).collect()
}

#[derive(Debug, Clone)]
pub(super) struct SourceFolder(PathBuf);

impl SourceFolder {
    /// The folder is created when something is kept.
    pub(super) fn of(home: &Path) -> Self {
        Self(home.join(SOURCES_FOLDER))
    }

    pub(super) fn keep_file(&self, path: &Path) -> Result<String> {
        let folder = self.folder("files")?;
        let failed = |error| Error::Unreadable { path: path.to_owned(), source: error };
        let digits = disk::sha256_of_file(path).map_err(failed)?;
        let extension = path.extension().and_then(|extension| extension.to_str());
        let extension = extension.filter(|it| it.chars().all(|letter| letter.is_ascii_alphanumeric()));
        let name = format!("{digits}.{}", extension.unwrap_or("orcbrew"));
        let target = folder.join(&name);
        if !target.exists() {
            let file =
                tempfile::NamedTempFile::new_in(&folder).map_err(|error| Error::file(&folder, error))?;
            disk::copy_content(path, file.path()).map_err(|error| Error::file(&target, error))?;
            disk::persist(file, &target).map_err(|error| Error::file(&target, error))?;
        }
        Ok(name)
    }

    pub(super) fn file(&self, name: &str) -> PathBuf {
        self.0.join("files").join(name)
    }

    pub(super) fn files(&self) -> Vec<PathBuf> {
        let files = std::fs::read_dir(self.0.join("files")).into_iter().flatten().flatten();
        files.map(|file| file.path()).collect()
    }

    pub(super) fn forget_files(&self, had: &BTreeSet<String>, has: &BTreeSet<String>) {
        for name in had.difference(has) {
            let _ = disk::remove_if_present(&self.file(name));
        }
    }

    pub(super) fn keep_fetch(&self, fetch: &StoredFetch) -> Result<PathBuf> {
        let folder = self.folder("open5e")?;
        // In the order of their names, what was fetched later comes later.
        let number = self.fetches().last().and_then(|last| number_of(last)).unwrap_or(0) + 1;
        let path = folder.join(format!("{number:08}.json.gz"));
        let written = || -> std::io::Result<()> {
            let file = tempfile::NamedTempFile::new_in(&folder)?;
            let mut packed = GzEncoder::new(BufWriter::new(file.as_file()), Compression::fast());
            serde_json::to_writer(&mut packed, fetch)?;
            packed.finish()?.flush()?;
            disk::persist(file, &path)
        };
        written().map_err(|error| Error::file(&path, error))?;
        Ok(path)
    }

    /// Returns the files in the order in which they were kept.
    pub(super) fn fetches(&self) -> Vec<PathBuf> {
        let files = std::fs::read_dir(self.0.join("open5e")).into_iter().flatten().flatten();
        let mut fetches: Vec<PathBuf> = files.map(|file| file.path()).collect();
        fetches.retain(|path| number_of(path).is_some());
        fetches.sort_unstable();
        fetches
    }

    pub(super) fn fetch(path: &Path) -> Result<StoredFetch> {
        let file = File::open(path).map_err(|error| Error::file(path, error))?;
        serde_json::from_reader(BufReader::new(GzDecoder::new(BufReader::new(file))))
            .map_err(|error| Error::file(path, error.into()))
    }

    /// Deletes what the last fetch replaces: everything fetched before, or only the same documents.
    pub(super) fn forget_fetches_before(&self, last: &Path, documents: Option<&BTreeSet<DocumentKey>>) {
        for path in self.fetches().iter().filter(|path| path.as_path() < last) {
            let is_replaced = documents.is_none_or(|keys| {
                let earlier = Self::fetch(path).ok().and_then(|fetch| fetch.documents);
                earlier.is_some_and(|earlier| earlier.is_subset(keys))
            });
            if is_replaced {
                let _ = disk::remove_if_present(path);
            }
        }
    }

    fn folder(&self, name: &str) -> Result<PathBuf> {
        let folder = self.0.join(name);
        std::fs::create_dir_all(&folder).map_err(|error| Error::file(&folder, error))?;
        Ok(folder)
    }
}

fn number_of(path: &Path) -> Option<u32> {
    path.file_name()?.to_str()?.strip_suffix(".json.gz")?.parse().ok()
}
