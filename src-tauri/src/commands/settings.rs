//! Commands about the settings.

use tauri::ipc::Channel;
use tauri::{AppHandle, Manager, WebviewWindow};

use super::watch;
use crate::problem::Problem;
use crate::settings::{Settings, SettingsChange, SettingsFile, Theme};
use crate::shortcut::{self, Shortcuts};
use crate::start_at_login;
use crate::window::Target;

#[tauri::command]
pub(crate) fn watch_settings(app: AppHandle, window: WebviewWindow, channel: Channel<Settings>) {
    watch(&window, "settings", show(&app).subscribe(), channel);
}

/// Brings the settings that the page shows up to date.
fn show(app: &AppHandle) -> &tokio::sync::watch::Sender<Settings> {
    let file = app.state::<SettingsFile>().inner();
    let stored = file.get();
    file.shown.send_replace(Settings {
        theme: stored.theme,
        start_at_login: start_at_login::is_enabled(app),
        shortcut: stored.shortcut().to_owned(),
        shortcut_problem: app.state::<Shortcuts>().problem(Target::Main),
        quick_look_shortcut: stored.quick_look_shortcut().to_owned(),
        quick_look_shortcut_problem: app.state::<Shortcuts>().problem(Target::QuickLook),
        onboarded: stored.onboarded,
        version: app.package_info().version.to_string(),
    });
    &file.shown
}

/// Changes that can fail come first.
#[tauri::command]
pub(crate) async fn change_settings(app: AppHandle, change: SettingsChange) -> Result<Settings, Problem> {
    let SettingsChange { theme, start_at_login, shortcut, quick_look_shortcut, onboarded } = change;
    let keys = shortcut.as_deref().map(shortcut::parse).transpose()?;
    let quick_look_keys = quick_look_shortcut.as_deref().map(shortcut::parse).transpose()?;
    if let Some(enabled) = start_at_login {
        start_at_login::set(&app, enabled)?;
    }
    app.state::<SettingsFile>().change(|stored| {
        stored.theme = theme.unwrap_or(stored.theme);
        stored.onboarded = onboarded.unwrap_or(stored.onboarded);
        let trimmed = |keys: String| keys.trim().to_owned();
        stored.shortcut = shortcut.map(trimmed).or(stored.shortcut.take());
        stored.quick_look_shortcut = quick_look_shortcut.map(trimmed).or(stored.quick_look_shortcut.take());
    })?;
    if let Some(theme) = theme {
        apply_theme(&app, theme);
    }
    for (target, keys) in [(Target::Main, keys), (Target::QuickLook, quick_look_keys)] {
        if let Some(keys) = keys {
            shortcut::register(&app, target, keys);
        }
    }
    Ok(show(&app).borrow().clone())
}

pub(crate) fn apply_theme(app: &AppHandle, theme: Theme) {
    app.set_theme(match theme {
        Theme::System => None,
        Theme::Light => Some(tauri::Theme::Light),
        Theme::Dark => Some(tauri::Theme::Dark),
    });
}
