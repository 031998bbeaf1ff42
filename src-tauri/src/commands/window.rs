use tauri::ipc::Channel;
use tauri::{AppHandle, State, WebviewWindow};
use tauri_plugin_opener::OpenerExt;
use url::Url;

use crate::managed_server::ManagedServer;
use crate::page::jobs::Problem;
use crate::page::settings::Wish;
use crate::window;
use crate::wishes::Wishes;

/// Sends what the tray, a shortcut or a drag over the window asks of the page.
#[tauri::command]
pub(crate) fn watch_wishes(wishes: State<'_, Wishes>, channel: Channel<Wish>) {
    wishes.listen(channel);
}

/// Keeps an entry in a small window of its own.
#[tauri::command]
pub(crate) async fn open_pinned(app: AppHandle, uri: String) -> Result<(), Problem> {
    if !uri.starts_with("lore://entry/") {
        return Err(Problem::refused(format!("`{uri}` is no entry."), "Pin an entry of the library."));
    }
    window::pin(&app, &uri).map_err(|error| Problem::system("The window could not be opened", error))
}

/// Opens an https address in the user's browser, and no other: texts in the library come from strangers.
#[tauri::command]
pub(crate) async fn open_link(app: AppHandle, url: String) -> Result<(), Problem> {
    let url = checked(&url)?;
    app.opener()
        .open_url(url.as_str(), None::<&str>)
        .map_err(|error| Problem::system("The browser could not be opened", error))
}

fn checked(url: &str) -> Result<Url, Problem> {
    let refused = || {
        let advice = "Only https addresses are opened. Copy it if you trust it.";
        Problem::refused(format!("`{url}` is not opened."), advice)
    };
    Url::parse(url).ok().filter(|url| url.scheme() == "https" && url.has_host()).ok_or_else(refused)
}

/// Shows the library's folder.
#[tauri::command]
pub(crate) async fn open_folder(app: AppHandle, server: State<'_, ManagedServer>) -> Result<(), Problem> {
    let home = server.watch().borrow().statistics.as_ref().map(|known| known.used.home.clone());
    let home = home.ok_or_else(Problem::no_server)?;
    app.opener()
        .open_path(home, None::<&str>)
        .map_err(|error| Problem::system("The folder could not be shown", error))
}

/// Hides the main window; closes a pinned one.
#[tauri::command]
pub(crate) fn hide_window(window: WebviewWindow) {
    window::put_away(&window);
}

/// Ends the servers, then the app.
#[tauri::command]
pub(crate) fn quit(app: AppHandle) {
    tauri::async_runtime::spawn(async move {
        crate::stop_servers(&app).await;
        app.exit(0);
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_https_addresses_are_opened() {
        assert!(checked("https://open5e.com/spells").is_ok());
        for url in [
            "http://open5e.com",
            "file:///etc/passwd",
            "javascript:alert(1)",
            "https:",
            "HTTPS//x",
            "",
            "lore://entry/a",
        ] {
            assert_eq!(checked(url).unwrap_err().code, "refused", "{url}");
        }
    }
}
