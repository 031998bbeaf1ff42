//! Commands about the managed server.

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
    watchers.send_changes(window.label(), "server", server.watch(), channel);
}

/// Restarts the server at once if it is not running.
#[tauri::command]
pub(crate) fn restart_server(server: State<'_, ManagedServer>) {
    server.restart();
}
