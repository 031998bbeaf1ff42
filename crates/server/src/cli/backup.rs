//! `lorekeeper-mcp backup` and `lorekeeper-mcp restore`: a file with what exists nowhere else.

use std::path::PathBuf;

use super::context::Context;

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// The file
    file: PathBuf,
}

pub(super) async fn back_up(context: &Context, arguments: &Arguments) -> anyhow::Result<u8> {
    context.library.library().await?.back_up(&arguments.file).await?;
    context.print(&format!(
        "Your own entries, notes, pins, campaigns and settings are in {}. It holds no copy of imported files: those are in the \
         folder `sources` of the library.\n",
        disk::shown(&arguments.file)
    ))
}

/// Replaces what exists nowhere else by a backup, after a backup of what it replaces.
pub(super) async fn restore(context: &Context, arguments: &Arguments) -> anyhow::Result<u8> {
    context.library.library().await?.restore(&arguments.file).await?;
    context.print(&format!(
        "The library has the own entries, notes, pins, campaigns and settings of {} now. What it had before is the newest file in \
         the folder `yours-backups`.\n",
        disk::shown(&arguments.file)
    ))
}
