//! The programs that people allow. One that registers (RFC 7591) gets an id that says all about it, signed, so that nothing is kept
//! for strangers. Another has the address of a document about itself as its id (OAuth Client ID Metadata Document).

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD as BASE64;
use ring::hmac;
use serde::{Deserialize, Serialize};
use url::Url;

use super::locks::lock;
use super::signing_key::SigningKey;
use crate::address::is_loopback;
use crate::fetch::{Fetcher, Reach};

/// The most redirect URIs of a client.
const MAX_REDIRECT_URIS: usize = 10;
/// The longest redirect URI.
const MAX_URI_CHARS: usize = 500;
/// The longest name that is shown.
const MAX_NAME_CHARS: usize = 80;
/// The longest id.
const MAX_ID_CHARS: usize = 8_000;
/// The largest document about a client.
const MAX_DOCUMENT_BYTES: usize = 20 << 10;
/// The time for which a document counts.
const DOCUMENT_LIFETIME: Duration = Duration::from_hours(1);
/// The largest number of documents that are remembered.
const MAX_DOCUMENTS: usize = 200;
/// Schemes that no program can have for itself.
const TAKEN_SCHEMES: [&str; 12] = [
    "about",
    "blob",
    "data",
    "file",
    "filesystem",
    "ftp",
    "http",
    "javascript",
    "mailto",
    "vbscript",
    "ws",
    "wss",
];

/// A program that asks for access.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Client {
    pub(super) id: String,
    /// What it calls itself.
    pub(super) name: String,
    redirect_uris: Vec<String>,
    /// The host that vouches for it, if it has a document.
    pub(super) host: Option<String>,
}

/// What a registered client's id says. The names are short because it travels in addresses.
#[derive(Serialize, Deserialize)]
struct Registered {
    #[serde(rename = "n")]
    name: String,
    #[serde(rename = "r")]
    redirect_uris: Vec<String>,
}

/// What a client says about itself.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Metadata {
    client_id: Option<String>,
    client_name: Option<String>,
    pub(super) redirect_uris: Vec<String>,
    token_endpoint_auth_method: Option<String>,
}

/// Why a client is not accepted: one of OAuth's error codes, and a sentence.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct ClientFault {
    pub(super) code: &'static str,
    pub(super) reason: String,
}

fn fault<T>(code: &'static str, reason: &str) -> Result<T, ClientFault> {
    Err(ClientFault { code, reason: reason.to_owned() })
}

/// Knows clients by their ids.
pub(super) struct Clients {
    ids: hmac::Key,
    fetcher: Fetcher,
    documents: Mutex<HashMap<String, (Instant, Arc<Client>)>>,
}

impl Clients {
    pub(super) fn new(key: &SigningKey, is_loopback: bool) -> Result<Self, String> {
        let reach = if is_loopback { Reach::PublicAndLoopback } else { Reach::Public };
        let fetcher = Fetcher::new(reach, MAX_DOCUMENT_BYTES)?;
        Ok(Self { ids: key.client_ids().clone(), fetcher, documents: Mutex::default() })
    }

    /// Registers a client.
    pub(super) fn register(&self, metadata: Metadata) -> Result<Client, ClientFault> {
        check_redirect_uris(&metadata.redirect_uris)?;
        let name = metadata.client_name.as_deref().map_or_else(|| "A program".to_owned(), shown);
        let registered = Registered { name, redirect_uris: metadata.redirect_uris };
        let Ok(content) = serde_json::to_vec(&registered) else {
            return fault("invalid_client_metadata", "the metadata cannot be kept");
        };
        let content = BASE64.encode(content);
        let signature = BASE64.encode(hmac::sign(&self.ids, content.as_bytes()));
        let Registered { name, redirect_uris } = registered;
        Ok(Client { id: format!("{content}.{signature}"), name, redirect_uris, host: None })
    }

