use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, UdpSocket};
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Context as _, bail};
use clap::Args;
use rmcp::transport::io::stdio_pipes;
use serde::Serialize;
use tokio::io::{duplex, sink, split, stdin};

use super::output::print;
use crate::process::bridge;
use crate::process::file_limits;
use crate::process::http::{self, Outcome, Token, Wanted, Wish};
use crate::process::owner::Place;

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Serve any number of clients over HTTP at this address instead, such as 127.0.0.1:5673
    #[arg(long, value_name = "ADDRESS:PORT", value_parser = address)]
    http: Option<SocketAddr>,
    /// Allow an address that other computers can reach. The token and all answers go unencrypted over the network
    #[arg(long, requires = "http")]
    allow_remote: bool,
    /// Another name under which clients reach this computer, such as my-pc.local
    #[arg(long, requires = "http", value_name = "NAME")]
    allow_host: Vec<String>,
    /// Another web page that may ask, such as https://example.org:443
    #[arg(long, requires = "http", value_name = "ORIGIN")]
    allow_origin: Vec<String>,
    /// End when standard input ends, so that whoever started this is not outlived by it
    #[arg(long, requires = "http")]
    until_eof: bool,
}

/// Where clients find the server.
#[derive(Debug, Serialize)]
struct Served {
    url: String,
    /// The same for other computers, where those have another address for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    network_url: Option<String>,
    token_file: PathBuf,
}

/// Serves one client over stdin and stdout until it closes them, or many over HTTP until the user stops it.
pub(super) async fn run(home: Option<PathBuf>, arguments: Arguments, json: bool) -> anyhow::Result<u8> {
    let place = Place::at(home).map_err(anyhow::Error::msg)?;
    file_limits::allow_many_files();
    match arguments.http {
        Some(address) => over_http(place, address, arguments, json).await,
        None => {
            let (input, output) = stdio_pipes();
            bridge::serve(&place, input, output).await;
            Ok(0)
        }
    }
}

/// Reads an address, `localhost` and a mere port included.
fn address(text: &str) -> Result<SocketAddr, String> {
    let port = text.strip_prefix("localhost:").unwrap_or(text).parse();
    match (port, text.parse()) {
        (Ok(port), _) => Ok(SocketAddr::from((Ipv4Addr::LOCALHOST, port))),
        (_, Ok(address)) => Ok(address),
        _ => Err("give an address with a port, such as 127.0.0.1:5673".to_owned()),
    }
}

/// Where this computer itself, and where others, reach a server that listens at an address.
fn reached_at(address: SocketAddr) -> (SocketAddr, Option<SocketAddr>) {
    if !address.ip().is_unspecified() {
        return (address, None);
    }
    let (here, elsewhere): (IpAddr, IpAddr) = match address {
        SocketAddr::V4(_) => (Ipv4Addr::LOCALHOST.into(), Ipv4Addr::new(192, 0, 2, 1).into()),
        SocketAddr::V6(_) => {
            (Ipv6Addr::LOCALHOST.into(), Ipv6Addr::new(0x2001, 0xdb8, 0, 0, 0, 0, 0, 1).into())
        }
    };
    // Nothing is sent: connecting a socket of datagrams only chooses the address that they would come from.
    let on_the_network = || {
        let socket = UdpSocket::bind((address.ip(), 0)).ok()?;
        socket.connect((elsewhere, 9)).ok()?;
        let ip = socket.local_addr().ok()?.ip();
        (!ip.is_loopback() && !ip.is_unspecified()).then_some(ip)
    };
    let at = |ip| SocketAddr::new(ip, address.port());
    (at(here), on_the_network().map(at))
}

