//! Fetched pages that wait for the rest of their sync.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use chrono::{DateTime, TimeDelta, Utc};
use content::error::{Error, Result};
use reqwest::Url;
use serde::{Deserialize, Serialize};

const KEPT: TimeDelta = TimeDelta::hours(24);
const MANIFEST: &str = "manifest.json";

/// The folder of fetched pages, kept until all of them are complete so that an interrupted sync resumes.
#[derive(Debug, Clone)]
pub struct Staging {
    folder: PathBuf,
    now: DateTime<Utc>,
    has_consent: bool,
}

#[derive(Serialize, Deserialize)]
struct Manifest {
    started: DateTime<Utc>,
    /// True if all pages are fetched and only await the user's consent to removals.
    awaits_consent: bool,
}

impl Staging {
    /// Uses a folder of its own, which is created when needed. Pages expire by the time `now`.
    pub fn new(folder: impl Into<PathBuf>, now: DateTime<Utc>) -> Self {
        Self { folder: folder.into(), now, has_consent: false }
    }

    /// Sets the user's consent to removals.
    #[must_use]
    pub fn with_consent(self, has_consent: bool) -> Self {
        Self { has_consent, ..self }
    }

    /// Keeps the pages for a fetch with consent; any other fetch starts anew.
    pub fn await_consent(&self) -> Result<()> {
        let started = self.manifest().map_or(self.now, |manifest| manifest.started);
        self.note(&Manifest { started, awaits_consent: true })
    }

    /// Removes all staged pages.
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
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            // What is still being written has a temporary name.
            if name.ends_with(".page") || name.starts_with(".tmp") {
                remove(&path)?;
            }
        }
        match disk::patiently(|| fs::remove_dir(&self.folder)) {
            Err(error) if !matches!(error.kind(), ErrorKind::NotFound | ErrorKind::DirectoryNotEmpty) => {
                Err(Error::file(&self.folder, error))
            }
            _ => Ok(()),
        }
    }

    pub(super) fn prepare(&self) -> Result<()> {
        if self.manifest().is_some_and(|manifest| self.fits(&manifest)) {
            return Ok(());
        }
        self.clear()?;
        fs::create_dir_all(&self.folder).map_err(|error| Error::file(&self.folder, error))?;
        self.note(&Manifest { started: self.now, awaits_consent: false })
    }

    fn note(&self, manifest: &Manifest) -> Result<()> {
        let text = serde_json::to_vec_pretty(manifest).map_err(|error| Error::Internal(error.to_string()))?;
        write(&self.folder.join(MANIFEST), &text)
    }

    pub(super) fn page(&self, url: &Url) -> Option<Vec<u8>> {
        fs::read(self.path_of(url)).ok()
    }

    pub(super) fn keep(&self, url: &Url, body: &[u8]) -> Result<()> {
        write(&self.path_of(url), body)
    }

    fn manifest(&self) -> Option<Manifest> {
        serde_json::from_slice(&fs::read(self.folder.join(MANIFEST)).ok()?).ok()
    }

    fn fits(&self, manifest: &Manifest) -> bool {
        let age = self.now - manifest.started;
        let is_allowed = self.has_consent || !manifest.awaits_consent;
        is_allowed && TimeDelta::zero() <= age && age <= KEPT
    }

    fn path_of(&self, url: &Url) -> PathBuf {
        self.folder.join(disk::sha256(url.as_str().as_bytes())).with_extension("page")
    }
}

/// Writes a file, which is complete or missing. Damage after a power loss is detected when the page is read.
fn write(path: &Path, content: &[u8]) -> Result<()> {
    disk::write(path, content).map_err(|error| Error::file(path, error))
}

fn remove(path: &Path) -> Result<()> {
    disk::remove_if_present(path).map_err(|error| Error::file(path, error))
}

#[cfg(test)]
mod tests;
