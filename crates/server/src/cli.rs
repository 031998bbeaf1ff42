//! The command line: the same library without an MCP client. Each command has its own file.

mod backup;
mod campaign;
mod clients;
mod compare;
mod context;
pub(crate) mod doctor;
mod documents;
mod embed;
mod encounter;
mod entry;
mod entry_name;
mod export;
mod features;
mod import;
mod progress;
mod publish;
mod search;
mod serve;
mod share;
mod show;
mod sync;
mod token;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::builder::{PathBufValueParser, TypedValueParser};
use clap::{Parser, Subcommand};
use tracing::level_filters::LevelFilter;

use self::context::{CANCELLED, Context, FAILED};
use crate::process::logging::LogFormat;
use crate::process::settings::{self, Settings};
use crate::process::terminal::{self, print_error};
use crate::process::{file_limits, logging};
use crate::protocol::file_path;
use crate::protocol::lazy_library::LazyLibrary;

/// Fifth-edition content for game masters and their AI assistants, from one local library.
#[derive(Debug, Parser)]
#[command(name = "lorekeeper-mcp", version, about)]
pub(crate) struct Cli {
    /// The folder of the library, instead of the user's default
    #[arg(long, env = "LOREKEEPER_HOME", value_name = "FOLDER", global = true)]
    #[arg(value_parser = PathBufValueParser::new().try_map(file_path::parse_argument))]
    home: Option<PathBuf>,
    /// The form of the log, which goes to standard error
    #[arg(long, env = "LOREKEEPER_LOG_FORMAT", value_name = "FORMAT", global = true)]
    #[arg(value_enum, default_value_t)]
    log_format: LogFormat,
    /// Print JSON instead of text
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
    /// Search everything with a few words
    Search(search::Arguments),
    /// Show one complete entry
    Show(show::Arguments),
    /// Compare an entry with the same one in the other edition, or with another
    Compare(compare::Arguments),
    /// List the documents of the library, or show one with its import reports
    Documents(documents::Arguments),
    /// List the campaigns, or choose one: the edition that comes first and the books that count
    Campaign(campaign::Arguments),
    /// Write entries of your own: save, delete, undo, history, export
    Entry(entry::Arguments),
    /// Plan encounters for a party, or rate one
    Encounter(encounter::Arguments),
    /// Write entries to a file: Markdown, a page to print, or for another program
    Export(export::Arguments),
    /// Publish a copy of the library for servers that only read it
    Publish(publish::Arguments),
    /// Share chosen books with people nearby, on a page that they open by an address or a QR code
    Share(share::Arguments),
    /// Copy what exists nowhere else to a file: own entries, notes, pins, campaigns, settings, the list of
    /// imported books
    Backup(backup::Arguments),
    /// Replace what exists nowhere else by such a file, also from another computer
    Restore(backup::Arguments),
    /// Show statistics of the library
    Stats,
    /// Prepare the library for search by meaning, which the server does in the background
    Embed(embed::Arguments),
    /// Print what the ranking knows of the entries that it finds; for those who fit its weights
    #[command(hide = true)]
    Features(features::Arguments),
    /// Check for problems and say how to solve them
    Doctor,
    /// List the AI clients on this computer and their connection to this server
    Clients,
    /// Add this server to the configuration of AI clients, or repair its entry
    Register(clients::RegisterArguments),
    /// Remove this server from the configuration of AI clients
    Unregister(clients::UnregisterArguments),
    /// Show the token that HTTP clients need, or manage named ones
    Token(token::Arguments),
}

/// Returns 0 for success, 1 for not found or damaged, 2 for failed or wrong usage, and 130 for cancelled.
pub(crate) fn run() -> ExitCode {
    file_limits::keep_files_private();
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return usage(&error),
    };
    let is_server = matches!(cli.command, Command::Serve(_));
    let level = if is_server { LevelFilter::INFO } else { LevelFilter::WARN };
    logging::start(cli.log_format, settings::log_filter(), level);
    let runtime = match tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => return failed(&anyhow::Error::from(error)),
    };
    let code = runtime.block_on(dispatch(cli)).map_or_else(|error| failed(&error), ExitCode::from);
    // A blocking read of stdin must not keep the process alive.
    runtime.shutdown_background();
    code
}

async fn dispatch(cli: Cli) -> anyhow::Result<u8> {
    let Cli { home, json, command, .. } = cli;
    let is_custom_home = home.is_some();
    let settings = Settings::read(home);
    let library = LazyLibrary::whole(settings.library.clone());
    let context = Context { settings, library, is_custom_home, json };
    let code = match command {
        Command::Serve(arguments) => serve::run(&context, arguments).await,
        Command::Sync(arguments) => sync::run(&context, arguments).await,
        Command::Import(arguments) => import::run(&context, arguments).await,
        Command::Search(arguments) => search::run(&context, arguments).await,
        Command::Show(arguments) => show::run(&context, arguments).await,
        Command::Compare(arguments) => compare::run(&context, &arguments).await,
        Command::Documents(arguments) => documents::run(&context, &arguments).await,
        Command::Campaign(arguments) => campaign::run(&context, arguments).await,
        Command::Entry(arguments) => entry::run(&context, arguments).await,
        Command::Encounter(arguments) => encounter::run(&context, arguments).await,
        Command::Export(arguments) => export::run(&context, arguments).await,
        Command::Publish(arguments) => publish::run(&context, arguments).await,
        Command::Share(arguments) => share::run(&context, arguments).await,
        Command::Backup(arguments) => backup::back_up(&context, &arguments).await,
        Command::Restore(arguments) => backup::restore(&context, &arguments).await,
        Command::Stats => stats(&context).await,
        Command::Embed(arguments) => embed::run(&context, &arguments).await,
        Command::Features(arguments) => features::run(&context, arguments).await,
        Command::Doctor => doctor::run(&context).await,
        Command::Clients => clients::list(&context),
        Command::Register(arguments) => clients::register(&context, arguments).await,
        Command::Unregister(arguments) => clients::unregister(&context, arguments).await,
        Command::Token(arguments) => token::run(&context, arguments),
    };
    for notice in context.library.opened().map(lore::Library::notices).unwrap_or_default() {
        tracing::warn!("{notice}");
    }
    context.library.close().await;
    code
}

async fn stats(context: &Context) -> anyhow::Result<u8> {
    context.show(&context.library.library().await?.stats().await?)
}

fn usage(error: &clap::Error) -> ExitCode {
    let text = error.render().to_string();
    if error.use_stderr() {
        print_error(text.trim_end());
        ExitCode::from(FAILED)
    } else {
        // There is nothing to do if stdout cannot be written to.
        let _ = terminal::print(&text);
        ExitCode::SUCCESS
    }
}

fn failed(error: &anyhow::Error) -> ExitCode {
    let (status, text) = match error.downcast_ref::<lore::Error>() {
        Some(error @ lore::Error::Cancelled) => (CANCELLED, format!("Cancelled. {}", error.advice())),
        Some(error) => (FAILED, format!("error: {error}\n{}", error.advice())),
        None => (FAILED, format!("error: {error:#}")),
    };
    print_error(&text);
    ExitCode::from(status)
}
