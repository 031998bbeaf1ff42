//! Access to the Open5e API for lookups.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use content::error::{Error, Result};
use content::progress::CancellationToken;
use ingest::open5e::{Client, Failure};
use serde_json::Value;
use tokio::sync::{Mutex, OnceCell};

use super::state::InFlight;
use crate::library::options::OnDemandOptions;

const DOCUMENTS_KEPT_FOR: Duration = Duration::from_secs(24 * 60 * 60);

type DocumentLists = Arc<Vec<(&'static str, Vec<Value>)>>;

#[derive(Debug, Default)]
pub(crate) struct Open5eApi {
    options: Option<OnDemandOptions>,
    /// The base URL as requests have it; `None` if this program was started without access.
    pub(super) base: Option<String>,
    client: OnceCell<Client>,
    pub(super) documents: Mutex<Option<(Instant, DocumentLists)>>,
    pub(super) in_flight: parking_lot::Mutex<HashMap<String, InFlight>>,
    pub(crate) stop: CancellationToken,
}

impl Open5eApi {
    pub(crate) fn new(options: Option<OnDemandOptions>) -> Self {
        let base = options.as_ref().map(|options| {
            let text = options.client.base.trim();
            let url = url::Url::parse(text).map_or_else(|_| text.to_owned(), String::from);
            url.trim_end_matches('/').to_owned()
        });
        Self { options, base, ..Self::default() }
    }

    pub(super) fn patience(&self) -> Duration {
        self.options.as_ref().map_or(Duration::ZERO, |options| options.patience)
    }

    pub(crate) async fn client(&self) -> Result<&Client> {
        let offline = || Error::Internal("a request to Open5e without access to it".to_owned());
        let options = self.options.as_ref().ok_or_else(offline)?;
        self.client.get_or_try_init(async || Client::new(options.client.clone())).await
    }

    pub(crate) async fn documents(&self, client: &Client) -> Result<DocumentLists, Failure> {
        let mut kept = self.documents.lock().await;
        if let Some((since, documents)) = kept.as_ref()
            && since.elapsed() < DOCUMENTS_KEPT_FOR
        {
            return Ok(Arc::clone(documents));
        }
        let documents = Arc::new(client.documents().await?);
        *kept = Some((Instant::now(), Arc::clone(&documents)));
        Ok(documents)
    }
}
