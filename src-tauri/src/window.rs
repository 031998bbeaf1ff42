//! The windows. The main one and the quick look are hidden, not closed; a pinned one shows one entry.

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::{Duration, Instant};

use tauri::utils::config::WebviewUrl;
use tauri::{AppHandle, CloseRequestApi, Manager, WebviewWindow, WebviewWindowBuilder, Window, Wry};

use crate::{shutdown, tray_presence};

pub(crate) const MAIN: &str = "main";
/// The label of the quick look, a small window to search in while another program is in front.
const QUICK_LOOK: &str = "quick-look";
/// The quick look is created this long after the main window's first paint: it takes the computer's time, and
/// a hidden window appears at once when its keys are pressed.
const QUICK_LOOK_DELAY: Duration = Duration::from_secs(5);
/// The prefix of the labels of pinned windows; their capability has the same.
const PINNED_PREFIX: &str = "pin-";

/// The number of checks for a tray, which at login may start after the app.
const MAX_TRAY_CHECKS: u32 = 10;
const TRAY_CHECK_PAUSE: Duration = Duration::from_secs(1);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Target {
    Main,
    QuickLook,
}

pub(crate) struct FirstPaint {
    started: Instant,
    show_requested: AtomicBool,
    painted: AtomicBool,
}

impl FirstPaint {
    pub(crate) fn new(started: Instant) -> Self {
        Self { started, show_requested: AtomicBool::new(false), painted: AtomicBool::new(false) }
    }
}

pub(crate) fn create(app: &AppHandle) -> tauri::Result<()> {
    // Tauri's own creation of it would panic on a failure.
    for window in &app.config().app.windows {
        WebviewWindowBuilder::from_config(app, window)?.build()?;
    }
    Ok(())
}

/// Shows the main window and gives it the focus, once its page is painted.
pub(crate) fn show(app: &AppHandle) {
    let paint = app.state::<FirstPaint>();
    paint.show_requested.store(true, Ordering::SeqCst);
    if paint.painted.load(Ordering::SeqCst) {
        show_now(app);
    }
}

/// Records that the main window's page is painted; shows it if requested. Returns true the first time.
pub(crate) fn page_painted(app: &AppHandle) -> bool {
    let paint = app.state::<FirstPaint>();
    let first = !paint.painted.swap(true, Ordering::SeqCst);
    if first {
        tracing::debug!(after_ms = paint.started.elapsed().as_millis(), "first paint");
        if paint.show_requested.load(Ordering::SeqCst) {
            show_now(app);
        }
    }
    first
}

pub(crate) async fn prepare_quick_look(app: AppHandle) {
    tokio::time::sleep(QUICK_LOOK_DELAY).await;
    if let Err(error) = quick_look(&app) {
        tracing::warn!(%error, "the quick look could not be prepared");
    }
}

fn show_now(app: &AppHandle) {
    match app.get_webview_window(MAIN) {
        Some(window) => bring_to_front(&window),
        None => tracing::warn!("the main window does not exist"),
    }
}

fn bring_to_front(window: &WebviewWindow) {
    if let Err(error) = window.show().and_then(|()| window.unminimize()).and_then(|()| window.set_focus()) {
        tracing::warn!(label = window.label(), %error, "the window could not be shown");
    }
}

pub(crate) fn toggle(app: &AppHandle, target: Target) {
    let window = app.get_webview_window(match target {
        Target::Main => MAIN,
        Target::QuickLook => QUICK_LOOK,
    });
    let is_in_front =
        |window: &WebviewWindow| window.is_visible().unwrap_or(false) && window.is_focused().unwrap_or(false);
    match window.filter(is_in_front) {
        Some(window) => hide(&window),
        None if target == Target::Main => show(app),
        None => show_quick_look(app),
    }
}

pub(crate) fn show_quick_look(app: &AppHandle) {
    match quick_look(app) {
        Ok(window) => bring_to_front(&window),
        Err(error) => tracing::warn!(%error, "the quick look could not be opened"),
    }
}

