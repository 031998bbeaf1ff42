//! Fetched pages that wait for the rest of their sync.

use std::fs;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use jiff::{SignedDuration, Timestamp};
use reqwest::Url;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::error::{Error, Result};

/// The maximum age of staged pages.
const KEPT: SignedDuration = SignedDuration::from_hours(24);
/// The format version of the files.
const FORMAT: u32 = 1;
const MANIFEST: &str = "manifest.json";

/// The folder of fetched pages, kept until all of them are complete so that an interrupted sync resumes.
#[derive(Debug, Clone)]
pub struct Staging {
    folder: PathBuf,
    now: Timestamp,
    has_consent: bool,
}

#[derive(Serialize, Deserialize)]
struct Manifest {
    format: u32,
    started: Timestamp,
    /// True if all pages are fetched and only await the user's consent to removals.
    #[serde(default)]
    awaits_consent: bool,
}

impl Staging {
    /// Uses a folder, which is created when needed and contains nothing else, and a time by which pages
    /// expire.
    #[must_use]
    pub fn new(folder: impl Into<PathBuf>, now: Timestamp) -> Self {
        Self { folder: folder.into(), now, has_consent: false }
    }

    /// Sets the user's consent to removals.
    #[must_use]
    pub fn with_consent(self, has_consent: bool) -> Self {
        Self { has_consent, ..self }
    }

    /// Keeps the pages for a fetch with consent; any other fetch starts anew.
    ///
    /// # Errors
    /// [`Error::File`] if this cannot be recorded.
    pub fn await_consent(&self) -> Result<()> {
        let started = self.manifest().map_or(self.now, |manifest| manifest.started);
        self.note(&Manifest { format: FORMAT, started, awaits_consent: true })
    }

    /// Removes all staged pages.
    ///
    /// # Errors
    /// [`Error::File`] if one cannot be removed.
    pub fn clear(&self) -> Result<()> {
        // Pages are never used without the manifest, so an interruption is harmless.
        remove(&self.folder.join(MANIFEST))?;
        let files = match fs::read_dir(&self.folder) {
            Ok(files) => files,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
            Err(error) => return Err(Error::file(&self.folder, error)),
        };
        for file in files {
            let path = file.map_err(|error| Error::file(&self.folder, error))?.path();
            if path.extension().is_some_and(|end| end == "page" || end == "part") {
                remove(&path)?;
            }
        }
        match disk::remove_dir(&self.folder) {
            Err(error) if !matches!(error.kind(), ErrorKind::NotFound | ErrorKind::DirectoryNotEmpty) => {
                Err(Error::file(&self.folder, error))
            }
            _ => Ok(()),
        }
    }

    /// Prepares the folder: usable pages stay, others are removed.
    pub(super) fn prepare(&self) -> Result<()> {
        if self.manifest().is_some_and(|manifest| self.fits(&manifest)) {
            return Ok(());
        }
        self.clear()?;
        fs::create_dir_all(&self.folder).map_err(|error| Error::file(&self.folder, error))?;
        self.note(&Manifest { format: FORMAT, started: self.now, awaits_consent: false })
    }

    fn note(&self, manifest: &Manifest) -> Result<()> {
        let text = serde_json::to_vec_pretty(manifest).map_err(|error| Error::Internal(error.to_string()))?;
        self.write(&self.folder.join(MANIFEST), &text)
    }

    /// Returns the staged page of an address.
    pub(super) fn page(&self, url: &Url) -> Option<Vec<u8>> {
        fs::read(self.path_of(url)).ok()
    }

    /// Stages a page.
    pub(super) fn keep(&self, url: &Url, body: &[u8]) -> Result<()> {
        self.write(&self.path_of(url), body)
    }

    fn manifest(&self) -> Option<Manifest> {
        serde_json::from_slice(&fs::read(self.folder.join(MANIFEST)).ok()?).ok()
    }

