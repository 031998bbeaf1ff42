use content::model::NewDocument;
use serde_json::json;
use tempfile::TempDir;

use super::*;
use crate::library::Access;
use crate::library::entry_embedding::tests::records::{batch, creature, document};
use crate::library::entry_embedding::tests::{new_library, spell};
use crate::{EmbeddingOptions, EntryAction};

const TALK: &str = "lore://entry/open/spell/plum-talk";
const GRUB: &str = "lore://entry/open/creature/plum-grub";
const SECRET: &str = "lore://entry/closed/spell/fig-secret";

/// Returns a library with its folder and two for snapshots.
async fn library() -> (Library, [TempDir; 3]) {
    let (home, library) = new_library(EmbeddingOptions::default()).await;
    let mut batch = batch(vec![
        spell("open", "Plum Talk", "You speak with plums."),
        creature("open", "Plum Grub", "Beast", "1"),
        spell("closed", "Fig Secret", "Nobody may know."),
    ]);
    batch.add_document(NewDocument { license: None, ..document("closed") });
    library.import(&batch, &Job::quiet()).await.unwrap();
    library.set_pins(&[TALK.to_owned()]).await.unwrap();
    (library, [home, TempDir::new().unwrap(), TempDir::new().unwrap()])
}

async fn copy(folder: &Path) -> Library {
    let options = Options { access: Access::ReadUnchanging, ..Options::at(folder) };
    Library::open(options).await.unwrap()
}

async fn has(library: &Library, uri: &str) -> bool {
    library.entry(&EntryKey::parse(uri).unwrap()).await.unwrap().is_some()
}

/// Whether the database of a snapshot has a text, even in a place that is no entry's.
fn has_text(folder: &TempDir, text: &str) -> bool {
    let content = std::fs::read(folder.path().join(DATABASE_FILE)).unwrap();
    content.windows(text.len()).any(|part| part == text.as_bytes())
}

#[tokio::test]
async fn a_snapshot_has_what_may_be_passed_on_and_nothing_private() {
    let (library, [_home, folder, _]) = library().await;
    let snapshot = library.snapshot(folder.path(), &Choice::Public(Vec::new()), &Job::quiet()).await.unwrap();
    let ([kept], [left_out]) = (&snapshot.documents[..], &snapshot.left_out[..]) else {
        panic!("{snapshot:?}")
    };
    assert_eq!((kept.document_key.as_str(), left_out.document_key.as_str()), ("open", "closed"));
    assert_eq!(snapshot.schema, Library::schema());
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 2, "the database and the index");
    for file in std::fs::read_dir(folder.path().join(INDEX_FOLDER)).unwrap() {
        let path = format!("{INDEX_FOLDER}/{}", file.unwrap().file_name().to_str().unwrap());
        assert!(Library::is_in_snapshots(&path), "{path}");
    }
    for other in ["library.db-wal", "models/model.onnx", "index-2/a/b", "index-2.db", "http-token", ""] {
        assert!(!Library::is_in_snapshots(other), "{other}");
    }
    assert!(has_text(&folder, "You speak with plums") && !has_text(&folder, "Nobody may know"));
    let copy = copy(folder.path()).await;
    assert!(has(&copy, TALK).await && !has(&copy, SECRET).await);
    assert!(copy.pins().await.unwrap().is_empty() && copy.notices().is_empty());
    assert_eq!(copy.text.entry_count(), 2);
    // The library itself is as it was.
    assert_eq!((library.pins().await.unwrap().len(), library.documents(None).await.unwrap().len()), (1, 2));
}

#[tokio::test]
async fn a_book_of_unknown_licence_is_passed_on_when_it_is_named() {
    let (library, [_home, folder, _]) = library().await;
    let include = |name: &str| Choice::Public(vec![name.to_owned()]);
    let snapshot = library.snapshot(folder.path(), &include("Closed"), &Job::quiet()).await.unwrap();
    assert_eq!((snapshot.documents.len(), snapshot.left_out.len()), (2, 0));
    let error = library.snapshot(folder.path(), &include("Fig"), &Job::quiet()).await.unwrap_err();
    assert!(error.to_string().contains("Fig"), "{error}");
    library.delete_document("open", &Job::quiet()).await.unwrap();
    let public = Choice::Public(Vec::new());
    let error = library.snapshot(folder.path(), &public, &Job::quiet()).await.unwrap_err().to_string();
    assert!(error.contains("`The Book of closed`") && error.contains("--include"), "{error}");
}

#[tokio::test]
async fn a_book_of_the_users_own_is_passed_on_only_when_it_is_named() {
    let (library, [_home, folder, other]) = library().await;
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
    let (library, [_home, folder, _]) = library().await;
    for uri in [TALK, GRUB] {
        library.write_note(uri, "Not yet.").await.unwrap();
    }
    let choice =
        Choice::Private { documents: vec!["open".to_owned()], without: vec![Kind::Creature], notes: true };
    library.snapshot(folder.path(), &choice, &Job::quiet()).await.unwrap();
    assert!(!has_text(&folder, "prowls the marsh"));
    let copy = copy(folder.path()).await;
    assert!(!has(&copy, GRUB).await && has(&copy, TALK).await);
    let notes: Vec<String> = copy.notes(None).await.unwrap().into_iter().map(|note| note.uri).collect();
    assert_eq!(notes, [TALK]);
    assert_eq!((copy.documents(None).await.unwrap()[0].entity_count, copy.text.entry_count()), (1, 1));
}

#[tokio::test]
async fn what_is_shown_to_players_is_what_was_chosen() {
    let (library, [_home, folder, other]) = library().await;
    library.write_note(TALK, "The plums know the way.").await.unwrap();
    library.write_note(SECRET, "The figs lie.").await.unwrap();
    let before = library.content_version().await.unwrap();
    let choice = |notes| Choice::Private { documents: vec!["closed".to_owned()], without: Vec::new(), notes };
    for (folder, notes) in [(folder.path(), true), (other.path(), false)] {
        library.snapshot(folder, &choice(notes), &Job::quiet()).await.unwrap();
        let copy = copy(folder).await;
        let kept: Vec<String> = copy.notes(None).await.unwrap().into_iter().map(|note| note.text).collect();
        assert_eq!(kept, if notes { vec!["The figs lie."] } else { vec![] });
        assert!(!has(&copy, TALK).await && has(&copy, SECRET).await);
    }
    assert_eq!(library.content_version().await.unwrap(), before);
    library.write_note(TALK, "").await.unwrap();
    assert_ne!(library.content_version().await.unwrap(), before);
    let nothing = Choice::Private { documents: Vec::new(), without: Vec::new(), notes: true };
    let error = library.snapshot(folder.path(), &nothing, &Job::quiet()).await.unwrap_err();
    assert!(error.to_string().contains("at least one book"), "{error}");
}
