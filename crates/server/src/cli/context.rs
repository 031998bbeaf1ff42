//! The input that all commands share.

use crate::process::settings::Settings;
use crate::protocol::lazy_library::LazyLibrary;

/// The library and the global options of a command.
pub(super) struct Context {
    pub(super) settings: Settings,
    pub(super) library: LazyLibrary,
    /// Set if the user named the library's folder.
    pub(super) is_custom_home: bool,
    /// Set if output is JSON.
    pub(super) json: bool,
}

impl Context {
    pub(super) fn new(is_custom_home: bool, json: bool, settings: Settings) -> Self {
        let library = LazyLibrary::new(settings.library.clone());
        Self { settings, library, is_custom_home, json }
    }
}
