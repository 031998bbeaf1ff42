//! The shell's own settings: a small JSON file in the app's configuration folder.

use std::fs;
use std::io::{ErrorKind, Write};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;
use tempfile::NamedTempFile;
use tokio::sync::watch;

use crate::page::settings::Theme;
use crate::problem::Problem;

const FILE_NAME: &str = "settings.json";

/// The shortcut of who chose none: one that neither the system nor a common program uses.
///
/// `Ctrl+Alt` with a letter would be wrong on Windows, where it is AltGr and types characters such as `ł`; `Ctrl+Alt+L` would be
/// wrong on Linux, where some desktops lock the screen with it, and `Ctrl+Alt` on macOS, where it belongs to VoiceOver.
pub(crate) const DEFAULT_SHORTCUT: &str = if cfg!(windows) {
    "Alt+Shift+L"
} else if cfg!(target_os = "macos") {
    "Ctrl+Super+L"
} else {
    "Ctrl+Alt+O"
};

/// The keys of the quick look of who chose none, by the same reasons.
pub(crate) const DEFAULT_QUICK_LOOK_SHORTCUT: &str = if cfg!(windows) {
    "Alt+Shift+I"
} else if cfg!(target_os = "macos") {
    "Ctrl+Super+I"
} else {
    "Ctrl+Alt+I"
};

/// The settings in the file. A field that an older file lacks has its default; one from a newer version is ignored.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize)]
#[serde(default)]
pub(crate) struct StoredSettings {
    pub(crate) theme: Theme,
    /// The shortcut that shows and hides the window, if the user chose one; empty for none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) shortcut: Option<String>,
    /// The shortcut that shows and hides the quick look, if the user chose one; empty for none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) quick_look_shortcut: Option<String>,
    pub(crate) onboarded: bool,
    #[serde(deserialize_with = "http_options")]
    pub(crate) http: HttpOptions,
}

impl StoredSettings {
    /// Returns the shortcut that shows and hides the window; empty for none.
    pub(crate) fn shortcut(&self) -> &str {
        self.shortcut.as_deref().unwrap_or(DEFAULT_SHORTCUT)
    }

    /// Returns the shortcut that shows and hides the quick look; empty for none.
    pub(crate) fn quick_look_shortcut(&self) -> &str {
        self.quick_look_shortcut.as_deref().unwrap_or(DEFAULT_QUICK_LOOK_SHORTCUT)
    }
}

/// The ports that the user may choose; those below belong to the system.
pub(crate) const USER_PORTS: RangeInclusive<u16> = 1024..=u16::MAX;

/// The options of the HTTP server: on or off, and its port.
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

/// Reads the options. Invalid ones are replaced by the default, which is off, so that nothing listens unintended.
fn http_options<'de, D: Deserializer<'de>>(from: D) -> Result<HttpOptions, D::Error> {
    let value = Value::deserialize(from)?;
    let options = HttpOptions::deserialize(&value).ok().filter(|options| USER_PORTS.contains(&options.port));
    Ok(options.unwrap_or_else(|| {
        tracing::warn!(%value, "the HTTP options are invalid: the HTTP server is off");
        HttpOptions::default()
    }))
}

/// The settings with their file.
pub(crate) struct SettingsFile {
    file: PathBuf,
    kept: Mutex<StoredSettings>,
    changes: watch::Sender<()>,
}

impl SettingsFile {
    /// Opens the file in a folder. A damaged file is moved aside, and every setting has its default.
    pub(crate) fn open(folder: &Path) -> Self {
        let file = folder.join(FILE_NAME);
        let kept = match fs::read(&file) {
            Ok(bytes) => serde_json::from_slice(&bytes).unwrap_or_else(|error| {
                let aside = file.with_extension("json.damaged");
                tracing::warn!(file = %file.display(), %error, aside = %aside.display(), "the settings are damaged: moved aside");
                if let Err(error) = disk::rename(&file, &aside) {
                    tracing::warn!(file = %file.display(), %error, "the settings could not be moved aside");
                }
                StoredSettings::default()
            }),
            Err(error) if error.kind() == ErrorKind::NotFound => StoredSettings::default(),
            Err(error) => {
                tracing::warn!(file = %file.display(), %error, "the settings could not be read");
                StoredSettings::default()
            }
        };
        Self { file, kept: Mutex::new(kept), changes: watch::Sender::new(()) }
    }

