//! What was asked last. Noting a call costs it nothing: calls are written down together, a little later.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::Library;
use crate::error::Result;

/// How long calls wait to be written down. A process that is killed loses those of that time.
const WAIT: Duration = Duration::from_millis(500);
/// How many calls wait at most; more come only while the database cannot be written.
const WAITING: usize = 500;
/// How many characters of a call's arguments are kept.
const LONGEST_ARGUMENTS: usize = 300;

/// A call of a tool.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct ToolCall {
    /// When it was answered (RFC 3339).
    pub at: String,
    /// The name and the version of the program that asked.
    pub client: String,
    /// The tool.
    pub tool: String,
    /// Its arguments as JSON, the end of long ones cut off.
    pub arguments: String,
    /// How many results it got, where they are a list.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub results: Option<u64>,
    /// How long it took, in milliseconds.
    pub milliseconds: f64,
    /// What went wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// The first entries that it got.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub entries: Vec<CalledEntry>,
}

/// An entry that a call got.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct CalledEntry {
    /// Its name.
    pub name: String,
    /// The address of the whole entry.
    pub uri: String,
}

/// The calls that are not written down yet.
#[derive(Debug, Default)]
pub(super) struct Activity {
    off: AtomicBool,
    waiting: Mutex<Vec<ToolCall>>,
}

impl Activity {
    pub(super) fn new(keep: bool) -> Self {
        Self { off: AtomicBool::new(!keep), waiting: Mutex::default() }
    }
}

impl Library {
    /// Notes a call, unless that is switched off; its time is set here.
    pub fn note_call(&self, call: ToolCall) {
        if !self.notes_calls() {
            return;
        }
        let arguments = match call.arguments.char_indices().nth(LONGEST_ARGUMENTS) {
            Some((end, _)) => format!("{}…", call.arguments.get(..end).unwrap_or_default()),
            None => call.arguments,
        };
        let call = ToolCall { at: self.clock.now_text(), arguments, ..call };
        let is_first = {
            let mut waiting = self.activity.waiting.lock().unwrap_or_else(PoisonError::into_inner);
            if waiting.len() >= WAITING {
                waiting.remove(0);
            }
            waiting.push(call);
            waiting.len() == 1
        };
        if is_first {
            let library = self.clone();
            tokio::spawn(async move {
                tokio::time::sleep(WAIT).await;
                library.write_activity_down().await;
            });
        }
    }

    /// Whether calls are noted.
    #[must_use]
    pub fn notes_calls(&self) -> bool {
        !self.activity.off.load(Ordering::Relaxed)
    }

    /// Switches the noting of calls on or off, for this library and for good. Off forgets those that were noted.
    ///
    /// # Errors
    /// When the database cannot be written.
    pub async fn keep_activity(&self, keep: bool) -> Result<()> {
        self.activity.off.store(!keep, Ordering::Relaxed);
        self.take_waiting();
        self.store.set_activity_recording(keep).await
    }

    /// The last calls, newest first; at most 500 are kept.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn activity(&self, most: u32) -> Result<Vec<ToolCall>> {
        self.write_activity_down().await;
        self.store.activity(most).await
    }

    /// Writes down what waits.
    pub(super) async fn write_activity_down(&self) {
        let calls = self.take_waiting();
        if calls.is_empty() {
            return;
        }
        if let Err(error) = self.store.write_activity(&calls).await {
            tracing::debug!(%error, calls = calls.len(), "the last calls could not be noted");
        }
    }

    fn take_waiting(&self) -> Vec<ToolCall> {
        std::mem::take(&mut *self.activity.waiting.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Options;

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
    async fn the_last_five_hundred_calls_are_kept_newest_first_with_long_arguments_cut() {
        let home = tempfile::tempdir().unwrap();
        let library = Library::open(Options::at(home.path())).await.unwrap();
        for number in 0..510 {
            library.note_call(call(&format!("tool-{number}"), "{}"));
            if number % 100 == 0 {
                library.write_activity_down().await;
            }
        }
        library.note_call(call("last", &"é".repeat(400)));
        let noted = library.activity(1_000).await.unwrap();
        assert_eq!((noted.len(), noted[0].tool.as_str(), noted[499].tool.as_str()), (500, "last", "tool-11"));
        assert_eq!(noted[0].arguments, format!("{}…", "é".repeat(LONGEST_ARGUMENTS)));
        assert!(!noted[0].at.is_empty() && noted[1].at <= noted[0].at);
        assert_eq!(library.activity(2).await.unwrap(), noted[..2]);
        library.close().await;
    }

    #[tokio::test]
    async fn switched_off_nothing_is_noted_and_what_was_noted_is_forgotten_even_after_a_restart() {
        let home = tempfile::tempdir().unwrap();
        let library = Library::open(Options::at(home.path())).await.unwrap();
        library.note_call(call("before", "{}"));
        library.write_activity_down().await;
        library.note_call(call("waiting", "{}"));
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
        assert_eq!(library.activity(10).await.unwrap()[0].tool, "again", "closing writes down what waits");
    }
}
