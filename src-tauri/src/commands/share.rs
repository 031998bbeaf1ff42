//! Commands about what is shared with players.

use tauri::ipc::Channel;
use tauri::{State, WebviewWindow};

use super::Watchers;
use crate::page::share::{ShareChoice, ShareState};
use crate::share_server::ShareServer;

/// Sends the state of the sharing now and at every change.
#[tauri::command]
pub(crate) fn watch_share(
    window: WebviewWindow,
    share: State<'_, ShareServer>,
    watchers: State<'_, Watchers>,
    channel: Channel<ShareState>,
) {
    watchers.send_changes(window.label(), "share", share.watch(), channel);
}

/// Shares documents on the local network, or ends that. Needs the user's consent.
#[tauri::command]
pub(crate) fn share(server: State<'_, ShareServer>, choice: Option<ShareChoice>) {
    server.set(choice);
}
