//! Runs the judged queries of `tests/relevance` and prints the quality of the answers. `scripts/relevance` runs it.
//!
//! The library holds everything of the snapshot of Open5e beside the repository; without it nothing is measured.

#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a program for the terminal")]

#[path = "../../../../tests/relevance/content_words.rs"]
mod content_words;
#[path = "../../../../tests/relevance/html.rs"]
mod html;
mod library;
#[path = "../../../../tests/relevance/metrics.rs"]
mod metrics;
mod mode;
mod page;
#[path = "../../../../tests/relevance/queries.rs"]
#[allow(dead_code, reason = "some of it is for the tests")]
mod queries;
mod report;
#[path = "../figures/server.rs"]
#[expect(dead_code, reason = "times and memory are the figures' business")]
mod server;

use anyhow::Result;
use clap::Parser;
use open5e_replay::{Replay, snapshot_for_figures};

use crate::library::JudgedLibrary;
use crate::mode::Mode;
use crate::report::Run;

/// Measures the quality of search and lookups by judged queries.
#[derive(Debug, Parser)]
struct Options {
    /// List this many of the worst answered queries of the half that is for tuning, with their first hits.
    #[arg(long, value_name = "NUMBER", default_value_t = 0)]
    worst: usize,
    /// The search mode whose worst queries are listed [default: the last one available]
    #[arg(long)]
    mode: Option<Mode>,
    /// Use the library of the previous run as it is.
    #[arg(long)]
    keep: bool,
    /// Passed by cargo to every benchmark.
    #[arg(long, hide = true)]
    bench: bool,
}

fn main() -> Result<()> {
    let options = Options::parse();
    let queries = queries::read()?;
    let Some(snapshot) = snapshot_for_figures() else {
        println!(
            "skipped: the queries are judged by a snapshot of Open5e, and there is none beside the repository"
        );
        return Ok(());
    };
    let library = JudgedLibrary::filled(&Replay::of_whole_snapshot(&snapshot), options.keep)?;
    let unlike = content_words::without_a_shared_word(&queries, &library.entries()?);
    let mut columns = Vec::new();
    for mode in Mode::ALL {
        say(&format!("{} queries, {}", queries.len(), mode.name()));
        columns.push((mode, mode::ask_all(mode, &library, &queries)?));
    }
    let run = Run { queries, unlike, columns };
    println!("{}\n\n{}\n", report::as_text(run.figures()), report::as_text(run.refusals()));
    println!("{}", run.unlike());
    for line in run.orders() {
        println!("{line}");
    }
    if options.worst > 0 {
        match run.for_tuning(options.mode) {
            Some((mode, asked)) => {
                println!("\nAnswered worst, {}:", mode.name());
                for poor in report::worst(&asked, options.worst) {
                    println!("\n{poor}");
                }
            }
            None => println!("\nThis way of searching is not available."),
        }
    }
    std::fs::write(&library.report, page::of(&run, options.mode))?;
    println!("\nThe report with the worst answers: {}", library.report.display());
    Ok(())
}

/// Prints the current step to stderr.
fn say(what: &str) {
    eprintln!("relevance: {what}");
}
