//! The host names and web pages that the server answers. A page from elsewhere must not reach the library
//! through its visitor's browser, nor by resolving its own name to this computer.

use std::net::Ipv6Addr;

use axum::http::header::{HOST, ORIGIN};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, HeaderValue, Uri};

use super::options::HttpOptions;

const LOCAL_HOSTS: [&str; 3] = ["localhost", "127.0.0.1", "[::1]"];

/// The allowed hosts and origins. Each without a port is allowed with any.
pub(super) struct AllowedHosts {
    hosts: Vec<Authority>,
    origins: Vec<Origin>,
}

type Origin = (String, Authority);

impl AllowedHosts {
    pub(super) fn new(options: &HttpOptions) -> Self {
        let hosts = LOCAL_HOSTS.into_iter().chain(options.hosts.iter().map(String::as_str));
        let local_origins = LOCAL_HOSTS.map(|host| format!("http://{host}"));
        let origins = local_origins.iter().chain(&options.origins);
        let origins = origins.map(|origin| origin.strip_suffix(":*").unwrap_or(origin));
        Self {
            hosts: hosts.filter_map(parse_host).collect(),
            origins: origins.filter_map(parse_origin).collect(),
        }
    }

    /// Every host that the request names must be allowed, and its page, if any, allowed or of this server.
    pub(super) fn allows(&self, uri: &Uri, headers: &HeaderMap) -> bool {
        let authority = uri.authority().map(|authority| Some(authority.as_str()));
        let named = authority.into_iter().chain(headers.get_all(HOST).iter().map(|host| host.to_str().ok()));
        let Some(hosts) = named.map(|host| parse_host(host?)).collect::<Option<Vec<Authority>>>() else {
            return false;
        };
        !hosts.is_empty()
            && hosts.iter().all(|host| self.hosts.iter().any(|allowed| includes(allowed, host, None)))
            && headers.get_all(ORIGIN).iter().all(|origin| {
                let is_own =
                    |(scheme, page): Origin| scheme == "http" && hosts.iter().all(|host| *host == page);
                self.allows_origin(origin) || origin.to_str().ok().and_then(parse_origin).is_some_and(is_own)
            })
    }

    pub(super) fn allows_origin(&self, origin: &HeaderValue) -> bool {
        let Some((scheme, host)) = origin.to_str().ok().and_then(parse_origin) else { return false };
        let default_port = match scheme.as_str() {
            "http" => Some(80),
            "https" => Some(443),
            _ => None,
        };
        self.origins.iter().any(|(allowed, page)| *allowed == scheme && includes(page, &host, default_port))
    }
}

/// An IPv6 address needs no brackets. Neither a host nor an origin has a user name.
fn parse_host(text: &str) -> Option<Authority> {
    let is_bare = text.parse::<Ipv6Addr>().is_ok();
    let authority: Result<Authority, _> = if is_bare { format!("[{text}]").parse() } else { text.parse() };
    authority.ok().filter(|authority| !authority.as_str().contains('@'))
}

fn parse_origin(text: &str) -> Option<Origin> {
    let (scheme, host) = text.trim_end_matches('/').split_once("://")?;
    Some((scheme.to_ascii_lowercase(), parse_host(host)?))
}

fn includes(allowed: &Authority, host: &Authority, default_port: Option<u16>) -> bool {
    allowed.host().eq_ignore_ascii_case(host.host())
        && (allowed.port_u16().is_none() || allowed.port_u16() == host.port_u16().or(default_port))
}

#[cfg(test)]
mod tests;
