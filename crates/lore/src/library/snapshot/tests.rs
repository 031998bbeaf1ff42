use content::model::{Details, NewDocument, Provider, Record};
use ingest::Batch;
use serde_json::json;
use tempfile::TempDir;

use super::*;
use crate::library::Access;
use crate::library::entry_embedding::tests::{open, spell};
use crate::{EmbeddingOptions, EntryAction};

fn document(key: &str, license: Option<&str>) -> NewDocument {
    let document = NewDocument::homebrew(DocumentKey::new(key), key.to_owned());
    NewDocument { provider: Provider::Open5eV2, license: license.map(str::to_owned), ..document }
}

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

async fn copy(folder: &Path) -> Library {
    let options = Options { access: Access::ReadUnchanging, ..Options::at(folder) };
    Library::open(options).await.unwrap()
}

fn key(document: &str, slug: &str) -> EntryKey {
    EntryKey::parse(&format!("lore://entry/{document}/spell/{slug}")).unwrap()
}

#[tokio::test]
async fn a_snapshot_has_what_may_be_passed_on_and_nothing_private() {
    let [home, folder] = [(); 2].map(|()| TempDir::new().unwrap());
    let library = library(home.path()).await;
    let snapshot = library.snapshot(folder.path(), &Choice::Public(Vec::new()), &Job::quiet()).await.unwrap();
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
    let copy = copy(folder.path()).await;
    assert!(copy.entry(&key("open", "plum-talk")).await.unwrap().is_some());
    assert!(copy.entry(&key("closed", "fig-secret")).await.unwrap().is_none());
    assert!(copy.pins().await.unwrap().is_empty() && copy.notices().is_empty());
    assert_eq!(copy.text.entry_count(), 1);
    // The library itself is as it was.
    assert_eq!((library.pins().await.unwrap().len(), library.documents(None).await.unwrap().len()), (1, 2));
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
    let public = Choice::Public(Vec::new());
    let error = library.snapshot(folder.path(), &public, &Job::quiet()).await.unwrap_err().to_string();
    assert!(error.contains("`closed`") && error.contains("--include"), "{error}");
}

#[tokio::test]
async fn a_book_of_the_users_own_is_passed_on_only_when_it_is_named() {
    let [home, folder, other] = [(); 3].map(|()| TempDir::new().unwrap());
    let library = library(home.path()).await;
    let draft = json!({"kind": "rule", "name": "Plum Plot", "book": "Mine", "text": "The mayor is a plum."});
    let save = EntryAction::Save(Box::new(serde_json::from_value(draft).unwrap()));
    library.change_entries(&[save], false, &Job::quiet()).await.unwrap();
    for (folder, include, expected) in [(&folder, vec![], false), (&other, vec!["mine".to_owned()], true)] {
        let choice = Choice::Public(include);
        let snapshot = library.snapshot(folder.path(), &choice, &Job::quiet()).await.unwrap();
        let is_in =
            |documents: &[Document]| documents.iter().any(|book| book.document_key.as_str() == "mine");
        assert_eq!((is_in(&snapshot.documents), is_in(&snapshot.left_out)), (expected, !expected));
    }
    // Who gets it can export it, though the versions stay at home.
    let copied = copy(other.path()).await;
    let book = copied.written_book("Mine").await.unwrap();
    assert_eq!((book.1.len(), book), (1, library.written_book("Mine").await.unwrap()));
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
    let choice =
        Choice::Private { documents: vec!["open".to_owned()], without: vec![Kind::Creature], notes: true };
    library.snapshot(folder.path(), &choice, &Job::quiet()).await.unwrap();
    let content = std::fs::read(folder.path().join(DATABASE_FILE)).unwrap();
    assert!(!content.windows(8).any(|part| part == b"the mill"));
    let copy = copy(folder.path()).await;
    assert!(copy.entry(&EntryKey::parse(&grub).unwrap()).await.unwrap().is_none());
    assert!(copy.entry(&EntryKey::parse(&talk).unwrap()).await.unwrap().is_some());
    let notes: Vec<String> = copy.notes(None).await.unwrap().into_iter().map(|note| note.uri).collect();
    assert_eq!(notes, [talk]);
    assert_eq!((copy.documents(None).await.unwrap()[0].entity_count, copy.text.entry_count()), (1, 1));
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
    let choice = |notes| Choice::Private { documents: vec!["closed".to_owned()], without: Vec::new(), notes };
    for (folder, notes) in [(folder.path(), true), (other.path(), false)] {
        library.snapshot(folder, &choice(notes), &Job::quiet()).await.unwrap();
        let copy = copy(folder).await;
        let kept: Vec<String> = copy.notes(None).await.unwrap().into_iter().map(|note| note.text).collect();
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
