//! End-to-end tests of the program: protocol, command line, folders, network.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::print_stdout,
    clippy::print_stderr,
    clippy::needless_pass_by_value,
    reason = "in a test these are how it fails and what it says"
)]

mod books;
mod clients;
mod command_line;
mod consent;
mod damaged;
mod dice;
mod disks;
#[cfg(target_os = "linux")]
mod flood;
mod freshness;
mod fuzz_tools;
mod guide;
mod homebrew;
mod http;
#[cfg(unix)]
mod hung_owner;
mod interrupted;
mod load;
mod meaning;
#[path = "../relevance/metrics.rs"]
mod metrics;
mod names;
mod open5e;
mod owners;
#[cfg(unix)]
mod private_files;
mod program;
#[path = "../relevance/queries.rs"]
#[allow(dead_code, reason = "some of it is for `make relevance`")]
mod queries;
mod relevance;
mod relevance_figures;
mod shell_blocks;
mod stdio;
