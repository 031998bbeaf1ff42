use std::fs;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use jiff::{SignedDuration, Timestamp};
use reqwest::Url;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::error::{Error, Result};

/// How long staged pages may be used.
const KEPT: SignedDuration = SignedDuration::from_hours(24);
/// Changes whenever the files below change their meaning.
const FORMAT: u32 = 1;
const MANIFEST: &str = "manifest.json";

/// The folder in which fetched pages wait until all of them are there, so that a fetch that broke off goes on where
/// it was.
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
    /// Whether the pages were all fetched, and are stored only if the user agrees to what they take away.
    #[serde(default)]
    awaits_consent: bool,
}

impl Staging {
    /// The folder, which is made when it is needed and holds nothing else, and the time by which its pages are judged.
    #[must_use]
    pub fn new(folder: impl Into<PathBuf>, now: Timestamp) -> Self {
        Self { folder: folder.into(), now, has_consent: false }
    }

    /// The same folder, for a fetch whose user agreed to removals or did not.
    #[must_use]
    pub fn with_consent(self, has_consent: bool) -> Self {
        Self { has_consent, ..self }
    }

    /// Keeps the pages for a fetch whose user agrees to what they take away; any other fetches anew.
    ///
    /// # Errors
    /// [`Error::File`] when that cannot be noted.
    pub fn await_consent(&self) -> Result<()> {
        let started = self.manifest().map_or(self.now, |manifest| manifest.started);
        self.note(&Manifest { format: FORMAT, started, awaits_consent: true })
    }

    /// Removes all staged pages.
    ///
    /// # Errors
    /// [`Error::File`] when one cannot be removed.
    pub fn clear(&self) -> Result<()> {
        // Without its manifest a page is never used, so this is safe to break off.
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
        match fs::remove_dir(&self.folder) {
            Err(error) if !matches!(error.kind(), ErrorKind::NotFound | ErrorKind::DirectoryNotEmpty) => {
                Err(Error::file(&self.folder, error))
            }
            _ => Ok(()),
        }
    }

    /// Makes the folder ready: pages that may still be used stay, whatever else was fetched with them; others go.
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

    /// The page staged for an address.
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

    /// Written beside and renamed, so that a file is whole or not there. What a loss of power spoils is noticed when
    /// the page is read.
    fn write(&self, path: &Path, content: &[u8]) -> Result<()> {
        let failed = |error| Error::file(path, error);
        let mut part = tempfile::Builder::new().suffix(".part").tempfile_in(&self.folder).map_err(failed)?;
        part.write_all(content).map_err(failed)?;
        part.persist(path).map_err(|error| failed(error.error))?;
        Ok(())
    }
}

fn remove(path: &Path) -> Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(Error::file(path, error)),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn later(staging: &Staging, hours: i64) -> Staging {
        Staging::new(&staging.folder, staging.now + SignedDuration::from_hours(hours))
    }

    /// A folder with one page staged, and its address.
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
