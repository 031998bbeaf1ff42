//! The log, which goes to stderr because stdout carries the protocol.

use tracing_subscriber::EnvFilter;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

use crate::process::terminal::PrintableStderr;

/// The crates of this workspace that the server is made of.
const OWN_CRATES: [&str; 6] = ["clients", "embedding", "lore", "lorekeeper_mcp", "orcbrew", "text"];

/// Starts logging with a filter such as `lore=debug`, or at `level` for LoreKeeper's own code.
pub(crate) fn start(filter: Option<String>, level: &str) {
    let filter = filter
        .and_then(|filter| EnvFilter::try_new(filter).ok())
        .unwrap_or_else(|| EnvFilter::new(default_filter(level)));
    let lines = tracing_subscriber::fmt::layer().with_writer(|| PrintableStderr).with_ansi(false);
    let _ = tracing_subscriber::registry().with(filter).with(lines).try_init();
}

/// Returns the filter that logs LoreKeeper's own crates at a level, and only the errors of others.
fn default_filter(level: &str) -> String {
    let own = OWN_CRATES.map(|name| format!(",{name}={level}"));
    format!("error{}", own.concat())
}
