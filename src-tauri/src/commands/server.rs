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
    watchers.tell(window.label(), "server", server.watch(), channel);
}

/// Starts the server again: at once where it waits to be restarted, afresh where it has failed.
#[tauri::command]
pub(crate) fn restart_server(server: State<'_, ManagedServer>) {
    server.restart();
}
