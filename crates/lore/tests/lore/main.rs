//! Integration tests of the library.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    clippy::print_stdout,
    reason = "in a test these are how it fails and what it says"
)]

mod both_versions;
mod compare;
mod damaged_rows;
mod encounters;
mod export;
mod facts;
mod freshness;
mod freshness_questions;
mod homebrew;
mod hostile_open5e;
mod large_book;
mod library;
mod names;
mod open5e_client;
mod open5e_fetch;
mod own;
mod requests;
#[path = "../../../../tests/resources.rs"]
mod resources;
mod rolls;
mod sources;
mod starter;
mod support;
mod sync_faults;
#[path = "../../../../tests/template.rs"]
mod template;
mod text_index;
#[cfg(windows)]
mod windows_folders;
