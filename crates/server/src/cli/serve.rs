//! `lorekeeper-mcp serve`: serves one MCP client over stdin and stdout, or many over HTTP.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, UdpSocket};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use anyhow::bail;
use clap::Args;
use futures::StreamExt as _;
use oauth::{Issuer, PublicAddress, ResourceServer};
use rmcp::transport::io::stdio_pipes;
use serde::Serialize;
use tokio::io::{duplex, sink, split, stdin};
use tokio_util::io::{ReaderStream, StreamReader};
use tokio_util::sync::CancellationToken;

use super::context::Context;
use crate::process::http::{ENDPOINT_PATH, HttpOptions, HttpOutcome, HttpState, Token, TokenFiles};
use crate::process::owner::ServeOptions;
use crate::process::read_only::{ReadOnlyOptions, ReadOnlyServer, Source};
use crate::process::stop_signal::stop_signal;
use crate::process::{bridge, file_limits};

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Serve any number of clients over HTTP at this address instead, such as 127.0.0.1:5673
    #[arg(long, value_name = "ADDRESS:PORT", value_parser = parse_address)]
    http: Option<SocketAddr>,
    /// Allow an address that other computers can reach. The token and all answers cross the network
    /// unencrypted
    #[arg(long, requires = "http")]
    allow_remote: bool,
    /// Another name under which clients reach this computer, such as my-pc.local
    #[arg(long, requires = "http", value_name = "NAME")]
    allow_host: Vec<String>,
    /// Another web page that may send requests, such as https://example.org:443
    #[arg(long, requires = "http", value_name = "ORIGIN")]
    allow_origin: Vec<String>,
    /// Only read the library, for many people: nothing is written or fetched, and any number of such servers
    /// can share it
    #[arg(long, requires = "http")]
    read_only: bool,
    /// Serve the newest snapshot that was published there, instead of the library's folder, and each newer
    /// one
    #[arg(long, requires = "read_only", value_name = "ADDRESS")]
    from: Option<String>,
    /// The file of the named tokens, if it is not in the library's folder
    #[arg(long, requires = "read_only", value_name = "FILE")]
    tokens: Option<PathBuf>,
    /// The address under which clients reach this server, such as https://lore.example.org, for those who
    /// sign in
    #[arg(long, requires_all = ["read_only", "issuer"], value_name = "ADDRESS")]
    #[arg(value_parser = PublicAddress::parse)]
    public_url: Option<PublicAddress>,
    /// Also admit those who have signed in there: an OAuth issuer, such as https://login.example.org
    #[arg(long, requires = "public_url", value_name = "ADDRESS")]
    issuer: Option<String>,
    /// The scope that the issuer's tokens must have
    #[arg(long, requires = "issuer", value_name = "SCOPE")]
    scope: Option<String>,
    /// Serve figures for Prometheus, and pages of health, at this address; they need no token
    #[arg(long, requires = "read_only", value_name = "ADDRESS:PORT", value_parser = parse_address)]
    metrics: Option<SocketAddr>,
    /// How many seconds to take requests after `/readyz` said that the server ends, so that a balancer
    /// notices
    #[arg(long, requires = "read_only", value_name = "SECONDS", default_value_t = 0)]
    drain: u64,
    /// Stop at the end of standard input, so that the server never outlives the program that started it
    #[arg(long, requires = "http")]
    until_eof: bool,
}

#[derive(Debug, Serialize)]
struct HttpServerReport {
    url: String,
    /// The address for other computers, if it differs.
    #[serde(skip_serializing_if = "Option::is_none")]
    network_url: Option<String>,
    token_file: PathBuf,
}