async fn over_http(
    mut place: Place,
    address: SocketAddr,
    arguments: Arguments,
    json: bool,
) -> anyhow::Result<u8> {
    let Arguments { allow_remote, allow_host: mut hosts, allow_origin: origins, until_eof, .. } = arguments;
    if !address.ip().is_loopback() && !allow_remote {
        bail!(
            "other computers can reach {address}; take 127.0.0.1, or add --allow-remote if that is what you want. Whoever listens \
             on the network then sees the token"
        );
    }
    for origin in &origins {
        let page = url::Url::parse(origin.trim_end_matches(":*"));
        if !page.is_ok_and(|page| page.has_host() && matches!(page.scheme(), "http" | "https")) {
            bail!("{origin} is no origin of a web page; one is like https://example.org:443");
        }
    }
    if !address.ip().is_loopback() {
        tracing::warn!(
            "other computers can reach this server; the token and all answers go over the network unencrypted, and whoever listens \
             there can read them"
        );
    }
    let (here, elsewhere) = reached_at(address);
    hosts.extend([Some(here), elsewhere].into_iter().flatten().map(|address| address.ip().to_string()));
    let home = place.home.clone().context("there is no folder for the library; set LOREKEEPER_HOME")?;
    let wanted = Wanted::of(Wish { address, hosts, origins });
    place.http = Some(Arc::clone(&wanted));
    let mut outcomes = wanted.outcomes();
    // A conversation in which nothing is said: while it lasts, whoever owns the library listens.
    let (silence, conversation) = duplex(1);
    let (input, output) = split(conversation);
    let told = async {
        let mut last = None;
        while outcomes.changed().await.is_ok() {
            match outcomes.borrow_and_update().clone() {
                Some(Outcome::Address(address)) if last != Some(address) => {
                    last = Some(address);
                    let (here, elsewhere) = reached_at(address);
                    let url = |address: SocketAddr| format!("http://{address}{}", http::PATH);
                    let served = Served {
                        url: url(here),
                        network_url: elsewhere.map(url),
                        token_file: Token::place(&home),
                    };
                    tell(&served, json)?;
                }
                Some(Outcome::Refused(why)) => bail!("{why}"),
                _ => {}
            }
        }
        Ok(0)
    };
    let mut serving = tokio::spawn(async move { bridge::serve(&place, input, output).await });
    let code = tokio::select! {
        ended = &mut serving => return Ok(ended.map(|()| 0)?),
        code = told => code,
        () = stopped(until_eof) => Ok(0),
    };
    drop(silence);
    serving.await?;
    code
}

/// Says where clients find the server, in one line that a program can wait for, or in words.
fn tell(served: &Served, json: bool) -> anyhow::Result<u8> {
    let Served { url, network_url, token_file } = served;
    if json {
        return print(&format!("{}\n", serde_json::to_string(served)?));
    }
    let token_file = token_file.display();
    let for_others = network_url.as_ref().map(|url| format!("Other computers reach it at {url}\n"));
    let for_others = for_others.unwrap_or_default();
    print(&format!(
        "Serving at {url}\n{for_others}Clients need the token in {token_file}; `lorekeeper-mcp token` prints it.\nCtrl+C ends it.\n"
    ))
}

/// Comes when the user or the system ends the program, or, if that is wanted, when standard input ends.
async fn stopped(until_eof: bool) {
    let ended = async {
        if until_eof {
            // What comes before the end means nothing, and an input that cannot be read has ended.
            let _ = tokio::io::copy(&mut stdin(), &mut sink()).await;
        } else {
            std::future::pending::<()>().await;
        }
    };
    tokio::select! {
        () = ended => {}
        _ = tokio::signal::ctrl_c() => {}
        () = terminated() => {}
    }
}

#[cfg(unix)]
async fn terminated() {
    use tokio::signal::unix::{SignalKind, signal};

    match signal(SignalKind::terminate()) {
        Ok(mut signal) => drop(signal.recv().await),
        Err(_) => std::future::pending().await,
    }
}

#[cfg(not(unix))]
async fn terminated() {
    std::future::pending().await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_at_every_address_is_reached_at_one_that_answers() {
        for (listening, here) in [("0.0.0.0:5673", "127.0.0.1:5673"), ("[::]:5673", "[::1]:5673")] {
            let (url, elsewhere) = reached_at(listening.parse().unwrap());
            assert_eq!(url.to_string(), here);
            assert!(elsewhere.is_none_or(|other| !other.ip().is_unspecified() && other.port() == 5673));
        }
        let here = "192.0.2.7:5673".parse().unwrap();
        assert_eq!(reached_at(here), (here, None));
    }

    #[test]
    fn an_address_may_be_a_mere_port_and_must_have_one() {
        let here = SocketAddr::from((Ipv4Addr::LOCALHOST, 5673));
        for text in ["127.0.0.1:5673", "localhost:5673", "5673"] {
            assert_eq!(address(text), Ok(here), "{text}");
        }
        assert!(address("[::1]:5673").is_ok_and(|address| address.ip().is_loopback()));
        for text in ["", "127.0.0.1", "localhost", "my-pc:5673", "127.0.0.1:99999", "http://127.0.0.1:5673"] {
            assert!(address(text).is_err(), "{text}");
        }
    }
}
