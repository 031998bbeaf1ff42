//! Measures the server over real stdio and prints the figures beside the targets. `scripts/bench` runs it.
//!
//! The full library comes from the recorded Open5e API beside the repository; without it the starter is measured.

#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a program for the terminal")]

mod bridge;
mod growth;
mod homebrew;
mod latency;
mod library;
mod meaning;
mod questions;
mod samples;
mod server;
mod start;
mod table;

use anyhow::Result;
use open5e_replay::{Replay, snapshot_for_figures};

use crate::library::Libraries;
use crate::questions::Questions;
use crate::server::Server;
use crate::table::Table;

/// The number of entries the grown library has at least.
const GROWN: u64 = 100_000;

fn main() -> Result<()> {
    let libraries = Libraries::new()?;
    let mut table = Table::default();

    let starter = libraries.folder("starter");
    library::fill(&starter)?;
    let mut measured = starter.clone();
    match snapshot_for_figures() {
        Some(snapshot) => {
            let replay = Replay::of_whole_snapshot(&snapshot);
            say("sync");
            measured = libraries.folder("full");
            table.add(library::sync_time(&libraries, &replay, &measured)?);
        }
        None => println!(
            "There is no snapshot of Open5e beside the repository: only the starter content is measured.\n"
        ),
    }
    say("starts");
    start::measure(&libraries, &measured, &mut table)?;

    let full = Server::start(&measured)?;
    let entries = library::wait_for_index(&full)?;
    say(&format!("lookups in {entries} entries"));
    let questions = Questions::from_library(&full)?;
    let times = latency::measure(&full, &questions)?;
    latency::compare(&times, entries, &mut table);
    table.add(latency::largest_answer(&full)?);
    let keystrokes = questions::by_keystroke();
    let keystroke_times = latency::measure(&full, &keystrokes)?;
    latency::compare(&keystroke_times, entries, &mut table);
    full.stop()?;
    table.add_all(latency::memory(&measured, &questions, &latency::WITHOUT_MODEL)?);

    say("bridges");
    bridge::measure(&measured, &questions, &mut table)?;

    say("embedding, which takes minutes");
    meaning::background(&measured, &questions, &mut table)?;
    library::embed(&measured)?;
    say("questions by meaning");
    table.add(meaning::first_answer(&measured)?);
    let by_meaning = questions::by_meaning();
    let full = Server::start(&measured)?;
    let meaning_times = latency::measure(&full, &by_meaning)?;
    latency::compare(&meaning_times, entries, &mut table);
    full.stop()?;
    table.add_all(latency::memory(&measured, &by_meaning, &latency::WITH_MODEL)?);

    if measured != starter {
        let grown = libraries.folder("grown");
        say(&format!("a library of {GROWN} entries"));
        growth::grow(&measured, &grown, GROWN)?;
        let server = Server::start(&grown)?;
        let entries = library::wait_for_index(&server)?;
        say(&format!("lookups in {entries} entries"));
        let grown_times = latency::measure(&server, &questions)?;
        latency::compare_growth(&times, &grown_times, entries, &mut table);
        let grown_times = latency::measure(&server, &by_meaning)?;
        latency::compare_growth(&meaning_times, &grown_times, entries, &mut table);
        let grown_times = latency::measure(&server, &keystrokes)?;
        latency::compare_growth(&keystroke_times, &grown_times, entries, &mut table);
        server.stop()?;
        let memory = latency::memory(&grown, &questions, &latency::WITHOUT_MODEL)?;
        table.add_all(memory.into_iter().map(|row| row.about(entries)));
    }
    say("homebrew");
    homebrew::measure(&libraries, &mut table)?;
    libraries.remove()?;
    println!("{table}");
    Ok(())
}

/// Says on stderr what is measured next, for the table comes at the end.
fn say(what: &str) {
    eprintln!("measuring: {what}");
}
