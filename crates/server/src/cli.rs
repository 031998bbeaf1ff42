//! The command line: the same library without a client.

mod clients;
pub(crate) mod doctor;
mod embed;
mod import;
mod output;
mod progress_bar;
mod query;
mod serve;
mod source_report;
mod sync;
mod token;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

pub(crate) use output::documents_table;

use crate::process::lazy_library::{self, LazyLibrary};
use crate::process::terminal::{self, print_error};

/// Fifth-edition content for game masters and their AI assistants, from one local library.
#[derive(Debug, Parser)]
#[command(name = "lorekeeper-mcp", version, about)]
pub(crate) struct Cli {
    /// The folder of the library, instead of the user's own.
    #[arg(long, env = "LOREKEEPER_HOME", value_name = "FOLDER", global = true)]
    home: Option<PathBuf>,
    /// Print JSON instead of text.
    #[arg(long, global = true)]
    json: bool,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Serve an MCP client over stdin and stdout, or many over HTTP
    Serve(serve::Arguments),
    /// Fetch content from Open5e into the library
    Sync(sync::Arguments),
    /// Import homebrew: `.orcbrew` files of OrcPub or Dungeon Master's Vault
    Import(import::Arguments),
    /// Search everything by a few words
    Search(query::SearchArguments),
    /// Show one entry whole
    Show(query::ShowArguments),
    /// List the documents of the library, or show one with the report of its import
    Documents(query::DocumentsArguments),
    /// Show the library in numbers
    Stats,
    /// Prepare the library for search by meaning, which the server does in the background
    Embed(embed::EmbedArguments),
    /// Look for what is wrong and say what to do
    Doctor,
    /// List the AI clients on this computer and whether they know this server
    Clients,
    /// Enter this server in AI clients' files, or set an entry right
    Register(clients::RegisterArguments),
    /// Remove this server from AI clients' files
    Unregister(clients::UnregisterArguments),
    /// Show the token that clients need over HTTP
    Token(token::Arguments),
}

/// Exit status when what was asked for is not there.
pub(crate) const NOT_FOUND: u8 = 1;
/// Exit status when something failed. Wrong usage is 2, too, as clap has it.
const FAILED: u8 = 2;
/// Exit status when the user stopped it, as shells have it.
const STOPPED: u8 = 130;

/// Runs a command and gives its exit status: 0 for done, 1 for not found or damaged, 2 for failed, 130 for stopped.
pub(crate) fn run(cli: Cli) -> ExitCode {
    crate::process::logging::start(if matches!(cli.command, Command::Serve(_)) { "info" } else { "warn" });
    let runtime = match tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => return failed(&anyhow::Error::from(error)),
    };
    let code = match runtime.block_on(dispatch(cli)) {
        Ok(code) => ExitCode::from(code),
        Err(error) => failed(&error),
    };
    // A read of stdin that never ends must not keep the process.
    runtime.shutdown_background();
    code
}

async fn dispatch(cli: Cli) -> anyhow::Result<u8> {
    let Cli { home, json, command } = cli;
    let named_home = home.is_some();
    let library = LazyLibrary::new(home.clone(), lazy_library::meaning(), lazy_library::on_demand());
    let code = match command {
        Command::Serve(arguments) => serve::run(home, arguments, json).await,
        Command::Sync(arguments) => sync::run(&library, arguments, json).await,
        Command::Import(arguments) => import::run(&library, arguments, json).await,
        Command::Search(arguments) => query::search(&library, arguments, json).await,
        Command::Show(arguments) => query::show(&library, arguments, json).await,
        Command::Documents(arguments) => query::documents(&library, &arguments, json).await,
        Command::Stats => query::stats(&library, json).await,
        Command::Embed(arguments) => embed::run(&library, &arguments, json).await,
        Command::Doctor => doctor::run(&library, named_home, json).await,
        Command::Clients => clients::list(&library, named_home, json),
        Command::Register(arguments) => clients::register(&library, arguments, named_home, json).await,
        Command::Unregister(arguments) => clients::unregister(&library, arguments, named_home, json),
        Command::Token(arguments) => token::run(&library, &arguments, json),
    };
    for notice in library.opened().map(lore::Library::notices).unwrap_or_default() {
        tracing::warn!("{notice}");
    }
    library.close().await;
    code
}

/// Tells how the command line is used, or that it was used wrongly. Asking for help is no failure.
pub(crate) fn misused(error: &clap::Error) -> ExitCode {
    let words = error.render().to_string();
    if error.use_stderr() {
        print_error(words.trim_end());
        ExitCode::from(FAILED)
    } else {
        // Where stdout cannot be written to, there is nothing to do about it.
        let _ = terminal::print(&words);
        ExitCode::SUCCESS
    }
}

fn failed(error: &anyhow::Error) -> ExitCode {
    match error.downcast_ref::<lore::Error>() {
        Some(lore::Error::Cancelled) => {
            print_error(&format!("Stopped. {}", lore::Error::Cancelled.advice()));
            ExitCode::from(STOPPED)
        }
        Some(known) => {
            print_error(&format!("error: {known}\n{}", known.advice()));
            ExitCode::from(FAILED)
        }
        None => {
            print_error(&format!("error: {error:#}"));
            ExitCode::from(FAILED)
        }
    }
}
