//! The windows: the main one is shown, brought to the front, and hidden instead of closed; pinned ones hold one entry each.

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::{Duration, Instant};

use tauri::utils::config::WebviewUrl;
use tauri::{AppHandle, CloseRequestApi, Manager, WebviewWindow, WebviewWindowBuilder, Window};

use crate::tray;

/// The main window's label.
pub(crate) const MAIN: &str = "main";
/// How the labels of pinned windows begin; the capability for them has the same.
const PINNED: &str = "pin-";
/// The size of a pinned window.
const PINNED_SIZE: (f64, f64) = (420.0, 560.0);

/// How often, and how long apart, a tray is looked for; at login it may come after the app.
const TRAY_CHECKS: u32 = 10;
const TRAY_PAUSE: Duration = Duration::from_secs(1);

/// Whether the main window waits for its page, and since when the app runs.
pub(crate) struct FirstPaint {
    started: Instant,
    wanted: AtomicBool,
    painted: AtomicBool,
}

impl FirstPaint {
    pub(crate) fn new(started: Instant) -> Self {
        Self { started, wanted: AtomicBool::new(false), painted: AtomicBool::new(false) }
    }
}

/// Shows the main window and gives it the focus; as soon as its page is there, so that nobody looks at an empty one.
pub(crate) fn show(app: &AppHandle) {
    let paint = app.state::<FirstPaint>();
    paint.wanted.store(true, Ordering::SeqCst);
    if paint.painted.load(Ordering::SeqCst) {
        show_now(app);
    }
}

/// The main window's page is there.
pub(crate) fn page_is_there(app: &AppHandle) {
    let paint = app.state::<FirstPaint>();
    let first = !paint.painted.swap(true, Ordering::SeqCst);
    if first {
        tracing::debug!(after_ms = paint.started.elapsed().as_millis(), "first paint");
        if paint.wanted.load(Ordering::SeqCst) {
            show_now(app);
        }
    }
}

fn show_now(app: &AppHandle) {
    let Some(window) = app.get_webview_window(MAIN) else {
        tracing::warn!("there is no main window to show");
        return;
    };
    if let Err(error) = window.show().and_then(|()| window.unminimize()).and_then(|()| window.set_focus()) {
        tracing::warn!(%error, "the window could not be shown");
    }
}

/// Hides the main window if it has the focus, and shows it otherwise.
pub(crate) fn toggle(app: &AppHandle) {
    let window = app.get_webview_window(MAIN);
    let in_front =
        |window: &WebviewWindow| window.is_visible().unwrap_or(false) && window.is_focused().unwrap_or(false);
    match window.filter(in_front) {
        Some(window) => put_away(&window),
        None => show(app),
    }
}

/// Hides the main window, or makes it small where there is no tray to bring it back from; closes a pinned one.
pub(crate) fn put_away(window: &WebviewWindow) {
    let window = window.clone();
    tauri::async_runtime::spawn(async move {
        let done = if window.label() != MAIN {
            window.close()
        } else if tray::is_shown(window.app_handle()).await {
            window.hide()
        } else {
            window.minimize()
        };
        if let Err(error) = done {
            tracing::warn!(%error, "the window could not be put away");
        }
    });
}

/// Hides the main window to the tray; where there is no tray to bring it back from, ends the app.
pub(crate) fn close_requested(window: &Window, api: &CloseRequestApi) {
    if window.label() != MAIN {
        return;
    }
    api.prevent_close();
    let window = window.clone();
    tauri::async_runtime::spawn(async move {
        if !tray::is_shown(window.app_handle()).await {
            crate::commands::window::quit(window.app_handle().clone());
        } else if let Err(error) = window.hide() {
            tracing::warn!(%error, "the window could not be hidden");
        }
    });
}

/// After a start without the window: shows it after all if no tray appears from which it could be opened.
pub(crate) async fn show_without_tray(app: AppHandle) {
    for _ in 0..TRAY_CHECKS {
        if tray::is_shown(&app).await {
            return;
        }
        tokio::time::sleep(TRAY_PAUSE).await;
    }
    show(&app);
}

/// Opens a small window above the others with one entry.
pub(crate) fn pin(app: &AppHandle, uri: &str) -> tauri::Result<()> {
    static NEXT: AtomicU32 = AtomicU32::new(1);
    let label = format!("{PINNED}{}", NEXT.fetch_add(1, Ordering::Relaxed));
    let encoded: String = url::form_urlencoded::byte_serialize(uri.as_bytes()).collect();
    let page = WebviewUrl::App(format!("index.html#/pinned/{}", encoded.replace('+', "%20")).into());
    let (width, height) = PINNED_SIZE;
    WebviewWindowBuilder::new(app, label, page)
        .title("LoreKeeper")
        .inner_size(width, height)
        .min_inner_size(280.0, 200.0)
        .always_on_top(true)
        .on_document_title_changed(|window, title| {
            if let Err(error) = window.set_title(&title) {
                tracing::debug!(%error, "a pinned window could not be named");
            }
        })
        .build()?;
    Ok(())
}
