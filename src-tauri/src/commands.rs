//! The commands that the page may call, one file per subject. `permissions/window.toml` lists the same names.

#![expect(clippy::needless_pass_by_value, reason = "Tauri hands a command its arguments by value")]

pub(crate) mod clients;
pub(crate) mod jobs;
pub(crate) mod library;
pub(crate) mod servers;
pub(crate) mod settings;
pub(crate) mod window;

use std::collections::HashMap;

use parking_lot::Mutex;
use tauri::async_runtime::JoinHandle;
use tauri::ipc::{Channel, IpcResponse};
use tauri::{Manager, WebviewWindow};

/// The tasks that send changes to pages: one per window and subject, so that a reloaded page takes over.
#[derive(Default)]
pub(crate) struct Watchers(Mutex<HashMap<(String, &'static str), JoinHandle<()>>>);

impl Watchers {
    pub(crate) fn remove(&self, window: &str) {
        self.0.lock().extract_if(|(of, _), _| of == window).for_each(|(_, task)| task.abort());
    }
}

/// Sends a value to the page of a window, now and at every change.
fn watch<T: Clone + IpcResponse + Send + Sync + 'static>(
    window: &WebviewWindow,
    subject: &'static str,
    mut values: tokio::sync::watch::Receiver<T>,
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
    let watchers = window.state::<Watchers>();
    let mut tasks = watchers.0.lock();
    if let Some(earlier) = tasks.insert((window.label().to_owned(), subject), task) {
        earlier.abort();
    }
}
