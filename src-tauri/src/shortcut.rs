//! The global shortcuts that show and hide the window and the quick look.

use std::collections::HashMap;

use parking_lot::Mutex;
use tauri::plugin::TauriPlugin;
use tauri::{AppHandle, Manager, Wry};
use tauri_plugin_global_shortcut::{GlobalShortcut, GlobalShortcutExt, Shortcut, ShortcutState};

use crate::problem::Problem;
use crate::settings::DEFAULT_SHORTCUTS;
use crate::window::{self, Target};

/// The keys of each target, if any, or why they do not work.
#[derive(Default)]
pub(crate) struct Shortcuts(Mutex<HashMap<Target, Result<Option<Shortcut>, String>>>);

impl Shortcuts {
    pub(crate) fn problem(&self, target: Target) -> Option<String> {
        self.0.lock().get(&target)?.clone().err()
    }

    pub(crate) fn works(&self, target: Target) -> bool {
        matches!(self.0.lock().get(&target), Some(Ok(Some(_))))
    }

    fn target(&self, keys: &Shortcut) -> Option<Target> {
        let all = self.0.lock();
        all.iter().find(|(_, other)| **other == Ok(Some(*keys))).map(|(target, _)| *target)
    }
}

fn plugin() -> TauriPlugin<Wry> {
    tauri_plugin_global_shortcut::Builder::new()
        .with_handler(|app, keys, event| {
            if event.state() == ShortcutState::Pressed
                && let Some(target) = app.state::<Shortcuts>().target(keys)
            {
                window::toggle(app, target);
            }
        })
        .build()
}

/// Parses a shortcut such as `Ctrl+Alt+L`; `None` if the text is empty.
pub(crate) fn parse(keys: &str) -> Result<Option<Shortcut>, Problem> {
    if keys.trim().is_empty() {
        return Ok(None);
    }
    keys.trim().parse().map(Some).map_err(|_| {
        Problem::new(
            "invalid-shortcut",
            format!("`{keys}` is not a shortcut."),
            format!(
                "Use a letter, a digit or a function key with Ctrl, Alt, Shift or Super, such as {}.",
                DEFAULT_SHORTCUTS.0
            ),
        )
    })
}

/// Registers a target's shortcut in place of its earlier one. A failure is kept in [`Shortcuts`].
pub(crate) fn register(app: &AppHandle, target: Target, keys: Option<Shortcut>) {
    let earlier = app.state::<Shortcuts>().0.lock().remove(&target);
    let registered = replace(app, earlier.and_then(Result::ok).flatten(), keys).map(|()| keys);
    if let Err(problem) = &registered {
        tracing::info!(?target, problem, "the shortcut does not work");
    }
    app.state::<Shortcuts>().0.lock().insert(target, registered);
}

fn replace(app: &AppHandle, earlier: Option<Shortcut>, keys: Option<Shortcut>) -> Result<(), String> {
    if let Some(earlier) = earlier {
        app.global_shortcut().unregister(earlier).map_err(|error| error.to_string())?;
    }
    let Some(keys) = keys else { return Ok(()) };
    if app.state::<Shortcuts>().target(&keys).is_some() {
        return Err("LoreKeeper uses these keys already.".to_owned());
    }
    // On Wayland the plugin would succeed without any effect.
    if cfg!(target_os = "linux") && std::env::var_os("WAYLAND_DISPLAY").is_some() {
        return Err("Programs cannot register shortcuts on this desktop (Wayland). In the desktop's settings, bind keys to the \
                    command `lorekeeper`, which shows the window of the running app, or to `lorekeeper --quick-look`."
            .to_owned());
    }
    let start = || {
        // Only when it is needed: on Linux the plugin polls twenty times a second.
        if app.try_state::<GlobalShortcut<Wry>>().is_none() {
            app.plugin(plugin()).map_err(|error| error.to_string())?;
        }
        app.global_shortcut().register(keys).map_err(|error| error.to_string())
    };
    start().map_err(|error| {
        format!("The keys cannot be registered; another program or the desktop may use them ({error}).")
    })
}

#[cfg(test)]
mod tests;
