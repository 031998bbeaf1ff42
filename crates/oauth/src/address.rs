//! The address under which clients reach a server.

use url::{Host, Origin, Url};

/// The path of the endpoint that tokens are for.
const ENDPOINT_PATH: &str = "/mcp";

/// The origin of a server, as its clients know it: `https://lore.example.org`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PublicAddress {
    origin: String,
    resource: String,
    host: String,
    is_loopback: bool,
}

impl PublicAddress {
    /// Parses an address. It has a scheme and a host, perhaps a port, and no path. Only on this computer it may lack TLS.
    ///
    /// # Errors
    /// With a sentence for the user.
    pub fn parse(text: &str) -> Result<Self, String> {
        let wrong = |why: &str| Err(format!("`{text}` is no public address: {why}"));
        let Ok(url) = Url::parse(text.trim()) else {
            return wrong("enter one such as https://lore.example.org");
        };
        let is_loopback = is_loopback(&url);
        if url.scheme() != "https" && !(url.scheme() == "http" && is_loopback) {
            return wrong(
                "it must begin with https://, because everybody on the way could read tokens otherwise",
            );
        }
        let is_bare = url.path() == "/" && url.query().is_none() && url.fragment().is_none();
        if !is_bare || !url.username().is_empty() || url.password().is_some() {
            return wrong("it must end after the host and the port");
        }
        let (Origin::Tuple(..), Some(host)) = (url.origin(), url.host_str()) else {
            return wrong("it has no host");
        };
        let origin = url.origin().ascii_serialization();
        let host = url.port().map_or_else(|| host.to_owned(), |port| format!("{host}:{port}"));
        Ok(Self { resource: format!("{origin}{ENDPOINT_PATH}"), origin, host, is_loopback })
    }

    /// Returns the origin, such as `https://lore.example.org`.
    #[must_use]
    pub fn origin(&self) -> &str {
        &self.origin
    }

    /// Returns the address of the endpoint, which is the audience of access tokens.
    #[must_use]
    pub fn resource(&self) -> &str {
        &self.resource
    }

    /// Returns the host, with the port if it is not the scheme's own.
    #[must_use]
    pub fn host(&self) -> &str {
        &self.host
    }

    /// Returns the address of a page.
    pub(crate) fn page(&self, path: &str) -> String {
        format!("{}{path}", self.origin)
    }

    /// Returns the path of the endpoint.
    pub(crate) const fn endpoint_path() -> &'static str {
        ENDPOINT_PATH
    }

    /// Returns whether only programs of this computer reach the server.
    pub(crate) const fn is_loopback(&self) -> bool {
        self.is_loopback
    }
}

/// Returns whether an address is of this computer.
pub(crate) fn is_loopback(url: &Url) -> bool {
    match url.host() {
        Some(Host::Ipv4(ip)) => ip.is_loopback(),
        Some(Host::Ipv6(ip)) => ip.is_loopback(),
        Some(Host::Domain(name)) => name == "localhost",
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_public_address_is_an_origin_with_tls() {
        let address = PublicAddress::parse(" https://Lore.Example.org/ ").unwrap();
        assert_eq!(address.origin(), "https://lore.example.org");
        assert_eq!(address.resource(), "https://lore.example.org/mcp");
        assert_eq!(address.host(), "lore.example.org");
        assert!(!address.is_loopback());
        for (text, host) in
            [("http://127.0.0.1:5673", "127.0.0.1:5673"), ("http://localhost:1", "localhost:1")]
        {
            let address = PublicAddress::parse(text).unwrap();
            assert_eq!((address.host(), address.is_loopback()), (host, true));
        }
        for text in [
            "",
            "lore.example.org",
            "http://lore.example.org",
            "https://lore.example.org/mcp",
            "https://lore.example.org/?x=1",
            "https://plum@lore.example.org",
            "ftp://lore.example.org",
            "https://",
        ] {
            let error = PublicAddress::parse(text).unwrap_err();
            assert!(error.contains("is no public address"), "{text}: {error}");
        }
    }
}
