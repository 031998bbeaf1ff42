//! An issuer of access tokens, and the keys with which it signs.

use std::error::Error;
use std::sync::Arc;
use std::time::{Duration, Instant};

use jsonwebtoken::jwk::JwkSet;
use parking_lot::RwLock;
use reqwest::{Client, redirect};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use tokio::sync::Mutex;
use url::Url;

use crate::address::is_secure;

const KEYS_LIFETIME: Duration = Duration::from_hours(1);
const ATTEMPT_PAUSE: Duration = Duration::from_secs(10);
const TIMEOUT: Duration = Duration::from_secs(5);

/// An issuer of access tokens.
#[derive(Debug)]
pub struct Issuer {
    /// Its address, which tokens have as `iss`.
    pub(crate) name: String,
    http: Client,
    keys: RwLock<Option<Fetched>>,
    last_attempt: Mutex<Option<Instant>>,
}

#[derive(Debug, Clone)]
struct Fetched {
    keys: Arc<JwkSet>,
    at: Instant,
}

/// What is read of an issuer's description (RFC 8414, OpenID Connect Discovery).
#[derive(Deserialize)]
struct Description {
    issuer: String,
    jwks_uri: String,
}

impl Issuer {
    /// Names an issuer by its address. Its keys are fetched when they are needed. The error is a sentence for
    /// the user.
    pub fn new(name: &str) -> Result<Self, String> {
        let wrong = |why: &str| format!("`{name}` is not an issuer: {why}");
        let url =
            Url::parse(name).map_err(|_| wrong("enter an address such as https://login.example.org"))?;
        if !is_secure(&url) {
            return Err(wrong("its address must begin with https://"));
        }
        if url.query().is_some() || url.fragment().is_some() {
            return Err(wrong("its address must end before any `?` or `#`"));
        }
        // Another part of the program may have chosen one before.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let http = Client::builder()
            .user_agent(concat!("LoreKeeper/", env!("CARGO_PKG_VERSION")))
            .redirect(redirect::Policy::none())
            .timeout(TIMEOUT)
            .build()
            .map_err(|error| format!("no secure connection can be made: {error}"))?;
        Ok(Self { name: name.to_owned(), http, keys: RwLock::default(), last_attempt: Mutex::default() })
    }

    /// Returns the earlier keys while the issuer is away, and an error if it was never reached.
    pub(crate) async fn keys(&self) -> Result<Arc<JwkSet>, String> {
        match self.known() {
            Some(known) if known.at.elapsed() < KEYS_LIFETIME => Ok(known.keys),
            Some(known) => Ok(self.newer_keys().await.unwrap_or(known.keys)),
            None => self.newer_keys().await,
        }
    }

    /// Fails if the issuer cannot be reached or was just asked.
    pub(crate) async fn newer_keys(&self) -> Result<Arc<JwkSet>, String> {
        let before = self.known().map(|known| known.at);
        let mut last_attempt = self.last_attempt.lock().await;
        match self.known() {
            // Another request has fetched them meanwhile.
            Some(known) if Some(known.at) != before => return Ok(known.keys),
            _ if last_attempt.is_some_and(|last| last.elapsed() < ATTEMPT_PAUSE) => {
                return Err(format!("{} was asked a moment ago", self.name));
            }
            _ => {}
        }
        *last_attempt = Some(Instant::now());
        let fetched = self.fetch().await.inspect_err(|reason| {
            tracing::warn!(reason, "the keys of the issuer could not be fetched");
        });
        let keys = Arc::new(fetched?);
        *self.keys.write() = Some(Fetched { keys: Arc::clone(&keys), at: Instant::now() });
        Ok(keys)
    }

    fn known(&self) -> Option<Fetched> {
        self.keys.read().clone()
    }

    async fn fetch(&self) -> Result<JwkSet, String> {
        let mut reason = String::new();
        for address in self.descriptions() {
            match self.document::<Description>(&address).await {
                Ok(description) if description.issuer == self.name => {
                    let keys = Url::parse(&description.jwks_uri)
                        .map_err(|_| format!("{address} names no address of the keys"))?;
                    return self.document(&keys).await;
                }
                Ok(description) => {
                    reason = format!("{address} describes the issuer `{}` instead", description.issuer);
                }
                Err(failure) => reason = failure,
            }
        }
        Err(reason)
    }

    async fn document<T: DeserializeOwned>(&self, address: &Url) -> Result<T, String> {
        if !is_secure(address) {
            return Err(format!("{address} is not an https address"));
        }
        let request = self.http.get(address.clone()).header("accept", "application/json");
        let read: reqwest::Result<T> = async { request.send().await?.error_for_status()?.json().await }.await;
        read.map_err(|error| format!("{address} cannot be read: {}", root_cause(&error.without_url())))
    }

    fn descriptions(&self) -> Vec<Url> {
        let Ok(url) = Url::parse(&self.name) else { return Vec::new() };
        let path = url.path().trim_end_matches('/');
        let paths = [
            format!("/.well-known/oauth-authorization-server{path}"),
            format!("/.well-known/openid-configuration{path}"),
            format!("{path}/.well-known/openid-configuration"),
        ];
        let mut addresses: Vec<Url> = paths.iter().filter_map(|path| url.join(path).ok()).collect();
        addresses.dedup();
        addresses
    }
}

fn root_cause<'a>(error: &'a (dyn Error + 'static)) -> &'a (dyn Error + 'static) {
    error.source().map_or(error, root_cause)
}

#[cfg(test)]
mod tests;
