//! Asks the judged queries of `tests/relevance` and prints how well they are answered. `scripts/relevance` runs it.
//!
//! The library holds everything of the recorded Open5e API beside the repository; without it nothing is measured.

#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a program for the terminal")]

#[path = "../../../../tests/relevance/metrics.rs"]
mod metrics;
mod mode;
#[path = "../../../../tests/relevance/queries.rs"]
#[allow(dead_code, reason = "some of it is for the tests")]
mod queries;
#[path = "../figures/replay.rs"]
mod replay;
mod report;
#[path = "../figures/server.rs"]
#[expect(dead_code, reason = "times and memory are the figures' business")]
mod server;
mod shelf;

use anyhow::Result;
use clap::Parser;

use crate::mode::Mode;
use crate::replay::Replay;
use crate::shelf::Shelf;

/// How well the judged queries are answered.
#[derive(Debug, Parser)]
struct Options {
    /// List this many of the worst answered queries of the half that is for tuning, with their first hits.
    #[arg(long, value_name = "NUMBER", default_value_t = 0)]
    worst: usize,
    /// The way of searching whose worst queries are listed; the last one available unless said.
    #[arg(long)]
    mode: Option<Mode>,
    /// Ask the library of the run before, as it is: quicker while only the search is being changed.
    #[arg(long)]
    keep: bool,
    /// What cargo says to every benchmark.
    #[arg(long, hide = true)]
    bench: bool,
}

fn main() -> Result<()> {
    let options = Options::parse();
    let queries = queries::read()?;
    let Some(replay) = Replay::start()? else {
        println!(
            "skipped: the recorded Open5e API is not beside the repository, and the queries are judged by it"
        );
        return Ok(());
    };
    let shelf = Shelf::filled(&replay, options.keep)?;
    let mut columns = Vec::new();
    for mode in Mode::ALL {
        say(&format!("{} queries, {}", queries.len(), mode.name()));
        columns.push((mode, mode::ask_all(mode, &shelf, &queries)?));
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

/// Says on stderr what is being done, for the table comes at the end.
fn say(what: &str) {
    eprintln!("relevance: {what}");
}
