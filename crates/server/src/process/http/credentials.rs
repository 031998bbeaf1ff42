//! Who may send requests: whoever has the library's token, and whoever has a named one.

use std::collections::HashMap;
use std::io;
use std::num::NonZeroU32;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use chrono::{DateTime, Utc};
use parking_lot::Mutex;

use super::named_tokens::{NamedToken, NamedTokens, hash};
use super::rate_limit::RateLimit;
use super::token::Token;
use crate::process::private_file;
use crate::protocol::figures::FIGURES;

/// The sustained rate of requests of a client; an assistant sends a few a second.
const REQUESTS_PER_SECOND: u32 = 200;
/// The time whose requests may arrive at once. A client of the default rate may send 500.
const BURST: Duration = Duration::from_millis(2_500);
/// The name of the file that says when each named token was last used.
const USED_FILE: &str = "http-tokens-used.json";
const USED_INTERVAL: Duration = Duration::from_mins(1);

/// The number of people signed in elsewhere from which those are forgotten who have their full limit again.
const MAX_SIGNED_IN: usize = 10_000;
/// The time without requests after which a client has its full limit again.
const FULL_LIMIT_AFTER: Duration = Duration::from_secs(10);

pub(super) struct Client {
    /// The name of its token; `None` for the library's own.
    pub(super) name: Option<String>,
    pub(super) limit: RateLimit,
    /// Limits how often the use of its token is stored.
    storing: RateLimit,
}

impl Client {
    fn new(name: Option<String>, requests_per_second: Option<NonZeroU32>) -> Arc<Self> {
        let interval =
            Duration::from_secs(1) / requests_per_second.map_or(REQUESTS_PER_SECOND, NonZeroU32::get);
        Arc::new(Self {
            name,
            limit: RateLimit::new(interval, BURST),
            storing: RateLimit::new(USED_INTERVAL, USED_INTERVAL),
        })
    }
}

#[derive(Debug, Clone)]
pub(crate) struct TokenFiles {
    pub(crate) home: PathBuf,
    pub(crate) named: PathBuf,
    /// Whether the server only reads: then it stores no times of use, and needs no library token.
    pub(crate) is_read_only: bool,
}

impl TokenFiles {
    pub(crate) fn of(home: &Path) -> Self {
        Self { home: home.to_owned(), named: NamedTokens::path(home), is_read_only: false }
    }
}

/// The tokens and their clients. A changed file counts from the next request on.
pub(super) struct Credentials {
    files: TokenFiles,
    owner: Arc<Client>,
    named: Mutex<NamedClients>,
    /// Those who signed in elsewhere, and when they last asked.
    signed_in: Mutex<HashMap<String, (Instant, Arc<Client>)>>,
}

/// The clients with named tokens, by the hash of the token.
#[derive(Default)]
struct NamedClients {
    /// The content of the file that they were read from.
    content: Vec<u8>,
    clients: HashMap<String, Arc<Client>>,
}

impl Credentials {
    pub(super) fn new(files: TokenFiles) -> Self {
        Self { files, owner: Client::new(None, None), named: Mutex::default(), signed_in: Mutex::default() }
    }

    pub(super) fn client(&self, token: &str) -> io::Result<Option<Arc<Client>>> {
        if let Some(client) = self.named_client(token)? {
            return Ok(Some(client));
        }
        let is_dispensable = || self.files.is_read_only || self.files.named.exists();
        match Token::read(&self.files.home) {
            Ok(own) => Ok(own.matches(token).then(|| Arc::clone(&self.owner))),
            // Named tokens or sign-in elsewhere can replace it, but a server for one user lost its own.
            Err(error) if error.kind() == io::ErrorKind::NotFound && is_dispensable() => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Returns the client of a person who has signed in, by the issuer's name for them.
    pub(super) fn signed_in(&self, person: &str) -> Arc<Client> {
        let now = Instant::now();
        let mut all = self.signed_in.lock();
        if all.len() >= MAX_SIGNED_IN {
            all.retain(|_, (last, _)| now.duration_since(*last) < FULL_LIMIT_AFTER);
        }
        let (last, client) = all.entry(person.to_owned()).or_insert_with(|| (now, Client::new(None, None)));
        *last = now;
        Arc::clone(client)
    }

    fn named_client(&self, token: &str) -> io::Result<Option<Arc<Client>>> {
        let content = NamedTokens::content(&self.files.named)?;
        let mut named = self.named.lock();
        if named.content != content {
            let tokens = NamedTokens::parse(&content)?;
            let mut before = std::mem::take(&mut named.clients);
            let client = |token: NamedToken| {
                // A client that stays keeps its limit.
                let kept = before.remove(&token.sha256);
                let client = kept.unwrap_or_else(|| Client::new(Some(token.name), token.requests_per_second));
                (token.sha256, client)
            };
            named.clients = tokens.tokens.into_iter().map(client).collect();
            named.content = content;
        }
        let client = named.clients.get(&hash(token)).cloned();
        drop(named);
        client.iter().for_each(|client| self.note_use(client));
        Ok(client)
    }

    fn note_use(&self, client: &Client) {
        let Some(name) = &client.name else { return };
        let now = Utc::now();
        FIGURES.token_requests.with_label_values(&[name]).inc();
        FIGURES.token_last_used.with_label_values(&[name]).set(now.timestamp());
        if self.files.is_read_only || !client.storing.allows_another() {
            return;
        }
        let mut all = last_used(&self.files.home);
        all.insert(name.clone(), now);
        let json = serde_json::to_vec(&all).map_err(io::Error::from);
        let written = json.and_then(|json| private_file::write(&self.files.home.join(USED_FILE), &json));
        if let Err(error) = written {
            tracing::warn!(%error, "when a token was last used could not be stored");
        }
    }
}

/// The times are to the minute. Servers that only read store none.
pub(crate) fn last_used(home: &Path) -> HashMap<String, DateTime<Utc>> {
    let content = std::fs::read(home.join(USED_FILE)).unwrap_or_default();
    serde_json::from_slice(&content).unwrap_or_default()
}

#[cfg(test)]
mod tests;
