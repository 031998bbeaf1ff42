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
// Mounts small disks in memory.
#[cfg(target_os = "linux")]
mod disks;
// Counts files and memory of a process in /proc.
#[cfg(target_os = "linux")]
mod flood;
mod freshness;
mod fuzz_tools;
// Reads the documents, which are the same on every system, and runs their blocks in a shell.
#[cfg(unix)]
mod guide;
mod homebrew;
mod http;
// Suspends processes by a signal. Windows has none; the library's tests have an owner there that never
// answers.
#[cfg(unix)]
mod hung_owner;
mod interrupted;
mod load;
mod meaning;
mod open5e;
mod owners;
// About modes of files and user ids.
#[cfg(unix)]
mod private_files;
mod program;
mod read_only;
#[path = "../resources.rs"]
mod resources;
#[path = "../schema.rs"]
mod schema;
#[cfg(unix)]
mod shell_blocks;
mod starter_library;
mod stdio;
#[path = "../template.rs"]
mod template;
