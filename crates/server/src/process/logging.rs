//! The log, which goes to stderr because stdout carries the protocol.

use clap::ValueEnum;
use tracing::Metadata;
use tracing::level_filters::LevelFilter;
use tracing_subscriber::Layer as _;
use tracing_subscriber::filter::{Targets, filter_fn};
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

use crate::process::terminal::PrintableStderr;

#[derive(Debug, Clone, Copy, Default, ValueEnum)]
pub(crate) enum LogFormat {
    /// For people
    #[default]
    Text,
    /// For programs: an object in each line
    Json,
}

/// Without a filter, logs LoreKeeper's own code at `level` and the errors of others.
pub(crate) fn start(format: LogFormat, filter: Option<String>, level: LevelFilter) {
    let lines = tracing_subscriber::fmt::layer().with_writer(|| PrintableStderr);
    let lines = match format {
        LogFormat::Text => lines.boxed(),
        LogFormat::Json => {
            lines.json().flatten_event(true).with_current_span(true).with_span_list(false).boxed()
        }
    };
    let lines = match filter.and_then(|filter| filter.parse::<Targets>().ok()) {
        Some(filter) => lines.with_filter(filter).boxed(),
        None => lines
            .with_filter(filter_fn(move |of| {
                *of.level() <= if is_own(of) { level } else { LevelFilter::ERROR }
            }))
            .boxed(),
    };
    let _ = tracing_subscriber::registry().with(lines).try_init();
}

/// The compiler is given the paths of this workspace's files from its root on, and those of others whole.
fn is_own(metadata: &Metadata<'_>) -> bool {
    metadata.file().is_some_and(|file| file.starts_with("crates"))
}
