//! Snapshots: copies of a library that are only read, with what its user may pass on and nothing private.

use std::path::Path;

use content::error::{Error, Result};
use content::model::{Document, DocumentKey, Kind, Note, quoted, shown};
use content::progress::{Job, Step};
use store::{BACKUPS_FOLDER, PROJECTION_VERSION, YOURS_FILE, remove_database, settle};

use super::database::{DATABASE_FILE, INDEX_FOLDER};
use super::{EntryKey, Library, Options};

/// The documents of a snapshot.
#[derive(Debug)]
pub struct Snapshot {
    /// The version of the database's tables. Programs that know another one cannot read it.
    pub schema: i64,
    /// The documents that are in it.
    pub documents: Vec<Document>,
    /// The documents that stay with the user: homebrew and those of unknown licence.
    pub left_out: Vec<Document>,
}

/// What is in a snapshot.
#[derive(Debug, Clone)]
pub enum Choice {
    /// What the user may pass on to anybody: published documents with a known licence and those named.
    Public(Vec<String>),
    /// What the user shows to people they know: the named documents, perhaps with notes on their entries.
    Private {
        /// The keys or names of the documents.
        documents: Vec<String>,
        /// The kinds of entries that are left out.
        without: Vec<Kind>,
        /// With the notes.
        notes: bool,
    },
}

/// What a snapshot depends on. While it stays the same, another snapshot would be the same.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ContentVersion {
    change: i64,
    documents: Vec<DocumentKey>,
    notes: Vec<Note>,
}

impl Library {
    /// Returns what snapshots of the present content depend on.
    pub async fn content_version(&self) -> Result<ContentVersion> {
        let documents = self.documents(None).await?.into_iter().map(|document| document.document_key);
        Ok(ContentVersion {
            change: self.store.last_change().await?,
            documents: documents.collect(),
            notes: self.notes(None).await?,
        })
    }

    /// Returns the schema version of this program's libraries, the only one that it reads as a snapshot.
    pub fn schema() -> i64 {
        PROJECTION_VERSION
    }

    /// Returns whether a file, by its path with `/`, is one that snapshots have: the database, or a file of
    /// the text index. A library reads others in its folder, too, such as a model.
    pub fn is_in_snapshots(path: &str) -> bool {
        let is_plain = |letter: char| letter.is_ascii_alphanumeric() || letter == '.';
        let in_index = path.strip_prefix(INDEX_FOLDER).and_then(|rest| rest.strip_prefix('/'));
        [DATABASE_FILE, YOURS_FILE].contains(&path) || in_index.is_some_and(|name| name.chars().all(is_plain))
    }

    /// Writes a snapshot to an empty folder: the chosen documents, with their text index and the vectors that
    /// they have. Campaigns, pins, notes that were not chosen, versions of the user's own entries, the names
    /// of imported files, the activity and everything else about the user is left out.
    ///
    /// # Errors
    /// When the choice names no document or an unknown one, the folder cannot be written, or the job stops.
    pub async fn snapshot(&self, folder: &Path, choice: &Choice, job: &Job) -> Result<Snapshot> {
        let (named, without, is_public, has_notes) = match choice {
            Choice::Public(include) => (include, &[][..], true, false),
            Choice::Private { documents, without, notes } => (documents, without.as_slice(), false, *notes),
        };
        let mut included = Vec::new();
        for name in named {
            included.push(self.document(name).await?.document_key);
        }
        let is_passed_on = |document: &Document| {
            let is_published = document.known_licence().is_some() && !document.source_api.is_homebrew();
            is_public && is_published || included.contains(&document.document_key)
        };
        let (documents, left_out): (Vec<_>, Vec<_>) =
            self.documents(None).await?.into_iter().partition(is_passed_on);
        if documents.is_empty() && !is_public {
            return Err(Error::Invalid("choose at least one book".to_owned()));
        }
        if documents.is_empty() {
            let names: Vec<String> = left_out.iter().map(|document| shown(&document.document_name)).collect();
            return Err(Error::Invalid(format!(
                "the library has nothing that you may pass on; if you may pass on {}, name it with `--include`",
                quoted(&names)
            )));
        }
        if !self.is_read_only() {
            self.rebuild().await?;
        }
        job.report(Step::Exporting, 0, 3);
        let database = folder.join(DATABASE_FILE);
        self.store.copy_to(&database).await?;
        job.check_cancelled()?;
        let copy = Self::open(Options::at(folder)).await?;
        let notes = if has_notes { self.notes(None).await? } else { Vec::new() };
        let prepared = copy.keep_only(&documents, without, notes, job).await;
        copy.store.close().await;
        prepared?;
        settle(&database).await?;
        let yours = folder.join(YOURS_FILE);
        if has_notes {
            settle(&yours).await?;
        } else {
            remove_database(&yours)?;
        }
        let backups = folder.join(BACKUPS_FOLDER);
        if backups.exists() {
            disk::remove_dir_all(&backups).map_err(|error| Error::file(&backups, error))?;
        }
        remove_locks(folder)?;
        Ok(Snapshot { schema: PROJECTION_VERSION, documents, left_out })
    }

    /// Also adds the notes on the entries that are left, and indexes these.
    async fn keep_only(
        &self,
        documents: &[Document],
        without: &[Kind],
        mut notes: Vec<Note>,
        job: &Job,
    ) -> Result<()> {
        let is_kept = |key: &str| documents.iter().any(|kept| kept.document_key.as_str() == key);
        notes.retain(|note| {
            EntryKey::parse(&note.uri)
                .is_some_and(|entry| is_kept(&entry.document) && !without.contains(&entry.kind))
        });
        for document in self.documents(None).await? {
            if !is_kept(document.document_key.as_str()) {
                self.delete_document(document.document_key.as_str(), &Job::quiet()).await?;
            }
        }
        self.store.delete_kinds(without).await?;
        self.store.forget_user().await?;
        for note in &notes {
            self.store.save_note(note).await?;
        }
        job.report(Step::Exporting, 1, 3);
        job.check_cancelled()?;
        self.catch_up(&Job::quiet()).await?;
        job.report(Step::Exporting, 2, 3);
        Ok(())
    }
}

/// Removes the files of locks, which a library that is only read does not need.
fn remove_locks(folder: &Path) -> Result<()> {
    let index = folder.join(INDEX_FOLDER);
    for file in std::fs::read_dir(&index).into_iter().flatten().flatten() {
        if file.file_name().to_string_lossy().ends_with(".lock") {
            std::fs::remove_file(file.path()).map_err(|error| Error::file(file.path(), error))?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests;
