//! `lorekeeper-mcp token`: shows the token of HTTP clients, and manages named ones.

use std::num::NonZeroU32;
use std::path::Path;

use clap::{Args, Subcommand};
use serde_json::json;

use super::context::Context;
use crate::process::http::{NamedToken, NamedTokens, Token, last_used};

#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(super) struct Arguments {
    /// Create a new token. Clients that use the old one need the new one
    #[arg(long)]
    new: bool,
    #[command(subcommand)]
    action: Option<Action>,
}

#[derive(Debug, Subcommand)]
enum Action {
    /// Create a token with a name: one for each person or program, so that each can be revoked
    Add {
        /// Whom or what it is for
        name: String,
        /// How many requests a second it allows; 200 unless told
        #[arg(long, value_name = "REQUESTS")]
        rate: Option<NonZeroU32>,
    },
    /// List the named tokens and when they were last used
    List,
    /// Revoke a named token. Running servers refuse it at once
    Revoke {
        /// The name of the token
        name: String,
    },
}

pub(super) fn run(context: &Context, arguments: Arguments) -> anyhow::Result<u8> {
    let home = context.library.folder()?;
    match arguments.action {
        None => {
            let token = if arguments.new { Token::create(&home) } else { Token::read_or_create(&home) };
            let token_file = Token::path(&home);
            let token = token.map_err(|error| lore::Error::file(&token_file, error))?;
            let token = token.as_str();
            context.answer(&json!({ "token": token, "token_file": token_file }), || format!("{token}\n"))
        }
        Some(Action::Add { name, rate }) => {
            let token = &NamedTokens::add(&home, &name, rate).map_err(file_error(&home))?;
            context.answer(&json!({ "token": token, "token_file": NamedTokens::path(&home) }), || {
                format!("{token}\nKeep it now: only its hash is stored, and it cannot be shown again.\n")
            })
        }
        Some(Action::List) => list(context, &home),
        Some(Action::Revoke { name }) => {
            let revoked = NamedTokens::revoke(&home, &name).map_err(file_error(&home))?;
            context.print(&format!("Revoked the token for {}.\n", revoked.name))
        }
    }
}

fn list(context: &Context, home: &Path) -> anyhow::Result<u8> {
    let tokens = NamedTokens::read(&NamedTokens::path(home)).map_err(file_error(home))?.tokens;
    let mut used = last_used(home);
    if tokens.is_empty() && !context.json {
        return context.print("There are no named tokens; `lorekeeper-mcp token add NAME` makes one.\n");
    }
    let listed = tokens.into_iter().map(|NamedToken { name, created, requests_per_second, .. }| {
        let last_used = used.remove(&name).filter(|used| *used >= created);
        json!({
            "name": name, "created": created, "last_used": last_used,
            "requests_per_second": requests_per_second,
        })
    });
    context.show(&listed.collect::<Vec<_>>())
}

fn file_error(home: &Path) -> impl Fn(std::io::Error) -> lore::Error {
    let path = NamedTokens::path(home);
    move |error| match error.kind() {
        std::io::ErrorKind::InvalidInput | std::io::ErrorKind::NotFound => {
            lore::Error::Invalid(error.to_string())
        }
        _ => lore::Error::file(&path, error),
    }
}
