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

use crate::page::jobs::Problem;
use crate::page::settings::Theme;

/// The file's name.
const FILE: &str = "settings.json";

/// What is kept. A field that an older file lacks has its default; one that a newer version wrote is ignored.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(default)]
pub(crate) struct Kept {
    pub(crate) theme: Theme,
    /// The keys that show and hide the window; empty for none.
    pub(crate) shortcut: String,
    pub(crate) onboarded: bool,
    #[serde(deserialize_with = "usable")]
    pub(crate) http: HttpSetting,
}

impl Default for Kept {
    fn default() -> Self {
        Self {
            theme: Theme::System,
            shortcut: "Ctrl+Alt+L".to_owned(),
            onboarded: false,
            http: HttpSetting::default(),
        }
    }
}

/// The ports that may be chosen; those below are the system's.
pub(crate) const PORTS: RangeInclusive<u16> = 1024..=u16::MAX;

/// Whether the library is served over HTTP, and on which port of this computer.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize, Serialize)]
#[serde(default)]
pub(crate) struct HttpSetting {
    pub(crate) on: bool,
    pub(crate) port: u16,
}

impl Default for HttpSetting {
    fn default() -> Self {
        Self { on: false, port: 5673 }
    }
}

/// Reads the setting; what cannot be used is the default, off, so that nothing listens where nobody wanted it.
fn usable<'de, D: Deserializer<'de>>(from: D) -> Result<HttpSetting, D::Error> {
    let value = Value::deserialize(from)?;
    let read = HttpSetting::deserialize(&value).ok().filter(|setting| PORTS.contains(&setting.port));
    Ok(read.unwrap_or_else(|| {
        tracing::warn!(%value, "the setting for HTTP cannot be used: it is off");
        HttpSetting::default()
    }))
}

/// The settings and their file.
pub(crate) struct SettingsFile {
    file: PathBuf,
    kept: Mutex<Kept>,
    news: watch::Sender<()>,
}

impl SettingsFile {
    /// Reads the file in a folder. One that cannot be read is moved aside, and everything has its default.
    pub(crate) fn open(folder: &Path) -> Self {
        let file = folder.join(FILE);
        let kept = match fs::read(&file) {
            Ok(bytes) => serde_json::from_slice(&bytes).unwrap_or_else(|error| {
                let aside = file.with_extension("json.damaged");
                tracing::warn!(file = %file.display(), %error, aside = %aside.display(), "the settings are damaged: moved aside");
                if let Err(error) = fs::rename(&file, &aside) {
                    tracing::warn!(file = %file.display(), %error, "the settings could not be moved aside");
                }
                Kept::default()
            }),
            Err(error) if error.kind() == ErrorKind::NotFound => Kept::default(),
            Err(error) => {
                tracing::warn!(file = %file.display(), %error, "the settings could not be read");
                Kept::default()
            }
        };
        Self { file, kept: Mutex::new(kept), news: watch::Sender::new(()) }
    }

    /// The settings as they are.
    pub(crate) fn get(&self) -> Kept {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Wakes at every [`SettingsFile::tell`].
    pub(crate) fn watch(&self) -> watch::Receiver<()> {
        self.news.subscribe()
    }

    /// Tells those who watch that these settings, or others that are shown with them, have changed.
    pub(crate) fn tell(&self) {
        self.news.send_replace(());
    }

    /// Changes the settings, first in the file.
    ///
    /// # Errors
    /// When the file cannot be written; nothing is changed then.
    pub(crate) fn change(&self, change: impl FnOnce(&mut Kept)) -> Result<Kept, Problem> {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let mut new = kept.clone();
        change(&mut new);
        if new != *kept {
            write(&self.file, &new).map_err(|error| {
                Problem::new(
                    "settings-not-written",
                    format!("The settings could not be written to {}: {error}.", self.file.display()),
                    "See that the folder can be written to and that the disk is not full.",
                )
            })?;
            *kept = new;
        }
        Ok(kept.clone())
    }
}

/// Writes the file so that it is there either as before or as a whole.
fn write(file: &Path, kept: &Kept) -> std::io::Result<()> {
    let folder = file.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder)?;
    let mut new = NamedTempFile::new_in(folder)?;
    serde_json::to_writer_pretty(&mut new, kept)?;
    new.write_all(b"\n")?;
    new.as_file().sync_all()?;
    new.persist(file)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_are_there_again_after_a_restart() {
        let folder = tempfile::tempdir().unwrap();
        let below = folder.path().join("made/when/needed");
        let settings = SettingsFile::open(&below);
        assert_eq!(settings.get(), Kept::default());
        settings.change(|kept| kept.theme = Theme::Dark).unwrap();
        let again = SettingsFile::open(&below).get();
        assert_eq!(again, Kept { theme: Theme::Dark, ..Kept::default() });
        assert_eq!(fs::read_dir(below).unwrap().count(), 1, "no temporary file is left");
    }

    #[test]
    fn a_damaged_file_is_moved_aside() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join(FILE), "{\"theme\": \"da").unwrap();
        assert_eq!(SettingsFile::open(folder.path()).get(), Kept::default());
        let aside = folder.path().join("settings.json.damaged");
        assert_eq!(fs::read_to_string(aside).unwrap(), "{\"theme\": \"da");
    }

    #[test]
    fn a_file_of_another_version_is_read() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join(FILE), r#"{"onboarded": true, "of-tomorrow": 1}"#).unwrap();
        let kept = SettingsFile::open(folder.path()).get();
        assert_eq!(kept, Kept { onboarded: true, ..Kept::default() });
    }

    #[test]
    fn a_setting_for_http_that_cannot_be_used_is_off_and_the_others_stay() {
        let folder = tempfile::tempdir().unwrap();
        let read = |http: &str| {
            fs::write(folder.path().join(FILE), format!(r#"{{"theme": "dark", "http": {http}}}"#)).unwrap();
            let kept = SettingsFile::open(folder.path()).get();
            assert_eq!(kept.theme, Theme::Dark, "{http}");
            kept.http
        };
        assert_eq!(read(r#"{"on": true, "port": 8080}"#), HttpSetting { on: true, port: 8080 });
        assert_eq!(read(r#"{"on": true}"#), HttpSetting { on: true, port: 5673 });
        for http in [
            r#"{"on": true, "port": 80}"#,
            r#"{"on": true, "port": 70000}"#,
            r#"{"on": true, "port": "5673"}"#,
            r#"{"on": "yes"}"#,
            "null",
            "true",
            "[]",
        ] {
            assert_eq!(read(http), HttpSetting::default(), "{http}");
        }
    }

    #[test]
    fn what_cannot_be_written_is_not_changed() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("file"), "").unwrap();
        let settings = SettingsFile::open(&folder.path().join("file/below"));
        let problem = settings.change(|kept| kept.onboarded = true).unwrap_err();
        assert_eq!(problem.code, "settings-not-written");
        assert!(!settings.get().onboarded);
    }
}
