//! What the page may ask of the shell: one file a matter. `permissions/window.toml` lists the same names.

#![expect(clippy::needless_pass_by_value, reason = "Tauri hands a command its arguments by value")]

pub(crate) mod browse;
pub(crate) mod clients;
pub(crate) mod http;
pub(crate) mod jobs;
pub(crate) mod library;
pub(crate) mod server;
pub(crate) mod settings;
pub(crate) mod window;

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use tauri::async_runtime::JoinHandle;
use tauri::ipc::{Channel, IpcResponse};
use tokio::sync::watch;

/// The tasks that tell pages of changes: one a window and matter, so that a reloaded page replaces its forerunner.
#[derive(Default)]
pub(crate) struct Watchers(Mutex<HashMap<(String, &'static str), JoinHandle<()>>>);

impl Watchers {
    /// Sends the page of a window what is told of a matter, now and at every change.
    fn tell<T: Clone + IpcResponse + Send + Sync + 'static>(
        &self,
        window: &str,
        matter: &'static str,
        mut told: watch::Receiver<T>,
        channel: Channel<T>,
    ) {
        let task = tauri::async_runtime::spawn(async move {
            loop {
                let now = told.borrow_and_update().clone();
                if channel.send(now).is_err() || told.changed().await.is_err() {
                    return;
                }
            }
        });
        self.replace(window, matter, task);
    }

    fn replace(&self, window: &str, matter: &'static str, task: JoinHandle<()>) {
        let mut tasks = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        tasks.retain(|_, task| !task.inner().is_finished());
        if let Some(earlier) = tasks.insert((window.to_owned(), matter), task) {
            earlier.abort();
        }
    }

    /// Ends the tasks of a window that is gone.
    pub(crate) fn forget(&self, window: &str) {
        let mut tasks = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        tasks.retain(|(of, _), task| {
            let goes = of == window;
            if goes {
                task.abort();
            }
            !goes
        });
    }
}
