//! The options of a serving process.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use semver::Version;

use crate::process::http::HttpState;
use crate::process::settings::{self, Settings};
use crate::protocol::lazy_library::LibrarySettings;

/// The time after which a request without an owner is answered with an error; shorter than any client's timeout.
const OWNER_TIMEOUT: Duration = Duration::from_secs(20);

/// The options of a serving process, whether it becomes the owner or a bridge.
#[derive(Debug, Clone)]
pub(crate) struct ServeOptions {
    pub(crate) library: LibrarySettings,
    /// Folders for the owner's socket, in order of preference.
    pub(crate) socket_folders: Vec<PathBuf>,
    /// The version of the program.
    pub(crate) version: Version,
    /// The prefix of tools without one of their own.
    pub(crate) prefix: String,
    /// The folder from which relative paths start.
    pub(crate) working_folder: PathBuf,
    /// The time after which a request without an owner is answered with an error.
    pub(crate) owner_timeout: Duration,
    /// The HTTP server that the owner runs for this process, if any.
    pub(crate) http: Option<Arc<HttpState>>,
}

impl ServeOptions {
    /// Returns the options for a process with these settings.
    ///
    /// # Errors
    /// When the tool prefix is invalid, with a sentence for the user.
    pub(crate) fn new(settings: Settings) -> Result<Self, String> {
        let Settings { library, socket_folders, working_folder, .. } = settings;
        let [major, minor, patch] = [
            env!("CARGO_PKG_VERSION_MAJOR"),
            env!("CARGO_PKG_VERSION_MINOR"),
            env!("CARGO_PKG_VERSION_PATCH"),
        ]
        .map(|number| number.parse().unwrap_or_default());
        Ok(Self {
            library,
            socket_folders,
            version: Version::new(major, minor, patch),
            prefix: settings::tool_prefix()?,
            working_folder,
            owner_timeout: OWNER_TIMEOUT,
            http: None,
        })
    }
}
