//! LoreKeeper's MCP server and command line, as a library for the programs that are built from it.
//!
//! The layers, lowest first: `protocol`; `tools`, `prompts` and `cards`; `resources`; `completion`; `server`;
//! `process`; `cli`. While serving, stdout carries the protocol and nothing else; logs go to stderr.

mod cards;
mod cli;
mod completion;
mod process;
mod prompts;
mod protocol;
mod resources;
mod server;
#[cfg(test)]
mod tests;
mod tools;

use std::process::ExitCode;

/// Runs the command in this process's arguments. Returns the exit status.
#[must_use]
pub fn run() -> ExitCode {
    forbid_telemetry();
    cli::run()
}

/// Turns off ONNX Runtime's telemetry. Its official builds contact Microsoft's server a few seconds after
/// loading, and read this variable while loading, before their own switch for telemetry can be called.
#[expect(unsafe_code, reason = "no other thread is running yet that could read the environment")]
fn forbid_telemetry() {
    // SAFETY: this is the first thing that the process does, on its only thread.
    unsafe { std::env::set_var("ORT_DISABLE_TELEMETRY", "1") };
}
