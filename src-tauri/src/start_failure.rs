//! Reasons why the app cannot start, in a message box: from a menu, users see neither console nor log.

use std::fmt::Display;

use rfd::{AsyncMessageDialog, MessageButtons, MessageDialog, MessageDialogResult, MessageLevel};
use tauri::AppHandle;

const TITLE: &str = "LoreKeeper";
const CLOSE: &str = "Close";
const DOWNLOAD: &str = "Open the download page";
const WEBVIEW2_PAGE: &str = "https://developer.microsoft.com/microsoft-edge/webview2/";
/// The oldest WebView2 that draws the page (`light-dark()`). The bundle's configuration names the same.
const MIN_WEBVIEW2: u32 = 123;

#[derive(Debug, PartialEq)]
pub(crate) struct StartFailure {
    message: String,
    advice: String,
    page: Option<&'static str>,
}

impl StartFailure {
    pub(crate) fn of_system(error: impl Display) -> Self {
        Self {
            message: format!("LoreKeeper could not open its window: {error}."),
            advice: "Restart the computer. If that does not help, install LoreKeeper again.".to_owned(),
            page: None,
        }
    }

    /// Shows the failure before the app's event loop runs, and waits until the box is closed.
    pub(crate) fn show(&self) {
        tracing::error!("{} {}", self.message, self.advice);
        if !has_display() {
            return;
        }
        let buttons = match self.page {
            Some(_) => MessageButtons::OkCancelCustom(DOWNLOAD.to_owned(), CLOSE.to_owned()),
            None => MessageButtons::OkCustom(CLOSE.to_owned()),
        };
        let box_ = MessageDialog::new().set_level(MessageLevel::Error).set_title(TITLE).set_buttons(buttons);
        match box_.set_description(self.text()).show() {
            MessageDialogResult::Ok => self.open_page(),
            MessageDialogResult::Custom(label) if label == DOWNLOAD => self.open_page(),
            _ => {}
        }
    }

    /// Shows the failure from the main thread in the event loop, and ends the app when the box is closed.
    pub(crate) fn show_and_exit(&self, app: &AppHandle) {
        tracing::error!("{} {}", self.message, self.advice);
        let box_ = AsyncMessageDialog::new().set_level(MessageLevel::Error).set_title(TITLE);
        let box_ = box_.set_buttons(MessageButtons::OkCustom(CLOSE.to_owned()));
        let closed = box_.set_description(self.text()).show();
        let app = app.clone();
        tauri::async_runtime::spawn(async move {
            closed.await;
            app.exit(1);
        });
    }

    fn text(&self) -> String {
        format!("{}\n\n{}", self.message, self.advice)
    }

    fn open_page(&self) {
        if let Some(page) = self.page
            && let Err(error) = open::that_detached(page)
        {
            tracing::warn!(%error, page, "the page could not be opened");
        }
    }
}

/// Checks what the window needs, before Tauri would panic without it.
pub(crate) fn check() -> Result<(), StartFailure> {
    if !has_display() {
        return Err(StartFailure {
            message: "LoreKeeper's window needs a desktop, and this session has none.".to_owned(),
            advice: "In a terminal, use `lorekeeper-mcp` instead.".to_owned(),
            page: None,
        });
    }
    check_web_view(tauri::webview_version().ok().as_deref(), cfg!(windows))
}

fn has_display() -> bool {
    let is_set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    !cfg!(target_os = "linux") || is_set("DISPLAY") || is_set("WAYLAND_DISPLAY")
}

fn check_web_view(version: Option<&str>, is_webview2: bool) -> Result<(), StartFailure> {
    let (message, advice) = match version {
        None if is_webview2 => (
            "LoreKeeper draws its window with Microsoft Edge WebView2, which is missing on this computer."
                .to_owned(),
            format!(
                "Get the Evergreen Bootstrapper of the WebView2 Runtime from Microsoft, run it, and start LoreKeeper again:\n{WEBVIEW2_PAGE}"
            ),
        ),
        None => (
            "LoreKeeper draws its window with the system's web view, which is missing on this computer."
                .to_owned(),
            "On Debian and Ubuntu, install the package libwebkit2gtk-4.1-0.".to_owned(),
        ),
        Some(version) if is_webview2 && is_older(version, MIN_WEBVIEW2) => (
            format!(
                "LoreKeeper needs Microsoft Edge WebView2 {MIN_WEBVIEW2} or newer; this computer has {version}."
            ),
            format!(
                "Get the current WebView2 Runtime from Microsoft, and start LoreKeeper again:\n{WEBVIEW2_PAGE}"
            ),
        ),
        Some(_) => return Ok(()),
    };
    Err(StartFailure { message, advice, page: is_webview2.then_some(WEBVIEW2_PAGE) })
}

/// Tells whether a version such as `123.0.2420.53` is older. One of an unknown form is not.
fn is_older(version: &str, min_major: u32) -> bool {
    let major = version.split('.').next().and_then(|major| major.parse::<u32>().ok());
    major.is_some_and(|major| major < min_major)
}

#[cfg(test)]
mod tests;