    /// Returns the client with an id.
    pub(super) async fn client(&self, id: &str) -> Result<Arc<Client>, ClientFault> {
        if id.len() > MAX_ID_CHARS {
            return fault("invalid_client", "the client_id is too long");
        }
        if id.starts_with("https://") || id.starts_with("http://") {
            return self.described(id).await;
        }
        match self.registered(id) {
            Some(client) => Ok(Arc::new(client)),
            None => fault("invalid_client", "the client_id is unknown here; register again"),
        }
    }

    fn registered(&self, id: &str) -> Option<Client> {
        let (content, signature) = id.split_once('.')?;
        hmac::verify(&self.ids, content.as_bytes(), &BASE64.decode(signature).ok()?).ok()?;
        let Registered { name, redirect_uris } =
            serde_json::from_slice(&BASE64.decode(content).ok()?).ok()?;
        Some(Client { id: id.to_owned(), name, redirect_uris, host: None })
    }

    /// Returns the client that a document describes.
    async fn described(&self, id: &str) -> Result<Arc<Client>, ClientFault> {
        if let Some((at, client)) = lock(&self.documents).get(id)
            && at.elapsed() < DOCUMENT_LIFETIME
        {
            return Ok(Arc::clone(client));
        }
        let Some((url, host)) = document_address(id) else {
            return fault("invalid_client", "the client_id is no address of a document about a client");
        };
        let metadata: Metadata =
            self.fetcher.json(&url).await.map_err(|reason| ClientFault { code: "invalid_client", reason })?;
        if metadata.client_id.as_deref() != Some(id) {
            return fault("invalid_client", "the document at the client_id is about another client");
        }
        if metadata.token_endpoint_auth_method.is_some_and(|method| method != "none") {
            return fault("invalid_client", "only clients without a secret are known here");
        }
        check_redirect_uris(&metadata.redirect_uris)?;
        let client = Arc::new(Client {
            id: id.to_owned(),
            name: metadata.client_name.as_deref().map_or_else(|| host.clone(), shown),
            redirect_uris: metadata.redirect_uris,
            host: Some(host),
        });
        let mut documents = lock(&self.documents);
        documents.retain(|_, (at, _)| at.elapsed() < DOCUMENT_LIFETIME);
        if documents.len() < MAX_DOCUMENTS {
            documents.insert(id.to_owned(), (Instant::now(), Arc::clone(&client)));
        }
        drop(documents);
        Ok(client)
    }
}

impl Client {
    /// Returns the address to which an answer goes: the one that a request names, or the only one.
    pub(super) fn redirect_uri(&self, named: Option<&str>) -> Result<String, ClientFault> {
        match (named, self.redirect_uris.as_slice()) {
            (None, [only]) => Ok(only.clone()),
            (None, _) => fault("invalid_request", "redirect_uri is missing"),
            (Some(named), all) if all.iter().any(|known| is_same(known, named)) => Ok(named.to_owned()),
            (Some(_), _) => {
                fault("invalid_request", "the redirect_uri is none that the program has registered")
            }
        }
    }

    /// Returns all addresses to which answers may go.
    pub(super) fn redirect_uris(&self) -> &[String] {
        &self.redirect_uris
    }
}

/// Returns the address of a document and its host.
fn document_address(id: &str) -> Option<(Url, String)> {
    let url = Url::parse(id).ok()?;
    // Whoever reads the id must see the address that is fetched.
    let is_plain = url.as_str() == id
        && url.path() != "/"
        && url.fragment().is_none()
        && url.username().is_empty()
        && url.password().is_none();
    let host = url.host_str()?.to_owned();
    is_plain.then_some((url, host))
}

fn check_redirect_uris(uris: &[String]) -> Result<(), ClientFault> {
    if uris.is_empty() || uris.len() > MAX_REDIRECT_URIS {
        return fault(
            "invalid_redirect_uri",
            &format!("a program has 1 to {MAX_REDIRECT_URIS} redirect_uris"),
        );
    }
    if uris.iter().all(|uri| uri.len() <= MAX_URI_CHARS && is_fit(uri)) {
        return Ok(());
    }
    fault(
        "invalid_redirect_uri",
        "a redirect_uri begins with https://, with http:// on the person's own computer, or with a scheme of the program's own",
    )
}

