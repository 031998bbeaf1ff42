//! `lorekeeper-mcp`: LoreKeeper's MCP server and command line, as one call for the programs that are made of it.
//!
//! In `serve`, stdout carries the protocol and nothing else; everything that is logged goes to stderr.

mod cli;
mod completion;
#[cfg(feature = "conformance")]
mod conformance;
mod process;
mod prompts;
mod protocol;
mod resources;
mod server;
#[cfg(test)]
mod tests;
mod tools;

use std::process::ExitCode;

/// Does what the arguments of this process say. Gives the status to exit with.
#[must_use]
pub fn run() -> ExitCode {
    forbid_telemetry();
    cli::run()
}

/// Keeps ONNX Runtime from reporting its use to its maker: its official builds look up Microsoft's server a few seconds after
/// they were loaded. They read this variable while they are loaded, before their own switch for it can be called.
#[expect(unsafe_code, reason = "no other thread is running yet that could read the environment")]
fn forbid_telemetry() {
    // SAFETY: this is the first thing that the process does, on its only thread.
    unsafe { std::env::set_var("ORT_DISABLE_TELEMETRY", "1") };
}
