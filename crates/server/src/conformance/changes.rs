//! Who listens for changes of the lists. With the newest revision a request may come over another connection than the stream that
//! hears of what it changed, so that listeners are the process's and not a conversation's.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use rmcp::service::SubscriptionSink;

static LISTENERS: Mutex<Option<HashMap<u64, SubscriptionSink>>> = Mutex::new(None);
static NEXT: AtomicU64 = AtomicU64::new(0);

fn listeners() -> MutexGuard<'static, Option<HashMap<u64, SubscriptionSink>>> {
    LISTENERS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// An open stream that is told of changes while this is there.
pub(super) struct Listener(u64);

impl Listener {
    /// Puts a stream among those that listen.
    pub(super) fn new(sink: SubscriptionSink) -> Self {
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        listeners().get_or_insert_default().insert(number, sink);
        Self(number)
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        listeners().get_or_insert_default().remove(&self.0);
    }
}

fn everyone() -> Vec<SubscriptionSink> {
    listeners().iter().flatten().map(|(_, sink)| sink.clone()).collect()
}

/// Tells who asked for it that the tools have changed. Each stream leaves out what it was not asked for.
pub(super) async fn of_tools() {
    for sink in everyone() {
        let _ = sink.notify_tool_list_changed().await;
    }
}

/// Tells who asked for it that the prompts have changed.
pub(super) async fn of_prompts() {
    for sink in everyone() {
        let _ = sink.notify_prompt_list_changed().await;
    }
}
