//! What our last change of a client's file was, so that it can be taken back.

use std::fs;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::client::ClientId;
use crate::error::{Error, Result};
use crate::file::{Content, fingerprint, store};
use crate::plan::{Action, Plan};

/// The last change of one client's file.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Record {
    /// The file that was changed.
    pub(crate) target: PathBuf,
    /// The fingerprint of its bytes before; nothing when there was no file.
    before: Option<String>,
    /// The same afterwards.
    after: Option<String>,
    /// Whether our entry was in it afterwards.
    pub(crate) connected: bool,
}

impl Record {
    /// Keeps the bytes from before a change that is about to be made.
    pub(crate) fn keep(folder: &Path, plan: &Plan) -> Result<()> {
        let Plan { before, .. } = plan;
        let record = Self {
            target: before.target.clone(),
            before: fingerprint(before.bytes.as_deref()),
            after: fingerprint(plan.after.as_deref()),
            connected: plan.action != Action::Disconnect,
        };
        if let Some(bytes) = &before.bytes {
            store(&record.backup(), bytes, Some(&record.target))?;
        }
        let text = serde_json::to_vec_pretty(&record).map_err(std::io::Error::from);
        let path = place(folder, plan.client);
        store(&path, &text.map_err(|error| Error::file(&path, error))?, None)
    }

    /// The record of a client's last change. One that cannot be read counts as none.
    pub(crate) fn of(folder: &Path, id: ClientId) -> Option<Self> {
        serde_json::from_slice(&fs::read(place(folder, id)).ok()?).ok()
    }

    /// Whether the file is still what we wrote.
    pub(crate) fn fits(&self, now: &Content) -> bool {
        now.target == self.target && fingerprint(now.bytes.as_deref()) == self.after
    }

    /// The bytes from before the change; nothing when there was no file.
    pub(crate) fn before(&self) -> Result<Option<Vec<u8>>> {
        if self.before.is_none() {
            return Ok(None);
        }
        let backup = self.backup();
        let bytes = fs::read(&backup).map_err(|error| Error::file(&backup, error))?;
        if fingerprint(Some(&bytes)) == self.before {
            Ok(Some(bytes))
        } else {
            Err(Error::ChangedSince { path: backup })
        }
    }

    /// Forgets the change together with its backup.
    pub(crate) fn forget(&self, folder: &Path, id: ClientId) {
        // What is left behind is only litter: a record fits no file but the one it was made for.
        let _ = fs::remove_file(place(folder, id));
        if self.before.is_some() {
            let _ = fs::remove_file(self.backup());
        }
    }

    fn backup(&self) -> PathBuf {
        let mut name = self.target.file_name().unwrap_or_default().to_owned();
        name.push(".lorekeeper-backup");
        self.target.with_file_name(name)
    }
}

fn place(folder: &Path, id: ClientId) -> PathBuf {
    folder.join(format!("{id}.json"))
}
