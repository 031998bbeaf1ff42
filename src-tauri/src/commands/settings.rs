use tauri::ipc::Channel;
use tauri::{AppHandle, Manager, State, WebviewWindow};
use tauri_plugin_autostart::ManagerExt;

use super::Watchers;
use crate::managed_server::ManagedServer;
use crate::page::jobs::Problem;
use crate::page::server::ServerState;
use crate::page::settings::{Settings, SettingsChange, Theme};
use crate::settings::SettingsFile;
use crate::shortcut::{self, ShortcutProblem};

/// Sends the settings now and at every change, wherever it was made: here, in the tray, or by an assistant.
#[tauri::command]
pub(crate) fn watch_settings(
    app: AppHandle,
    window: WebviewWindow,
    watchers: State<'_, Watchers>,
    channel: Channel<Settings>,
) {
    let server = app.state::<ManagedServer>();
    let mut state = server.watch();
    let mut library = server.watch_settings();
    let mut own = app.state::<SettingsFile>().watch();
    let task = tauri::async_runtime::spawn(async move {
        let mut told = None;
        loop {
            let now = settings(&app);
            if told.as_ref() != Some(&now) {
                if channel.send(now.clone()).is_err() {
                    return;
                }
                told = Some(now);
            }
            // The folder is known once the library has told its numbers.
            let home = told.as_ref().map(|told| told.home.clone()).unwrap_or_default();
            let moved = state.wait_for(|state| home_of(state) != home);
            let changed = tokio::select! {
                moved = moved => moved.map(drop),
                changed = library.changed() => changed,
                changed = own.changed() => changed,
            };
            if changed.is_err() {
                return;
            }
        }
    });
    watchers.replace(window.label(), "settings", task);
}

/// The settings as they are.
fn settings(app: &AppHandle) -> Settings {
    let server = app.state::<ManagedServer>();
    let kept = app.state::<SettingsFile>().get();
    let library = *server.watch_settings().borrow();
    Settings {
        theme: kept.theme,
        start_at_login: app.autolaunch().is_enabled().unwrap_or_else(|error| {
            tracing::debug!(%error, "whether the app starts at login is unknown");
            false
        }),
        shortcut: kept.shortcut,
        shortcut_problem: app.state::<ShortcutProblem>().get(),
        offline: library.offline,
        keep_activity: library.keep_activity,
        onboarded: kept.onboarded,
        home: home_of(&server.watch().borrow()),
        version: app.package_info().version.to_string(),
    }
}

/// The library's folder; empty while it is not known.
fn home_of(state: &ServerState) -> String {
    state.statistics.as_ref().map(|known| known.used.home.clone()).unwrap_or_default()
}

/// Changes what is given and tells the settings as they are then. What can fail is done first.
#[tauri::command]
pub(crate) async fn change_settings(
    app: AppHandle,
    server: State<'_, ManagedServer>,
    change: SettingsChange,
) -> Result<Settings, Problem> {
    let SettingsChange { theme, start_at_login, shortcut, offline, keep_activity, onboarded } = change;
    let keys = shortcut.as_deref().map(shortcut::read).transpose()?;
    if offline.is_some() || keep_activity.is_some() {
        server.change_settings(keep_activity, offline).await?;
    }
    if let Some(start) = start_at_login {
        let autostart = app.autolaunch();
        // Disabling what is not enabled is an error of its own.
        let done = match (start, autostart.is_enabled().unwrap_or(false)) {
            (true, _) => autostart.enable(),
            (false, true) => autostart.disable(),
            (false, false) => Ok(()),
        };
        done.map_err(|error| Problem::system("Starting at login could not be changed", error))?;
    }
    app.state::<SettingsFile>().change(|kept| {
        kept.theme = theme.unwrap_or(kept.theme);
        kept.onboarded = onboarded.unwrap_or(kept.onboarded);
        if let Some(shortcut) = shortcut {
            kept.shortcut = shortcut.trim().to_owned();
        }
    })?;
    if let Some(theme) = theme {
        apply_theme(&app, theme);
    }
    if let Some(keys) = keys {
        shortcut::set(&app, keys);
    }
    app.state::<SettingsFile>().tell();
    Ok(settings(&app))
}

/// Gives the windows their theme.
pub(crate) fn apply_theme(app: &AppHandle, theme: Theme) {
    app.set_theme(match theme {
        Theme::System => None,
        Theme::Light => Some(tauri::Theme::Light),
        Theme::Dark => Some(tauri::Theme::Dark),
    });
}
