//! The log of the app and of its server: on stderr, and in files for people who start it without a terminal.

use std::fs;
use std::io;
use std::path::Path;

use tracing::level_filters::LevelFilter;
use tracing_appender::rolling::{RollingFileAppender, Rotation};
use tracing_subscriber::filter::Targets;
use tracing_subscriber::fmt;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

use crate::own_folders;

const MAX_FILES: usize = 7;
const PREFIX: &str = "lorekeeper";

/// Starts logging by the filter in `RUST_LOG`, if any. If files cannot be written, stderr says so.
pub(crate) fn start(identifier: &str) {
    let named = std::env::var("RUST_LOG").ok().filter(|named| !named.is_empty());
    let filter = named.and_then(|named| named.parse().ok()).unwrap_or_else(|| {
        Targets::new().with_default(LevelFilter::WARN).with_target("lorekeeper", LevelFilter::INFO)
    });
    let stderr = fmt::layer().with_writer(io::stderr);
    let files = own_folders::logs(identifier).map(|folder| open_files(&folder)).transpose();
    let failure = files.as_ref().err().map(ToString::to_string);
    let files = files.ok().flatten().map(|files| fmt::layer().with_writer(files));
    tracing_subscriber::registry().with(filter).with(files).with(stderr).init();
    if let Some(error) = failure {
        tracing::warn!(error, "the log cannot be written to files");
    }
    std::panic::set_hook(Box::new(|panic| tracing::error!("{panic}")));
}

fn open_files(folder: &Path) -> io::Result<RollingFileAppender> {
    // The appender complains on stderr of a folder that it has to make.
    fs::create_dir_all(folder)?;
    RollingFileAppender::builder()
        .rotation(Rotation::DAILY)
        .filename_prefix(PREFIX)
        .filename_suffix("log")
        .max_log_files(MAX_FILES)
        .build(folder)
        .map_err(io::Error::other)
}

#[cfg(test)]
mod tests;
