//! `lorekeeper-mcp share`: shows chosen books to people nearby, on a page opened by an address or QR code.

use std::net::{Ipv4Addr, SocketAddr};
use std::time::Duration;

use anyhow::bail;
use clap::Args;
use lore::Choice;
use qrcode::QrCode;
use qrcode::render::unicode::Dense1x2;
use serde_json::json;

use super::context::Context;
use super::entry_name::kinds;
use super::serve::{http_options, parse_address, reachable_addresses, serve_until_stopped};
use crate::process::http::{ENDPOINT_PATH, Token, TokenFiles, has_players_page};
use crate::process::owner::ServeOptions;
use crate::process::read_only::{ReadOnlyOptions, ReadOnlyServer, SharedFolder, Source};

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// A book to share, by its key or name
    #[arg(long = "book", value_name = "BOOK", required = true)]
    books: Vec<String>,
    /// Leave out what is of this type, such as `creature`
    #[arg(long, value_name = "TYPE")]
    without: Vec<String>,
    /// Share your notes on the entries of these books, too
    #[arg(long)]
    notes: bool,
    /// Where to listen; 0.0.0.0:0 is every address of this computer and any port
    #[arg(long, value_name = "ADDRESS:PORT", value_parser = parse_address, default_value_t = SocketAddr::from((Ipv4Addr::LOCALHOST, 0)))]
    http: SocketAddr,
    /// Allow an address that other computers can reach. Everybody in the network could read along
    #[arg(long)]
    allow_remote: bool,
    /// Stop at the end of standard input, so that the sharing never outlives the program that started it
    #[arg(long)]
    until_eof: bool,
}

pub(super) async fn run(context: &Context, arguments: Arguments) -> anyhow::Result<u8> {
    let Arguments { books, without, notes, http, allow_remote, until_eof } = arguments;
    let without = kinds(&without)?;
    if !has_players_page() {
        bail!("this program was built without the page for players");
    }
    let http = http_options(http, allow_remote, Vec::new(), Vec::new())?;
    let folder = SharedFolder::create(&context.library.folder()?)?;
    let token = Token::create_short(&folder.path)?;
    // No other token is valid here.
    let tokens = TokenFiles::of(&folder.path);
    let ServeOptions { library, prefix, .. } = ServeOptions::new(context.settings.clone())?;
    let choice = Choice::Private { documents: books, without, notes };
    let (server, address) = ReadOnlyServer::bind(ReadOnlyOptions {
        source: Source::shared(library, folder, choice),
        http,
        tokens,
        oauth: None,
        metrics: None,
        drain: Duration::ZERO,
        prefix,
    })
    .await?;
    print_report(context, address, token.as_str())?;
    serve_until_stopped(server, until_eof).await
}

fn print_report(context: &Context, address: SocketAddr, token: &str) -> anyhow::Result<u8> {
    let (local, network) = reachable_addresses(address);
    let shown = network.unwrap_or(local);
    let (url, mcp_url) = (format!("http://{shown}/#{token}"), format!("http://{shown}{ENDPOINT_PATH}"));
    let (code, is_reachable) = (QrCode::new(&url)?, !shown.ip().is_loopback());
    if context.json {
        let code = code.render().quiet_zone(false).dark_color('1').light_color('0').build();
        let qr_code: Vec<&str> = code.lines().collect();
        return context.print_json_line(&json!({
            "url": url, "qr_code": qr_code, "mcp_url": mcp_url, "token": token, "is_reachable": is_reachable,
        }));
    }
    // Most terminals are dark: the letters are the light parts of the code.
    let code = code.render::<Dense1x2>().dark_color(Dense1x2::Light).light_color(Dense1x2::Dark).build();
    let reach = if is_reachable { "Everybody in your network" } else { "Only this computer" };
    context.print(&format!(
        "{code}\n{reach} can read at {url}\nAn assistant connects to {mcp_url} with the token {token}\nPress Ctrl+C to stop.\n"
    ))
}
