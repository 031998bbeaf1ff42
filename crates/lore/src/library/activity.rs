//! The log of tool calls. Recording a call takes no time: calls are written together, a moment later.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use super::clock::Clock;
use super::lock::lock;
use crate::error::Result;
use crate::model::ToolCall;
use crate::store::Store;

/// The time after which calls are written. A process that is killed loses the pending ones.
const WRITE_DELAY: Duration = Duration::from_millis(500);
/// The maximum number of pending calls. It is reached only while the database cannot be written.
const MAX_PENDING_CALLS: usize = 500;
/// The maximum length of a call's arguments; the rest is cut off.
const MAX_ARGUMENT_CHARS: usize = 300;

/// The log of tool calls.
pub(super) struct ActivityLog {
    store: Store,
    clock: Clock,
    is_enabled: AtomicBool,
    pending: Mutex<Vec<ToolCall>>,
}

impl ActivityLog {
    pub(super) fn new(store: Store, clock: Clock, is_enabled: bool) -> Self {
        Self { store, clock, is_enabled: AtomicBool::new(is_enabled), pending: Mutex::default() }
    }

    pub(super) fn is_enabled(&self) -> bool {
        self.is_enabled.load(Ordering::Relaxed)
    }

    pub(super) fn record(self: &Arc<Self>, call: ToolCall) {
        if !self.is_enabled() {
            return;
        }
        let arguments = match call.arguments.char_indices().nth(MAX_ARGUMENT_CHARS) {
            Some((end, _)) => format!("{}…", call.arguments.get(..end).unwrap_or_default()),
            None => call.arguments,
        };
        let call = ToolCall { at: self.clock.now_text(), arguments, ..call };
        let is_first = {
            let mut pending = lock(&self.pending);
            if pending.len() >= MAX_PENDING_CALLS {
                pending.remove(0);
            }
            pending.push(call);
            pending.len() == 1
        };
        if is_first {
            let log = Arc::clone(self);
            tokio::spawn(async move {
                tokio::time::sleep(WRITE_DELAY).await;
                log.flush().await;
            });
        }
    }

    pub(super) async fn set_enabled(&self, is_enabled: bool) -> Result<()> {
        self.is_enabled.store(is_enabled, Ordering::Relaxed);
        self.take_pending();
        self.store.set_activity_recording(is_enabled).await
    }

    pub(super) async fn latest(&self, max: u32) -> Result<Vec<ToolCall>> {
        self.flush().await;
        self.store.activity(max).await
    }

    /// Writes the pending calls.
    pub(super) async fn flush(&self) {
        let calls = self.take_pending();
        if calls.is_empty() {
            return;
        }
        if let Err(error) = self.store.write_activity(&calls).await {
            tracing::debug!(%error, calls = calls.len(), "the latest calls could not be recorded");
        }
    }

    fn take_pending(&self) -> Vec<ToolCall> {
        std::mem::take(&mut *lock(&self.pending))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Library, Options};

    fn call(tool: &str, arguments: &str) -> ToolCall {
        ToolCall {
            at: String::new(),
            client: "table 1.0".to_owned(),
            tool: tool.to_owned(),
            arguments: arguments.to_owned(),
            results: Some(3),
            milliseconds: 0.25,
            error: None,
            entries: Vec::new(),
        }
    }

    #[tokio::test]
    async fn the_log_keeps_the_last_500_calls_and_cuts_long_arguments() {
        let home = tempfile::tempdir().unwrap();
        let library = Library::open(Options::at(home.path())).await.unwrap();
        for number in 0..510 {
            library.note_call(call(&format!("tool-{number}"), "{}"));
            if number % 100 == 0 {
                library.activity.flush().await;
            }
        }
        library.note_call(call("last", &"é".repeat(400)));
        let calls = library.activity(1_000).await.unwrap();
        assert_eq!((calls.len(), calls[0].tool.as_str(), calls[499].tool.as_str()), (500, "last", "tool-11"));
        assert_eq!(calls[0].arguments, format!("{}…", "é".repeat(MAX_ARGUMENT_CHARS)));
        assert!(!calls[0].at.is_empty() && calls[1].at <= calls[0].at);
        assert_eq!(library.activity(2).await.unwrap(), calls[..2]);
        library.close().await;
    }

    #[tokio::test]
    async fn switching_the_log_off_deletes_it_for_good() {
        let home = tempfile::tempdir().unwrap();
        let library = Library::open(Options::at(home.path())).await.unwrap();
        library.note_call(call("before", "{}"));
        library.activity.flush().await;
        library.note_call(call("pending", "{}"));
        library.keep_activity(false).await.unwrap();
        library.note_call(call("after", "{}"));
        assert_eq!(library.activity(10).await.unwrap(), []);
        library.close().await;
        let library = Library::open(Options::at(home.path())).await.unwrap();
        assert!(!library.notes_calls());
        library.keep_activity(true).await.unwrap();
        library.note_call(call("again", "{}"));
        library.close().await;
        let library = Library::open(Options::at(home.path())).await.unwrap();
        assert_eq!(library.activity(10).await.unwrap()[0].tool, "again", "closing writes pending calls");
        library.close().await;
    }
}
