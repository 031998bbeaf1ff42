//! Commands about windows and the desktop.

use std::fmt::Display;
use std::io;
use std::path::Path;

use tauri::ipc::Channel;
use tauri::{AppHandle, State, WebviewWindow};
use url::Url;

use crate::managed_server::ManagedServer;
use crate::problem::Problem;
use crate::shell_events::{ShellEvent, ShellEvents};
use crate::{own_folders, shutdown, window};

#[tauri::command]
pub(crate) fn watch_shell_events(events: State<'_, ShellEvents>, channel: Channel<ShellEvent>) {
    events.listen(channel);
}

#[tauri::command]
pub(crate) async fn open_pinned(app: AppHandle, uri: String) -> Result<(), Problem> {
    if !uri.starts_with("lore://entry/") {
        return Err(Problem::refused(format!("`{uri}` is not an entry."), "Pin an entry of the library."));
    }
    window::pin(&app, &uri).map_err(|error| Problem::system("The window could not be opened", error))
}

/// Opens an https URL in the browser. Others are refused: texts in the library come from strangers.
#[tauri::command]
pub(crate) async fn open_link(url: String) -> Result<(), Problem> {
    let url = parse_https(&url)?;
    open::that_detached(url.as_str())
        .map_err(|error| Problem::system("The browser could not be opened", error))
}

fn parse_https(url: &str) -> Result<Url, Problem> {
    let refused = || {
        let advice = "Only https links are opened. Copy it if you trust it.";
        Problem::refused(format!("`{url}` was not opened."), advice)
    };
    Url::parse(url).ok().filter(|url| url.scheme() == "https" && url.has_host()).ok_or_else(refused)
}

#[tauri::command]
pub(crate) async fn open_folder(server: State<'_, ManagedServer>) -> Result<(), Problem> {
    let home = server.home().ok_or_else(Problem::no_server)?;
    show(home.as_ref()).map_err(|error| Problem::system("The folder could not be shown", error))
}

#[tauri::command]
pub(crate) async fn open_logs(app: AppHandle) -> Result<(), Problem> {
    let failed = |error: &dyn Display| Problem::system("The log could not be shown", error);
    let folder =
        own_folders::logs(&app.config().identifier).ok_or_else(|| failed(&"this user has no home folder"))?;
    show(&folder).map_err(|error| failed(&error))
}

fn show(folder: &Path) -> io::Result<()> {
    // The program that shows it does not report that it is missing.
    folder.metadata()?;
    open::that_detached(folder)
}

#[tauri::command]
pub(crate) fn hide_window(window: WebviewWindow) {
    window::hide(&window);
}

#[tauri::command]
pub(crate) fn quit(app: AppHandle) {
    shutdown::quit(&app);
}

#[cfg(test)]
mod tests;
