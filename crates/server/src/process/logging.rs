//! The log, which goes to stderr because stdout carries the protocol.

use clap::ValueEnum;
use tracing_subscriber::EnvFilter;
use tracing_subscriber::Layer as _;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

use crate::process::terminal::PrintableStderr;

/// The crates of this workspace that the server is made of.
const OWN_CRATES: [&str; 6] = ["clients", "embedding", "lore", "lorekeeper_mcp", "orcbrew", "text"];

/// The form of the log's lines.
#[derive(Debug, Clone, Copy, Default, ValueEnum)]
pub(crate) enum LogFormat {
    /// For people
    #[default]
    Text,
    /// For programs: an object in each line
    Json,
}

/// Starts logging with a filter such as `lore=debug`, or at `level` for LoreKeeper's own code.
pub(crate) fn start(format: LogFormat, filter: Option<String>, level: &str) {
    let filter = filter
        .and_then(|filter| EnvFilter::try_new(filter).ok())
        .unwrap_or_else(|| EnvFilter::new(default_filter(level)));
    let lines = tracing_subscriber::fmt::layer().with_writer(|| PrintableStderr).with_ansi(false);
    let lines = match format {
        LogFormat::Text => lines.boxed(),
        LogFormat::Json => {
            lines.json().flatten_event(true).with_current_span(true).with_span_list(false).boxed()
        }
    };
    let _ = tracing_subscriber::registry().with(filter).with(lines).try_init();
}

/// Returns the filter that logs LoreKeeper's own crates at a level, and only the errors of others.
fn default_filter(level: &str) -> String {
    let own = OWN_CRATES.map(|name| format!(",{name}={level}"));
    format!("error{}", own.concat())
}
