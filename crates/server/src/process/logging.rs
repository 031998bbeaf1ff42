use tracing_subscriber::EnvFilter;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

use crate::process::terminal::Log;

/// The variable that says what is logged, such as `trace` or `lore=debug`.
const VARIABLE: &str = "LOREKEEPER_LOG";

/// Sends what is logged to stderr, at a level unless [`VARIABLE`] says otherwise.
pub(crate) fn start(level: &str) {
    let filter = EnvFilter::try_from_env(VARIABLE)
        .unwrap_or_else(|_| EnvFilter::new(format!("error,lore={level},lorekeeper_mcp={level}")));
    let lines = tracing_subscriber::fmt::layer().with_writer(Log).with_ansi(false);
    let _ = tracing_subscriber::registry().with(filter).with(lines).try_init();
}
