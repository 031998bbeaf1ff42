//! The input and the exit statuses that all commands share.

use crate::process::settings::Settings;
use crate::protocol::lazy_library::LazyLibrary;

/// The exit status if the requested item does not exist, or a check found a problem.
pub(super) const NOT_FOUND: u8 = 1;
/// The exit status of a command that failed. Wrong usage has the same status, as clap defines it.
pub(super) const FAILED: u8 = 2;
/// The exit status of a command that the user cancelled; the one that shells use for Ctrl+C.
pub(super) const CANCELLED: u8 = 130;

/// The library and the global options of a command.
pub(super) struct Context {
    pub(super) settings: Settings,
    pub(super) library: LazyLibrary,
    pub(super) is_custom_home: bool,
    pub(super) json: bool,
}
