//! The folders in which the clients of a user keep their files.

use std::collections::BTreeMap;
use std::path::PathBuf;

use crate::error::{Error, Result};

/// An operating system, which decides where clients keep their files.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum System {
    /// Linux and similar systems.
    Linux,
    /// macOS.
    MacOs,
    /// Windows.
    Windows,
}

impl System {
    /// Returns the system for which this program was built.
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

/// The folders searched for clients. A caller can set all, so that every system can be tested on any.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SystemFolders {
    /// The operating system.
    pub system: System,
    /// The user's home folder.
    pub home: PathBuf,
    /// Programs' settings: `XDG_CONFIG_HOME` or `~/.config`, `~/Library/Application Support`, `%APPDATA%`.
    pub config: PathBuf,
    /// The folder of local data: `XDG_DATA_HOME` or `~/.local/share`, `%LOCALAPPDATA%`. Not used on macOS.
    pub local_data: PathBuf,
    /// The settings of programs that keep them as on Linux on every system: `XDG_CONFIG_HOME` or `~/.config`.
    pub xdg_config: PathBuf,
    /// The environment variables with an absolute path. Some, such as `CODEX_HOME`, move a client's settings.
    pub variables: BTreeMap<String, PathBuf>,
    /// The project whose own `.mcp.json` stands for Claude Code's file of the user.
    pub project: Option<PathBuf>,
}

impl SystemFolders {
    /// Returns the default folders under a home folder.
    pub fn under(home: impl Into<PathBuf>, system: System) -> Self {
        let home = home.into();
        let config = match system {
            System::Linux => home.join(".config"),
            System::MacOs => home.join("Library").join("Application Support"),
            System::Windows => home.join("AppData").join("Roaming"),
        };
        let local_data = match system {
            System::Linux | System::MacOs => home.join(".local").join("share"),
            System::Windows => home.join("AppData").join("Local"),
        };
        let (xdg_config, variables) = (home.join(".config"), BTreeMap::new());
        Self { system, home, config, local_data, xdg_config, variables, project: None }
    }

    /// Returns the folders of the user who runs this program, from the environment.
    pub fn of_this_computer() -> Result<Self> {
        let home = std::env::home_dir().filter(|home| home.is_absolute()).ok_or(Error::NoHome)?;
        let mut folders = Self::under(home, System::of_this_computer());
        let variables = std::env::vars_os()
            .filter_map(|(name, value)| Some((name.into_string().ok()?, PathBuf::from(value))));
        folders.variables = variables.filter(|(_, path)| path.is_absolute()).collect();
        let variable = |name: &str| folders.variables.get(name).cloned();
        folders.xdg_config = variable("XDG_CONFIG_HOME").unwrap_or(folders.xdg_config);
        match folders.system {
            System::Linux => {
                folders.config = folders.xdg_config.clone();
                folders.local_data = variable("XDG_DATA_HOME").unwrap_or(folders.local_data);
            }
            System::MacOs => {}
            System::Windows => {
                folders.config = variable("APPDATA").unwrap_or(folders.config);
                folders.local_data = variable("LOCALAPPDATA").unwrap_or(folders.local_data);
            }
        }
        Ok(folders)
    }
}
