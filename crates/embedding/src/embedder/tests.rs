use super::*;
use crate::installed_model;

fn cosine(a: &[f32], b: &[f32]) -> f32 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

#[tokio::test]
async fn similar_meaning_is_nearer_than_a_shared_word() {
    let Some(options) = installed_model() else { return };
    let embedder = Embedder::new(options, Path::new("/nowhere"), || {});
    assert!(embedder.status().starts_with(READY) && !embedder.is_loaded());
    let query = embedder.embed_query("protect from fire").await.unwrap();
    let texts = [
        "Fire Shield. 4th-level evocation spell (Wizard). Thin and wispy flames wreathe your body, and you have resistance to cold or fire damage.",
        "Ice Storm. 4th-level evocation spell (Druid, Sorcerer, Wizard). A hail of rock-hard ice pounds to the ground.",
    ];
    let vectors = embedder.embed_passages(texts.map(str::to_owned).to_vec()).await.unwrap();
    let near: Vec<f32> = vectors.iter().map(|vector| cosine(vector, &query)).collect();
    assert!(near[0] > near[1] + 0.2, "{near:?}");
    assert_eq!(embedder.counts(), EmbeddingCounts { queries: 1, passages: 2, model_loads: 1 });
    let again = embedder.embed_passages(vec![texts[1].to_owned()]).await.unwrap();
    assert_eq!(again[0], vectors[1], "a text has one vector, whatever is embedded with it");
    let endless = "word ".repeat(100_000);
    assert_eq!(embedder.embed_query(&endless).await.unwrap().len(), 256, "a long query is truncated");
}

#[tokio::test]
async fn an_idle_model_is_freed_and_loaded_again() {
    let Some(options) = installed_model() else { return };
    let options = EmbeddingOptions { idle_timeout: Duration::from_millis(40), ..options };
    let freed = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&freed);
    let note = move || {
        count.fetch_add(1, Ordering::Relaxed);
    };
    let embedder = Embedder::new(options, Path::new("/nowhere"), note);
    let warmed_up = tokio::join!(embedder.warm_up(), embedder.warm_up());
    assert_eq!(warmed_up, (Ok(()), Ok(())));
    assert_eq!(embedder.counts(), EmbeddingCounts { queries: 0, passages: 0, model_loads: 1 });
    let until_freed = async {
        while embedder.is_loaded() {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(60), until_freed).await.expect("the model is still in memory");
    assert_eq!(freed.load(Ordering::Relaxed), 1, "`on_idle` was called once");
    embedder.embed_query("fire").await.unwrap();
    assert_eq!(embedder.counts().model_loads, 2);
}

#[tokio::test]
async fn closing_waits_for_the_current_text_and_refuses_others() {
    let Some(options) = installed_model() else { return };
    let embedder = Embedder::new(options, Path::new("/nowhere"), || {});
    embedder.check().await.unwrap();
    let working = tokio::spawn({
        let embedder = embedder.clone();
        async move { embedder.embed_passages(vec!["plum".to_owned(); 10_000]).await }
    });
    while embedder.counts().passages < 3 {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    embedder.close().await;
    assert!(!embedder.is_loaded());
    assert!(embedder.warm_up().await.unwrap_err().to_string().contains("closed"));
    assert!(working.await.unwrap().unwrap_err().to_string().contains("closed"));
    assert!(embedder.embed_query("fire").await.unwrap_err().to_string().contains("closed"));
    assert_eq!(embedder.counts().model_loads, 1, "nothing loads it again");
}

fn passages() -> Vec<String> {
    (1..=24)
        .map(|n| format!("Plum Ward {n}. {}", "A ring of ripe plums hangs about you. ".repeat(n % 8)))
        .collect()
}

fn has_second_engine(embedder: &Embedder) -> bool {
    matches!(&*embedder.0.second_engine.lock(), Some(Ok(_)))
}

#[tokio::test]
async fn two_engines_make_the_vectors_of_one() {
    let Some(options) = installed_model() else { return };
    let embedder = Embedder::new(options, Path::new("/nowhere"), || {});
    embedder.embed_passages(passages()).await.unwrap();
    assert!(!has_second_engine(&embedder), "nobody waits");
    embedder.begin_second_engine();
    // The first call loads the second engine, which may take longer than the passages.
    embedder.embed_passages(passages()).await.unwrap();
    let together = embedder.embed_passages(passages()).await.unwrap();
    let expected = can_use_two(together.len());
    assert_eq!(has_second_engine(&embedder), expected);
    embedder.end_second_engine();
    for (text, vector) in passages().into_iter().zip(&together) {
        assert_eq!(embedder.embed_passages(vec![text]).await.unwrap(), *std::slice::from_ref(vector));
    }
    assert!(!has_second_engine(&embedder), "it is freed, and not loaded again");
    assert_eq!(embedder.counts(), EmbeddingCounts { queries: 0, passages: 96, model_loads: 1 });
}

#[tokio::test]
async fn without_a_second_engine_the_first_embeds_everything() {
    let Some(options) = installed_model() else { return };
    let embedder = Embedder::new(options, Path::new("/nowhere"), || {});
    embedder.begin_second_engine();
    *embedder.0.second_engine.lock() = Some(Err(Error::Failed("no memory".to_owned())));
    assert_eq!(embedder.embed_passages(passages()).await.unwrap().len(), 24);
    assert!(!has_second_engine(&embedder), "it is not tried again for each call");
}

#[tokio::test]
async fn a_missing_runtime_or_a_damaged_model_is_an_error_with_its_reason() {
    let Some(options) = installed_model() else { return };
    let folder = tempfile::tempdir().unwrap();
    let embedder = Embedder::new(EmbeddingOptions { runtime: None, ..options.clone() }, folder.path(), || {});
    let why = embedder.embed_query("fire").await.unwrap_err().to_string();
    assert!(why.contains("ONNX Runtime"), "{why}");
    assert!(embedder.status().starts_with("unavailable: "), "{}", embedder.status());
    // Without a hash, so that ONNX Runtime itself must refuse the file.
    for name in ["tokenizer.json", "config.json", "special_tokens_map.json", "tokenizer_config.json"] {
        std::fs::copy(options.bundled_model.as_ref().unwrap().join(name), folder.path().join(name)).unwrap();
    }
    std::fs::write(folder.path().join("model.onnx"), "half a model").unwrap();
    let damaged = EmbeddingOptions { bundled_model: Some(folder.path().to_owned()), ..options };
    let about = r#"{"name": "half", "dimension": 384, "pooling": "mean"}"#;
    std::fs::write(folder.path().join("model.json"), about).unwrap();
    let why = Embedder::new(damaged, folder.path(), || {}).embed_query("fire").await.unwrap_err();
    assert!(why.to_string().contains("the model half cannot be used"), "{why}");
}
