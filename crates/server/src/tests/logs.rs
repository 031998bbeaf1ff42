use std::sync::{Arc, Mutex};

use serde_json::json;
use tracing::field::{Field, Visit};
use tracing::{Event, Level, Subscriber};
use tracing_subscriber::Layer;
use tracing_subscriber::layer::{Context, SubscriberExt};

use super::support::TestServer;

#[derive(Clone, Default)]
struct Lines(Arc<Mutex<Vec<(Level, String)>>>);

struct Message(String);

impl Visit for Message {
    fn record_debug(&mut self, field: &Field, value: &dyn std::fmt::Debug) {
        if field.name() == "message" {
            self.0 = format!("{value:?}");
        }
    }
}

impl<S: Subscriber> Layer<S> for Lines {
    fn on_event(&self, event: &Event<'_>, _: Context<'_, S>) {
        let mut message = Message(String::new());
        event.record(&mut message);
        self.0.lock().unwrap().push((*event.metadata().level(), message.0));
    }
}

/// The call runs on one thread, so that only the test's own subscriber is in use.
fn logged(tool: &str, arguments: serde_json::Value) -> Vec<(Level, String)> {
    // Without a global subscriber, a log call that runs first in another test would stay disabled.
    let _ = tracing::subscriber::set_global_default(tracing_subscriber::registry());
    let lines = Lines::default();
    let subscriber = tracing_subscriber::registry().with(lines.clone());
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    tracing::subscriber::with_default(subscriber, || {
        runtime.block_on(async {
            let server = TestServer::with_starter().await;
            let _ = server.try_call(tool, arguments).await;
        });
    });
    let lines = lines.0.lock().unwrap();
    lines
        .iter()
        .filter(|(_, line)| line.starts_with("Tool ") || line.contains("query is too long"))
        .cloned()
        .collect()
}

#[test]
fn a_successful_call_is_logged() {
    let lines = logged("lookup_spell", json!({"name": "fireball"}));
    assert_eq!(
        lines,
        [
            (Level::TRACE, "Tool called: lookup_spell".to_owned()),
            (Level::TRACE, "Tool lookup_spell completed successfully".to_owned()),
        ]
    );
}

#[test]
fn a_failed_call_is_logged_as_an_error() {
    let lines = logged("lookup_spell", json!({"level": 12}));
    assert_eq!(lines[0], (Level::TRACE, "Tool called: lookup_spell".to_owned()));
    assert_eq!(
        lines[1],
        (Level::ERROR, "Tool lookup_spell failed: `level` must be from 0 to 9, not 12.".to_owned())
    );
}

#[test]
fn a_very_long_semantic_query_is_logged_as_too_long() {
    let lines = logged("lookup_spell", json!({"semantic_query": "fire ".repeat(200)}));
    assert!(
        lines.iter().any(|(level, line)| *level == Level::WARN && line.contains("query is too long")),
        "{lines:?}"
    );
}
