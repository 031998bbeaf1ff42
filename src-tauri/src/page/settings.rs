//! What can be set in the window, and what the shell tells the page to do.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// The settings as they are.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Settings {
    pub(crate) theme: Theme,
    pub(crate) start_at_login: bool,
    /// The keys that show and hide the window from anywhere, such as `Ctrl+Alt+L`; empty for none.
    pub(crate) shortcut: String,
    /// Why the keys do not work, if so.
    pub(crate) shortcut_problem: Option<String>,
    /// Whether lookups never ask Open5e.
    pub(crate) offline: bool,
    /// Whether what assistants ask is noted.
    pub(crate) keep_activity: bool,
    /// Whether the first steps were done or put away.
    pub(crate) onboarded: bool,
    /// The folder of the library.
    pub(crate) home: String,
    /// The version of the app.
    pub(crate) version: String,
}

/// What to change; what is absent stays.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, TS)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[ts(optional_fields)]
pub(crate) struct SettingsChange {
    pub(crate) theme: Option<Theme>,
    pub(crate) start_at_login: Option<bool>,
    pub(crate) shortcut: Option<String>,
    pub(crate) offline: Option<bool>,
    pub(crate) keep_activity: Option<bool>,
    pub(crate) onboarded: Option<bool>,
}

/// Light, dark, or as the system has it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize, Serialize, TS)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Theme {
    #[default]
    System,
    Light,
    Dark,
}

/// What the tray, a shortcut, another start of the app or a drag over the window asks of the page.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[serde(tag = "is", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub(crate) enum Wish {
    /// Go to Browse with the caret in the search field.
    Search,
    /// Go to the library: an import was started, or is to be.
    ShowLibrary,
    /// Files are held over the window.
    DragOver { files: u32 },
    /// They were taken away again, or dropped.
    DragEnd,
}