    fn fits(&self, manifest: &Manifest) -> bool {
        let age = self.now.duration_since(manifest.started);
        let is_allowed = self.has_consent || !manifest.awaits_consent;
        manifest.format == FORMAT && is_allowed && SignedDuration::ZERO <= age && age <= KEPT
    }

    fn path_of(&self, url: &Url) -> PathBuf {
        use std::fmt::Write as _;
        let hash = Sha256::digest(url.as_str());
        let name = hash.iter().take(16).fold(String::new(), |mut name, byte| {
            let _ = write!(name, "{byte:02x}");
            name
        });
        self.folder.join(name).with_extension("page")
    }

    /// Writes a temporary file and renames it, so a file is complete or missing. Damage after a power loss is
    /// detected when the page is read.
    fn write(&self, path: &Path, content: &[u8]) -> Result<()> {
        let failed = |error| Error::file(path, error);
        let mut part = tempfile::Builder::new().suffix(".part").tempfile_in(&self.folder).map_err(failed)?;
        part.write_all(content).map_err(failed)?;
        disk::persist(part, path).map_err(failed)
    }
}

fn remove(path: &Path) -> Result<()> {
    disk::remove_if_present(path).map_err(|error| Error::file(path, error))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn later(staging: &Staging, hours: i64) -> Staging {
        Staging::new(&staging.folder, staging.now + SignedDuration::from_hours(hours))
    }

    /// Returns a folder with one staged page and its address.
    fn staged() -> (tempfile::TempDir, Staging, Url) {
        let folder = tempfile::tempdir().unwrap();
        let staging = Staging::new(folder.path().join("staging"), Timestamp::UNIX_EPOCH);
        let url = Url::parse("http://x/v2/spells/?limit=100").unwrap();
        staging.prepare().unwrap();
        staging.keep(&url, b"{}").unwrap();
        (folder, staging, url)
    }

    #[test]
    fn a_page_is_kept_for_a_day() {
        let (_folder, staging, url) = staged();
        let (soon, too_late) = (later(&staging, 24), later(&staging, 25));
        soon.prepare().unwrap();
        assert_eq!(soon.page(&url).as_deref(), Some(b"{}".as_slice()));
        too_late.prepare().unwrap();
        assert_eq!(too_late.page(&url), None);
    }

    #[test]
    fn pages_from_the_future_are_discarded() {
        let (_folder, staging, url) = staged();
        later(&staging, -1).prepare().unwrap();
        assert_eq!(staging.page(&url), None);
    }

    #[test]
    fn a_damaged_manifest_discards_the_pages() {
        let (_folder, staging, url) = staged();
        fs::write(staging.folder.join(MANIFEST), "{").unwrap();
        staging.prepare().unwrap();
        assert_eq!(staging.page(&url), None);
    }

    #[test]
    fn pages_that_await_consent_are_kept_for_it_alone() {
        let (_folder, staging, url) = staged();
        staging.await_consent().unwrap();
        let agreed = staging.clone().with_consent(true);
        agreed.prepare().unwrap();
        assert_eq!(agreed.page(&url).as_deref(), Some(b"{}".as_slice()));
        staging.prepare().unwrap();
        assert_eq!(staging.page(&url), None);
    }

    #[test]
    fn clearing_removes_the_folder_but_no_strangers_file() {
        let (_folder, staging, _) = staged();
        let stranger = staging.folder.join("letter.txt");
        fs::write(&stranger, "mine").unwrap();
        staging.clear().unwrap();
        assert_eq!(fs::read_dir(&staging.folder).unwrap().count(), 1);
        fs::remove_file(stranger).unwrap();
        staging.clear().unwrap();
        assert!(!staging.folder.exists());
        staging.clear().unwrap();
    }

    #[test]
    fn a_folder_that_cannot_be_written_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        fs::write(&file, "").unwrap();
        let error = Staging::new(file.join("staging"), Timestamp::UNIX_EPOCH).prepare().unwrap_err();
        assert!(matches!(&error, Error::File { path, .. } if path.starts_with(&file)), "{error:?}");
    }
}
