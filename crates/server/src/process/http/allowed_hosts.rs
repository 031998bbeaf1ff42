//! Under which names this server may be asked, and by which web pages: a page elsewhere must not reach the library through the
//! browser of its user, nor by giving its own name this computer's address.

use axum::http::header::{HOST, ORIGIN};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, HeaderValue, Uri};

use super::Wish;

/// Names under which this computer is always reached.
const HERE: [&str; 3] = ["localhost", "127.0.0.1", "[::1]"];
/// Web pages of this computer, from which requests are always taken.
const PAGES_HERE: [&str; 3] = ["http://localhost:*", "http://127.0.0.1:*", "http://[::1]:*"];

/// The names and pages that are allowed.
pub(super) struct Names {
    hosts: Vec<Place>,
    pages: Vec<(String, Place)>,
}

/// A name with a port, or with any.
struct Place {
    name: String,
    port: Option<u16>,
}

impl Place {
    /// Reads a name, with a port behind it or not; an IPv6 address may lack its brackets.
    fn of(text: &str) -> Option<Self> {
        let text =
            if text.parse::<std::net::Ipv6Addr>().is_ok() { format!("[{text}]") } else { text.to_owned() };
        let place: Authority = text.parse().ok()?;
        // The name of a user is no part of a host, nor of a page.
        (!place.as_str().contains('@'))
            .then(|| Self { name: place.host().to_ascii_lowercase(), port: place.port_u16() })
    }

    fn has(&self, other: &Self) -> bool {
        self.name == other.name && (self.port.is_none() || self.port == other.port)
    }
}

impl Names {
    /// Those of this computer, and those of a wish.
    pub(super) fn of(wish: &Wish) -> Self {
        let hosts = HERE.into_iter().chain(wish.hosts.iter().map(String::as_str)).filter_map(Place::of);
        let pages = PAGES_HERE.into_iter().chain(wish.origins.iter().map(String::as_str));
        Self { hosts: hosts.collect(), pages: pages.filter_map(allowed_page).collect() }
    }

    /// Whether a request names this server as it is known, and comes from no page or from one that is allowed.
    pub(super) fn allow(&self, address: &Uri, headers: &HeaderMap) -> bool {
        let mut pages = headers.get_all(ORIGIN).iter();
        let mut hosts = headers.get_all(HOST).iter().map(|host| host.to_str().ok());
        let named = address.authority().map(Authority::as_str);
        let is_named = named.is_some() || headers.contains_key(HOST);
        is_named
            && pages.all(|page| self.allow_page(page))
            && hosts.all(|host| host.is_some_and(|host| self.allow_host(host)))
            && named.is_none_or(|host| self.allow_host(host))
    }

    fn allow_host(&self, host: &str) -> bool {
        Place::of(host).is_some_and(|host| self.hosts.iter().any(|allowed| allowed.has(&host)))
    }

    /// Whether requests of a web page are taken.
    pub(super) fn allow_page(&self, page: &HeaderValue) -> bool {
        let Some((scheme, mut place)) = page.to_str().ok().and_then(page_of) else { return false };
        place.port = place.port.or(match scheme.as_str() {
            "http" => Some(80),
            "https" => Some(443),
            _ => None,
        });
        self.pages.iter().any(|(allowed, at)| *allowed == scheme && at.has(&place))
    }
}

/// A page that is allowed: under any port where it has none, or `*` for one.
fn allowed_page(text: &str) -> Option<(String, Place)> {
    page_of(text.strip_suffix(":*").unwrap_or(text))
}

fn page_of(text: &str) -> Option<(String, Place)> {
    let (scheme, place) = text.trim_end_matches('/').split_once("://")?;
    Some((scheme.to_ascii_lowercase(), Place::of(place)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names() -> Names {
        Names::of(&Wish {
            address: ([127, 0, 0, 1], 5673).into(),
            hosts: vec!["My-PC.local".to_owned(), "192.0.2.7:81".to_owned(), "fe80::1".to_owned()],
            origins: vec!["https://example.org:443".to_owned(), "https://any.example".to_owned()],
        })
    }

    fn allowed(headers: &[(axum::http::HeaderName, &str)]) -> bool {
        let mut map = HeaderMap::new();
        for (name, value) in headers {
            map.append(name, HeaderValue::from_str(value).unwrap());
        }
        names().allow(&Uri::from_static("/mcp"), &map)
    }

    #[test]
    fn only_known_names_are_answered_under() {
        for host in [
            "localhost",
            "LOCALHOST:5673",
            "127.0.0.1:1",
            "[::1]:5673",
            "my-pc.local",
            "192.0.2.7:81",
            "[fe80::1]",
        ] {
            assert!(allowed(&[(HOST, host)]), "{host}");
        }
        for host in [
            "evil.example",
            "localhost.evil.example",
            "localhost@evil.example",
            "evil@localhost",
            "192.0.2.7",
            "192.0.2.7:80",
            "",
            "a b",
        ] {
            assert!(!allowed(&[(HOST, host)]), "{host}");
        }
        assert!(!allowed(&[]), "a request must say whom it asks");
        assert!(!allowed(&[(HOST, "localhost"), (HOST, "evil.example")]));
        let mut map = HeaderMap::new();
        map.append(HOST, HeaderValue::from_static("localhost"));
        assert!(!names().allow(&Uri::from_static("http://evil.example/mcp"), &map));
    }

    #[test]
    fn only_known_pages_are_answered() {
        for page in [
            "http://localhost:6274",
            "http://[::1]:1",
            "https://example.org",
            "https://EXAMPLE.org:443",
            "https://any.example:8443",
        ] {
            assert!(allowed(&[(HOST, "localhost"), (ORIGIN, page)]), "{page}");
        }
        for page in [
            "null",
            "",
            "https://localhost:1",
            "https://example.org:444",
            "http://example.org",
            "https://evil.example",
            "http://localhost.evil.example",
            "http://localhost@evil.example",
            "file://",
            "localhost",
        ] {
            assert!(!allowed(&[(HOST, "localhost"), (ORIGIN, page)]), "{page}");
        }
        assert!(!allowed(&[
            (HOST, "localhost"),
            (ORIGIN, "http://localhost"),
            (ORIGIN, "https://evil.example")
        ]));
    }
}
