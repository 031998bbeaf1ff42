use std::collections::{BTreeMap, BTreeSet};
use std::time::Instant;

use serde::Serialize;

use super::Library;
use crate::error::{Error, Result};
use crate::ingest::open5e::{Client, ClientOptions, Staging, Wanted, fetch_all, normalise};
use crate::ingest::{Rekeyed, Report};
use crate::model::DocumentKey;
use crate::progress::{Job, Step};
use crate::query::key_meant_by;
use crate::query::nearest;
use crate::store::{ImportContext, RemovalPolicy};

/// The folder in the library's folder where fetched pages wait.
pub(super) const STAGING: &str = "fetched";

/// The list of documents, without which nothing can be read.
const DOCUMENTS: &str = "/v2/documents/";

/// What to fetch from Open5e.
#[derive(Debug, Clone, Default)]
pub struct SyncRequest {
    /// Keys of the documents to fetch; `None` for all.
    pub documents: Option<Vec<String>>,
    /// Whether to fetch even if everything was fetched within the last seven days.
    pub force: bool,
    /// Whether entries may go, however many, because Open5e no longer lists them.
    pub allow_removals: bool,
    /// How to ask the API.
    pub client: ClientOptions,
}

/// What a sync did.
#[derive(Debug, Clone, Serialize, schemars::JsonSchema)]
pub struct Synced {
    /// Whether anything was fetched; false when everything was fetched not long ago.
    pub fetched: bool,
    /// When it was fetched (RFC 3339).
    pub fetched_at: String,
    /// What was stored.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub report: Option<Report>,
    /// What a person should know, in sentences.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

impl Library {
    /// Fetches content from Open5e and replaces the documents it belongs to, in one transaction. What the first version of
    /// the API told of an entry stays when it tells it no more. When a document would lose more than a twentieth of its entries
    /// or every entry of a kind, or a list has become empty, nothing is changed unless the request allows removals; a
    /// request that does is answered from what was fetched when it was refused. When it breaks off, nothing is changed, and the next sync within a day fetches only what is missing. That is also so when the first
    /// version of the API failed and the rest was stored.
    ///
    /// # Errors
    /// When the API, the disk or the database fails, a document is unknown to Open5e, or the job is stopped.
    pub async fn sync_open5e(&self, request: &SyncRequest, job: &Job) -> Result<Synced> {
        let began = Instant::now();
        job.tell(Step::Fetching, 0, 0);
        let _alone = self.importing.lock().await;
        if let Some(report) = self.store.recorded_result::<Report>(job).await? {
            return Ok(Synced::stored(report, Vec::new(), self.clock.now_text()));
        }
        let wanted: Option<BTreeSet<DocumentKey>> = request
            .documents
            .as_ref()
            .map(|texts| texts.iter().map(|text| DocumentKey::new(&key_meant_by(text))).collect());
        if wanted.as_ref().is_some_and(BTreeSet::is_empty) {
            return Err(Error::Invalid("the list of documents to fetch is empty".to_owned()));
        }
        if let Some(at) = self.store.settings().await?.open5e_synced_at.map(String::from)
            && !request.force
            && wanted.is_none()
            && self.is_fresh(&at)
        {
            return Ok(Synced { fetched: false, fetched_at: at, report: None, notes: Vec::new() });
        }
        let client = Client::new(request.client.clone())?;
        let staging =
            Staging::new(self.home.join(STAGING), self.clock.now()).with_consent(request.allow_removals);
        let mut fetched = fetch_all(&client, &Wanted { documents: wanted.clone() }, &staging, job).await?;
        job.go_on()?;
        let total = fetched.objects.values().map(Vec::len).sum::<usize>() as u64;
        job.tell(Step::Normalising, 0, total);
        let documents = fetched.count_of(DOCUMENTS).unwrap_or_default();
        if documents == 0 {
            staging.clear()?;
            let url = format!("{}{DOCUMENTS}", client.base());
            return Err(Error::BadAnswer { url, reason: "its list of documents is empty".to_owned() });
        }
        unknown_documents(wanted.as_ref(), &fetched.objects)?;
        let lists = if request.allow_removals || wanted.is_some() {
            Vec::new()
        } else {
            self.emptied_lists(client.base(), &fetched).await?
        };
        let only = wanted.clone();
        let mut objects: normalise::Objects = std::mem::take(&mut fetched.objects).into();
        self.hold_older(&mut objects, wanted.as_ref()).await?;
        if let count @ 1.. = objects.only_held() {
            fetched.notes.push(format!(
                "{count} entries keep what the first version of the Open5e API told of them before; it was not fetched now."
            ));
        }
        let batch = tokio::task::spawn_blocking(move || normalise::normalise(&objects, only.as_ref()))
            .await
            .map_err(|error| Error::Internal(error.to_string()))?;
        let (batch, laid) = self.lay_books(batch).await?;
        fetched.notes.extend(laid);
        job.tell(Step::Normalising, total, total);
        let complete = fetched.missing.is_empty();
        let occasion =
            if complete && wanted.is_none() { ImportContext::FullSync } else { ImportContext::Documents };
        let absent = if !lists.is_empty() {
            RemovalPolicy::DryRun
        } else if !complete || fetched.is_torn || !batch.rejected().is_empty() {
            RemovalPolicy::Keep
        } else if request.allow_removals {
            RemovalPolicy::Remove
        } else {
            RemovalPolicy::Guard
        };
        let now = self.clock.now_text();
        let mut report = match self.store_batch(&batch, occasion, absent, job).await {
            Err(Error::RemovalsNotAllowed(mut removals)) => {
                staging.await_consent()?;
                removals.lists = lists;
                return Err(Error::RemovalsNotAllowed(removals));
            }
            stored => stored?,
        };
        let keys: Option<Vec<DocumentKey>> = wanted.map(|keys| keys.into_iter().collect());
        self.remember_sync(client.base(), keys.as_deref(), &fetched).await?;
        if !fetched.resumable {
            staging.clear()?;
        }
        report.seconds = began.elapsed().as_secs_f64();
        Ok(Synced::stored(report, fetched.notes, now))
    }
}

impl Synced {
    fn stored(report: Report, mut notes: Vec<String>, fetched_at: String) -> Self {
        notes.extend(report.rekeyed.iter().map(|Rekeyed { from, to }| {
            format!("Your own book with the key `{from}` now has the key `{to}`, because Open5e's document has that key.")
        }));
        Self { fetched: true, fetched_at, report: Some(report), notes }
    }
}

/// Refuses documents that Open5e does not have; nothing is stored then.
fn unknown_documents(
    wanted: Option<&BTreeSet<DocumentKey>>,
    objects: &BTreeMap<String, Vec<serde_json::Value>>,
) -> Result<()> {
    let Some(wanted) = wanted else { return Ok(()) };
    let documents = objects.get(DOCUMENTS).into_iter().flatten();
    let known: Vec<&str> = documents.filter_map(|document| document.get("key")?.as_str()).collect();
    match wanted.iter().find(|key| !known.contains(&key.as_str())) {
        Some(key) => Err(Error::Invalid(format!(
            "Open5e has no document `{key}`; the nearest are {}",
            nearest(key.as_str(), &known, 3).join(", ")
        ))),
        None => Ok(()),
    }
}
