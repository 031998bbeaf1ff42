//! Snapshots: copies of a library that are only read, with what its user may pass on and nothing private.

use std::path::Path;

use super::database::{DATABASE_FILE, INDEX_FOLDER};
use super::{EntryKey, Library, Options};
use crate::error::{Error, Result};
use crate::model::{Document, DocumentKey, Kind, Note, quoted, shown};
use crate::progress::{Job, Step};
use crate::store::{newest_schema, settle};

/// The documents of a snapshot.
#[derive(Debug)]
pub struct Snapshot {
    /// The version of the database's schema. Programs that know only earlier ones cannot read it.
    pub schema: i64,
    /// The documents that are in it.
    pub documents: Vec<Document>,
    /// The documents that stay with the user: homebrew and those of unknown licence.
    pub left_out: Vec<Document>,
}

/// What is in a snapshot.
#[derive(Debug, Clone)]
pub enum Choice {
    /// What the user may pass on to anybody: published documents with a known licence and those that are named.
    Public(Vec<String>),
    /// What the user shows to people they know: the named documents, perhaps with the user's notes on their entries.
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
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn content_version(&self) -> Result<ContentVersion> {
        let documents = self.documents(None).await?.into_iter().map(|document| document.document_key);
        Ok(ContentVersion {
            change: self.store.last_change().await?,
            documents: documents.collect(),
            notes: self.notes(None).await?,
        })
    }

    /// Returns the version of the schema of the libraries that this program makes, and the only one that it reads as a snapshot.
    #[must_use]
    pub fn schema() -> i64 {
        newest_schema()
    }

    /// Returns whether a file, by its path with `/`, is one that snapshots have: the database, or a file of the text index. A library reads
    /// others in its folder, too, such as a model.
    #[must_use]
    pub fn is_in_snapshots(path: &str) -> bool {
        let is_plain = |letter: char| letter.is_ascii_alphanumeric() || letter == '.';
        let in_index = path.strip_prefix(INDEX_FOLDER).and_then(|rest| rest.strip_prefix('/'));
        path == DATABASE_FILE || in_index.is_some_and(|name| name.chars().all(is_plain))
    }

