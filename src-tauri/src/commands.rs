//! What the page may ask of the shell. `permissions/window.toml` lists the same names.

#![expect(clippy::needless_pass_by_value, reason = "Tauri hands a command its arguments by value")]

use std::sync::{Mutex, PoisonError};

use tauri::async_runtime::JoinHandle;
use tauri::ipc::Channel;
use tauri::{AppHandle, Manager, State};

use crate::managed_server::ManagedServer;
use crate::page::server::ServerState;

/// The task that sends the server's state to the page: one at a time, so that a reloaded page replaces its forerunner.
#[derive(Default)]
pub(crate) struct Watcher(Mutex<Option<JoinHandle<()>>>);

/// Sends the state of the managed server now and at every change.
#[tauri::command]
pub(crate) fn watch_server(
    server: State<'_, ManagedServer>,
    watcher: State<'_, Watcher>,
    channel: Channel<ServerState>,
) {
    let mut state = server.watch();
    let task = tauri::async_runtime::spawn(async move {
        loop {
            let now = state.borrow_and_update().clone();
            if channel.send(now).is_err() || state.changed().await.is_err() {
                return;
            }
        }
    });
    let earlier = watcher.0.lock().unwrap_or_else(PoisonError::into_inner).replace(task);
    if let Some(earlier) = earlier {
        earlier.abort();
    }
}

/// Starts the server again: at once where it waits to be restarted, afresh where it has failed.
#[tauri::command]
pub(crate) fn restart_server(server: State<'_, ManagedServer>) {
    server.restart();
}

/// Asks the server for the library's numbers again.
#[tauri::command]
pub(crate) fn refresh_library(server: State<'_, ManagedServer>) {
    server.refresh();
}

/// Ends the server, then the app.
#[tauri::command]
pub(crate) fn quit(app: AppHandle) {
    tauri::async_runtime::spawn(async move {
        app.state::<ManagedServer>().stop().await;
        app.exit(0);
    });
}
