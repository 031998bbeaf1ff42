#[path = "../../../tests/lore/support/records.rs"]
pub(crate) mod records;
#[path = "../../../../../tests/resources.rs"]
mod resources;

use std::path::Path;

use content::model::{DocumentKey, NewDocument, Provider, Record};
use content::progress::CancellationToken;
use embedding::EmbeddingOptions;
use store::{Selection, VectorPack};
use tempfile::TempDir;

use self::records::{batch, document};
use self::resources::resources_folder;
use super::*;
use crate::{Error, Library, Options};

pub(crate) fn installed_model() -> Option<EmbeddingOptions> {
    let found = EmbeddingOptions::found_in(&[resources_folder()]);
    // A busy machine may be slow; what a timeout does has tests of its own.
    let options = EmbeddingOptions { query_timeout: Duration::from_secs(60), ..found };
    if options.bundled_model.is_none() || options.runtime.is_none() {
        eprintln!("skipped: there is no model; run scripts/fetch-resources");
        return None;
    }
    Some(options)
}

pub(crate) async fn open(home: &Path, embedding: EmbeddingOptions) -> Library {
    Library::open(Options { embedding, ..Options::at(home) }).await.unwrap()
}

pub(crate) async fn new_library(embedding: EmbeddingOptions) -> (TempDir, Library) {
    let home = TempDir::new().unwrap();
    let library = open(home.path(), embedding).await;
    (home, library)
}

/// Returns `None` if there is no model.
pub(crate) async fn library_with_model() -> Option<(TempDir, Library)> {
    Some(new_library(installed_model()?).await)
}

pub(crate) fn spell(document: &str, name: &str, body: &str) -> Record {
    Record { body: body.to_owned(), ..records::spell(document, name, 4) }
}

pub(crate) async fn import(library: &Library, records: Vec<Record>) {
    import_from(Provider::Open5eV2, library, records).await;
}

pub(crate) async fn import_from(provider: Provider, library: &Library, records: Vec<Record>) {
    let keys: Vec<DocumentKey> = records.iter().map(|record| record.document.clone()).collect();
    let mut batch = batch(records);
    for key in keys {
        batch.add_document(NewDocument { provider, ..document(key.as_str()) });
    }
    library.import(&batch, &Job::quiet()).await.unwrap();
}

fn three() -> Vec<Record> {
    vec![
        spell("book", "Flame Wreath", "Flames wreathe your body and protect you from fire and cold."),
        spell("book", "Hail Fall", "A hail of rock-hard ice pounds to the ground."),
        spell("book", "Plum Talk", "You speak with plums."),
    ]
}

async fn nearest(library: &Library, query: &str, kinds: &[Kind]) -> Vec<String> {
    let vector = library.semantic_search.embed_query(query).await.unwrap();
    let texts = library.store.changes_after(0, i64::MAX, 1_000).await.unwrap();
    let name = |id: i64| texts.iter().find(|text| text.entry_id == id).and_then(|text| text.name.clone());
    let selection = Selection { kinds, ..Selection::default() };
    let near = library.semantic_search.nearest(vector, selection, None, 10, Vec::new()).await.unwrap();
    assert!(near.iter().all(|(_, nearness)| (0.0..=1.0).contains(&nearness.best)));
    near.iter().map(|(id, _)| name(*id).unwrap()).collect()
}

async fn passages_of(library: &Library) -> u64 {
    library.stats().await.unwrap().embedded_passages
}

#[tokio::test]
async fn entries_are_found_by_meaning_once_they_are_embedded() {
    let Some((_home, library)) = library_with_model().await else { return };
    import(&library, three()).await;
    assert!(nearest(&library, "protect from fire", &[]).await.is_empty(), "nothing is embedded yet");
    let done = library.embed(&Job::quiet()).await.unwrap();
    assert_eq!((done.entries, done.computed, done.reused), (3, 3, 0));
    let names = nearest(&library, "protect from fire", &[]).await;
    assert_eq!(names[0], "Flame Wreath");
    assert_eq!(names.len(), 3);
    let stats = library.stats().await.unwrap();
    assert_eq!((stats.embedded_entries, stats.entries_to_embed, stats.embedded_passages), (3, 0, 3));
    assert!(stats.semantic_search.starts_with("ready"), "{}", stats.semantic_search);
    // A changed entry is found by its new text, a deleted one is not found, and nothing is computed twice.
    let mut changed = three();
    changed[1].body = "A wall of salt water guards you against flames and fire.".to_owned();
    changed.pop();
    import(&library, changed).await;
    assert_eq!(nearest(&library, "plums", &[]).await.len(), 2);
    let done = library.embed(&Job::quiet()).await.unwrap();
    assert_eq!((done.entries, done.computed), (1, 1));
    assert_eq!(nearest(&library, "a wall of salt water", &[]).await[0], "Hail Fall");
    assert!(nearest(&library, "a wall of salt water", &[Kind::Creature]).await.is_empty());
}

