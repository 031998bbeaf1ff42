//! Documents of other hosts: small ones, without redirects, and for strangers' addresses only from public hosts, so that nobody
//! reaches the network behind this server through it.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use reqwest::{Client, redirect};
use serde::de::DeserializeOwned;
use url::{Host, Url};

use crate::address::is_loopback;

/// The time for a whole document.
const TIMEOUT: Duration = Duration::from_secs(5);

/// The hosts that may be asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reach {
    /// Those that whoever operates the server has named.
    Any,
    /// Public ones.
    Public,
    /// Public ones and this computer, where the server itself is for it only.
    PublicAndLoopback,
}

impl Reach {
    fn allows(self, ip: IpAddr) -> bool {
        self == Self::Any
            || is_public(ip)
            || self == Self::PublicAndLoopback && ip.to_canonical().is_loopback()
    }
}

/// Fetches documents.
#[derive(Debug, Clone)]
pub(crate) struct Fetcher {
    http: Client,
    reach: Reach,
    max_bytes: usize,
}

impl Fetcher {
    /// # Errors
    /// When TLS cannot be set up.
    pub(crate) fn new(reach: Reach, max_bytes: usize) -> Result<Self, String> {
        // Another part of the program may have chosen one before.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let mut builder = Client::builder()
            .user_agent(concat!("LoreKeeper/", env!("CARGO_PKG_VERSION")))
            .redirect(redirect::Policy::none())
            .timeout(TIMEOUT);
        if reach != Reach::Any {
            // A proxy would resolve names itself.
            builder = builder.no_proxy().dns_resolver(Arc::new(Guarded(reach)));
        }
        let http = builder.build().map_err(|error| format!("no secure connection can be made: {error}"))?;
        Ok(Self { http, reach, max_bytes })
    }

    /// Fetches a JSON document.
    ///
    /// # Errors
    /// With a sentence about what the host did.
    pub(crate) async fn json<T: DeserializeOwned>(&self, url: &Url) -> Result<T, String> {
        let failed = |why: &str| format!("{url} {why}");
        if url.scheme() != "https" && !(url.scheme() == "http" && is_loopback(url)) {
            return Err(failed("is no https address"));
        }
        let literal = match url.host() {
            Some(Host::Ipv4(ip)) => Some(IpAddr::V4(ip)),
            Some(Host::Ipv6(ip)) => Some(IpAddr::V6(ip)),
            _ => None,
        };
        if literal.is_some_and(|ip| !self.reach.allows(ip)) {
            return Err(failed("is no public address"));
        }
        let request = self.http.get(url.clone()).header("accept", "application/json");
        let mut response = request
            .send()
            .await
            .map_err(|error| failed(&format!("cannot be reached: {}", root_cause(&error))))?;
        if !response.status().is_success() {
            return Err(failed(&format!("answered {}", response.status())));
        }
        let mut body = Vec::new();
        while let Some(chunk) = response.chunk().await.map_err(|_| failed("broke off"))? {
            body.extend_from_slice(&chunk);
            if body.len() > self.max_bytes {
                return Err(failed("is too long"));
            }
        }
        serde_json::from_slice(&body).map_err(|error| failed(&format!("is not what it should be: {error}")))
    }
}

fn root_cause(error: &reqwest::Error) -> String {
    let mut cause: &dyn std::error::Error = error;
    while let Some(deeper) = cause.source() {
        cause = deeper;
    }
    cause.to_string()
}

/// Resolves names to the addresses that may be asked.
struct Guarded(Reach);

impl Resolve for Guarded {
    fn resolve(&self, name: Name) -> Resolving {
        let reach = self.0;
        Box::pin(async move {
            let found = tokio::net::lookup_host((name.as_str(), 0)).await?;
            let allowed: Vec<SocketAddr> = found.filter(|address| reach.allows(address.ip())).collect();
            if allowed.is_empty() {
                return Err("it has no public address".into());
            }
            Ok(Box::new(allowed.into_iter()) as Addrs)
        })
    }
}

/// Returns whether an address is of the public internet: none of those that IANA's registries of special addresses reserve.
fn is_public(ip: IpAddr) -> bool {
    match ip.to_canonical() {
        IpAddr::V4(ip) => is_public_v4(ip),
        IpAddr::V6(ip) => is_public_v6(ip),
    }
}

fn is_public_v4(ip: Ipv4Addr) -> bool {
    let [first, second, third, _] = ip.octets();
    let is_shared = first == 100 && (64..128).contains(&second);
    let is_protocol = first == 192 && second == 0 && third == 0;
    let is_benchmark = first == 198 && (18..20).contains(&second);
    !(first == 0
        || first >= 240
        || is_shared
        || is_protocol
        || is_benchmark
        || ip.is_private()
        || ip.is_loopback()
        || ip.is_link_local()
        || ip.is_documentation()
        || ip.is_multicast())
}

fn is_public_v6(ip: Ipv6Addr) -> bool {
    let [first, second, ..] = ip.segments();
    // Global unicast is 2000::/3; in it, 2001::/23 and 2001:db8::/32 are special, and 2002::/16 leads to IPv4.
    first & 0xe000 == 0x2000 && first != 0x2002 && !(first == 0x2001 && (second < 0x200 || second == 0xdb8))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strangers_reach_public_addresses_only() {
        for ip in ["1.1.1.1", "203.0.112.1", "2606:4700::1111", "::ffff:1.1.1.1"] {
            assert!(is_public(ip.parse().unwrap()), "{ip}");
        }
        for ip in [
            "0.0.0.0",
            "10.1.2.3",
            "100.64.0.1",
            "127.0.0.1",
            "169.254.169.254",
            "172.16.0.1",
            "192.0.0.8",
            "192.0.2.1",
            "192.168.1.1",
            "198.18.0.1",
            "224.0.0.1",
            "255.255.255.255",
            "::",
            "::1",
            "::ffff:10.0.0.1",
            "64:ff9b::a00:1",
            "2001:db8::1",
            "2001::1",
            "2002:a00:1::",
            "fc00::1",
            "fe80::1",
            "ff02::1",
        ] {
            let ip = ip.parse().unwrap();
            assert!(!Reach::Public.allows(ip), "{ip}");
            assert!(Reach::Any.allows(ip));
        }
        assert!(Reach::PublicAndLoopback.allows(IpAddr::V4(Ipv4Addr::LOCALHOST)));
        assert!(!Reach::PublicAndLoopback.allows("10.0.0.1".parse().unwrap()));
    }

    #[tokio::test]
    async fn documents_behind_this_server_are_not_fetched() {
        let fetcher = Fetcher::new(Reach::Public, 100).unwrap();
        for address in
            ["https://127.0.0.1:1/x", "https://localhost:1/x", "https://[::1]:1/x", "http://example.org/x"]
        {
            let error = fetcher.json::<serde_json::Value>(&Url::parse(address).unwrap()).await.unwrap_err();
            assert!(error.contains("public address") || error.contains("https"), "{error}");
        }
    }
}
