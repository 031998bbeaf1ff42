//! What the library needs to ask Open5e by itself.

use std::collections::HashMap;
use std::sync::atomic::AtomicU64;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use jiff::Timestamp;
use serde_json::Value;
use tokio::sync::{OnceCell, watch};

use super::asking::Outcome;
use crate::error::{Error, Result};
use crate::ingest::open5e::{Client, ClientOptions, Unanswered};
use crate::progress::CancellationToken;

/// How Open5e is asked while someone waits for an answer.
#[derive(Debug, Clone)]
pub struct OnDemand {
    /// How to ask.
    pub client: ClientOptions,
    /// How long a lookup waits for Open5e in all. What comes later is stored for the next one.
    pub patience: Duration,
}

impl OnDemand {
    /// One attempt at each question, and two seconds of patience.
    #[must_use]
    pub fn of(client: ClientOptions) -> Self {
        let client = ClientOptions {
            connect_timeout: Duration::from_millis(1_500),
            silence: Duration::from_secs(10),
            timeout: Duration::from_secs(20),
            attempts: 1,
            ..client
        };
        Self { client, patience: Duration::from_secs(2) }
    }
}

/// A question on its way.
#[derive(Debug, Clone)]
pub(super) struct Flight {
    pub(super) since: Instant,
    pub(super) outcome: watch::Receiver<Option<Outcome>>,
}

/// What the library needs to ask Open5e by itself.
#[derive(Debug)]
pub(super) struct Freshness {
    options: Option<OnDemand>,
    /// The address, as requests have it.
    base: Option<String>,
    client: OnceCell<Client>,
    /// What Open5e says of its documents, and when it was asked.
    documents: tokio::sync::Mutex<Option<(Instant, Documents)>>,
    pub(super) flights: Mutex<HashMap<String, Flight>>,
    /// Lists that are held whole, from when until when.
    pub(super) whole: Mutex<HashMap<String, (Timestamp, Timestamp)>>,
    /// When users were last told that Open5e does not answer; `None` once it did.
    pub(super) failure_told: Mutex<Option<Timestamp>>,
    pub(super) stop: CancellationToken,
    pub(super) hits: AtomicU64,
    pub(super) misses: AtomicU64,
}

type Documents = Arc<Vec<(&'static str, Vec<Value>)>>;

impl Freshness {
    /// Without options, nothing is ever asked.
    pub(super) fn new(options: Option<OnDemand>) -> Self {
        let base = options.as_ref().map(|options| {
            let text = options.client.base.trim();
            let url = url::Url::parse(text).map_or_else(|_| text.to_owned(), String::from);
            url.trim_end_matches('/').to_owned()
        });
        Self {
            options,
            base,
            client: OnceCell::new(),
            documents: tokio::sync::Mutex::default(),
            flights: Mutex::default(),
            whole: Mutex::default(),
            failure_told: Mutex::default(),
            stop: CancellationToken::new(),
            hits: AtomicU64::new(0),
            misses: AtomicU64::new(0),
        }
    }

    /// The address of Open5e; `None` when it must not be asked.
    pub(super) fn base(&self) -> Option<&str> {
        self.base.as_deref()
    }

    pub(super) fn patience(&self) -> Duration {
        self.options.as_ref().map_or(Duration::ZERO, |options| options.patience)
    }

    /// Ends every question on its way.
    pub(super) fn close(&self) {
        self.stop.cancel();
    }

    /// Forgets which lists are held whole and what Open5e said of its documents.
    pub(super) async fn forget(&self) {
        lock(&self.whole).clear();
        self.documents.lock().await.take();
    }

    /// Whether a list is known to be held whole and fresh.
    pub(super) fn is_whole(&self, scope: &str, now: Timestamp) -> bool {
        lock(&self.whole).get(scope).is_some_and(|(from, until)| *from <= now && now < *until)
    }

    /// The client, made when it is first needed.
    pub(super) async fn client(&self) -> Result<&Client> {
        let options =
            self.options.as_ref().ok_or_else(|| Error::Internal("nothing may be asked".to_owned()))?;
        self.client.get_or_try_init(async || Client::new(options.client.clone())).await
    }

    /// What Open5e says of its documents; asked again when it was not asked today.
    pub(super) async fn documents(&self, client: &Client) -> Result<Documents, Unanswered> {
        const KEPT: Duration = Duration::from_secs(24 * 60 * 60);
        let mut known = self.documents.lock().await;
        if let Some((since, documents)) = known.as_ref()
            && since.elapsed() < KEPT
        {
            return Ok(Arc::clone(documents));
        }
        let documents = Arc::new(client.documents().await?);
        *known = Some((Instant::now(), Arc::clone(&documents)));
        Ok(documents)
    }
}

/// Waits for a mutex that is never held for long.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