    /// Writes a snapshot to an empty folder: the chosen documents, with their text index and the vectors that they have. Campaigns,
    /// pins, notes that were not chosen, versions of the user's own entries, the names of imported files, the activity and everything
    /// else about the user is left out.
    ///
    /// # Errors
    /// When the choice names an unknown document or none, the folder cannot be written, or the job is stopped.
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
        job.report(Step::Exporting, 0, 3);
        let database = folder.join(DATABASE_FILE);
        self.store.copy_to(&database).await?;
        job.check_cancelled()?;
        let copy = Self::open(Options::at(folder)).await?;
        let prepared = copy.keep_only(&documents, without, has_notes, job).await;
        copy.close().await;
        prepared?;
        let schema = settle(&database).await?;
        remove_locks(folder)?;
        Ok(Snapshot { schema, documents, left_out })
    }

    /// Deletes everything but some documents without entries of some kinds, and the notes on their entries if they are to stay, and
    /// indexes them.
    async fn keep_only(
        &self,
        documents: &[Document],
        without: &[Kind],
        has_notes: bool,
        job: &Job,
    ) -> Result<()> {
        let is_kept = |key: &str| documents.iter().any(|kept| kept.document_key.as_str() == key);
        let mut notes = if has_notes { self.notes(None).await? } else { Vec::new() };
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
mod tests {
    use tempfile::TempDir;

    use super::*;
    use crate::EmbeddingOptions;
    use crate::ingest::Batch;
    use crate::library::Access;
    use crate::library::entry_embedding::tests::{open, spell};
    use crate::model::{Details, NewDocument, Provider, Record};

    fn document(key: &str, license: Option<&str>) -> NewDocument {
        NewDocument {
            key: DocumentKey::new(key),
            name: key.to_owned(),
            provider: Provider::Open5eV2,
            publisher: None,
            license: license.map(str::to_owned),
            notice: None,
            game_system: None,
            url: None,
            description: None,
        }
    }

    /// A library with a book that may be passed on and one whose licence is unknown.
    async fn library(home: &Path) -> Library {
        let library = open(home, EmbeddingOptions::default()).await;
        let mut batch = Batch::default();
        batch.add_document(document("open", Some("CC-BY-4.0")));
        batch.add_document(document("closed", None));
        batch.add("spells", "x", Ok(spell("open", "Plum Talk", "You speak with plums.")));
        batch.add("spells", "x", Ok(spell("closed", "Fig Secret", "Nobody may know.")));
        library.import(&batch, &Job::quiet()).await.unwrap();
        library.set_pins(&["lore://entry/open/spell/plum-talk".to_owned()]).await.unwrap();
        library
    }

    fn key(document: &str, slug: &str) -> EntryKey {
        EntryKey::parse(&format!("lore://entry/{document}/spell/{slug}")).unwrap()
    }

    #[tokio::test]
    async fn a_snapshot_has_what_may_be_passed_on_and_nothing_private() {
        let [home, folder] = [(); 2].map(|()| TempDir::new().unwrap());
        let library = library(home.path()).await;
        let snapshot =
            library.snapshot(folder.path(), &Choice::Public(Vec::new()), &Job::quiet()).await.unwrap();
        let names = |documents: &[Document]| -> Vec<String> {
            documents.iter().map(|document| document.document_name.clone()).collect()
        };
        assert_eq!(
            (names(&snapshot.documents), names(&snapshot.left_out)),
            (vec!["open".to_owned()], vec!["closed".to_owned()])
        );
        assert_eq!(snapshot.schema, Library::schema());
        let files: Vec<_> =
            std::fs::read_dir(folder.path()).unwrap().map(|file| file.unwrap().file_name()).collect();
        assert_eq!(files.len(), 2, "{files:?}");
        for file in std::fs::read_dir(folder.path().join(INDEX_FOLDER)).unwrap() {
            let path = format!("{INDEX_FOLDER}/{}", file.unwrap().file_name().to_str().unwrap());
            assert!(Library::is_in_snapshots(&path), "{path}");
        }
        for other in ["library.db-wal", "models/model.onnx", "index-2/a/b", "index-2.db", "http-token", ""] {
            assert!(!Library::is_in_snapshots(other), "{other}");
        }
        let content = std::fs::read(folder.path().join(DATABASE_FILE)).unwrap();
        let has = |words: &str| content.windows(words.len()).any(|part| part == words.as_bytes());
        assert!(has("You speak with plums") && !has("Nobody may know"));
        let options = Options { access: Access::ReadUnchanging, ..Options::at(folder.path()) };
        let copy = Library::open(options).await.unwrap();
        assert!(copy.entry(&key("open", "plum-talk")).await.unwrap().is_some());
        assert!(copy.entry(&key("closed", "fig-secret")).await.unwrap().is_none());
        assert!(copy.pins().await.unwrap().is_empty() && copy.notices().is_empty());
        assert_eq!(copy.text.index.len(), 1);
        // The library itself is as it was.
        assert_eq!(
            (library.pins().await.unwrap().len(), library.documents(None).await.unwrap().len()),
            (1, 2)
        );
    }

    #[tokio::test]
    async fn a_book_of_unknown_licence_is_passed_on_when_it_is_named() {
        let [home, folder] = [(); 2].map(|()| TempDir::new().unwrap());
        let library = library(home.path()).await;
        let include = |name: &str| Choice::Public(vec![name.to_owned()]);
        let snapshot = library.snapshot(folder.path(), &include("Closed"), &Job::quiet()).await.unwrap();
        assert_eq!((snapshot.documents.len(), snapshot.left_out.len()), (2, 0));
        let error = library.snapshot(folder.path(), &include("Fig"), &Job::quiet()).await.unwrap_err();
        assert!(error.to_string().contains("Fig"), "{error}");
        library.delete_document("open", &Job::quiet()).await.unwrap();
        let error = library
            .snapshot(folder.path(), &Choice::Public(Vec::new()), &Job::quiet())
            .await
            .unwrap_err()
            .to_string();
        assert!(error.contains("`closed`") && error.contains("--include"), "{error}");
    }

    #[tokio::test]
    async fn a_book_of_the_users_own_is_passed_on_only_when_it_is_named() {
        let [home, folder, other] = [(); 3].map(|()| TempDir::new().unwrap());
        let library = library(home.path()).await;
        let mut batch = Batch::default();
        let own = NewDocument { provider: Provider::Own, ..document("mine", Some("your own")) };
        batch.add_document(own);
        batch.add("spells", "x", Ok(spell("mine", "Plum Plot", "The mayor is a plum.")));
        library.import(&batch, &Job::quiet()).await.unwrap();
        for (folder, include, expected) in [(&folder, vec![], false), (&other, vec!["mine".to_owned()], true)]
        {
            let choice = Choice::Public(include);
            let snapshot = library.snapshot(folder.path(), &choice, &Job::quiet()).await.unwrap();
            let is_in =
                |documents: &[Document]| documents.iter().any(|book| book.document_key.as_str() == "mine");
            assert_eq!((is_in(&snapshot.documents), is_in(&snapshot.left_out)), (expected, !expected));
        }
    }

    #[tokio::test]
    async fn kinds_that_players_must_not_see_are_left_out_with_their_notes() {
        let [home, folder] = [(); 2].map(|()| TempDir::new().unwrap());
        let library = library(home.path()).await;
        let mut batch = Batch::default();
        batch.add_document(document("open", Some("CC-BY-4.0")));
        batch.add("spells", "x", Ok(spell("open", "Plum Talk", "You speak with plums.")));
        let grub = Record {
            kind: Kind::Creature,
            details: Details::Creature(Box::default()),
            ..spell("open", "Plum Grub", "It waits under the mill.")
        };
        batch.add("creatures", "x", Ok(grub));
        library.import(&batch, &Job::quiet()).await.unwrap();
        let [talk, grub] =
            ["spell/plum-talk", "creature/plum-grub"].map(|entry| format!("lore://entry/open/{entry}"));
        for uri in [&talk, &grub] {
            library.write_note(uri, "Not yet.").await.unwrap();
        }
        let choice = Choice::Private {
            documents: vec!["open".to_owned()],
            without: vec![Kind::Creature],
            notes: true,
        };
        library.snapshot(folder.path(), &choice, &Job::quiet()).await.unwrap();
        let content = std::fs::read(folder.path().join(DATABASE_FILE)).unwrap();
        assert!(!content.windows(8).any(|part| part == b"the mill"));
        let options = Options { access: Access::ReadUnchanging, ..Options::at(folder.path()) };
        let copy = Library::open(options).await.unwrap();
        assert!(copy.entry(&EntryKey::parse(&grub).unwrap()).await.unwrap().is_none());
        assert!(copy.entry(&EntryKey::parse(&talk).unwrap()).await.unwrap().is_some());
        let notes: Vec<String> = copy.notes(None).await.unwrap().into_iter().map(|note| note.uri).collect();
        assert_eq!(notes, [talk]);
        assert_eq!((copy.documents(None).await.unwrap()[0].entity_count, copy.text.index.len()), (1, 1));
    }

    #[tokio::test]
    async fn what_is_shown_to_players_is_what_was_chosen() {
        let [home, folder, other] = [(); 3].map(|()| TempDir::new().unwrap());
        let library = library(home.path()).await;
        let [open, closed] =
            ["open/spell/plum-talk", "closed/spell/fig-secret"].map(|entry| format!("lore://entry/{entry}"));
        library.write_note(&open, "The plums know the way.").await.unwrap();
        library.write_note(&closed, "The figs lie.").await.unwrap();
        let before = library.content_version().await.unwrap();
        let choice =
            |notes| Choice::Private { documents: vec!["closed".to_owned()], without: Vec::new(), notes };
        for (folder, notes) in [(folder.path(), true), (other.path(), false)] {
            library.snapshot(folder, &choice(notes), &Job::quiet()).await.unwrap();
            let options = Options { access: Access::ReadUnchanging, ..Options::at(folder) };
            let copy = Library::open(options).await.unwrap();
            let kept: Vec<String> =
                copy.notes(None).await.unwrap().into_iter().map(|note| note.text).collect();
            assert_eq!(kept, if notes { vec!["The figs lie."] } else { vec![] });
            assert!(copy.entry(&key("open", "plum-talk")).await.unwrap().is_none());
            assert!(copy.entry(&key("closed", "fig-secret")).await.unwrap().is_some());
        }
        assert_eq!(library.content_version().await.unwrap(), before);
        library.write_note(&open, "").await.unwrap();
        assert_ne!(library.content_version().await.unwrap(), before);
        let nothing = Choice::Private { documents: Vec::new(), without: Vec::new(), notes: true };
        let error = library.snapshot(folder.path(), &nothing, &Job::quiet()).await.unwrap_err();
        assert!(error.to_string().contains("at least one book"), "{error}");
    }
}
