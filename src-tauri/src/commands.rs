//! The commands that the page may call, one file per subject. `permissions/window.toml` lists the same names.

#![expect(clippy::needless_pass_by_value, reason = "Tauri hands a command its arguments by value")]

pub(crate) mod browse;
pub(crate) mod clients;
pub(crate) mod http;
pub(crate) mod jobs;
pub(crate) mod library;
pub(crate) mod server;
pub(crate) mod settings;
pub(crate) mod share;
pub(crate) mod window;

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use tauri::async_runtime::JoinHandle;
use tauri::ipc::{Channel, IpcResponse};
use tokio::sync::watch;

/// The tasks that send changes to pages: one per window and subject, so that a reloaded page replaces its predecessor.
#[derive(Default)]
pub(crate) struct Watchers(Mutex<HashMap<(String, &'static str), JoinHandle<()>>>);

impl Watchers {
    /// Sends a value to the page of a window, now and at every change.
    fn send_changes<T: Clone + IpcResponse + Send + Sync + 'static>(
        &self,
        window: &str,
        subject: &'static str,
        mut values: watch::Receiver<T>,
        channel: Channel<T>,
    ) {
        let task = tauri::async_runtime::spawn(async move {
            loop {
                let value = values.borrow_and_update().clone();
                if channel.send(value).is_err() || values.changed().await.is_err() {
                    return;
                }
            }
        });
        self.replace(window, subject, task);
    }

    fn replace(&self, window: &str, subject: &'static str, task: JoinHandle<()>) {
        let mut tasks = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        tasks.retain(|_, task| !task.inner().is_finished());
        if let Some(earlier) = tasks.insert((window.to_owned(), subject), task) {
            earlier.abort();
        }
    }

    /// Ends the tasks of a closed window.
    pub(crate) fn remove(&self, window: &str) {
        let mut tasks = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        tasks.retain(|(of, _), task| {
            let removed = of == window;
            if removed {
                task.abort();
            }
            !removed
        });
    }
}
