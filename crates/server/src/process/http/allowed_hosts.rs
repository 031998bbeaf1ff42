//! The host names and web pages that the server answers. A page from elsewhere must not reach the library through its
//! visitor's browser, nor by resolving its own name to this computer.

use axum::http::header::{HOST, ORIGIN};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, HeaderValue, Uri};

use super::options::HttpOptions;

const LOCAL_HOSTS: [&str; 3] = ["localhost", "127.0.0.1", "[::1]"];

pub(super) struct AllowedHosts {
    hosts: Vec<Host>,
    origins: Vec<Origin>,
}

/// A host name with one port, or with any.
#[derive(PartialEq)]
struct Host {
    name: String,
    port: Option<u16>,
}

struct Origin {
    scheme: String,
    host: Host,
}

impl Host {
    /// An IPv6 address needs no brackets.
    fn parse(text: &str) -> Option<Self> {
        let text =
            if text.parse::<std::net::Ipv6Addr>().is_ok() { format!("[{text}]") } else { text.to_owned() };
        let authority: Authority = text.parse().ok()?;
        // Neither a host nor an origin has a user name.
        (!authority.as_str().contains('@'))
            .then(|| Self { name: authority.host().to_ascii_lowercase(), port: authority.port_u16() })
    }

    fn includes(&self, other: &Self) -> bool {
        self.name == other.name && (self.port.is_none() || self.port == other.port)
    }
}

impl Origin {
    /// An origin without a port stands for every port.
    fn parse(text: &str) -> Option<Self> {
        let (scheme, host) = text.trim_end_matches('/').split_once("://")?;
        Some(Self { scheme: scheme.to_ascii_lowercase(), host: Host::parse(host)? })
    }
}

impl AllowedHosts {
    pub(super) fn new(options: &HttpOptions) -> Self {
        let hosts = LOCAL_HOSTS.into_iter().chain(options.hosts.iter().map(String::as_str));
        let local_origins = LOCAL_HOSTS.map(|host| format!("http://{host}"));
        let origins = local_origins.iter().chain(&options.origins);
        Self {
            hosts: hosts.filter_map(Host::parse).collect(),
            origins: origins
                .filter_map(|origin| Origin::parse(origin.strip_suffix(":*").unwrap_or(origin)))
                .collect(),
        }
    }

    /// Every host that the request names must be allowed, and its page, if any, allowed or of this server.
    pub(super) fn allows(&self, uri: &Uri, headers: &HeaderMap) -> bool {
        let authority = uri.authority().map(|authority| Some(authority.as_str()));
        let named = authority.into_iter().chain(headers.get_all(HOST).iter().map(|host| host.to_str().ok()));
        let Some(hosts) = named.map(|host| Host::parse(host?)).collect::<Option<Vec<Host>>>() else {
            return false;
        };
        !hosts.is_empty()
            && hosts.iter().all(|host| self.hosts.iter().any(|allowed| allowed.includes(host)))
            && headers.get_all(ORIGIN).iter().all(|origin| {
                let is_own =
                    |page: Origin| page.scheme == "http" && hosts.iter().all(|host| *host == page.host);
                self.allows_origin(origin) || parse_origin(origin).is_some_and(is_own)
            })
    }

    pub(super) fn allows_origin(&self, origin: &HeaderValue) -> bool {
        let Some(mut origin) = parse_origin(origin) else { return false };
        origin.host.port = origin.host.port.or(match origin.scheme.as_str() {
            "http" => Some(80),
            "https" => Some(443),
            _ => None,
        });
        self.origins
            .iter()
            .any(|allowed| allowed.scheme == origin.scheme && allowed.host.includes(&origin.host))
    }
}

fn parse_origin(origin: &HeaderValue) -> Option<Origin> {
    Origin::parse(origin.to_str().ok()?)
}

#[cfg(test)]
mod tests;
