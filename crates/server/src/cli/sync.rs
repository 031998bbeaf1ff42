//! `lorekeeper-mcp sync`: fetches content from Open5e.

use clap::Args;
use lore::SyncRequest;

use super::context::Context;
use super::progress::with_progress;

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Only these documents, by their Open5e key, such as `srd-2024`
    documents: Option<Vec<String>>,
    /// Fetch even if everything was fetched within the last seven days
    #[arg(long)]
    force: bool,
    /// Remove entries that Open5e no longer lists, however many; without this, a sync that would remove more
    /// than a twentieth of a document, or every entry of a kind, changes nothing
    #[arg(long)]
    allow_removals: bool,
}

pub(super) async fn run(context: &Context, arguments: Arguments) -> anyhow::Result<u8> {
    let Arguments { documents, force, allow_removals } = arguments;
    let request = SyncRequest {
        documents,
        // The sync that asked for permission ran a moment ago.
        force: force || allow_removals,
        allow_removals,
        client: context.library.open5e()?,
    };
    let synced =
        with_progress(async |job| context.library.library().await?.sync_open5e(&request, job).await).await?;
    context.show(&synced)?;
    if synced.report.is_none() {
        context.print_words("Use --force to fetch it again.\n")?;
    }
    Ok(0)
}
