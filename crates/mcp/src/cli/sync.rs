use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use lore::SyncRequest;
use lore::progress::{CancellationToken, Job, Progress, Step};

use super::output::{print, print_json};
use crate::shelf::{Shelf, open5e};

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Only these documents, by their Open5e key, such as `srd-2024`
    documents: Vec<String>,
    /// Fetch even if everything was fetched within the last seven days
    #[arg(long)]
    force: bool,
}

/// Fetches from Open5e with a bar on a terminal; Ctrl+C stops it.
pub(super) async fn run(shelf: &Shelf, arguments: Arguments, json: bool) -> anyhow::Result<u8> {
    let library = shelf.library().await?;
    let cancel = CancellationToken::new();
    let stop = cancel.clone();
    tokio::spawn(async move {
        if tokio::signal::ctrl_c().await.is_ok() {
            stop.cancel();
        }
    });
    let bar = ProgressBar::new(0).with_style(
        ProgressStyle::with_template("{msg:9} [{wide_bar}] {pos}/{len} {eta}")
            .unwrap_or_else(|_| ProgressStyle::default_bar()),
    );
    let shown = bar.clone();
    let job = Job::new(cancel, move |progress| show(&shown, progress));
    let documents = (!arguments.documents.is_empty()).then_some(arguments.documents);
    let request = SyncRequest { documents, force: arguments.force, client: open5e()? };
    let synced = library.sync_open5e(&request, &job).await;
    bar.finish_and_clear();
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

fn show(bar: &ProgressBar, Progress { step, done, total }: Progress) {
    let name = match step {
        Step::Fetching => "Fetching",
        Step::Normalising => "Reading",
        Step::Storing => "Storing",
        Step::Indexing => "Indexing",
    };
    bar.set_message(name);
    bar.set_length(total);
    bar.set_position(done);
}
