//! The shell's own settings: a small JSON file in the app's configuration folder.

use std::fs;
use std::io::ErrorKind;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use parking_lot::Mutex;
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;
use tokio::sync::watch;

use crate::problem::Problem;

const FILE_NAME: &str = "settings.json";

/// The shortcuts of the window and of the quick look for a user who chose none: ones that neither the system
/// nor a common program uses.
///
/// `Ctrl+Alt` with a letter would be wrong on Windows, where it is AltGr and types characters such as `ł`;
/// `Ctrl+Alt+L` would be wrong on Linux, where some desktops lock the screen with it, and `Ctrl+Alt` on
/// macOS, where it belongs to VoiceOver.
pub(crate) const DEFAULT_SHORTCUTS: (&str, &str) = if cfg!(windows) {
    ("Alt+Shift+L", "Alt+Shift+I")
} else if cfg!(target_os = "macos") {
    ("Ctrl+Super+L", "Ctrl+Super+I")
} else {
    ("Ctrl+Alt+O", "Ctrl+Alt+I")
};

/// The current settings of the app; the library keeps its own.
#[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema)]
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
    /// The first steps are completed or dismissed.
    pub(crate) onboarded: bool,
    /// The version of the app.
    pub(crate) version: String,
}

/// A change to the settings; absent ones stay as they are.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub(crate) struct SettingsChange {
    pub(crate) theme: Option<Theme>,
    pub(crate) start_at_login: Option<bool>,
    pub(crate) shortcut: Option<String>,
    pub(crate) quick_look_shortcut: Option<String>,
    pub(crate) onboarded: Option<bool>,
}

/// The colour theme; `System` follows the desktop.
#[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Theme {
    #[default]
    System,
    Light,
    Dark,
}

/// The settings in the file. A field that it lacks has its default; one of a newer version is ignored.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize)]
#[serde(default)]
pub(crate) struct StoredSettings {
    pub(crate) theme: Theme,
    /// The shortcut that shows and hides the window, if the user chose one; empty for none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) shortcut: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) quick_look_shortcut: Option<String>,
    pub(crate) onboarded: bool,
    #[serde(deserialize_with = "http_options")]
    pub(crate) http: HttpOptions,
}

impl StoredSettings {
    pub(crate) fn shortcut(&self) -> &str {
        self.shortcut.as_deref().unwrap_or(DEFAULT_SHORTCUTS.0)
    }

    pub(crate) fn quick_look_shortcut(&self) -> &str {
        self.quick_look_shortcut.as_deref().unwrap_or(DEFAULT_SHORTCUTS.1)
    }
}

/// The ports that the user may choose; those below belong to the system.
pub(crate) const USER_PORTS: RangeInclusive<u16> = 1024..=u16::MAX;

#[derive(Clone, Copy, Debug, PartialEq, Deserialize, Serialize)]
#[serde(default)]
pub(crate) struct HttpOptions {
    pub(crate) on: bool,
    pub(crate) port: u16,
}

impl Default for HttpOptions {
    fn default() -> Self {
        Self { on: false, port: 5673 }
    }
}

/// Reads the options. Invalid ones become the default, off, so that nothing listens unintended.
fn http_options<'de, D: Deserializer<'de>>(from: D) -> Result<HttpOptions, D::Error> {
    let value = Value::deserialize(from)?;
    let options = HttpOptions::deserialize(&value).ok().filter(|options| USER_PORTS.contains(&options.port));
    Ok(options.unwrap_or_else(|| {
        tracing::warn!(%value, "the HTTP options are invalid: the HTTP server is off");
        HttpOptions::default()
    }))
}

pub(crate) struct SettingsFile {
    file: PathBuf,
    kept: Mutex<StoredSettings>,
    /// The settings as the page shows them, with others that are kept elsewhere.
    pub(crate) shown: watch::Sender<Settings>,
}

impl SettingsFile {
    /// Opens the file in a folder. A damaged file is moved aside, and every setting has its default.
    pub(crate) fn open(folder: &Path) -> Self {
        let file = folder.join(FILE_NAME);
        let kept = match fs::read(&file) {
            Ok(bytes) => serde_json::from_slice(&bytes).map_err(|error| {
                let aside = file.with_extension("json.damaged");
                tracing::warn!(file = %file.display(), %error, aside = %aside.display(), "the settings are damaged: moved aside");
                if let Err(error) = disk::rename(&file, &aside) {
                    tracing::warn!(file = %file.display(), %error, "the settings could not be moved aside");
                }
            }),
            Err(error) => {
                if error.kind() != ErrorKind::NotFound {
                    tracing::warn!(file = %file.display(), %error, "the settings could not be read");
                }
                Err(())
            }
        };
        Self { file, kept: Mutex::new(kept.unwrap_or_default()), shown: watch::Sender::default() }
    }

    pub(crate) fn get(&self) -> StoredSettings {
        self.kept.lock().clone()
    }

    /// If the file cannot be written, the settings are unchanged.
    pub(crate) fn change(&self, change: impl FnOnce(&mut StoredSettings)) -> Result<StoredSettings, Problem> {
        let mut kept = self.kept.lock();
        let mut new = kept.clone();
        change(&mut new);
        if new != *kept {
            write(&self.file, &new).map_err(|error| {
                Problem::new(
                    "settings-not-written",
                    format!("The settings could not be written to {}: {}.", self.file.display(), disk::reason(&error)),
                    "Check that the file and its folder are writable, that no other program has the file open, and that the disk is \
                     not full.",
                )
            })?;
            *kept = new;
        }
        Ok(kept.clone())
    }
}

fn write(file: &Path, kept: &StoredSettings) -> std::io::Result<()> {
    file.parent().map_or(Ok(()), fs::create_dir_all)?;
    disk::write(file, format!("{}\n", serde_json::to_string_pretty(kept)?).as_bytes())
}

#[cfg(test)]
mod tests;
