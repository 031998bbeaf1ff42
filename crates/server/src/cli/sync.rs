//! `lorekeeper-mcp sync`: fetches content from Open5e.

use clap::Args;
use lore::SyncRequest;
use lore::model::counted;

use super::context::Context;
use super::output::{print, print_json};
use super::progress_bar::with_progress_bar;

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Only these documents, by their Open5e key, such as `srd-2024`
    documents: Vec<String>,
    /// Fetch even if everything was fetched within the last seven days
    #[arg(long)]
    force: bool,
    /// Remove entries that Open5e no longer lists, however many; without this, a sync that would remove more than a
    /// twentieth of a document, or every entry of a kind, changes nothing
    #[arg(long)]
    allow_removals: bool,
}

/// Runs a sync and prints its report.
pub(super) async fn run(context: &Context, arguments: Arguments) -> anyhow::Result<u8> {
    let Arguments { documents, force, allow_removals } = arguments;
    let request = SyncRequest {
        documents: (!documents.is_empty()).then_some(documents),
        // The sync that asked for permission ran a moment ago.
        force: force || allow_removals,
        allow_removals,
        client: context.library.open5e()?,
    };
    let synced =
        with_progress_bar(async |job| context.library.library().await?.sync_open5e(&request, job).await)
            .await?;
    if context.json {
        return print_json(&synced);
    }
    let Some(report) = &synced.report else {
        return print(&format!(
            "Everything was fetched at {}. Use --force to fetch it again.\n",
            synced.fetched_at
        ));
    };
    let mut lines = vec![format!(
        "Stored {} of {} in {:.1} s: {} new, {} changed, {} unchanged, {} removed.",
        counted(report.stored, "entry", "entries"),
        counted(report.documents.len() as u64, "document", "documents"),
        report.seconds,
        report.added,
        report.changed,
        report.unchanged,
        report.removed
    )];
    if !report.rejected.is_empty() {
        let rejected = counted(report.rejected.len() as u64, "entry", "entries");
        lines.push(format!("{rejected} could not be read:"));
        let rejected = report.rejected.iter();
        lines.extend(rejected.map(|entry| format!("  {} {}: {}", entry.source, entry.key, entry.reason)));
    }
    lines.extend(synced.notes.iter().cloned());
    for entries in report.left_out.chunk_by(|a, b| a.document == b.document) {
        let key = entries.first().map(|entry| entry.document.to_string()).unwrap_or_default();
        lines.push(format!("`lorekeeper-mcp documents {key} --report` lists what is left out of it."));
    }
    print(&format!("{}\n", lines.join("\n")))
}
