//! The settings in the window, and the events that the shell sends to the page.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// The current settings.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Settings {
    pub(crate) theme: Theme,
    pub(crate) start_at_login: bool,
    /// The shortcut that shows and hides the window, such as `Ctrl+Alt+O`; empty for none.
    pub(crate) shortcut: String,
    /// The reason why the shortcut does not work.
    pub(crate) shortcut_problem: Option<String>,
    /// The shortcut that shows and hides the quick look; empty for none.
    pub(crate) quick_look_shortcut: String,
    /// The reason why that shortcut does not work.
    pub(crate) quick_look_shortcut_problem: Option<String>,
    /// Lookups never query Open5e.
    pub(crate) offline: bool,
    /// The calls of assistants are recorded.
    pub(crate) keep_activity: bool,
    /// The first steps are completed or dismissed.
    pub(crate) onboarded: bool,
    /// The folder of the library.
    pub(crate) home: String,
    /// The version of the app.
    pub(crate) version: String,
}

/// A change to the settings; absent ones stay as they are.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, TS)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[ts(optional_fields)]
pub(crate) struct SettingsChange {
    pub(crate) theme: Option<Theme>,
    pub(crate) start_at_login: Option<bool>,
    pub(crate) shortcut: Option<String>,
    pub(crate) quick_look_shortcut: Option<String>,
    pub(crate) offline: Option<bool>,
    pub(crate) keep_activity: Option<bool>,
    pub(crate) onboarded: Option<bool>,
}

/// The colour theme; `System` follows the desktop.
#[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize, Serialize, TS)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Theme {
    #[default]
    System,
    Light,
    Dark,
}

/// An event that the shell sends to the page: from the tray, another start of the app, or a drag over the window.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[serde(tag = "is", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub(crate) enum ShellEvent {
    /// Open Browse with the caret in the search field.
    Search,
    /// Open the library: an import has started.
    ShowLibrary,
    /// Open the settings.
    ShowSettings,
    /// Files are held over the window.
    DragOver { files: u32 },
    /// The files were dropped, or left the window.
    DragEnd,
}