fn quick_look(app: &AppHandle) -> tauri::Result<WebviewWindow> {
    if let Some(window) = app.get_webview_window(QUICK_LOOK) {
        return Ok(window);
    }
    build_beside_main(app, |app| {
        WebviewWindowBuilder::new(app, QUICK_LOOK, WebviewUrl::App("index.html#/quick-look".into()))
            .title("Quick look")
            .inner_size(480.0, 680.0)
            .min_inner_size(320.0, 320.0)
            .center()
            .always_on_top(true)
            .visible(false)
    })
}

/// Builds a window. On Linux its page runs in the process of the main window's, as another would take 95 MB;
/// elsewhere the system decides that.
fn build_beside_main(
    app: &AppHandle,
    begin: impl FnOnce(&AppHandle) -> WebviewWindowBuilder<'_, Wry, AppHandle> + Send + 'static,
) -> tauri::Result<WebviewWindow> {
    #[cfg(target_os = "linux")]
    if let Some(main) = app.get_webview_window(MAIN) {
        let app = app.clone();
        let (sender, built) = std::sync::mpsc::channel();
        main.with_webview(move |main| {
            // The receiver waits.
            drop(sender.send(begin(&app).with_related_view(main.inner()).build()));
        })?;
        return built.recv().unwrap_or(Err(tauri::Error::FailedToReceiveMessage));
    }
    begin(app).build()
}

/// Hides the main window (minimises it if there is no tray) and the quick look. Closes a pinned window.
pub(crate) fn hide(window: &WebviewWindow) {
    let window = window.clone();
    tauri::async_runtime::spawn(async move {
        let done = match window.label() {
            QUICK_LOOK => window.hide(),
            MAIN if tray_presence::is_visible(window.app_handle()).await => window.hide(),
            MAIN => window.minimize(),
            _ => window.close(),
        };
        if let Err(error) = done {
            tracing::warn!(%error, "the window could not be hidden");
        }
    });
}

/// Hides the main window, or quits if there is no tray to show it from again. Hides the quick look.
pub(crate) fn close_requested(window: &Window, api: &CloseRequestApi) {
    if ![MAIN, QUICK_LOOK].contains(&window.label()) {
        return;
    }
    api.prevent_close();
    let window = window.clone();
    tauri::async_runtime::spawn(async move {
        if window.label() == MAIN && !tray_presence::is_visible(window.app_handle()).await {
            shutdown::quit(window.app_handle());
        } else if let Err(error) = window.hide() {
            tracing::warn!(%error, "the window could not be hidden");
        }
    });
}

/// Shows the main window of an app that was started without it, unless a tray appears.
pub(crate) async fn show_unless_tray(app: AppHandle) {
    for _ in 0..MAX_TRAY_CHECKS {
        if tray_presence::is_visible(&app).await {
            return;
        }
        tokio::time::sleep(TRAY_CHECK_PAUSE).await;
    }
    show(&app);
}

pub(crate) fn pin(app: &AppHandle, uri: &str) -> tauri::Result<()> {
    static NEXT: AtomicU32 = AtomicU32::new(1);
    let label = format!("{PINNED_PREFIX}{}", NEXT.fetch_add(1, Ordering::Relaxed));
    let encoded: String = url::form_urlencoded::byte_serialize(uri.as_bytes()).collect();
    let page = WebviewUrl::App(format!("index.html#/pinned/{}", encoded.replace('+', "%20")).into());
    build_beside_main(app, |app| {
        WebviewWindowBuilder::new(app, label, page)
            .title("LoreKeeper")
            .inner_size(420.0, 560.0)
            .min_inner_size(280.0, 200.0)
            .always_on_top(true)
            // Without it, the window keeps the title that it has.
            .on_document_title_changed(|window, title| drop(window.set_title(&title)))
    })?;
    Ok(())
}

#[cfg(test)]
mod tests;