    /// Returns the current settings.
    pub(crate) fn get(&self) -> StoredSettings {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Returns a receiver that wakes at every [`SettingsFile::notify`].
    pub(crate) fn watch(&self) -> watch::Receiver<()> {
        self.changes.subscribe()
    }

    /// Wakes the watchers: these settings, or others that are shown with them, have changed.
    pub(crate) fn notify(&self) {
        self.changes.send_replace(());
    }

    /// Changes the settings and writes the file.
    ///
    /// # Errors
    /// When the file cannot be written; the settings are then unchanged.
    pub(crate) fn change(&self, change: impl FnOnce(&mut StoredSettings)) -> Result<StoredSettings, Problem> {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
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

/// Replaces the file atomically.
fn write(file: &Path, kept: &StoredSettings) -> std::io::Result<()> {
    let folder = file.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder)?;
    let mut new = NamedTempFile::new_in(folder)?;
    serde_json::to_writer_pretty(&mut new, kept)?;
    new.write_all(b"\n")?;
    new.as_file().sync_all()?;
    disk::persist(new, file)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_survive_a_restart() {
        let folder = tempfile::tempdir().unwrap();
        let below = folder.path().join("made/when/needed");
        let settings = SettingsFile::open(&below);
        assert_eq!(settings.get(), StoredSettings::default());
        settings.change(|stored| stored.theme = Theme::Dark).unwrap();
        let again = SettingsFile::open(&below).get();
        assert_eq!(again, StoredSettings { theme: Theme::Dark, ..StoredSettings::default() });
        assert_eq!(fs::read_dir(below).unwrap().count(), 1, "no temporary file is left");
    }

    #[test]
    fn a_damaged_file_is_moved_aside() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join(FILE_NAME), "{\"theme\": \"da").unwrap();
        assert_eq!(SettingsFile::open(folder.path()).get(), StoredSettings::default());
        let aside = folder.path().join("settings.json.damaged");
        assert_eq!(fs::read_to_string(aside).unwrap(), "{\"theme\": \"da");
    }

    #[test]
    fn a_file_of_another_version_is_read() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join(FILE_NAME), r#"{"onboarded": true, "of-tomorrow": 1}"#).unwrap();
        let kept = SettingsFile::open(folder.path()).get();
        assert_eq!(kept, StoredSettings { onboarded: true, ..StoredSettings::default() });
    }

    #[test]
    fn only_a_shortcut_that_the_user_chose_is_stored() {
        let folder = tempfile::tempdir().unwrap();
        let settings = SettingsFile::open(folder.path());
        assert_eq!(settings.get().shortcut(), DEFAULT_SHORTCUT);
        settings.change(|stored| stored.onboarded = true).unwrap();
        assert!(!fs::read_to_string(folder.path().join(FILE_NAME)).unwrap().contains("shortcut"));
        for chosen in ["Ctrl+Alt+L", ""] {
            settings.change(|stored| stored.shortcut = Some(chosen.to_owned())).unwrap();
            assert_eq!(SettingsFile::open(folder.path()).get().shortcut(), chosen);
        }
    }

    #[test]
    fn invalid_http_options_are_off_and_other_settings_stay() {
        let folder = tempfile::tempdir().unwrap();
        let read = |http: &str| {
            fs::write(folder.path().join(FILE_NAME), format!(r#"{{"theme": "dark", "http": {http}}}"#))
                .unwrap();
            let kept = SettingsFile::open(folder.path()).get();
            assert_eq!(kept.theme, Theme::Dark, "{http}");
            kept.http
        };
        assert_eq!(read(r#"{"on": true, "port": 8080}"#), HttpOptions { on: true, port: 8080 });
        assert_eq!(read(r#"{"on": true}"#), HttpOptions { on: true, port: 5673 });
        for http in [
            r#"{"on": true, "port": 80}"#,
            r#"{"on": true, "port": 70000}"#,
            r#"{"on": true, "port": "5673"}"#,
            r#"{"on": "yes"}"#,
            "null",
            "true",
            "[]",
        ] {
            assert_eq!(read(http), HttpOptions::default(), "{http}");
        }
    }

    #[test]
    fn settings_that_cannot_be_written_do_not_change() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("file"), "").unwrap();
        let settings = SettingsFile::open(&folder.path().join("file/below"));
        let problem = settings.change(|stored| stored.onboarded = true).unwrap_err();
        assert_eq!(problem.code, "settings-not-written");
        assert!(!settings.get().onboarded);
    }
}
