//! Who may send requests: whoever has the library's token, and whoever has a named one.

use std::collections::HashMap;
use std::io;
use std::num::NonZeroU32;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use governor::{DefaultDirectRateLimiter, Quota, RateLimiter};
use jiff::Timestamp;
use oauth::Subject;

use super::named_tokens::{NamedToken, NamedTokens, hash};
use super::token::Token;
use crate::process::private_file;

/// The sustained rate of requests of a client; an assistant sends a few a second.
const REQUESTS_PER_SECOND: NonZeroU32 = NonZeroU32::new(200).expect("it is not zero");
/// How many seconds' worth of requests may arrive at once. A client of the default rate may send 500.
const BURST_SECONDS: f64 = 2.5;
/// The name of the file that says when each named token was last used.
const USED_FILE: &str = "http-tokens-used.json";
/// The time between two updates of that file.
const USED_INTERVAL: Duration = Duration::from_mins(1);

/// The number of people signed in elsewhere from which those are forgotten who have their full limit again.
const MAX_SIGNED_IN: usize = 10_000;
/// The time without requests after which a client has its full limit again.
const FULL_LIMIT_AFTER: Duration = Duration::from_secs(10);

/// A client that may send requests.
#[derive(Clone)]
pub(super) struct Client {
    /// The name of its token; `None` for the library's own.
    pub(super) name: Option<Arc<str>>,
    /// Limits its requests.
    pub(super) limit: Arc<DefaultDirectRateLimiter>,
}

impl Client {
    fn new(name: Option<&str>, requests_per_second: Option<NonZeroU32>) -> Self {
        let rate = requests_per_second.unwrap_or(REQUESTS_PER_SECOND);
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "positive, and saturating"
        )]
        let burst = NonZeroU32::new((f64::from(rate.get()) * BURST_SECONDS) as u32).unwrap_or(rate);
        let quota = Quota::per_second(rate).allow_burst(burst);
        Self { name: name.map(Arc::from), limit: Arc::new(RateLimiter::direct(quota)) }
    }
}

/// Where the tokens are.
#[derive(Debug, Clone)]
pub(crate) struct TokenFiles {
    /// The library's folder, which holds its token.
    pub(crate) home: PathBuf,
    /// The file of the named tokens.
    pub(crate) named: PathBuf,
    /// Whether the server only reads: then it stores no times of use, and can do without a token of the library.
    pub(crate) is_read_only: bool,
}

impl TokenFiles {
    /// The files of a library.
    pub(crate) fn of(home: &Path) -> Self {
        Self { home: home.to_owned(), named: NamedTokens::path(home), is_read_only: false }
    }
}

/// The tokens and their clients. A changed file counts from the next request on.
pub(super) struct Credentials {
    files: TokenFiles,
    owner: Client,
    named: Mutex<NamedClients>,
    /// Those who signed in elsewhere, and when they last asked.
    signed_in: Mutex<HashMap<String, (Instant, Client)>>,
    used: Mutex<Used>,
}

/// The clients with named tokens, by the hash of the token.
#[derive(Default)]
struct NamedClients {
    /// The content of the file that they were read from.
    content: Vec<u8>,
    clients: HashMap<String, Client>,
}

struct Used {
    at: HashMap<Arc<str>, Timestamp>,
    stored: Instant,
}

impl Credentials {
    pub(super) fn new(files: TokenFiles) -> Self {
        let used = Used { at: HashMap::new(), stored: Instant::now() };
        Self {
            files,
            owner: Client::new(None, None),
            named: Mutex::default(),
            signed_in: Mutex::default(),
            used: Mutex::new(used),
        }
    }

    /// Returns the client with a token, if it is valid.
    ///
    /// # Errors
    /// When the tokens cannot be read.
    pub(super) fn client(&self, token: &str) -> io::Result<Option<Client>> {
        if let Some(client) = self.named_client(token)? {
            return Ok(Some(client));
        }
        match Token::read(&self.files.home) {
            Ok(own) => Ok(own.matches(token).then(|| self.owner.clone())),
            // A server may have named tokens only, or none where people sign in elsewhere. A server for one user lost its own.
            Err(error)
                if error.kind() == io::ErrorKind::NotFound
                    && (self.files.is_read_only || self.files.named.exists()) =>
            {
                Ok(None)
            }
            Err(error) => Err(error),
        }
    }

    /// Returns the client of who has signed in. On this host, all programs of a person share the limit of the person's token.
    pub(super) fn signed_in(&self, subject: &Subject) -> Client {
        let here = subject.person.as_ref().map(|person| self.client_with_hash(&person.token_sha256));
        if let Some(Ok(Some(client))) = here {
            return client;
        }
        let now = Instant::now();
        let mut all = lock(&self.signed_in);
        if all.len() >= MAX_SIGNED_IN {
            all.retain(|_, (last, _)| now.duration_since(*last) < FULL_LIMIT_AFTER);
        }
        let (last, client) = all.entry(subject.id.clone()).or_insert_with(|| (now, Client::new(None, None)));
        *last = now;
        client.clone()
    }

