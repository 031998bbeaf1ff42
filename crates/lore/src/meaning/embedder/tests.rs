use super::*;
use crate::meaning::real;

fn cosine(a: &[f32], b: &[f32]) -> f32 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

#[tokio::test]
async fn what_is_meant_is_nearer_than_what_shares_a_word() {
    let Some(options) = real() else { return };
    let embedder = Embedder::new(options, Path::new("/nowhere"), || {});
    assert!(embedder.state().starts_with(READY) && !embedder.is_loaded());
    let question = embedder.question("protect from fire").await.unwrap();
    let texts = [
        "Fire Shield. 4th-level evocation spell (Wizard). Thin and wispy flames wreathe your body, and you have resistance to cold or fire damage.",
        "Ice Storm. 4th-level evocation spell (Druid, Sorcerer, Wizard). A hail of rock-hard ice pounds to the ground.",
    ];
    let vectors = embedder.passages(texts.map(str::to_owned).to_vec()).await.unwrap();
    let near: Vec<f32> = vectors.iter().map(|vector| cosine(vector, &question.numbers)).collect();
    assert!(near[0] > near[1] + 0.2, "{near:?}");
    assert_eq!(embedder.counts(), EmbeddingCounts { queries: 1, passages: 2, model_loads: 1 });
    let again = embedder.passages(vec![texts[1].to_owned()]).await.unwrap();
    assert_eq!(again[0], vectors[1], "a text has one vector, whatever is embedded with it");
    let endless = "word ".repeat(100_000);
    assert_eq!(embedder.question(&endless).await.unwrap().numbers.len(), 384, "a long question is cut");
}

#[tokio::test]
async fn a_model_that_is_not_used_is_freed_and_loaded_again() {
    let Some(options) = real() else { return };
    let options = MeaningOptions { keep: Duration::from_millis(40), ..options };
    let freed = Arc::new(AtomicU64::new(0));
    let count = Arc::clone(&freed);
    let note = move || {
        count.fetch_add(1, Ordering::Relaxed);
    };
    let embedder = Embedder::new(options, Path::new("/nowhere"), note);
    embedder.question("fire").await.unwrap();
    for _ in 0..200 {
        tokio::time::sleep(Duration::from_millis(10)).await;
        if !embedder.is_loaded() {
            break;
        }
    }
    assert!(!embedder.is_loaded());
    assert_eq!(freed.load(Ordering::Relaxed), 1, "what goes with it went");
    embedder.question("fire").await.unwrap();
    assert_eq!(embedder.counts().model_loads, 2);
}

#[tokio::test]
async fn closing_waits_for_the_text_that_is_at_the_model_and_refuses_others() {
    let Some(options) = real() else { return };
    let embedder = Embedder::new(options, Path::new("/nowhere"), || {});
    embedder.check().await.unwrap();
    let working = tokio::spawn({
        let embedder = embedder.clone();
        async move { embedder.passages(vec!["plum".to_owned(); 10_000]).await }
    });
    while embedder.counts().passages < 3 {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    embedder.close().await;
    assert!(!embedder.is_loaded());
    assert!(working.await.unwrap().unwrap_err().to_string().contains("closed"));
    assert!(embedder.question("fire").await.unwrap_err().to_string().contains("closed"));
    assert_eq!(embedder.counts().model_loads, 1, "nothing loads it again");
}

#[tokio::test]
async fn a_missing_or_damaged_model_is_a_reason_and_no_crash() {
    let Some(options) = real() else { return };
    let folder = tempfile::tempdir().unwrap();
    let without_model = MeaningOptions { model: None, ..options.clone() };
    let without_runtime = MeaningOptions { runtime: None, ..options.clone() };
    for (options, word) in [(without_model, "no model is installed"), (without_runtime, "ONNX Runtime")] {
        let embedder = Embedder::new(options, folder.path(), || {});
        let why = embedder.question("fire").await.unwrap_err().to_string();
        assert!(why.contains(word), "{why}");
        assert!(embedder.state().starts_with("unavailable: "), "{}", embedder.state());
    }
    // Of another hash, and then of none, so that the runtime itself must refuse it.
    for name in ["tokenizer.json", "config.json", "special_tokens_map.json", "tokenizer_config.json"] {
        std::fs::copy(options.model.as_ref().unwrap().join(name), folder.path().join(name)).unwrap();
    }
    std::fs::write(folder.path().join("model.onnx"), "half a model").unwrap();
    let damaged = MeaningOptions { model: Some(folder.path().to_owned()), ..options };
    let embedder = Embedder::new(damaged.clone(), folder.path(), || {});
    let why = embedder.question("fire").await.unwrap_err();
    assert!(why.to_string().contains("damaged"), "{why}");
    assert!(embedder.state().contains("damaged"), "{}", embedder.state());
    let about = r#"{"name": "half", "dimension": 384, "pooling": "mean"}"#;
    std::fs::write(folder.path().join("model.json"), about).unwrap();
    let why = Embedder::new(damaged, folder.path(), || {}).question("fire").await.unwrap_err();
    assert!(why.to_string().contains("the model half cannot be used"), "{why}");
}

#[tokio::test]
async fn a_question_does_not_wait_longer_than_its_patience() {
    let Some(options) = real() else { return };
    let options = MeaningOptions { patience: Duration::from_millis(1), ..options };
    let embedder = Embedder::new(options, Path::new("/nowhere"), || {});
    let why = embedder.question("fire").await.unwrap_err();
    assert_eq!(why, Unavailable::TooSlow(Duration::from_millis(1)));
}
