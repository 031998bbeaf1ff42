//! The global shortcut that shows and hides the window.

use std::sync::{Mutex, PoisonError};

use tauri::plugin::TauriPlugin;
use tauri::{AppHandle, Manager, Wry};
use tauri_plugin_global_shortcut::{GlobalShortcut, GlobalShortcutExt, Shortcut, ShortcutState};

use crate::problem::Problem;
use crate::settings::DEFAULT_SHORTCUT;
use crate::window;

/// The reason why the shortcut does not work.
#[derive(Default)]
pub(crate) struct ShortcutProblem(Mutex<Option<String>>);

impl ShortcutProblem {
    pub(crate) fn get(&self) -> Option<String> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// Returns a plugin that shows or hides the window when the shortcut is pressed.
fn plugin() -> TauriPlugin<Wry> {
    tauri_plugin_global_shortcut::Builder::new()
        .with_handler(|app, _, event| {
            if event.state() == ShortcutState::Pressed {
                window::toggle(app);
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
                "Use a letter, a digit or a function key with Ctrl, Alt, Shift or Super, such as {DEFAULT_SHORTCUT}."
            ),
        )
    })
}

/// Registers this shortcut in place of any other. A failure is kept in [`ShortcutProblem`].
pub(crate) fn register(app: &AppHandle, keys: Option<Shortcut>) {
    let problem = replace(app, keys).err();
    if let Some(problem) = &problem {
        tracing::info!(problem, "the shortcut does not work");
    }
    *app.state::<ShortcutProblem>().0.lock().unwrap_or_else(PoisonError::into_inner) = problem;
}

fn replace(app: &AppHandle, keys: Option<Shortcut>) -> Result<(), String> {
    if app.try_state::<GlobalShortcut<Wry>>().is_some() {
        app.global_shortcut().unregister_all().map_err(|error| error.to_string())?;
    }
    let Some(keys) = keys else { return Ok(()) };
    // On Wayland the plugin would succeed without any effect.
    if cfg!(target_os = "linux") && std::env::var_os("WAYLAND_DISPLAY").is_some() {
        return Err("Programs cannot register shortcuts on this desktop (Wayland). In the desktop's settings, bind the keys to the \
                    command `lorekeeper`: it shows the window of the running app."
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
mod tests {
    use super::*;

    #[test]
    fn shortcuts_are_parsed_as_people_write_them() {
        assert!(parse(DEFAULT_SHORTCUT).unwrap().is_some());
        assert!(parse("CmdOrCtrl+Shift+Space").unwrap().is_some());
        assert_eq!(parse(" ").unwrap(), None);
        assert_eq!(parse("Ctrl+Nonsense").unwrap_err().code, "invalid-shortcut");
    }
}