pub(super) async fn run(context: &Context, arguments: Arguments) -> anyhow::Result<u8> {
    file_limits::raise_open_files_limit();
    match arguments.http {
        Some(address) if arguments.read_only => serve_for_reading(context, address, arguments).await,
        Some(address) => serve_http(context, address, arguments).await,
        None => {
            let options = ServeOptions::new(context.settings.clone())?;
            let (input, output) = stdio_pipes();
            // A signal acts like end of input: the library closes, and the next owner follows at once.
            let input = ReaderStream::new(input).take_until(Box::pin(stop_signal()));
            // In a task, because the main thread would have to be woken for every message.
            let serving = async move { bridge::serve(&options, StreamReader::new(input), output).await };
            Ok(tokio::spawn(serving).await.map(|()| 0)?)
        }
    }
}

/// Parses an address; also `localhost` or a port alone.
pub(super) fn parse_address(text: &str) -> Result<SocketAddr, String> {
    let port = text.strip_prefix("localhost:").unwrap_or(text).parse::<u16>();
    let address = port.map(|port| SocketAddr::from((Ipv4Addr::LOCALHOST, port)));
    let address = address.or_else(|_| text.parse());
    address.map_err(|_| "enter an address with a port, such as 127.0.0.1:5673".to_owned())
}

/// Returns the addresses under which this computer, and others, reach a server that listens at `address`.
pub(super) fn reachable_addresses(address: SocketAddr) -> (SocketAddr, Option<SocketAddr>) {
    if !address.ip().is_unspecified() {
        return (address, None);
    }
    let (local, remote): (IpAddr, &str) = match address {
        SocketAddr::V4(_) => (Ipv4Addr::LOCALHOST.into(), "192.0.2.1:9"),
        SocketAddr::V6(_) => (Ipv6Addr::LOCALHOST.into(), "[2001:db8::1]:9"),
    };
    // Sends nothing: connecting a datagram socket only selects its own address.
    let network_ip = || {
        let socket = UdpSocket::bind((address.ip(), 0)).ok()?;
        socket.connect(remote).ok()?;
        let ip = socket.local_addr().ok()?.ip();
        (!ip.is_loopback() && !ip.is_unspecified()).then_some(ip)
    };
    let with_port = |ip| SocketAddr::new(ip, address.port());
    (with_port(local), network_ip().map(with_port))
}

pub(super) fn http_options(
    address: SocketAddr,
    allow_remote: bool,
    mut hosts: Vec<String>,
    origins: Vec<String>,
) -> anyhow::Result<HttpOptions> {
    if !address.ip().is_loopback() {
        if !allow_remote {
            bail!(
                "other computers can reach {address}; use 127.0.0.1, or add --allow-remote if that is intended. Anyone who listens on \
                 the network then sees the token"
            );
        }
        tracing::warn!(
            "other computers can reach this server; the token and all answers cross the network unencrypted, and anyone who listens \
             there can read them"
        );
    }
    for origin in &origins {
        let page = url::Url::parse(origin.trim_end_matches(":*"));
        if !page.is_ok_and(|page| page.has_host() && matches!(page.scheme(), "http" | "https")) {
            bail!("{origin} is not an origin of a web page, such as https://example.org:443");
        }
    }
    let (local, network) = reachable_addresses(address);
    hosts.extend([Some(local), network].into_iter().flatten().map(|address| address.ip().to_string()));
    Ok(HttpOptions { address, hosts, origins })
}

async fn serve_http(context: &Context, address: SocketAddr, arguments: Arguments) -> anyhow::Result<u8> {
    let mut options = ServeOptions::new(context.settings.clone())?;
    let until_eof = arguments.until_eof;
    let state = HttpState::new(http_options(
        address, arguments.allow_remote, arguments.allow_host, arguments.allow_origin,
    )?);
    let token_file = Token::path(&context.library.folder()?);
    let mut outcomes = state.outcome.subscribe();
    options.http = Some(Arc::clone(&state));
    // An idle session: while it is open, the owner of the library runs the HTTP server.
    let (idle_client, session) = duplex(1);
    let (input, output) = split(session);
    let reports = async {
        let mut last_address = None;
        while outcomes.changed().await.is_ok() {
            match outcomes.borrow_and_update().clone() {
                Some(HttpOutcome::Address(address)) if last_address != Some(address) => {
                    last_address = Some(address);
                    print_report(context, address, &token_file)?;
                }
                Some(HttpOutcome::Refused(reason)) => bail!("{reason}"),
                _ => {}
            }
        }
        Ok(0)
    };
    let mut serving = tokio::spawn(async move { bridge::serve(&options, input, output).await });
    let code = tokio::select! {
        ended = &mut serving => return Ok(ended.map(|()| 0)?),
        code = reports => code,
        () = stopped(until_eof) => Ok(0),
    };
    drop(idle_client);
    serving.await?;
    code
}

