//! The starter content: both System Reference Documents as their pages have them.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::Library;
use super::import::log_rejected;
use crate::error::{Error, Result};
use crate::ingest::books::{Books, Laid, Letters, lay_under};
use crate::ingest::{Batch, dnd5e_api, srd};
use crate::model::{DocumentKey, Provider};
use crate::progress::Job;
use crate::store::{ImportContext, RemovalPolicy};

/// The keys of its documents.
pub(super) const STARTER: [&str; 2] = ["srd-2014", "srd-2024"];
/// The file that names what the starter content was made from.
const STAMP: &str = ".stamp";

/// Reads the starter content.
fn read(folder: &Path) -> Result<Batch> {
    // Each book takes as long as the other.
    let (older, newer) = std::thread::scope(|scope| {
        let newer = scope.spawn(|| srd::read(&folder.join("srd-2024")));
        (dnd5e_api::read(folder), newer.join())
    });
    let mut batch = older?;
    batch.append(newer.map_err(|_| Error::Internal("reading SRD 5.2.1 broke off".to_owned()))??);
    Ok(batch)
}

fn read_books(folder: &Path) -> Result<Books> {
    let [older, _] = STARTER.map(DocumentKey::new);
    let letters = Letters::read(&folder.join(older.as_str()).join("letters.txt"))?;
    Ok(Books { entries: read(folder)?, letters: BTreeMap::from([(older, letters)]) })
}

/// Names the starter content and the program that reads it: when either is newer, it is taken in again.
fn version(folder: &Path) -> String {
    let stamp = std::fs::read_to_string(folder.join(STAMP)).unwrap_or_default();
    format!("{} {}", env!("CARGO_PKG_VERSION"), stamp.trim())
}

impl Library {
    /// Takes the starter content in, unless this library has it. Documents that the user deleted stay away. Gives
    /// whether anything was taken in; the text index does not have it yet then.
    pub(super) async fn import_starter(&self) -> Result<bool> {
        let settings = self.store.settings().await?;
        // What a sync added to these documents stays.
        let absent =
            if settings.is_starter_damaged() { RemovalPolicy::RestoreOnly } else { RemovalPolicy::Remove };
        let taken_in = settings.starter.map(String::from);
        let Some(folder) = self.starter.clone().filter(|folder| folder.is_dir()) else {
            if taken_in.is_none() {
                tracing::warn!("there is no starter content");
            }
            return Ok(false);
        };
        let version = version(&folder);
        if taken_in.as_ref() == Some(&version) {
            return Ok(false);
        }
        let mut batch = match aside(&folder, read).await? {
            Ok(batch) => batch,
            Err(error) => {
                tracing::warn!(folder = %folder.display(), %error, "the starter content cannot be read; the library stays as it is");
                return Ok(false);
            }
        };
        for key in self.store.declined_documents().await? {
            batch.take(&key);
        }
        let (occasion, now) = (ImportContext::Starter(&version), self.clock.now_text());
        let stored = self.store.import(&batch, occasion, absent, &Job::quiet(), &now).await?;
        if let Some(report) = &stored {
            tracing::info!(added = report.added, changed = report.changed, "took the starter content in");
            log_rejected(report);
        }
        Ok(stored.is_some())
    }

    /// Lays the starter content's documents over what a batch says of them; gives what came of each. Without starter
    /// content, those that the library has from it are left out of the batch.
    pub(super) async fn lay_books(&self, mut batch: Batch) -> Result<(Batch, Vec<String>)> {
        let key = |text: &&str| batch.documents().contains_key(&DocumentKey::new(text));
        if !STARTER.iter().any(key) {
            return Ok((batch, Vec::new()));
        }
        let books = match self.starter.as_deref().filter(|folder| folder.is_dir()) {
            Some(folder) => aside(folder, read_books).await?,
            None => Err(Error::Invalid("there is no starter content".to_owned())),
        };
        match books {
            Ok(books) => {
                let (batch, laid) = tokio::task::spawn_blocking(move || {
                    let laid = lay_under(&mut batch, books);
                    (batch, laid)
                })
                .await
                .map_err(|error| Error::Internal(error.to_string()))?;
                let notes = in_words(&batch, &laid);
                Ok((batch, notes))
            }
            Err(error) => {
                tracing::warn!(%error, "the books cannot be laid over what Open5e says of them");
                let notes = self.keep_books(&mut batch).await?;
                Ok((batch, notes))
            }
        }
    }

    /// Takes those documents out of a batch that the library has from the books.
    async fn keep_books(&self, batch: &mut Batch) -> Result<Vec<String>> {
        let mut notes = Vec::new();
        for document in self.documents(None).await? {
            let from_book = matches!(document.source_api, Provider::Srd | Provider::Dnd5eApi);
            if from_book && batch.take(&document.document_key).is_some() {
                notes.push(format!(
                    "{} was left as it is, because the starter content that corrects what Open5e says of it cannot be read.",
                    document.document_name
                ));
            }
        }
        Ok(notes)
    }
}

/// Reads from a folder on a thread of its own.
async fn aside<T: Send + 'static>(
    folder: &Path,
    read: impl FnOnce(&Path) -> Result<T> + Send + 'static,
) -> Result<Result<T>> {
    let folder: PathBuf = folder.to_owned();
    tokio::task::spawn_blocking(move || read(&folder))
        .await
        .map_err(|error| Error::Internal(error.to_string()))
}

fn in_words(batch: &Batch, laid: &BTreeMap<DocumentKey, Laid>) -> Vec<String> {
    let words = |(key, laid): (&DocumentKey, &Laid)| {
        let document = batch.documents().get(key)?;
        let Laid { differing, added, left_out, .. } = laid;
        Some(format!(
            "{} stays as its pages have it: Open5e differs in {differing} fields, adds {added} entries, and {left_out} \
             entries that the book does not have under that name were left out.",
            document.name
        ))
    };
    laid.iter().filter_map(words).collect()
}
