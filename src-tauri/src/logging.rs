//! The log of the app and of its server: on stderr, and in files for people who start it without a terminal.

use std::io::IsTerminal;
use std::path::Path;

use tracing_appender::rolling::{InitError, RollingFileAppender, Rotation};
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{EnvFilter, Layer, Registry, fmt, reload};

/// The number of files that are kept. A new one begins every day.
const MAX_FILES: usize = 7;
/// The name of a file begins with this; its date follows.
const PREFIX: &str = "lorekeeper";

type FileLayer = Option<Box<dyn Layer<Registry> + Send + Sync>>;

/// The log, whose files are still to be opened: their folder is known only once the app has started.
pub(crate) struct Log(reload::Handle<FileLayer, Registry>);

/// Starts logging to stderr, by the filter in `RUST_LOG` if there is one.
pub(crate) fn start() -> Log {
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("warn,lorekeeper=info"));
    let (files, handle) = reload::Layer::new(FileLayer::None);
    let stderr = fmt::layer().with_ansi(std::io::stderr().is_terminal()).with_writer(std::io::stderr);
    tracing_subscriber::registry().with(files).with(filter).with(stderr).init();
    Log(handle)
}

impl Log {
    /// Logs to files in a folder, too. Where that fails, says so on stderr.
    pub(crate) fn open(self, folder: &Path) {
        let opened = open_files(folder).map_err(|error| error.to_string()).and_then(|files| {
            let layer: FileLayer = Some(Box::new(fmt::layer().with_ansi(false).with_writer(files)));
            self.0.reload(layer).map_err(|error| error.to_string())
        });
        if let Err(error) = opened {
            tracing::warn!(error, folder = %folder.display(), "the log cannot be written to files");
        }
    }
}

fn open_files(folder: &Path) -> Result<RollingFileAppender, InitError> {
    RollingFileAppender::builder()
        .rotation(Rotation::DAILY)
        .filename_prefix(PREFIX)
        .filename_suffix("log")
        .max_log_files(MAX_FILES)
        .build(folder)
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::io::Write;

    use super::*;

    #[test]
    fn old_log_files_are_deleted() {
        let folder = tempfile::tempdir().unwrap();
        for day in 10..20 {
            fs::write(folder.path().join(format!("{PREFIX}.2026-01-{day}.log")), "old").unwrap();
        }
        fs::write(folder.path().join("notes.txt"), "the user's").unwrap();

        let mut files = open_files(folder.path()).unwrap();
        files.write_all(b"one line\n").unwrap();

        let names = fs::read_dir(folder.path()).unwrap().map(|file| file.unwrap().file_name());
        let logs = names.filter(|name| name.to_string_lossy().ends_with(".log")).count();
        assert!(logs <= MAX_FILES, "{logs} files");
        assert!(folder.path().join("notes.txt").exists());
    }
}
