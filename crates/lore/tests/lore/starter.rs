//! Starter content: its first import, its updates, and documents that it replaces.

use std::path::{Path, PathBuf};

use lore::model::{DocumentKey, Provider};
use lore::progress::Job;
use lore::{Library, Options, SyncRequest};
use tempfile::TempDir;

use crate::resources::resources_folder;
use crate::support::{TestLibrary, forced, named, options, small_replay, spell, spells};
use crate::template::{Template, copy};

/// Returns the starter content that `make test` fetches.
fn resources() -> PathBuf {
    resources_folder().join("starter")
}

pub(crate) async fn srds() -> (Library, TempDir) {
    let (home, starter) = (TempDir::new().unwrap(), resources());
    let made_from = [std::env::current_exe().unwrap(), starter.join(".stamp")];
    let template = match Template::open("srds", &[&made_from[0], &made_from[1]]) {
        Ok(template) => template,
        Err(draft) => {
            open(&draft.folder, &starter).await.close().await;
            draft.complete()
        }
    };
    template.copy_to(home.path());
    (open(home.path(), &starter).await, home)
}

fn newer(stamp: &str) -> TempDir {
    let folder = TempDir::new().unwrap();
    copy(&resources(), folder.path());
    std::fs::write(folder.path().join(".stamp"), stamp).unwrap();
    folder
}

async fn open(home: &Path, starter: &Path) -> Library {
    let options = Options { starter: Some(starter.to_owned()), ..Options::at(home) };
    Library::open(options).await.unwrap()
}

/// Returns the documents as `key from source with entries`, by key.
async fn documents(library: &Library) -> Vec<(String, Provider, u64)> {
    let documents = library.documents(None).await.unwrap().into_iter();
    let mut documents: Vec<_> =
        documents.map(|it| (it.document_key.to_string(), it.source_api, it.entity_count)).collect();
    documents.sort();
    documents
}

#[tokio::test]
async fn newer_starter_content_is_imported_without_deleted_books() {
    let (library, home) = srds().await;
    let before = documents(&library).await;
    let sources = before.iter().map(|(key, source, _)| (key.as_str(), *source));
    assert!(sources.eq([("srd-2014", Provider::Dnd5eApi), ("srd-2024", Provider::Srd)]), "{before:?}");
    library.delete_document("srd-2014", &Job::quiet()).await.unwrap();
    library.close().await;

    let changed = newer("another");
    let records = changed.path().join("srd-2024/records.json");
    let all: Vec<serde_json::Value> = serde_json::from_slice(&std::fs::read(&records).unwrap()).unwrap();
    std::fs::write(&records, serde_json::to_vec(&all[1..]).unwrap()).unwrap();
    let library = open(home.path(), changed.path()).await;
    assert_eq!(documents(&library).await, [("srd-2024".to_owned(), Provider::Srd, before[1].2 - 1)]);
}

#[tokio::test]
async fn starter_books_replace_fetched_copies_only() {
    let wrong = ["srd-2014", "srd-2024", "tome"].map(|document| spell(document, "Wrong", 1));
    let test = TestLibrary::with(wrong.to_vec()).await;
    test.library.close().await;
    let library = open(test.home.path(), &resources()).await;
    let now = documents(&library).await;
    assert_eq!(now.len(), 3);
    assert!(now.contains(&("tome".to_owned(), Provider::Open5eV2, 1)), "{now:?}");
    let left = library.lookup(&named("wrong"), &spells()).await.unwrap().entries;
    assert!(left.len() == 1 && left[0].document_key.as_str() == "tome", "{left:?}");
}

#[tokio::test]
async fn unreadable_starter_content_removes_nothing() {
    let (library, home) = srds().await;
    let before = documents(&library).await;
    library.close().await;
    for (file, content) in [("srd-2024/records.json", Some("[{")), ("srd-2014/records.json", None)] {
        let damaged = newer(file);
        match content {
            Some(text) => std::fs::write(damaged.path().join(file), text).unwrap(),
            None => std::fs::remove_file(damaged.path().join(file)).unwrap(),
        }
        let library = open(home.path(), damaged.path()).await;
        assert_eq!(documents(&library).await, before, "{file}");
        library.close().await;
    }
}

#[tokio::test]
async fn a_sync_lists_what_it_leaves_out_of_a_book() {
    let (library, _home) = srds().await;
    let replay = small_replay();
    let key = DocumentKey::new("srd-2014");
    let request = SyncRequest { documents: Some(vec![key.to_string()]), ..forced(options(&replay.base)) };
    let outcome = library.sync_open5e(&request, &Job::quiet()).await.unwrap();
    let left_out = outcome.report.unwrap().left_out;
    assert!(!left_out.is_empty() && left_out.iter().all(|entry| entry.document == key), "{left_out:?}");
    let [note] = outcome.notes.as_slice() else { panic!("{:?}", outcome.notes) };
    let count =
        format!("{} entries, which the book does not have under that name, are left out.", left_out.len());
    assert!(note.ends_with(&count) && !note.contains(" 0 "), "{note}");
    assert_eq!(library.source_report(&key).await.unwrap().left_out, left_out, "it stays to be seen");
    assert_eq!(documents(&library).await[0].1, Provider::Dnd5eApi);
}