/// Returns whether answers may be sent to an address (RFC 8252, section 7).
fn is_fit(uri: &str) -> bool {
    let Ok(url) = Url::parse(uri) else { return false };
    let is_private = !TAKEN_SCHEMES.contains(&url.scheme());
    let is_reachable = match url.scheme() {
        "https" => url.has_host(),
        "http" => is_loopback(&url),
        _ => is_private,
    };
    is_reachable && url.fragment().is_none() && url.username().is_empty() && url.password().is_none()
}

/// Returns whether two addresses are the same. A program on the person's own computer may listen at any port (RFC 8252, section
/// 7.3).
fn is_same(known: &str, named: &str) -> bool {
    let without_port = |text: &str| {
        let mut url = Url::parse(text).ok()?;
        let is_local = url.scheme() == "http" && is_loopback(&url);
        (is_local && url.set_port(None).is_ok()).then_some(url)
    };
    known == named || without_port(known).is_some_and(|known| without_port(named) == Some(known))
}

/// Returns a name as it can be shown.
fn shown(name: &str) -> String {
    let printable = name.trim().chars().filter(|sign| !sign.is_control()).take(MAX_NAME_CHARS);
    printable.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clients() -> Clients {
        Clients::new(&SigningKey::generate().unwrap().0, false).unwrap()
    }

    fn metadata(uris: &[&str]) -> Metadata {
        Metadata {
            client_name: Some(" Plum\n Reader ".to_owned()),
            redirect_uris: uris.iter().map(ToString::to_string).collect(),
            ..Metadata::default()
        }
    }

    #[tokio::test]
    async fn a_registered_client_is_known_by_its_id_and_by_no_other() {
        let clients = clients();
        let uris = ["https://plum.example/back", "http://127.0.0.1:8000/back", "plum-reader://back"];
        let client = clients.register(metadata(&uris)).unwrap();
        assert_eq!(client.name, "Plum Reader");
        let known = clients.client(&client.id).await.unwrap();
        assert_eq!(*known, client);
        for uri in [uris[0], uris[2], "http://127.0.0.1:9123/back"] {
            assert_eq!(known.redirect_uri(Some(uri)).unwrap(), uri);
        }
        for uri in ["https://plum.example/other", "https://plum.example:444/back", "http://127.0.0.1:8000/x"]
        {
            assert!(known.redirect_uri(Some(uri)).is_err(), "{uri}");
        }
        assert!(known.redirect_uri(None).is_err());
        for id in ["", "x.y", &format!("{}x", client.id), &client.id.replacen('e', "f", 1)] {
            assert_eq!(clients.client(id).await.unwrap_err().code, "invalid_client", "{id}");
        }
        let other_host = self::clients();
        assert!(other_host.client(&client.id).await.is_err());
    }

    #[test]
    fn answers_go_to_addresses_that_only_the_program_reads() {
        for uri in [
            "http://plum.example/back",
            "javascript:alert(1)",
            "data:text/html,x",
            "file:///etc/x",
            "https://plum.example/#x",
            "https://fig@plum.example/",
            "back",
            "",
        ] {
            let fault = clients().register(metadata(&[uri])).unwrap_err();
            assert_eq!(fault.code, "invalid_redirect_uri", "{uri}");
        }
        assert!(clients().register(metadata(&[])).is_err());
        assert!(clients().register(metadata(&["https://plum.example/back"; 11])).is_err());
    }

    #[tokio::test]
    async fn a_document_about_a_client_is_read_from_public_hosts_only() {
        for id in [
            "https://127.0.0.1:1/client",
            "http://plum.example/client",
            "https://plum.example",
            "https://plum.example/a/../b",
        ] {
            assert_eq!(clients().client(id).await.unwrap_err().code, "invalid_client", "{id}");
        }
    }
}
