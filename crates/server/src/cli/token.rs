use clap::Args;
use serde::Serialize;

use super::output::{print, print_json};
use crate::process::http::Token;
use crate::protocol::lazy_library::LazyLibrary;

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Make another token. Programs that know the old one must be told
    #[arg(long)]
    new: bool,
}

#[derive(Serialize)]
struct Shown<'a> {
    token: &'a str,
    token_file: std::path::PathBuf,
}

/// Shows the token that clients need over HTTP.
pub(super) fn run(library: &LazyLibrary, arguments: &Arguments, json: bool) -> anyhow::Result<u8> {
    let home = library.folder()?;
    let token = if arguments.new { Token::make(&home) } else { Token::of(&home) };
    let token_file = Token::place(&home);
    let token = token.map_err(|error| lore::Error::file(&token_file, error))?;
    if json {
        print_json(&Shown { token: token.shown(), token_file })
    } else {
        print(&format!("{}\n", token.shown()))
    }
}
