use clap::Args;
use lore::SyncRequest;

use super::output::{print, print_json};
use super::progress_bar::Watched;
use crate::process::lazy_library::{LazyLibrary, open5e};

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Only these documents, by their Open5e key, such as `srd-2024`
    documents: Vec<String>,
    /// Fetch even if everything was fetched within the last seven days
    #[arg(long)]
    force: bool,
    /// Remove entries that Open5e no longer lists, however many they are; without this, a sync that would remove more than a
    /// twentieth of a document, or every entry of a kind, changes nothing
    #[arg(long)]
    allow_removals: bool,
}

/// Fetches from Open5e with a bar on a terminal; Ctrl+C stops it.
pub(super) async fn run(library: &LazyLibrary, arguments: Arguments, json: bool) -> anyhow::Result<u8> {
    let watched = Watched::new();
    let library = library.library().await?;
    let documents = (!arguments.documents.is_empty()).then_some(arguments.documents);
    let Arguments { force, allow_removals, .. } = arguments;
    // Who allows removals was asked a moment ago.
    let request =
        SyncRequest { documents, force: force || allow_removals, allow_removals, client: open5e()? };
    let synced = library.sync_open5e(&request, &watched.job).await;
    watched.done();
    let synced = synced?;
    if json {
        return print_json(&synced);
    }
    let Some(report) = &synced.report else {
        return print(&format!(
            "Everything was fetched at {}. Use --force to fetch it again.\n",
            synced.fetched_at
        ));
    };
    let mut lines = vec![format!(
        "Stored {} entries of {} documents in {:.1} s: {} new, {} changed, {} unchanged, {} removed.",
        report.stored,
        report.documents.len(),
        report.seconds,
        report.added,
        report.changed,
        report.unchanged,
        report.removed
    )];
    if !report.rejected.is_empty() {
        lines.push(format!("{} entries could not be read:", report.rejected.len()));
        let rejections = report.rejected.iter();
        lines.extend(rejections.map(|lost| format!("  {} {}: {}", lost.source, lost.key, lost.reason)));
    }
    lines.extend(synced.notes.iter().cloned());
    print(&format!("{}\n", lines.join("\n")))
}
