//! The progress bar of long commands.

use std::sync::Mutex;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use lore::progress::{CancellationToken, Job, Progress, Step};

use crate::process::stop_signal::stop_signal;
use crate::process::terminal::print_error;

/// The interval at which the bar is redrawn without progress.
const REDRAW_INTERVAL: Duration = Duration::from_millis(200);
/// The interval between two lines of progress, where stderr is no terminal.
const LINE_INTERVAL: Duration = Duration::from_secs(10);

/// Runs a job that Ctrl+C cancels, with a progress bar if stderr is a terminal, else with a line now and then. Opening the
/// library belongs inside: it can take seconds.
pub(super) async fn with_progress_bar<T>(run: impl AsyncFnOnce(&Job) -> T) -> T {
    let cancel = CancellationToken::new();
    let on_interrupt = cancel.clone();
    tokio::spawn(async move {
        stop_signal().await;
        on_interrupt.cancel();
    });
    let style = ProgressStyle::with_template("{spinner} {msg:9} [{wide_bar}] {pos}/{len} {eta}");
    let bar = ProgressBar::new(0).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar.set_message("Starting");
    bar.enable_steady_tick(REDRAW_INTERVAL);
    let shown = bar.clone();
    let last_line = Mutex::new(Instant::now());
    let report = move |progress| {
        show(&shown, progress);
        if shown.is_hidden()
            && let Ok(mut last_line) = last_line.lock()
            && last_line.elapsed() >= LINE_INTERVAL
        {
            *last_line = Instant::now();
            print_error(&format!("{}: {} of {}", title(progress.step), progress.done, progress.total));
        }
    };
    let result = run(&Job::new(cancel, report)).await;
    bar.finish_and_clear();
    result
}

fn show(bar: &ProgressBar, Progress { step, done, total }: Progress) {
    bar.set_message(title(step));
    bar.set_length(total);
    bar.set_position(done);
}

fn title(step: Step) -> &'static str {
    match step {
        Step::Fetching => "Fetching",
        Step::Normalising => "Reading",
        Step::Storing => "Storing",
        Step::Indexing => "Indexing",
        Step::Embedding => "Embedding",
        Step::Exporting => "Exporting",
    }
}
