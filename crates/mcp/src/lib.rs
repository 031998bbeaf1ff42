//! `lorekeeper-mcp`: LoreKeeper's MCP server and command line, as one call for the programs that are made of it.
//!
//! In `serve`, stdout carries the protocol and nothing else; everything that is logged goes to stderr.

mod address;
mod arguments;
mod bridge;
mod cli;
mod completion;
#[cfg(feature = "conformance")]
mod conformance;
mod envelope;
mod file_path;
mod following;
mod http;
mod logging;
mod owner;
mod prompts;
mod registry;
mod resources;
mod schema;
mod server;
mod shelf;
mod size;
#[cfg(test)]
mod tests;
mod tools;
mod view;

use std::process::ExitCode;

use clap::Parser;

/// Does what the arguments of this process say. Gives the status to exit with.
#[must_use]
pub fn run() -> ExitCode {
    cli::run(cli::Cli::parse())
}
