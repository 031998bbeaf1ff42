//! The public API, in temporary home folders: no test touches the real one.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::print_stderr,
    reason = "in a test these are how it fails and what it says"
)]

mod editing;
mod forms;
mod guide;
mod lasting;
mod property;
mod race;
mod refusals;
mod self_test;
mod states;
mod support;
mod system_folders;
#[cfg(windows)]
mod windows_files;
