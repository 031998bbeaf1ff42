//! The replay as a program, for suites that are not written in Rust.
//!
//! `open5e-replay [--port PORT] [--exit-on-eof] [--fault RULE]…` prints `listening on ADDRESS` and answers
//! until it is killed or, with `--exit-on-eof`, until its input ends. Faults can be changed while it runs:
//! `POST /__faults` with `{"rules": […]}`. Where a snapshot of the real API is set, the snapshot's own
//! program runs in its place.
#![allow(clippy::expect_used, clippy::panic, clippy::print_stdout, reason = "a program for tests")]

use std::io::Read;

use open5e_replay::{Api, Replay, faults, snapshot};

fn main() {
    let mut arguments = std::env::args().skip(1);
    let (mut port, mut exit_on_eof, mut rules) = (0_u16, false, Vec::new());
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--port" => port = arguments.next().and_then(|port| port.parse().ok()).expect("a port"),
            "--exit-on-eof" => exit_on_eof = true,
            "--fault" => rules.push(faults::parse(&arguments.next().expect("a rule"))),
            other => panic!("unknown argument {other}"),
        }
    }
    let replay = match snapshot() {
        Some(folder) => Replay::of_snapshot(&folder, &folder),
        None => Replay::of_invented(&format!("127.0.0.1:{port}"), Api::default()),
    };
    replay.set_faults(&rules.into());
    println!("listening on {}", replay.base);
    if !exit_on_eof {
        loop {
            std::thread::park();
        }
    }
    let _ = std::io::stdin().read_to_end(&mut Vec::new());
}