    fn named_client(&self, token: &str) -> io::Result<Option<Client>> {
        self.client_with_hash(&hash(token))
    }

    fn client_with_hash(&self, sha256: &str) -> io::Result<Option<Client>> {
        let content = match disk::patiently(|| std::fs::read(&self.files.named)) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            read => read?,
        };
        let mut named = lock(&self.named);
        if named.content != content {
            let tokens =
                if content.is_empty() { NamedTokens::default() } else { NamedTokens::parse(&content)? };
            let mut before = std::mem::take(&mut named.clients);
            let client = |token: NamedToken| {
                // A client that stays keeps its limit.
                let kept = before.remove(&token.sha256);
                let client =
                    kept.unwrap_or_else(|| Client::new(Some(&token.name), token.requests_per_second));
                (token.sha256, client)
            };
            named.clients = tokens.tokens.into_iter().map(client).collect();
            named.content = content;
        }
        let client = named.clients.get(sha256).cloned();
        drop(named);
        if let Some(name) = client.as_ref().and_then(|client| client.name.as_ref()) {
            self.note_use(name);
        }
        Ok(client)
    }

    fn note_use(&self, name: &Arc<str>) {
        let now = Timestamp::now();
        metrics::counter!("lorekeeper_token_requests_total", "token" => name.to_string()).increment(1);
        #[expect(clippy::cast_precision_loss, reason = "seconds since 1970")]
        let seconds = now.as_second() as f64;
        metrics::gauge!("lorekeeper_token_last_used_timestamp_seconds", "token" => name.to_string())
            .set(seconds);
        let mut used = lock(&self.used);
        let is_first = used.at.insert(Arc::clone(name), now).is_none();
        if !self.files.is_read_only && (is_first || used.stored.elapsed() >= USED_INTERVAL) {
            used.stored = Instant::now();
            if let Err(error) = store_use(&self.files.home, &used.at) {
                tracing::warn!(%error, "when tokens were last used could not be stored");
            }
        }
    }
}

/// Stores when tokens were used, beside the uses of other tokens.
fn store_use(home: &Path, used: &HashMap<Arc<str>, Timestamp>) -> io::Result<()> {
    let mut all = last_used(home);
    all.extend(used.iter().map(|(name, at)| (name.to_string(), *at)));
    private_file::write(&home.join(USED_FILE), &serde_json::to_vec(&all)?)
}

/// Returns when each named token of a library was last used, to the minute. Servers that only read do not store it.
pub(crate) fn last_used(home: &Path) -> HashMap<String, Timestamp> {
    let content = std::fs::read(home.join(USED_FILE)).unwrap_or_default();
    serde_json::from_slice(&content).unwrap_or_default()
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_sorts_of_tokens_are_valid_until_they_are_revoked() {
        let home = tempfile::tempdir().unwrap();
        let own = Token::create(home.path()).unwrap();
        let credentials = Credentials::new(TokenFiles::of(home.path()));
        let name = |token: &str| credentials.client(token).unwrap().map(|client| client.name);
        assert_eq!((name(own.as_str()), name("other")), (Some(None), None));
        let plum = NamedTokens::add(home.path(), "Plum", None).unwrap();
        assert_eq!((name(&plum), name(own.as_str())), (Some(Some("Plum".into())), Some(None)));
        assert!(last_used(home.path()).contains_key("Plum"));
        NamedTokens::revoke(home.path(), "Plum").unwrap();
        assert_eq!(name(&plum), None);
    }

    #[test]
    fn a_client_keeps_its_own_rate_while_others_are_added() {
        let home = tempfile::tempdir().unwrap();
        let slow = NamedTokens::add(home.path(), "Slow", NonZeroU32::new(1)).unwrap();
        let credentials = Credentials::new(TokenFiles::of(home.path()));
        let may = |token: &str| credentials.client(token).unwrap().unwrap().limit.check().is_ok();
        assert_eq!([may(&slow), may(&slow), may(&slow)], [true, true, false]);
        let other = NamedTokens::add(home.path(), "Other", None).unwrap();
        assert!(!may(&slow) && may(&other));
    }

    #[test]
    fn without_any_token_nobody_is_let_in() {
        let home = tempfile::tempdir().unwrap();
        let credentials = Credentials::new(TokenFiles::of(home.path()));
        assert!(credentials.client("x").is_err());
        NamedTokens::add(home.path(), "Plum", None).unwrap();
        assert!(credentials.client("x").unwrap().is_none());
        std::fs::write(NamedTokens::path(home.path()), "{").unwrap();
        assert!(credentials.client("x").is_err());
    }
}
