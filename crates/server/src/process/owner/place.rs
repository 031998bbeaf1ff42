use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use lore::{MeaningOptions, OnDemandOptions};
use semver::Version;

use crate::process::http::Wanted;
use crate::process::lazy_library;
use crate::protocol::registry;

/// How long a request waits for an owner: less than any client waits for an answer.
const PATIENCE: Duration = Duration::from_secs(20);

/// What a serving process brings along, whether it becomes the owner or a bridge.
#[derive(Debug, Clone)]
pub(crate) struct Place {
    /// The library's folder; none for a user without a home folder.
    pub(crate) home: Option<PathBuf>,
    /// What the library is searched by meaning with.
    pub(crate) meaning: MeaningOptions,
    /// How Open5e is asked for what is missing; none when it never is.
    pub(crate) open5e: Option<OnDemandOptions>,
    /// The version of the program.
    pub(crate) version: Version,
    /// The prefix that tools without one of their own get.
    pub(crate) prefix: String,
    /// For how long a request waits for an owner before it is answered with an error.
    pub(crate) patience: Duration,
    /// How the library is to be served over HTTP for this process; not at all without.
    pub(crate) http: Option<Arc<Wanted>>,
}

impl Place {
    /// The library in a folder, or in the user's own when none is named; the rest as the environment says.
    ///
    /// # Errors
    /// When a variable of the environment cannot be used, in a sentence.
    pub(crate) fn at(home: Option<PathBuf>) -> Result<Self, String> {
        let [major, minor, patch] = [
            env!("CARGO_PKG_VERSION_MAJOR"),
            env!("CARGO_PKG_VERSION_MINOR"),
            env!("CARGO_PKG_VERSION_PATCH"),
        ]
        .map(|number| number.parse().unwrap_or_default());
        Ok(Self {
            home: home.or_else(|| lore::home_folder().ok()),
            meaning: lazy_library::meaning(),
            open5e: lazy_library::on_demand(),
            version: Version::new(major, minor, patch),
            prefix: registry::default_prefix()?,
            patience: PATIENCE,
            http: None,
        })
    }
}
