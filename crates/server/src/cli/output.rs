//! Output of a command to stdout.

use serde::Serialize;

use crate::process::terminal;

/// Prints text and returns the exit status 0.
pub(super) fn print(text: &str) -> anyhow::Result<u8> {
    terminal::print(text)?;
    Ok(0)
}

/// Prints a value as JSON and returns the exit status 0.
pub(super) fn print_json(value: &impl Serialize) -> anyhow::Result<u8> {
    print(&format!("{}\n", terminal::printable_json(&serde_json::to_string_pretty(value)?)))
}
