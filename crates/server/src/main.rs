//! LoreKeeper's MCP server and command line.

use std::process::ExitCode;

fn main() -> ExitCode {
    lorekeeper_mcp::run()
}
