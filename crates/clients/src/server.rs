//! The registered server.

use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};

use crate::entry::Entry;
use crate::error::{Error, Result};

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
        let command = command.to_str().map_or_else(|| command.to_owned(), |_| disk::shown(command).into());
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
            return Err(Error::CommandNotAbsolute(path));
        }
        if let Some(reason) = self.unstable_reason() {
            return Err(Error::CommandNotStable(path, reason));
        }
        if !path.is_file() {
            return Err(Error::CommandMissing(path));
        }
        Ok(())
    }

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

    pub(crate) fn entry(&self) -> Entry {
        Entry {
            command: self.command.to_string_lossy().into_owned(),
            args: ARGS.map(str::to_owned).to_vec(),
            env: self.env.clone(),
        }
    }
}