#[tokio::test]
async fn equal_texts_are_embedded_once() {
    let Some((home, library)) = library_with_model().await else { return };
    let both = [
        three(),
        three().into_iter().map(|record| Record { document: DocumentKey::new("copy"), ..record }).collect(),
    ];
    import(&library, both.concat()).await;
    let done = library.embed(&Job::quiet()).await.unwrap();
    assert_eq!((done.entries, done.computed), (6, 3));
    // Deleted and imported again elsewhere while a copy is there: nothing is left to compute.
    library.delete_document("copy", &Job::quiet()).await.unwrap();
    assert_eq!(passages_of(&library).await, 3, "vectors go with their entries");
    let third = three().into_iter().map(|record| Record { document: DocumentKey::new("third"), ..record });
    import(&library, third.collect()).await;
    let done = library.embed(&Job::quiet()).await.unwrap();
    assert_eq!((done.entries, done.computed, done.reused), (3, 0, 3));
    assert_eq!(library.semantic_search.embedder.counts().model_loads, 1);
    let again = library.embed(&Job::quiet()).await.unwrap();
    assert_eq!((again.entries, again.computed, again.reused), (0, 0, 0));
    // As after an update with another format of passages, in which these are the same.
    let file = sqlx::sqlite::SqliteConnectOptions::new().filename(home.path().join("library.db"));
    let pool = sqlx::SqlitePool::connect_with(file).await.unwrap();
    sqlx::query("UPDATE models SET name = name || '0'").execute(&pool).await.unwrap();
    pool.close().await;
    let done = library.embed(&Job::quiet()).await.unwrap();
    assert_eq!((done.entries, done.computed, done.reused), (6, 0, 6));
}

#[tokio::test]
async fn an_interrupted_run_resumes() {
    let Some(options) = installed_model() else { return };
    let (home, library) = new_library(options.clone()).await;
    let sentence =
        |n: i32| format!("The caster counts {n} plums, each of which must be ripe before the moon is up. ");
    let body = |n: i32| (0..if n % 20 == 0 { 40 } else { 1 }).map(sentence).collect::<String>();
    let records: Vec<Record> = (0..40).map(|n| spell("book", &format!("Plum {n}"), &body(n))).collect();
    import(&library, records).await;
    // Stopped after the first batch, and then halfway through the rest.
    let mut computed = 0;
    for stop_after in [1, 41] {
        let cancel = CancellationToken::new();
        let stop = cancel.clone();
        let job = Job::new(cancel, move |progress| {
            assert_eq!(progress.step, Step::Embedding);
            if progress.done >= stop_after {
                stop.cancel();
            }
        });
        let before = library.semantic_search.embedder.counts().passages;
        let stopped = library.embed(&job).await;
        assert!(matches!(stopped, Err(Error::Cancelled)) || stop_after == 41, "{stopped:?}");
        computed += library.semantic_search.embedder.counts().passages - before;
        let stats = library.stats().await.unwrap();
        assert!(stats.embedded_entries >= 32 && stats.embedded_passages >= 32, "{stats:?}");
    }
    // Another process, which knows only the database.
    let other = open(home.path(), options).await;
    let done = other.embed(&Job::quiet()).await.unwrap();
    let stats = other.stats().await.unwrap();
    assert_eq!((stats.embedded_entries, stats.entries_to_embed), (40, 0));
    assert_eq!(stats.embedded_passages, computed + done.computed, "nothing was computed twice");
    assert!(stats.embedded_passages > 40, "long texts have several passages");
}

