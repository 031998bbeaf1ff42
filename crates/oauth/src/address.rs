//! The address under which clients reach a server.

use url::{Host, Position, Url};

pub(crate) const ENDPOINT_PATH: &str = "/mcp";

/// The origin of a server, as its clients know it: `https://lore.example.org`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PublicAddress(Url);

impl PublicAddress {
    /// Parses a scheme, a host and perhaps a port, without a path. Only on this computer may it lack TLS. The
    /// error is a sentence for the user.
    pub fn parse(text: &str) -> Result<Self, String> {
        let wrong = |why: &str| Err(format!("`{text}` is not a public address: {why}"));
        let Ok(url) = Url::parse(text.trim()) else {
            return wrong("enter one such as https://lore.example.org");
        };
        if !is_secure(&url) {
            return wrong(
                "it must begin with https://, because everybody on the way could read tokens otherwise",
            );
        }
        let is_bare = url.path() == "/" && url.query().is_none() && url.fragment().is_none();
        if !is_bare || !url.username().is_empty() || url.password().is_some() {
            return wrong("it must end after the host and the port");
        }
        Ok(Self(url))
    }

    /// Returns the origin, such as `https://lore.example.org`.
    pub fn origin(&self) -> &str {
        &self.0[..Position::BeforePath]
    }

    /// Returns the address of the endpoint, which is the audience of access tokens.
    pub fn resource(&self) -> String {
        format!("{}{ENDPOINT_PATH}", self.origin())
    }

    /// Returns the host, with the port if it is not the scheme's own.
    pub fn host(&self) -> &str {
        &self.0[Position::BeforeHost..Position::AfterPort]
    }
}

/// Returns whether nobody between this computer and an address can read or change what is sent.
pub(crate) fn is_secure(url: &Url) -> bool {
    let is_loopback = match url.host() {
        Some(Host::Ipv4(ip)) => ip.is_loopback(),
        Some(Host::Ipv6(ip)) => ip.is_loopback(),
        Some(Host::Domain(name)) => name == "localhost",
        None => false,
    };
    url.scheme() == "https" || url.scheme() == "http" && is_loopback
}

#[cfg(test)]
mod tests;
