//! The menu in the menu bar of macOS. Without it, ⌘C, ⌘V, ⌘Q and ⌘W would do nothing there.

use tauri::menu::{Menu, MenuItem, PredefinedMenuItem};
use tauri::{AppHandle, Manager, Wry};

use crate::page::settings::ShellEvent;
use crate::shell_events::ShellEvents;
use crate::window;

const SETTINGS: &str = "settings";

/// Returns Tauri's menus with the usual items, and Settings in the one of the app.
pub(crate) fn build(app: &AppHandle) -> tauri::Result<Menu<Wry>> {
    let menu = Menu::default(app)?;
    let items = menu.items()?;
    if let Some(app_menu) = items.first().and_then(|item| item.as_submenu()) {
        let settings = MenuItem::with_id(app, SETTINGS, "Settings…", true, Some("CmdOrCtrl+,"))?;
        // Below About, as in every app.
        app_menu.insert_items(&[&PredefinedMenuItem::separator(app)?, &settings], 1)?;
    }
    Ok(menu)
}

/// Handles a click on our own item; the system handles its own.
pub(crate) fn clicked(app: &AppHandle, id: &str) {
    if id == SETTINGS {
        app.state::<ShellEvents>().send(ShellEvent::ShowSettings);
        window::show(app);
    }
}