#[tokio::test]
async fn the_worker_embeds_new_entries_until_the_library_closes() {
    let Some((_home, library)) = library_with_model().await else { return };
    library.start_embedding(Duration::from_secs(3_600));
    library.start_embedding(Duration::ZERO);
    import(&library, three()).await;
    for _ in 0..500 {
        if passages_of(&library).await == 3 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert_eq!(nearest(&library, "protect from fire", &[]).await[0], "Flame Wreath");
    library.close().await;
    assert!(library.semantic_search.worker.lock().is_none());
}

#[tokio::test]
async fn without_a_model_everything_else_works() {
    let (_home, library) = new_library(EmbeddingOptions::default()).await;
    import(&library, three()).await;
    let why = library.semantic_search.embed_query("fire").await.unwrap_err();
    assert!(matches!(why, embedding::Error::Unavailable(_)), "{why}");
    let error = library.embed(&Job::quiet()).await.unwrap_err();
    assert_eq!(error.code(), "semantic_search_unavailable");
    let stats = library.stats().await.unwrap();
    assert!(stats.semantic_search.starts_with("unavailable: "), "{}", stats.semantic_search);
    assert_eq!((stats.embedded_entries, stats.entries_to_embed, stats.embedded_passages), (0, 3, 0));
    let checks = library.check().await.unwrap();
    let check = checks.iter().find(|check| check.what == "search by meaning").unwrap();
    assert!(!check.ok && check.finding.contains("not installed"), "{}", check.finding);
}

fn described(installed: &EmbeddingOptions, folder: &Path) -> EmbeddingOptions {
    let from = installed.bundled_model.as_ref().unwrap();
    for file in
        ["model.onnx", "tokenizer.json", "config.json", "special_tokens_map.json", "tokenizer_config.json"]
    {
        std::fs::copy(from.join(file), folder.join(file)).unwrap();
    }
    let about =
        r#"{"name": "plum", "dimension": 256, "pooling": "mean", "query_prefix": "ask: ", "tokens": 128}"#;
    std::fs::write(folder.join("model.json"), about).unwrap();
    EmbeddingOptions { chosen_model: Some(folder.display().to_string()), ..installed.clone() }
}

#[tokio::test]
async fn another_model_replaces_the_vectors_when_it_is_done() {
    let Some(options) = installed_model() else { return };
    let (home, folder) = (TempDir::new().unwrap(), TempDir::new().unwrap());
    let library = open(home.path(), options.clone()).await;
    import(&library, three()).await;
    library.embed(&Job::quiet()).await.unwrap();
    library.close().await;
    let library = open(home.path(), described(&options, folder.path())).await;
    let stats = library.stats().await.unwrap();
    assert!(stats.semantic_search.contains("plum"), "{}", stats.semantic_search);
    assert_eq!((stats.embedded_entries, stats.entries_to_embed), (0, 3));
    assert!(nearest(&library, "protect from fire", &[]).await.is_empty(), "vectors of two models do not mix");
    let done = library.embed(&Job::quiet()).await.unwrap();
    assert_eq!((done.model.as_str(), done.computed, done.reused), ("plum", 3, 0));
    assert_eq!(nearest(&library, "protect from fire", &[]).await[0], "Flame Wreath");
    library.close().await;
    let library = open(home.path(), options).await;
    assert_eq!(library.stats().await.unwrap().embedded_entries, 0, "the first model's vectors are gone");
}

#[tokio::test]
async fn all_vectors_are_read_in_their_order() {
    let (_home, library) = new_library(EmbeddingOptions::default()).await;
    import(&library, ["Plum Talk", "Plum Walk"].map(|name| spell("book", name, "")).to_vec()).await;
    let model = library.store.begin_model("plum@1/1").await.unwrap().id;
    let texts = library.store.changes_after(0, i64::MAX, 10).await.unwrap();
    let mut expected = Vec::new();
    let mut embedded = Vec::new();
    for text in &texts {
        let bytes = |passage: i64| [text.entry_id, passage].map(i64::to_le_bytes).concat();
        let vector = |passage: i64| {
            let hash: [u8; 16] = bytes(passage).try_into().unwrap();
            NewVector { passage, hash, bytes: bytes(passage) }
        };
        let vectors: Vec<NewVector> = (0..1_500).map(vector).collect();
        expected.extend(vectors.iter().map(|vector| (text.entry_id, vector.bytes.clone())));
        embedded.push(Embedded { entry_id: text.entry_id, number: text.number, replace: true, vectors });
    }
    library.store.write_vectors(model, &embedded, (0, 0)).await.unwrap();
    let (packs, mut received) = tokio::sync::mpsc::channel(8);
    let last = library.store.send_vectors(model, packs).await.unwrap();
    let mut all = Vec::new();
    while let Some(pack) = received.recv().await {
        all.push(pack);
    }
    let rows: Vec<_> = all.iter().flat_map(VectorPack::rows).collect();
    assert_eq!(rows.last().map(|row| row.id), Some(last));
    assert!(rows.is_sorted_by_key(|row| row.id) && rows.iter().all(|row| row.label.0 == Kind::Spell));
    let read: Vec<_> = rows.into_iter().map(|row| (row.entry, row.bytes.to_vec())).collect();
    assert!(read == expected, "{} vectors", read.len());
}
