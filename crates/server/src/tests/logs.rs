use std::sync::Arc;

use serde_json::{Value, json};

use super::support::TestServer;

/// The call runs on one thread, so that only the test's own subscriber is in use.
fn logged(tool: &str, arguments: Value) -> Vec<String> {
    // Without a global subscriber, a log call that runs first in another test would stay disabled.
    let _ = tracing::subscriber::set_global_default(tracing_subscriber::registry());
    let log = tempfile::NamedTempFile::new().unwrap();
    let subscriber = tracing_subscriber::fmt()
        .with_max_level(tracing::Level::TRACE)
        .with_writer(Arc::new(log.reopen().unwrap()))
        .with_ansi(false)
        .without_time()
        .with_target(false)
        .finish();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    tracing::subscriber::with_default(subscriber, || {
        runtime.block_on(async {
            let server = TestServer::with_starter().await;
            let _ = server.try_call(tool, arguments).await;
        });
    });
    let log = std::fs::read_to_string(log.path()).unwrap();
    log.lines().map(|line| line.trim().replacen("serve_inner: ", "", 1)).collect()
}

#[test]
fn a_call_is_logged_with_its_success_its_failure_and_warnings() {
    for (arguments, expected) in [
        (json!({"name": "fireball"}), "TRACE Tool lookup_spell completed successfully"),
        (json!({"level": 12}), "ERROR Tool lookup_spell failed: `level` must be from 0 to 9, not 12."),
        (json!({"semantic_query": "fire ".repeat(200)}), "WARN the query is too long and was cut"),
    ] {
        let lines = logged("lookup_spell", arguments);
        for words in ["TRACE Tool called: lookup_spell", expected] {
            assert!(lines.iter().any(|line| line.contains(words)), "{words} is not in {lines:#?}");
        }
    }
}
