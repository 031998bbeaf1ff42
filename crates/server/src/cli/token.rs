//! `lorekeeper-mcp token`: shows the token of HTTP clients.

use clap::Args;
use serde::Serialize;

use super::context::Context;
use super::output::{print, print_json};
use crate::process::http::Token;

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Create a new token. Clients that use the old one need the new one
    #[arg(long)]
    new: bool,
}

#[derive(Serialize)]
struct TokenReport<'a> {
    token: &'a str,
    token_file: std::path::PathBuf,
}

/// Prints the token.
pub(super) fn run(context: &Context, arguments: &Arguments) -> anyhow::Result<u8> {
    let home = context.library.folder()?;
    let token = if arguments.new { Token::create(&home) } else { Token::read_or_create(&home) };
    let token_file = Token::path(&home);
    let token = token.map_err(|error| lore::Error::file(&token_file, error))?;
    if context.json {
        print_json(&TokenReport { token: token.as_str(), token_file })
    } else {
        print(&format!("{}\n", token.as_str()))
    }
}
