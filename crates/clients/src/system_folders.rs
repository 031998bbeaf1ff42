//! The folders of one user on one computer.

use std::path::PathBuf;

use crate::error::{Error, Result};

/// The kind of system, which decides where clients keep their files.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum System {
    /// Linux and its kin.
    Linux,
    /// macOS.
    MacOs,
    /// Windows.
    Windows,
}

impl System {
    /// The system that this program was built for.
    #[must_use]
    pub fn of_this_computer() -> Self {
        if cfg!(windows) {
            Self::Windows
        } else if cfg!(target_os = "macos") {
            Self::MacOs
        } else {
            Self::Linux
        }
    }
}

/// Where clients are looked for. All of it is passed in, so that every system can be tested on any.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SystemFolders {
    /// The kind of system.
    pub system: System,
    /// The user's home folder.
    pub home: PathBuf,
    /// Where programs keep their settings: `XDG_CONFIG_HOME` or `~/.config`, `~/Library/Application Support`, `%APPDATA%`.
    pub config: PathBuf,
    /// Where Windows programs keep data that stays on this computer: `%LOCALAPPDATA%`. Used on Windows only.
    pub local_data: PathBuf,
    /// Codex's folder when it is not `~/.codex`: `CODEX_HOME`.
    pub codex: Option<PathBuf>,
    /// Claude Code's folder when it was moved: `CLAUDE_CONFIG_DIR`. Its `.claude.json` is in it then.
    pub claude_code: Option<PathBuf>,
}

impl SystemFolders {
    /// The usual places under a home folder.
    #[must_use]
    pub fn under(home: impl Into<PathBuf>, system: System) -> Self {
        let home = home.into();
        let config = match system {
            System::Linux => home.join(".config"),
            System::MacOs => home.join("Library").join("Application Support"),
            System::Windows => home.join("AppData").join("Roaming"),
        };
        let local_data = home.join("AppData").join("Local");
        Self { system, home, config, local_data, codex: None, claude_code: None }
    }

    /// The places of the user who runs this program, as the environment tells them.
    ///
    /// # Errors
    /// [`Error::NoHome`] when there is no home folder.
    pub fn of_this_computer() -> Result<Self> {
        let home = std::env::home_dir().filter(|home| home.is_absolute()).ok_or(Error::NoHome)?;
        let mut places = Self::under(home, System::of_this_computer());
        match places.system {
            System::Linux => replace(&mut places.config, "XDG_CONFIG_HOME"),
            System::MacOs => {}
            System::Windows => {
                replace(&mut places.config, "APPDATA");
                replace(&mut places.local_data, "LOCALAPPDATA");
            }
        }
        places.codex = folder("CODEX_HOME");
        places.claude_code = folder("CLAUDE_CONFIG_DIR");
        Ok(places)
    }
}

fn replace(place: &mut PathBuf, variable: &str) {
    if let Some(folder) = folder(variable) {
        *place = folder;
    }
}

fn folder(variable: &str) -> Option<PathBuf> {
    std::env::var_os(variable).map(PathBuf::from).filter(|path| path.is_absolute())
}
