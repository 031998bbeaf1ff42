//! The server that is registered, and the entry that names it.

use std::collections::BTreeMap;
use std::path::{Component, PathBuf};

use serde::Serialize;
use serde_json::{Map, Value};

use crate::error::{Error, Result};
use crate::system_folders::System;

/// The key of our entry in every client.
pub const NAME: &str = "lorekeeper";
/// What the server is started with.
pub(crate) const ARGS: [&str; 1] = ["serve"];

/// The program that clients are to start.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Server {
    command: PathBuf,
    env: BTreeMap<String, String>,
}

impl Server {
    /// The server at an absolute path.
    pub fn new(command: impl Into<PathBuf>) -> Self {
        Self { command: command.into(), env: BTreeMap::new() }
    }

    /// The same server, started with a variable of the environment. Give only what differs from the default.
    #[must_use]
    pub fn with_env(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.env.insert(name.into(), value.into());
        self
    }

    /// Refuses a program that clients could not start, or not for long.
    ///
    /// # Errors
    /// [`Error::CommandNotAbsolute`], [`Error::CommandMissing`] or [`Error::CommandNotStable`].
    pub fn check(&self) -> Result<()> {
        let path = self.command.clone();
        if !path.is_absolute() {
            return Err(Error::CommandNotAbsolute { path });
        }
        if let Some(reason) = self.passing() {
            return Err(Error::CommandNotStable { path, reason });
        }
        if !path.is_file() {
            return Err(Error::CommandMissing { path });
        }
        Ok(())
    }

    /// Why the program will soon be elsewhere.
    fn passing(&self) -> Option<&'static str> {
        let Some(text) = self.command.to_str() else {
            return Some("its path is not plain text");
        };
        let mounted = |part: Component<'_>| part.as_os_str().to_string_lossy().starts_with(".mount_");
        if self.command.components().any(mounted) {
            return Some("it is inside a mounted AppImage, whose path changes with every start");
        }
        if text.contains("/AppTranslocation/") {
            return Some("macOS runs it from a passing copy of the app");
        }
        let windows_temp = text.replace('/', "\\").to_ascii_lowercase().contains("\\appdata\\local\\temp\\");
        let own_temp = cfg!(windows) && self.command.starts_with(std::env::temp_dir());
        (windows_temp || own_temp).then_some("it is in a folder for temporary files")
    }

    /// The entry as it is to stand in a client's file.
    pub(crate) fn entry(&self) -> Entry {
        Entry {
            command: self.command.to_string_lossy().into_owned(),
            args: ARGS.map(str::to_owned).to_vec(),
            env: self.env.clone(),
        }
    }
}

/// What a client starts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct Entry {
    pub(crate) command: String,
    pub(crate) args: Vec<String>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) env: BTreeMap<String, String>,
}

/// What stands under our key in a client's file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Found {
    Nothing,
    Entry(Entry),
    /// Something that no client could start, and why.
    Odd(String),
}

impl Entry {
    /// The entry as JSON, with the kind of transport for the clients that want it.
    pub(crate) fn json(&self, typed: bool) -> Map<String, Value> {
        let mut fields = Map::new();
        if typed {
            fields.insert("type".to_owned(), "stdio".into());
        }
        fields.insert("command".to_owned(), self.command.clone().into());
        fields.insert("args".to_owned(), self.args.clone().into());
        if !self.env.is_empty() {
            let env = self.env.iter().map(|(name, value)| (name.clone(), value.clone().into()));
            fields.insert("env".to_owned(), Value::Object(env.collect()));
        }
        fields
    }

    /// Whether this entry starts what `wanted` does.
    pub(crate) fn starts(&self, wanted: &Entry) -> bool {
        self.command == wanted.command
            && self.args == wanted.args
            && wanted.env.iter().all(|(name, value)| self.env.get(name) == Some(value))
    }

    /// Why this entry does not start what `wanted` does. Variables that we do not set are the user's own.
    pub(crate) fn differs_from(&self, wanted: &Entry, system: System) -> Option<String> {
        let command = PathBuf::from(&self.command);
        if !same_path(&self.command, &wanted.command, system) {
            return Some(if command.is_file() {
                format!("it starts another program: {}", self.command)
            } else {
                format!("it names a program that does not exist: {}", self.command)
            });
        }
        if !command.is_file() {
            return Some(format!("the program does not exist: {}", self.command));
        }
        if self.args != wanted.args {
            let (ours, found) = (wanted.args.join(" "), self.args.join(" "));
            return Some(format!("it starts the program with `{found}` instead of `{ours}`"));
        }
        let missing = wanted.env.iter().find(|(name, value)| self.env.get(*name) != Some(value));
        missing.map(|(name, _)| format!("it does not set {name} as LoreKeeper does"))
    }
}

fn same_path(one: &str, other: &str, system: System) -> bool {
    match system {
        System::Windows => one.replace('/', "\\").eq_ignore_ascii_case(&other.replace('/', "\\")),
        System::Linux | System::MacOs => one == other,
    }
}
