//! The starter content: both System Reference Documents as their printed pages have them.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use content::error::{Error, Result};
use content::model::{Document, DocumentKey, counted};
use content::progress::Job;
use ingest::Batch;
use ingest::books::{MergeCounts, merge_books};
use ingest::srd::{self, Book};
use store::{ImportContext, RemovalPolicy};

use super::Library;
use super::import::log_rejections;

const STARTER_KEYS: [&str; 2] = ["srd-2014", "srd-2024"];
const STAMP_FILE: &str = ".stamp";

impl Library {
    fn starter_folder(&self) -> Option<Arc<Path>> {
        self.starter.clone().filter(|folder| folder.is_dir())
    }

    /// Returns whether content was stored. Does not update the text index. Deleted documents stay deleted.
    pub(super) async fn import_starter(&self) -> Result<bool> {
        let settings = self.store.settings().await?;
        let imported = settings.starter;
        let Some(folder) = self.starter_folder() else {
            if imported.is_none() {
                tracing::warn!("there is no starter content");
            }
            return Ok(false);
        };
        let version = version(&folder);
        if imported.as_ref() == Some(&version) {
            return Ok(false);
        }
        let from = Arc::clone(&folder);
        let mut batch = match tokio::task::spawn_blocking(move || read(&from)).await? {
            Ok(batch) => batch,
            Err(error) => {
                tracing::warn!(folder = %disk::shown(&folder), %error, "the starter content cannot be read; the library stays as it is");
                return Ok(false);
            }
        };
        for key in self.store.declined_documents().await? {
            batch.take(&key);
        }
        let (occasion, now) = (ImportContext::Starter(&version), self.clock.now_text());
        let stored = self.store.import(&batch, occasion, RemovalPolicy::Remove, &Job::quiet(), &now).await?;
        if let Some(report) = &stored {
            tracing::info!(added = report.added, changed = report.changed, "imported the starter content");
            log_rejections(&report.rejected);
        }
        Ok(stored.is_some())
    }

    /// Without starter content, the batch loses the documents that the library has from it.
    pub(super) async fn correct_by_starter(&self, mut batch: Batch) -> Result<(Batch, Vec<String>)> {
        let is_in_batch = |key: &&str| batch.documents().contains_key(&DocumentKey::new(key));
        if !STARTER_KEYS.iter().any(is_in_batch) {
            return Ok((batch, Vec::new()));
        }
        let books = match self.starter_folder() {
            Some(folder) => tokio::task::spawn_blocking(move || read(&folder)).await?,
            None => Err(Error::Invalid("there is no starter content".to_owned())),
        };
        match books {
            Ok(books) => {
                let corrected = tokio::task::spawn_blocking(move || {
                    let laid = merge_books(&mut batch, books);
                    let notes = notes(&batch, &laid);
                    (batch, notes)
                });
                Ok(corrected.await?)
            }
            Err(error) => {
                tracing::warn!(%error, "the System Reference Documents from Open5e cannot be corrected");
                let mut documents = self.documents(None).await?;
                documents.retain(|document| {
                    document.source_api.is_bundled() && batch.take(&document.document_key).is_some()
                });
                let note = |document: Document| {
                    format!(
                        "{} was not changed, because the starter content that corrects Open5e's version cannot be read.",
                        document.document_name
                    )
                };
                Ok((batch, documents.into_iter().map(note).collect()))
            }
        }
    }
}

fn read(folder: &Path) -> Result<Batch> {
    let (older, newer) = std::thread::scope(|scope| {
        let newer = scope.spawn(|| srd::read(folder, Book::Of2024));
        (srd::read(folder, Book::Of2014), newer.join())
    });
    let mut batch = older?;
    batch.append(newer.map_err(|_| Error::Internal("reading SRD 5.2.1 failed".to_owned()))??);
    Ok(batch)
}

/// Names the version of the starter content and of the program: a newer one of either is imported again.
fn version(folder: &Path) -> String {
    let stamp = std::fs::read_to_string(folder.join(STAMP_FILE)).unwrap_or_default();
    format!("{} {}", env!("CARGO_PKG_VERSION"), stamp.trim())
}

fn notes(batch: &Batch, laid: &BTreeMap<DocumentKey, MergeCounts>) -> Vec<String> {
    let note = |(key, laid): (&DocumentKey, &MergeCounts)| {
        let document = batch.documents().get(key)?;
        let MergeCounts { differing, added, left_out, .. } = *laid;
        let counted = |count: usize, one, many| (count > 0).then(|| counted(count as u64, one, many));
        let parts = [
            counted(differing, "field differs", "fields differ"),
            counted(added, "entry is added", "entries are added"),
            counted(
                left_out,
                "entry, which the book does not have under that name, is left out",
                "entries, which the book does not have under that name, are left out",
            ),
        ];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        let name = &document.name;
        (!parts.is_empty())
            .then(|| format!("{name} keeps the text of its printed pages; in Open5e {}.", parts.join("; ")))
    };
    laid.iter().filter_map(note).collect()
}
