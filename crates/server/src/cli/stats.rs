//! `lorekeeper-mcp stats`: shows statistics of the library.

use indicatif::HumanBytes;

use super::context::Context;
use super::output::{print, print_json};
use crate::protocol::text_table::table;

/// Prints the statistics.
pub(super) async fn run(context: &Context) -> anyhow::Result<u8> {
    let stats = context.library.library().await?.stats().await?;
    if context.json {
        return print_json(&stats);
    }
    let cache = &stats.cache;
    let queries = format!(
        "{} answered ({} out of date), {} failed{}{}",
        cache.questions,
        cache.stale,
        cache.failures,
        cache.failure.as_ref().map(|reason| format!(" ({reason})")).unwrap_or_default(),
        if cache.offline { "; offline" } else { "" }
    );
    let embedded = format!("{} ({} passages)", stats.embedded_entries, stats.embedded_passages);
    let row = |name: &str, value: String| vec![name.to_owned(), value];
    let mut rows = vec![
        row("folder", stats.home),
        row("documents", stats.documents.to_string()),
        row("entries", stats.entries.to_string()),
    ];
    rows.extend(stats.kinds.iter().map(|(kind, count)| row(&format!("  {kind}"), count.to_string())));
    rows.extend([
        row("in the text index", stats.indexed_entries.to_string()),
        row("database", HumanBytes(stats.database_bytes).to_string()),
        row("text index", HumanBytes(stats.index_bytes).to_string()),
        row("search by meaning", stats.semantic_search),
        row("found by meaning", embedded),
        row("last sync with Open5e", stats.open5e_synced_at.unwrap_or_else(|| "never".to_owned())),
        row("queries to Open5e", queries),
        row("SQLite", stats.sqlite_version),
    ]);
    rows.extend(stats.recovery.map(|recovery| row("recovery", recovery)));
    print(&table(&[], rows))
}
