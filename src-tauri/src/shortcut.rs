//! The keys that show and hide the window from anywhere.

use std::sync::{Mutex, PoisonError};

use tauri::plugin::TauriPlugin;
use tauri::{AppHandle, Manager, Wry};
use tauri_plugin_global_shortcut::{GlobalShortcut, GlobalShortcutExt, Shortcut, ShortcutState};

use crate::page::jobs::Problem;
use crate::window;

/// Why the keys do not work, if so.
#[derive(Default)]
pub(crate) struct ShortcutProblem(Mutex<Option<String>>);

impl ShortcutProblem {
    pub(crate) fn get(&self) -> Option<String> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// Pressing the keys shows or hides the window.
fn plugin() -> TauriPlugin<Wry> {
    tauri_plugin_global_shortcut::Builder::new()
        .with_handler(|app, _, event| {
            if event.state() == ShortcutState::Pressed {
                window::toggle(app);
            }
        })
        .build()
}

/// Reads keys such as `Ctrl+Alt+L`; none when the text is empty.
pub(crate) fn read(keys: &str) -> Result<Option<Shortcut>, Problem> {
    if keys.trim().is_empty() {
        return Ok(None);
    }
    keys.trim().parse().map(Some).map_err(|_| {
        Problem::new(
            "invalid-shortcut",
            format!("`{keys}` are no keys that can be used."),
            "Give a letter, a digit or a function key with Ctrl, Alt, Shift or Super, such as Ctrl+Alt+L.",
        )
    })
}

/// Makes these the only keys. That they cannot be had is kept as the reason why they do not work.
pub(crate) fn set(app: &AppHandle, keys: Option<Shortcut>) {
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
    // There the plugin would take the keys from nobody and say that all is well.
    if cfg!(target_os = "linux") && std::env::var_os("WAYLAND_DISPLAY").is_some() {
        return Err("This desktop (Wayland) gives no program keys of its own. In its settings, bind the keys to the command \
                    `lorekeeper`: started again, it shows the window."
            .to_owned());
    }
    let start = || {
        // Not before it is needed: on Linux it asks for keys twenty times a second.
        if app.try_state::<GlobalShortcut<Wry>>().is_none() {
            app.plugin(plugin()).map_err(|error| error.to_string())?;
        }
        app.global_shortcut().register(keys).map_err(|error| error.to_string())
    };
    start().map_err(|error| {
        format!("The keys cannot be had; another program may use them, or the desktop itself ({error}).")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_read_as_people_write_them() {
        assert!(read("Ctrl+Alt+L").unwrap().is_some());
        assert!(read("CmdOrCtrl+Shift+Space").unwrap().is_some());
        assert_eq!(read(" ").unwrap(), None);
        assert_eq!(read("Ctrl+Nonsense").unwrap_err().code, "invalid-shortcut");
    }
}
