//! The replay as a program, for suites that are not written in Rust.
//!
//! It prints `listening on ADDRESS` and answers until its input ends. `POST /__faults` with `{"rules": […]}`
//! changes its faults. Where a snapshot of the real API is set, the snapshot's own program runs in its place.
#![allow(clippy::print_stdout, reason = "a program for tests")]

use std::io::Read;

use open5e_replay::Replay;

fn main() {
    let replay = Replay::start();
    println!("listening on {}", replay.base);
    let _ = std::io::stdin().read_to_end(&mut Vec::new());
}
