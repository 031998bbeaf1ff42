use tauri::ipc::Channel;
use tauri::{State, WebviewWindow};

use super::Watchers;
use crate::managed_server::ManagedServer;
use crate::page::server::ServerState;

/// Sends the state of the managed server now and at every change.
#[tauri::command]
pub(crate) fn watch_server(
    window: WebviewWindow,
    server: State<'_, ManagedServer>,
    watchers: State<'_, Watchers>,
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
    watchers.replace(window.label(), "server", task);
}

/// Starts the server again: at once where it waits to be restarted, afresh where it has failed.
#[tauri::command]
pub(crate) fn restart_server(server: State<'_, ManagedServer>) {
    server.restart();
}