async fn serve_for_reading(
    context: &Context,
    address: SocketAddr,
    arguments: Arguments,
) -> anyhow::Result<u8> {
    let ServeOptions { library, prefix, .. } = ServeOptions::new(context.settings.clone())?;
    let home = context.library.folder()?;
    let mut tokens = TokenFiles::of(&home);
    if let Some(file) = &arguments.tokens {
        tokens.named.clone_from(file);
    }
    let token_file = arguments.tokens.unwrap_or_else(|| Token::path(&home));
    let metrics = arguments.metrics;
    if metrics.is_some_and(|address| !address.ip().is_loopback()) && !arguments.allow_remote {
        bail!(
            "other computers can read the figures, which need no token; use 127.0.0.1, or add --allow-remote if that is intended"
        );
    }
    let mut hosts = arguments.allow_host;
    let oauth = match arguments.public_url.zip(arguments.issuer) {
        Some((address, issuer)) => {
            // Clients may name the server by it.
            hosts.push(address.host().to_owned());
            let issuer = Issuer::new(&issuer).map_err(anyhow::Error::msg)?;
            Some(ResourceServer::new(address, "this LoreKeeper library", issuer, arguments.scope))
        }
        None => None,
    };
    let drain = Duration::from_secs(arguments.drain);
    let source = match &arguments.from {
        Some(address) => Source::published(library, &home, address)?,
        None => Source::folder(library),
    };
    let http = http_options(address, arguments.allow_remote, hosts, arguments.allow_origin)?;
    let options = ReadOnlyOptions { source, http, tokens, oauth, metrics, drain, prefix };
    let (server, address) = ReadOnlyServer::bind(options).await?;
    print_report(context, address, &token_file)?;
    serve_until_stopped(server, arguments.until_eof).await
}

pub(super) async fn serve_until_stopped(server: ReadOnlyServer, until_eof: bool) -> anyhow::Result<u8> {
    let shutdown = CancellationToken::new();
    let serving = tokio::spawn(server.serve(shutdown.clone()));
    stopped(until_eof).await;
    shutdown.cancel();
    Ok(serving.await.map(|()| 0)?)
}

/// Prints where clients find the server: one line of JSON that a program can wait for, or text.
fn print_report(context: &Context, address: SocketAddr, token_file: &Path) -> anyhow::Result<u8> {
    let (local, network) = reachable_addresses(address);
    let url = |address: SocketAddr| format!("http://{address}{ENDPOINT_PATH}");
    let (url, network_url) = (url(local), network.map(url));
    if context.json {
        let report = HttpServerReport { url, network_url, token_file: token_file.to_owned() };
        return context.print_json_line(&report);
    }
    let token_file = token_file.display();
    let network = network_url.map(|url| format!("Other computers reach it at {url}\n")).unwrap_or_default();
    context.print(&format!(
        "Serving at {url}\n{network}Clients need the token in {token_file}; `lorekeeper-mcp token` prints it.\nPress Ctrl+C to stop.\n"
    ))
}

/// Waits for a signal or the end of input, whose content is ignored. Unreadable input counts as ended.
async fn stopped(until_eof: bool) {
    let (mut input, mut nowhere) = (stdin(), sink());
    tokio::select! {
        () = stop_signal() => {}
        _ = tokio::io::copy(&mut input, &mut nowhere), if until_eof => {}
    }
}

#[cfg(test)]
mod tests;
