//! The tray icon. On Linux only its menu can be relied on: there are no click events and no tooltip.

mod host;

use tauri::menu::{CheckMenuItem, Menu, MenuItem, PredefinedMenuItem};
use tauri::tray::{MouseButton, MouseButtonState, TrayIconBuilder, TrayIconEvent};
use tauri::{AppHandle, Manager, Wry};

use crate::managed_server::ManagedServer;
use crate::page::server::{Phase, ServerState};
use crate::page::settings::Wish;
use crate::wishes::Wishes;
use crate::{commands, incoming, window};

const ID: &str = "main";
const OPEN: &str = "open";
const SEARCH: &str = "search";
const IMPORT: &str = "import";
const PAUSE: &str = "pause";
const QUIT: &str = "quit";

/// The lines of the menu that change.
#[derive(Clone)]
struct Lines {
    server: MenuItem<Wry>,
    pause: CheckMenuItem<Wry>,
}

/// Whether there is a tray icon that can be seen, so that a hidden window can be brought back.
pub(crate) async fn is_shown(app: &AppHandle) -> bool {
    app.tray_by_id(ID).is_some() && host::is_there().await
}

/// Makes the tray icon with its menu, and keeps what the menu says true.
pub(crate) fn show(app: &AppHandle) {
    match build(app) {
        Ok(lines) => drop(tauri::async_runtime::spawn(keep_true(app.clone(), lines))),
        Err(error) => tracing::warn!(%error, "no tray icon: closing the window will quit"),
    }
}

fn build(app: &AppHandle) -> tauri::Result<Lines> {
    let item = |id: &str, text: &str, enabled| MenuItem::with_id(app, id, text, enabled, None::<&str>);
    let lines = Lines {
        server: item("server", "Server: starting", false)?,
        pause: CheckMenuItem::with_id(app, PAUSE, "Pause syncing", false, false, None::<&str>)?,
    };
    let menu = Menu::with_items(
        app,
        &[
            &item(OPEN, "Open LoreKeeper", true)?,
            &item(SEARCH, "Quick search", true)?,
            &lines.server,
            &item(IMPORT, "Import homebrew…", true)?,
            &lines.pause,
            &PredefinedMenuItem::separator(app)?,
            &item(QUIT, "Quit", true)?,
        ],
    )?;
    let pause = lines.pause.clone();
    let mut tray = TrayIconBuilder::with_id(ID)
        .tooltip("LoreKeeper")
        .menu(&menu)
        .show_menu_on_left_click(false)
        .on_menu_event(move |app, event| match event.id().as_ref() {
            OPEN => window::show(app),
            SEARCH => {
                app.state::<Wishes>().send(Wish::Search);
                window::show(app);
            }
            IMPORT => drop(tauri::async_runtime::spawn(import(app.clone()))),
            // The click has turned the item over already.
            PAUSE => match pause.is_checked() {
                Ok(wanted) => {
                    drop(tauri::async_runtime::spawn(pause_syncing(app.clone(), pause.clone(), wanted)));
                }
                Err(error) => tracing::warn!(%error, "whether to pause syncing is unknown"),
            },
            QUIT => commands::window::quit(app.clone()),
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
    Ok(lines)
}

async fn import(app: AppHandle) {
    if incoming::pick(&app).await {
        window::show(&app);
    }
}

/// Sets the library's offline switch as the click left the item; in the end the item shows what is so.
async fn pause_syncing(app: AppHandle, item: CheckMenuItem<Wry>, wanted: bool) {
    let server = app.state::<ManagedServer>();
    if let Err(problem) = server.change_settings(None, Some(wanted)).await {
        tracing::warn!(
            code = problem.code,
            message = problem.message,
            "syncing could not be paused or resumed"
        );
    }
    let now = server.watch_settings().borrow().offline;
    report(item.set_checked(now));
}

/// Keeps the lines about the server and the library true.
async fn keep_true(app: AppHandle, lines: Lines) {
    let server = app.state::<ManagedServer>();
    let (mut state, mut settings) = (server.watch(), server.watch_settings());
    loop {
        let (text, running) = {
            let state = state.borrow_and_update();
            (describe(&state), matches!(state.phase, Phase::Running { .. }))
        };
        let offline = settings.borrow_and_update().offline;
        report(lines.server.set_text(text));
        report(lines.pause.set_enabled(running));
        report(lines.pause.set_checked(offline));
        let changed = tokio::select! {
            changed = state.changed() => changed,
            changed = settings.changed() => changed,
        };
        if changed.is_err() {
            return;
        }
    }
}

fn report(done: tauri::Result<()>) {
    if let Err(error) = done {
        tracing::debug!(%error, "a line of the tray's menu could not be changed");
    }
}

fn describe(state: &ServerState) -> String {
    match &state.phase {
        Phase::Starting => "Server: starting".to_owned(),
        Phase::Running { .. } => match &state.statistics {
            Some(known) => format!("Server: running, {} entries", known.used.entries),
            None => "Server: running".to_owned(),
        },
        Phase::Restarting { .. } => "Server: restarting".to_owned(),
        Phase::Failed { .. } => "Server: failed — open for details".to_owned(),
        Phase::Stopped => "Server: stopped".to_owned(),
    }
}
