//! The log of tool calls. Recording a call takes no time: calls are written together, a moment later.

use std::sync::atomic::Ordering;
use std::time::Duration;

use content::error::Result;
use content::model::ToolCall;

use super::Library;

/// The time after which calls are written. A process that is killed loses the pending ones.
const WRITE_DELAY: Duration = Duration::from_millis(500);
/// The maximum number of pending calls. It is reached only while the database cannot be written.
const MAX_PENDING_CALLS: usize = 500;
const MAX_ARGUMENT_CHARS: usize = 300;

impl Library {
    /// Records a tool call, with the current time, if the activity log is enabled.
    pub fn note_call(&self, call: ToolCall) {
        if !self.notes_calls() {
            return;
        }
        let arguments = match call.arguments.char_indices().nth(MAX_ARGUMENT_CHARS) {
            Some((end, _)) => format!("{}…", call.arguments.get(..end).unwrap_or_default()),
            None => call.arguments,
        };
        let call = ToolCall { at: self.clock.now_text(), arguments, ..call };
        let is_first = {
            let mut pending = self.state.pending_calls.lock();
            if pending.len() >= MAX_PENDING_CALLS {
                pending.remove(0);
            }
            pending.push(call);
            pending.len() == 1
        };
        if is_first {
            let library = self.clone();
            tokio::spawn(async move {
                tokio::time::sleep(WRITE_DELAY).await;
                library.write_calls().await;
            });
        }
    }

    /// Returns whether tool calls are recorded.
    pub fn notes_calls(&self) -> bool {
        self.state.notes_calls.load(Ordering::Relaxed)
    }

    /// Enables or disables the activity log, permanently. Disabling it deletes the recorded calls.
    pub async fn keep_activity(&self, keep: bool) -> Result<()> {
        self.state.notes_calls.store(keep, Ordering::Relaxed);
        self.state.pending_calls.lock().clear();
        self.store.set_activity_recording(keep).await
    }

    /// Returns the latest tool calls, newest first; at most 500 are kept.
    pub async fn activity(&self, max: u32) -> Result<Vec<ToolCall>> {
        self.write_calls().await;
        self.store.activity(max).await
    }

    pub(super) async fn write_calls(&self) {
        let calls = std::mem::take(&mut *self.state.pending_calls.lock());
        if calls.is_empty() {
            return;
        }
        if let Err(error) = self.store.write_activity(&calls).await {
            tracing::debug!(%error, calls = calls.len(), "the latest calls could not be recorded");
        }
    }
}

#[cfg(test)]
mod tests;
