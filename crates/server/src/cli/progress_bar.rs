use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use lore::progress::{CancellationToken, Job, Progress, Step};

/// How often the bar is drawn while nothing comes.
const TICK: Duration = Duration::from_millis(200);

/// A long job that Ctrl+C stops, with a bar on a terminal that shows how far it is.
pub(super) struct Watched {
    pub(super) job: Job,
    bar: ProgressBar,
}

impl Watched {
    /// A job that has not begun. The bar is shown at once, because opening a library can take seconds.
    pub(super) fn new() -> Self {
        let cancel = CancellationToken::new();
        let stop = cancel.clone();
        tokio::spawn(async move {
            if tokio::signal::ctrl_c().await.is_ok() {
                stop.cancel();
            }
        });
        let bar = ProgressBar::new(0).with_style(
            ProgressStyle::with_template("{spinner} {msg:9} [{wide_bar}] {pos}/{len} {eta}")
                .unwrap_or_else(|_| ProgressStyle::default_bar()),
        );
        bar.set_message("Starting");
        bar.enable_steady_tick(TICK);
        let shown = bar.clone();
        Self { job: Job::new(cancel, move |progress| show(&shown, progress)), bar }
    }

    /// Takes the bar away.
    pub(super) fn done(&self) {
        self.bar.finish_and_clear();
    }
}

fn show(bar: &ProgressBar, Progress { step, done, total }: Progress) {
    let name = match step {
        Step::Fetching => "Fetching",
        Step::Normalising => "Reading",
        Step::Storing => "Storing",
        Step::Indexing => "Indexing",
        Step::Embedding => "Embedding",
    };
    bar.set_message(name);
    bar.set_length(total);
    bar.set_position(done);
}
