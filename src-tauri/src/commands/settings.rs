//! Commands about the settings.

use tauri::ipc::Channel;
use tauri::{AppHandle, Manager, State, WebviewWindow};

use super::Watchers;
use crate::managed_server::ManagedServer;
use crate::page::settings::{Settings, SettingsChange, Theme};
use crate::problem::Problem;
use crate::settings::SettingsFile;
use crate::shortcut::{self, Shortcuts};
use crate::start_at_login;
use crate::window::Target;

/// Sends the settings now and at every change: in the window, in the tray, or by an assistant.
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
        let mut sent = None;
        loop {
            let current = settings(&app);
            let home = current.home.clone();
            if sent.as_ref() != Some(&current) {
                if channel.send(current.clone()).is_err() {
                    return;
                }
                sent = Some(current);
            }
            // The folder is known once the library has reported its statistics.
            let moved = state.wait_for(|state| state.home().unwrap_or_default() != home);
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

/// Returns the current settings.
fn settings(app: &AppHandle) -> Settings {
    let server = app.state::<ManagedServer>();
    let stored = app.state::<SettingsFile>().get();
    let library = server.watch_settings().borrow().clone();
    Settings {
        theme: stored.theme,
        start_at_login: start_at_login::is_enabled(app),
        shortcut: stored.shortcut().to_owned(),
        shortcut_problem: app.state::<Shortcuts>().problem(Target::Main),
        quick_look_shortcut: stored.quick_look_shortcut().to_owned(),
        quick_look_shortcut_problem: app.state::<Shortcuts>().problem(Target::QuickLook),
        offline: library.offline,
        keep_activity: library.keep_activity,
        onboarded: stored.onboarded,
        home: server.home().unwrap_or_default(),
        version: app.package_info().version.to_string(),
    }
}

/// Changes settings and returns all of them. Changes that can fail come first.
#[tauri::command]
pub(crate) async fn change_settings(
    app: AppHandle,
    server: State<'_, ManagedServer>,
    change: SettingsChange,
) -> Result<Settings, Problem> {
    let SettingsChange {
        theme,
        start_at_login,
        shortcut,
        quick_look_shortcut,
        offline,
        keep_activity,
        onboarded,
    } = change;
    let keys = shortcut.as_deref().map(shortcut::parse).transpose()?;
    let quick_look_keys = quick_look_shortcut.as_deref().map(shortcut::parse).transpose()?;
    if offline.is_some() || keep_activity.is_some() {
        server.change_settings(keep_activity, offline).await?;
    }
    if let Some(enabled) = start_at_login {
        start_at_login::set(&app, enabled)?;
    }
    app.state::<SettingsFile>().change(|stored| {
        stored.theme = theme.unwrap_or(stored.theme);
        stored.onboarded = onboarded.unwrap_or(stored.onboarded);
        if let Some(shortcut) = shortcut {
            stored.shortcut = Some(shortcut.trim().to_owned());
        }
        if let Some(shortcut) = quick_look_shortcut {
            stored.quick_look_shortcut = Some(shortcut.trim().to_owned());
        }
    })?;
    if let Some(theme) = theme {
        apply_theme(&app, theme);
    }
    for (target, keys) in [(Target::Main, keys), (Target::QuickLook, quick_look_keys)] {
        if let Some(keys) = keys {
            shortcut::register(&app, target, keys);
        }
    }
    app.state::<SettingsFile>().notify();
    Ok(settings(&app))
}

/// Applies a theme to all windows.
pub(crate) fn apply_theme(app: &AppHandle, theme: Theme) {
    app.set_theme(match theme {
        Theme::System => None,
        Theme::Light => Some(tauri::Theme::Light),
        Theme::Dark => Some(tauri::Theme::Dark),
    });
}
