//! The log, which goes to stderr because stdout carries the protocol.

use tracing_subscriber::EnvFilter;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

use crate::process::terminal::PrintableStderr;

/// Starts logging with a filter such as `lore=debug`, or at `level` for LoreKeeper's own code.
pub(crate) fn start(filter: Option<String>, level: &str) {
    let filter = filter
        .and_then(|filter| EnvFilter::try_new(filter).ok())
        .unwrap_or_else(|| EnvFilter::new(format!("error,lore={level},lorekeeper_mcp={level}")));
    let lines = tracing_subscriber::fmt::layer().with_writer(|| PrintableStderr).with_ansi(false);
    let _ = tracing_subscriber::registry().with(filter).with(lines).try_init();
}
