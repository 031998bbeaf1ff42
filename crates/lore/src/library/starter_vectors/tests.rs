use content::model::Record;
use content::passages::passages_for_other_books;
use embedding::{EmbeddingOptions, VectorsByHash};
use tempfile::TempDir;

use super::*;
use crate::library::entry_embedding::tests::records::creature;
use crate::library::entry_embedding::tests::{import, installed_model, new_library, spell};
use crate::library::semantic_search::VECTOR_FILE;
use crate::{Library, Options};

fn spells(names: &[&str]) -> Vec<Record> {
    let body = |name: &str| format!("You think of {name}. {}", "A plum falls from the tree. ".repeat(60));
    names.iter().map(|name| spell("book", name, &body(name))).collect()
}

fn others() -> Vec<Passage> {
    let (name, _) = content::everyday::of_other_books().next().unwrap();
    let lead = format!("{name}. ");
    passages_for_other_books()
        .take_while(|other| other.text.starts_with(name) || other.text.starts_with(&lead))
        .collect()
}

async fn prepared(options: &EmbeddingOptions) -> (TempDir, VectorsByHash) {
    let starter = TempDir::new().unwrap();
    let (_home, library) = new_library(options.clone()).await;
    import(&library, spells(&["Plum Talk", "Plum Walk"])).await;
    let file = starter.path().join(VECTOR_FILE);
    let count = library.semantic_search.export_vectors(&file, &others(), &Job::quiet()).await.unwrap();
    let known = all_vectors(&library).await;
    assert!(count == known.len() + others().len() && known.len() > 2, "a long text has several passages");
    (starter, known)
}

async fn all_vectors(library: &Library) -> VectorsByHash {
    let model = library.semantic_search.embedder.model().unwrap();
    let reached = library.store.reached(&model.identity(passage_format())).await.unwrap();
    library.store.all_vectors(reached.unwrap().id).await.unwrap()
}

async fn beside(starter: &TempDir, options: &EmbeddingOptions, names: &[&str]) -> (TempDir, Library) {
    let (home, starter) = (TempDir::new().unwrap(), Some(starter.path().to_owned()));
    let options = Options { starter, embedding: options.clone(), ..Options::at(home.path()) };
    let library = Library::open(options).await.unwrap();
    import(&library, spells(names)).await;
    (home, library)
}

#[tokio::test]
async fn prepared_vectors_equal_computed_ones() {
    let Some(options) = installed_model() else { return };
    let (starter, known) = prepared(&options).await;
    let (_home, library) = beside(&starter, &options, &["Plum Talk", "Plum Walk"]).await;
    assert_eq!(library.semantic_search.write_prepared_vectors(false).await.unwrap(), 2);
    assert_eq!(all_vectors(&library).await, known);
    assert_eq!(library.semantic_search.embedder.counts().model_loads, 0, "the model was not needed");
    let done = library.embed(&Job::quiet()).await.unwrap();
    assert_eq!((done.entries, done.computed), (0, 0), "nothing was left");
}

#[tokio::test]
async fn other_texts_are_embedded_beside_prepared_ones() {
    let Some(options) = installed_model() else { return };
    let (starter, known) = prepared(&options).await;
    let (_home, library) = beside(&starter, &options, &["Plum Talk", "Pear Talk", "Plum Walk"]).await;
    assert_eq!(library.semantic_search.write_prepared_vectors(true).await.unwrap(), 2);
    assert_eq!(all_vectors(&library).await, known);
    let done = library.embed(&Job::quiet()).await.unwrap();
    let passages = all_vectors(&library).await.len() - known.len();
    assert_eq!(done.computed, passages as u64, "only the other spell is computed");
    assert_eq!(library.stats().await.unwrap().entries_to_embed, 0);
    assert_eq!(library.semantic_search.write_prepared_vectors(true).await.unwrap(), 0);
}

#[tokio::test]
async fn everyday_words_of_another_book_come_with_their_vectors() {
    let Some(options) = installed_model() else { return };
    let (starter, _) = prepared(&options).await;
    let (_home, library) = beside(&starter, &options, &[]).await;
    let model = library.semantic_search.embedder.model().unwrap();
    let file = library.semantic_search.prepared_vectors(&model).await.unwrap().unwrap();
    let others = others();
    let vectors = file.vectors(others.iter().map(|other| other.hash).collect()).await.unwrap();
    assert_eq!(vectors.len(), others.len());
    let (name, _) = content::everyday::of_other_books().next().unwrap();
    let many = (0..100).map(|n| spell("book", &format!("Plum {n}"), "A plum."));
    import(&library, many.chain([creature("book", name, "Beast", "1")]).collect()).await;
    let done = library.embed(&Job::quiet()).await.unwrap();
    assert_eq!(done.reused, others.len() as u64, "{done:?}");
}

#[tokio::test]
async fn damaged_prepared_vectors_are_computed_again() {
    let Some(options) = installed_model() else { return };
    let (starter, known) = prepared(&options).await;
    let path = starter.path().join(VECTOR_FILE);
    let mut bytes = std::fs::read(&path).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    std::fs::write(&path, bytes).unwrap();
    let (_home, library) = beside(&starter, &options, &["Plum Talk", "Plum Walk"]).await;
    let error = library.semantic_search.write_prepared_vectors(false).await.unwrap_err().to_string();
    assert!(error.contains("vectors.bin cannot be used") && error.contains("damaged"), "{error}");
    library.semantic_search.use_prepared_vectors(false).await;
    let done = library.embed(&Job::quiet()).await.unwrap();
    assert_eq!(done.computed, known.len() as u64);
    assert_eq!(all_vectors(&library).await, known);
}
