//! The exit statuses of the command line.

/// The requested item does not exist, or a check found a problem.
pub(super) const NOT_FOUND: u8 = 1;
/// The command failed. Wrong usage has the same status, as clap defines it.
pub(super) const FAILED: u8 = 2;
/// The user cancelled the command; the status that shells use for Ctrl+C.
pub(super) const CANCELLED: u8 = 130;
