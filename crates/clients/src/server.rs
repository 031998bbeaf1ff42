//! The registered server, and its entry in a client's file.

use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};

use serde::Serialize;
use serde_json::{Map, Value};

use crate::error::{Error, Result};
use crate::system_folders::System;

/// The key of our entry in every client.
pub const ENTRY_KEY: &str = "lorekeeper";
/// The arguments of the server.
pub(crate) const ARGS: [&str; 1] = ["serve"];

/// The program that clients start.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Server {
    command: PathBuf,
    env: BTreeMap<String, String>,
}

impl Server {
    /// Creates a server with an absolute path. On Windows, `\\?\` before the path is removed.
    pub fn new(command: impl AsRef<Path>) -> Self {
        let command = command.as_ref();
        // Any other path is refused later.
        let command =
            command.to_str().map_or_else(|| command.to_owned(), |_| disk::shown(command).to_string().into());
        Self { command, env: BTreeMap::new() }
    }

    /// Adds an environment variable with which clients start the server.
    #[must_use]
    pub fn with_env(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.env.insert(name.into(), value.into());
        self
    }

    /// Checks that clients can start the program, and will be able to later.
    ///
    /// # Errors
    /// [`Error::CommandNotAbsolute`], [`Error::CommandMissing`] or [`Error::CommandNotStable`].
    pub fn check(&self) -> Result<()> {
        let path = self.command.clone();
        if !path.is_absolute() {
            return Err(Error::CommandNotAbsolute { path });
        }
        if let Some(reason) = self.unstable_reason() {
            return Err(Error::CommandNotStable { path, reason });
        }
        if !path.is_file() {
            return Err(Error::CommandMissing { path });
        }
        Ok(())
    }

    /// Returns the reason why the program will not stay at its path.
    fn unstable_reason(&self) -> Option<&'static str> {
        let Some(text) = self.command.to_str() else {
            return Some("its path is not plain text");
        };
        let mounted = |part: Component<'_>| part.as_os_str().to_string_lossy().starts_with(".mount_");
        if self.command.components().any(mounted) {
            return Some("it is inside a mounted AppImage, whose path changes with every start");
        }
        if text.contains("/AppTranslocation/") {
            return Some("macOS runs it from a temporary copy of the app");
        }
        let windows_temp = text.replace('/', "\\").to_ascii_lowercase().contains("\\appdata\\local\\temp\\");
        // The system's variable may contain short names, such as `GAMEMA~1`.
        let own_temp = || {
            let real = |path: &Path| disk::canonical(path).unwrap_or_else(|_| path.to_owned());
            cfg!(windows) && real(&self.command).starts_with(real(&std::env::temp_dir()))
        };
        (windows_temp || own_temp()).then_some("it is in a folder for temporary files")
    }

    /// Returns the correct entry for a client's file.
    pub(crate) fn entry(&self) -> Entry {
        Entry {
            command: self.command.to_string_lossy().into_owned(),
            args: ARGS.map(str::to_owned).to_vec(),
            env: self.env.clone(),
        }
    }
}

/// The entry of a server in a client's file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct Entry {
    pub(crate) command: String,
    pub(crate) args: Vec<String>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) env: BTreeMap<String, String>,
}

/// The fields of an entry besides the program, its arguments and variables.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fields {
    /// None.
    Plain,
    /// `"type": "stdio"`.
    Typed,
    /// `"active": true`, and always `"env"`.
    Active,
}

/// The value under our key in a client's file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum ExistingEntry {
    Missing,
    Valid(Entry),
    /// The address of a server on the network: the library over HTTP.
    Remote(String),
    /// A value that no client could start, with the reason.
    Invalid(String),
}

impl ExistingEntry {
    /// Returns the entry of a server on the network, by its address if the entry has one and names no program.
    pub(crate) fn on_the_network(address: Option<&str>) -> Self {
        let invalid = || Self::Invalid("it names a server on the network, but wrongly".to_owned());
        address.map(str::to_owned).map_or_else(invalid, Self::Remote)
    }
}

impl Entry {
    /// Returns the entry as JSON.
    pub(crate) fn json(&self, others: Fields) -> Map<String, Value> {
        let mut fields = Map::new();
        if others == Fields::Typed {
            fields.insert("type".to_owned(), "stdio".into());
        }
        fields.insert("command".to_owned(), self.command.clone().into());
        fields.insert("args".to_owned(), self.args.clone().into());
        if others == Fields::Active || !self.env.is_empty() {
            let env = self.env.iter().map(|(name, value)| (name.clone(), value.clone().into()));
            fields.insert("env".to_owned(), Value::Object(env.collect()));
        }
        if others == Fields::Active {
            fields.insert("active".to_owned(), true.into());
        }
        fields
    }

    /// Returns `true` if this entry starts the same server as `correct`.
    pub(crate) fn starts(&self, correct: &Entry) -> bool {
        self.command == correct.command
            && self.args == correct.args
            && correct.env.iter().all(|(name, value)| self.env.get(name) == Some(value))
    }

    /// Returns how this entry differs from `correct`. Additional variables are the user's own and do not count.
    pub(crate) fn stale_reason(&self, correct: &Entry, system: System) -> Option<String> {
        let command = PathBuf::from(&self.command);
        if !same_path(&self.command, &correct.command, system) {
            return Some(if command.is_file() {
                format!("it starts another program: {}", self.command)
            } else {
                format!("it names a program that does not exist: {}", self.command)
            });
        }
        if !command.is_file() {
            return Some(format!("the program does not exist: {}", self.command));
        }
        if self.args != correct.args {
            let (expected, actual) = (correct.args.join(" "), self.args.join(" "));
            return Some(format!("it starts the program with `{actual}` instead of `{expected}`"));
        }
        let missing = correct.env.iter().find(|(name, value)| self.env.get(*name) != Some(value));
        missing.map(|(name, _)| format!("it does not set {name} as LoreKeeper does"))
    }
}

fn same_path(one: &str, other: &str, system: System) -> bool {
    match system {
        System::Windows => {
            let plain = |path: &str| path.replace('/', "\\").to_lowercase();
            plain(one) == plain(other)
        }
        System::Linux | System::MacOs => one == other,
    }
}
