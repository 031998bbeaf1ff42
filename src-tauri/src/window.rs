//! The main window: shown, brought to the front, and hidden instead of closed.

use tauri::{AppHandle, CloseRequestApi, Manager, Window};

use crate::tray;

const MAIN: &str = "main";

/// Shows the main window and gives it the focus.
pub(crate) fn show(app: &AppHandle) {
    let Some(window) = app.get_webview_window(MAIN) else {
        tracing::warn!("there is no main window to show");
        return;
    };
    if let Err(error) = window.show().and_then(|()| window.unminimize()).and_then(|()| window.set_focus()) {
        tracing::warn!(%error, "the window could not be shown");
    }
}

/// Hides the window to the tray; where there is no tray to bring it back from, lets it close and the app end.
pub(crate) fn close_requested(window: &Window, api: &CloseRequestApi) {
    if !tray::is_shown(window.app_handle()) {
        return;
    }
    api.prevent_close();
    if let Err(error) = window.hide() {
        tracing::warn!(%error, "the window could not be hidden");
    }
}
