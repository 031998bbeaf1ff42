//! The server with what the protocol's conformance suite wants to find in one. Never shipped.

use std::process::ExitCode;

fn main() -> ExitCode {
    lorekeeper_mcp::run()
}
