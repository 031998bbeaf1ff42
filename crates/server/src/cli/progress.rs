//! The progress of long commands.

use std::io::{self, IsTerminal as _, Write as _};
use std::time::{Duration, Instant};

use lore::model::capitalised;
use lore::progress::{CancellationToken, Job, Progress};
use parking_lot::Mutex;

use crate::process::stop_signal::stop_signal;
use crate::process::terminal::print_error;

const UPDATE_INTERVAL: Duration = Duration::from_millis(200);
const LINE_INTERVAL: Duration = Duration::from_secs(10);
const LINE_CHARS: usize = 60;

/// Runs a job that Ctrl+C cancels. Opening the library belongs inside: it can take seconds.
pub(super) async fn with_progress<T>(run: impl AsyncFnOnce(&Job) -> T) -> T {
    let cancel = CancellationToken::new();
    let on_interrupt = cancel.clone();
    tokio::spawn(async move {
        stop_signal().await;
        on_interrupt.cancel();
    });
    let is_terminal = io::stderr().is_terminal();
    let update = move |line: &str| drop(write!(io::stderr(), "\r{line:LINE_CHARS$}\r"));
    let interval = if is_terminal { UPDATE_INTERVAL } else { LINE_INTERVAL };
    let last = Mutex::new(Instant::now());
    let report = move |Progress { step, done, total }| {
        let mut last = last.lock();
        if last.elapsed() >= interval {
            *last = Instant::now();
            let line = format!("{}: {done} of {total}", capitalised(&step.to_string()));
            if is_terminal { update(&line) } else { print_error(&line) }
        }
    };
    let result = run(&Job::new(cancel, report)).await;
    if is_terminal {
        update("");
    }
    result
}
