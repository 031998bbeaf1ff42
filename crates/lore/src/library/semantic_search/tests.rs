use std::time::Duration;

use super::*;
use crate::library::entry_embedding::tests::{installed_model, open};

#[tokio::test]
async fn vectors_that_take_long_leave_the_answer_to_words() {
    let Some(options) = installed_model() else { return };
    let home = tempfile::tempdir().unwrap();
    let options = EmbeddingOptions { query_timeout: Duration::from_millis(300), ..options };
    let library = open(home.path(), options).await;
    let search = &library.semantic_search;
    search.embedder.warm_up().await.unwrap();
    let _reading = search.refreshing.lock().await;
    let answer = tokio::time::timeout(Duration::from_secs(20), search.embed_query("fire")).await;
    assert!(matches!(answer, Ok(Err(embedding::Error::Timeout(_)))), "{answer:?}");
}
