//! The record of our last change of a client's file, with which it can be undone.

use std::fs;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::client_list::ClientId;
use crate::error::{Error, Result};
use crate::file::{FileContent, store};
use crate::plan::{Action, Plan};

#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Record {
    pub(crate) target: PathBuf,
    /// The SHA-256 of the file before; `None` if there was none.
    before: Option<String>,
    /// The SHA-256 of the file afterwards; `None` if it was removed.
    after: Option<String>,
    pub(crate) connected: bool,
}

impl Record {
    /// Writes the record of a change that is about to be made, and the backup.
    pub(crate) fn write(folder: &Path, plan: &Plan) -> Result<()> {
        let Plan { before, .. } = plan;
        let record = Self {
            target: before.target.clone(),
            before: before.bytes.as_deref().map(disk::sha256),
            after: plan.after.as_deref().map(disk::sha256),
            connected: plan.action != Action::Disconnect,
        };
        if let Some(bytes) = before.bytes.as_ref().filter(|_| record.has_backup()) {
            store(&record.backup(), bytes, Some(&record.target))?;
        }
        let text = serde_json::to_vec_pretty(&record).map_err(std::io::Error::from);
        let path = path(folder, plan.client);
        store(&path, &text.map_err(|error| Error::file(&path, error))?, None)
    }

    pub(crate) fn read(folder: &Path, id: ClientId) -> Option<Self> {
        serde_json::from_slice(&fs::read(path(folder, id)).ok()?).ok()
    }

    pub(crate) fn matches(&self, now: &FileContent) -> bool {
        now.target == self.target && now.bytes.as_deref().map(disk::sha256) == self.after
    }

    /// Returns `None` if there was no file.
    pub(crate) fn before(&self) -> Result<Option<Vec<u8>>> {
        if !self.has_backup() {
            return Ok(self.before.as_ref().map(|_| Vec::new()));
        }
        let backup = self.backup();
        let bytes = fs::read(&backup).map_err(|error| Error::file(&backup, error))?;
        if self.before == Some(disk::sha256(&bytes)) {
            Ok(Some(bytes))
        } else {
            Err(Error::ChangedSince(backup))
        }
    }

    pub(crate) fn remove(&self, folder: &Path, id: ClientId) {
        // A leftover is harmless: a record matches only the file that it was made for.
        let _ = fs::remove_file(path(folder, id));
        if self.has_backup() {
            let _ = fs::remove_file(self.backup());
        }
    }

    /// Of an empty file, the backup of an earlier change may be all that is left: it stays.
    fn has_backup(&self) -> bool {
        self.before.as_ref().is_some_and(|before| *before != disk::sha256(&[]))
    }

    fn backup(&self) -> PathBuf {
        let mut name = self.target.file_name().unwrap_or_default().to_owned();
        name.push(".lorekeeper-backup");
        self.target.with_file_name(name)
    }
}

fn path(folder: &Path, id: ClientId) -> PathBuf {
    folder.join(format!("{id}.json"))
}
