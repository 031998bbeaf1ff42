//! Runs the judged queries of `tests/relevance` and prints the quality of the answers. `scripts/relevance` runs it.
//!
//! The library holds everything of the snapshot of Open5e beside the repository; without it nothing is measured.

#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a program for the terminal")]

mod library;
#[path = "../../../../tests/relevance/metrics.rs"]
mod metrics;
mod mode;
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
    let mut columns = Vec::new();
    for mode in Mode::ALL {
        say(&format!("{} queries, {}", queries.len(), mode.name()));
        columns.push((mode, mode::ask_all(mode, &library, &queries)?));
    }
    println!("{}", report::table(&queries, &columns));
    for line in report::orders(&queries, &columns) {
        println!("{line}");
    }
    if options.worst > 0 {
        let wanted = columns
            .iter()
            .rfind(|(mode, lists)| lists.is_some() && options.mode.is_none_or(|wanted| wanted == *mode));
        match wanted {
            Some((mode, Some(lists))) => {
                println!("\n{}", report::worst(&queries, *mode, lists, options.worst));
            }
            _ => println!("\nThis way of searching is not available."),
        }
    }
    Ok(())
}

/// Prints the current step to stderr.
fn say(what: &str) {
    eprintln!("relevance: {what}");
}
