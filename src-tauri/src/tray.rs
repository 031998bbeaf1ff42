//! The tray icon. On Linux only its menu can be relied on: there are no click events and no tooltip.

use tauri::menu::{Menu, MenuItem, PredefinedMenuItem};
use tauri::tray::{MouseButton, MouseButtonState, TrayIconBuilder, TrayIconEvent};
use tauri::{AppHandle, Manager, Wry};
use tokio::sync::watch;

use crate::page::server::{Phase, ServerState};
use crate::{commands, window};

const ID: &str = "main";
const OPEN: &str = "open";
const QUIT: &str = "quit";

/// Whether the tray icon could be made, so that a hidden window can be brought back.
pub(crate) fn is_shown(app: &AppHandle) -> bool {
    app.tray_by_id(ID).is_some()
}

/// Makes the tray icon with its menu, and keeps the menu's line about the server up to date.
pub(crate) fn show(app: &AppHandle, state: watch::Receiver<ServerState>) {
    match build(app) {
        Ok(line) => drop(tauri::async_runtime::spawn(keep_line(line, state))),
        Err(error) => tracing::warn!(%error, "no tray icon: closing the window will quit"),
    }
}

fn build(app: &AppHandle) -> tauri::Result<MenuItem<Wry>> {
    let line = MenuItem::with_id(app, "server", "Server: starting", false, None::<&str>)?;
    let menu = Menu::with_items(
        app,
        &[
            &MenuItem::with_id(app, OPEN, "Open LoreKeeper", true, None::<&str>)?,
            &line,
            &PredefinedMenuItem::separator(app)?,
            &MenuItem::with_id(app, QUIT, "Quit", true, None::<&str>)?,
        ],
    )?;
    let mut tray = TrayIconBuilder::with_id(ID)
        .tooltip("LoreKeeper")
        .menu(&menu)
        .show_menu_on_left_click(false)
        .on_menu_event(|app, event| match event.id().as_ref() {
            OPEN => window::show(app),
            QUIT => commands::quit(app.clone()),
            _ => {}
        })
        .on_tray_icon_event(|tray, event| {
            if let TrayIconEvent::Click {
                button: MouseButton::Left,
                button_state: MouseButtonState::Up,
                ..
            } = event
            {
                window::show(tray.app_handle());
            }
        });
    // Linux shows an icon from a file; the default folder for it in /tmp would belong to whoever came first.
    if let Ok(folder) = app.path().app_cache_dir() {
        tray = tray.temp_dir_path(folder);
    }
    if let Some(icon) = app.default_window_icon() {
        tray = tray.icon(icon.clone());
    }
    tray.build(app)?;
    Ok(line)
}

async fn keep_line(line: MenuItem<Wry>, mut state: watch::Receiver<ServerState>) {
    loop {
        let text = describe(&state.borrow_and_update().phase);
        if let Err(error) = line.set_text(text) {
            tracing::debug!(%error, "the tray's line could not be changed");
        }
        if state.changed().await.is_err() {
            return;
        }
    }
}

fn describe(phase: &Phase) -> &'static str {
    match phase {
        Phase::Starting => "Server: starting",
        Phase::Running { .. } => "Server: running",
        Phase::Restarting { .. } => "Server: restarting",
        Phase::Failed { .. } => "Server: failed — open for details",
        Phase::Stopped => "Server: stopped",
    }
}
