//! A sync: fetches content from Open5e and replaces the documents that it belongs to.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::time::Instant;

use content::error::{Error, Result};
use content::model::{DocumentKey, counted};
use content::progress::{Job, Step};
use content::query::key_meant_by;
use ingest::open5e::normalise::{Objects, normalise};
use ingest::open5e::{Client, ClientOptions, Fetched, Staging, fetch_all};
use ingest::{Batch, Rekeyed, Report};
use serde::Serialize;
use store::{ImportContext, RemovalPolicy};

use super::Library;
use super::import::log_rejections;
use super::source_folder::{SourceFolder, StoredFetch, held_in};

const STAGING_FOLDER: &str = "fetched";

/// The list of documents, which a sync cannot do without.
const DOCUMENTS_PATH: &str = "/v2/documents/";

/// The options of a sync.
#[derive(Debug, Clone, Default)]
pub struct SyncRequest {
    /// The keys of the documents to fetch; `None` for all.
    pub documents: Option<Vec<String>>,
    /// True to fetch even if everything was fetched within the last seven days.
    pub force: bool,
    /// True to remove entries that Open5e no longer lists, however many.
    pub allow_removals: bool,
    /// The HTTP client.
    pub client: ClientOptions,
}

/// The result of a sync.
#[derive(Debug, Clone, Serialize, schemars::JsonSchema)]
pub struct SyncOutcome {
    /// True if content was fetched; false if everything was fetched within the last seven days.
    pub fetched: bool,
    /// When the content was fetched (RFC 3339).
    pub fetched_at: String,
    /// The report of what was stored.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub report: Option<Report>,
    /// Messages for the user.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

impl SyncOutcome {
    fn stored(report: Report, mut notes: Vec<String>, fetched_at: String) -> Self {
        notes.extend(report.rekeyed.iter().map(|Rekeyed { from, to }| {
            format!("Your own book with the key `{from}` now has the key `{to}`, because Open5e's document has that key.")
        }));
        Self { fetched: true, fetched_at, report: Some(report), notes }
    }
}

impl Library {
    pub(super) fn staging(&self) -> Staging {
        Staging::new(self.home.join(STAGING_FOLDER), self.clock.now())
    }

    /// Fetches content from Open5e and replaces the documents that it belongs to, in one transaction. Facts
    /// from the first version of the API stay when that version loses them. If a document would lose more
    /// than a twentieth of its entries or all entries of a kind, or a list became empty, nothing is changed
    /// unless the request allows removals; a repeated request that does uses the pages already fetched. An
    /// interrupted sync changes nothing, and resumes within a day.
    ///
    /// # Errors
    /// When the API, the disk or the database fails, Open5e does not have a document, or the job is stopped.
    pub async fn sync_open5e(&self, request: &SyncRequest, job: &Job) -> Result<SyncOutcome> {
        self.wait_until_whole().await?;
        let began = Instant::now();
        job.report(Step::Fetching, 0, 0);
        let _running = self.state.running.lock().await;
        let (store, clock) = (&self.store, &self.clock);
        if let Some(report) = self.recorded_result::<Report>(job).await? {
            return Ok(SyncOutcome::stored(report, Vec::new(), clock.now_text()));
        }
        let keys = requested_keys(request)?;
        if let Some(at) = store.settings().await?.open5e_synced_at
            && !request.force
            && keys.is_none()
            && clock.is_fresh(&at)
        {
            return Ok(SyncOutcome { fetched: false, fetched_at: at, report: None, notes: Vec::new() });
        }
        let client = Client::new(request.client.clone())?;
        let staging = self.staging().with_consent(request.allow_removals);
        let mut fetched = fetch_all(&client, keys.as_ref(), &staging, job).await?;
        job.check_cancelled()?;
        let total = fetched.objects.values().map(Vec::len).sum::<usize>() as u64;
        job.report(Step::Normalising, 0, total);
        if fetched.count_of(DOCUMENTS_PATH).unwrap_or_default() == 0 {
            staging.clear()?;
            let url = format!("{}{DOCUMENTS_PATH}", client.base());
            return Err(Error::BadAnswer { url, reason: "its list of documents is empty".to_owned() });
        }
        check_keys(keys.as_ref(), &fetched.objects)?;
        let may_be_empty = request.allow_removals || keys.is_some();
        let emptied =
            if may_be_empty { Vec::new() } else { self.emptied_lists(client.base(), &fetched).await? };
        let now = clock.now_text();
        let (kept, mut fetch) = self.keep_fetch(&mut fetched, (&now, client.base()), keys.clone()).await?;
        let stored = async {
            let (batch, notes) = self.normalise_fetch(&mut fetch).await?;
            fetched.notes.extend(notes);
            job.report(Step::Normalising, total, total);
            let is_full = keys.is_none() && fetched.missing.is_empty();
            let occasion = if is_full { ImportContext::FullSync } else { ImportContext::Documents };
            // An incomplete fetch removes nothing.
            let absent = if !emptied.is_empty() {
                RemovalPolicy::DryRun
            } else if !fetched.missing.is_empty() || fetched.is_torn || !batch.rejected().is_empty() {
                RemovalPolicy::Keep
            } else if request.allow_removals {
                RemovalPolicy::Remove
            } else {
                RemovalPolicy::Guard
            };
            store.import(&batch, occasion, absent, job, &clock.now_text()).await
        };
        let mut report = match stored.await {
            Err(error) => {
                // What was not stored is not a source.
                let _ = disk::remove_if_present(&kept);
                return Err(match error {
                    Error::RemovalsNotAllowed(mut removals) => {
                        staging.await_consent()?;
                        removals.lists = emptied;
                        Error::RemovalsNotAllowed(removals)
                    }
                    error => error,
                });
            }
            Ok(stored) => stored.unwrap_or_default(),
        };
        self.update_indexes(job).await;
        log_rejections(&report.rejected);
        self.sources.forget_fetches_before(&kept, keys.as_ref());
        self.record_sync(client.base(), keys.as_ref(), &fetched, clock.now()).await?;
        if !fetched.resumable {
            staging.clear()?;
        }
        report.seconds = began.elapsed().as_secs_f64();
        Ok(SyncOutcome::stored(report, fetched.notes, now))
    }

    /// Lists that are missing are those of the last sync. Also returns what was kept, without these.
    async fn keep_fetch(
        &self,
        fetched: &mut Fetched,
        (now, base): (&str, &str),
        documents: Option<BTreeSet<DocumentKey>>,
    ) -> Result<(PathBuf, StoredFetch)> {
        let mut rows = self.store.sources_in(None).await?;
        rows.retain(|row| documents.as_ref().is_none_or(|keys| keys.contains(&row.document)));
        let is_complete = fetched.missing.is_empty() && !fetched.is_torn;
        let mut fetch = StoredFetch {
            fetched_at: now.to_owned(),
            base: base.to_owned(),
            documents,
            is_complete,
            objects: std::mem::take(&mut fetched.objects),
            held: held_in(rows),
        };
        let (sources, missing) = (self.sources.clone(), fetched.missing.clone());
        tokio::task::spawn_blocking(move || {
            if let Some(last) = sources.fetches().pop().filter(|_| !missing.is_empty()) {
                let earlier = SourceFolder::fetch(&last)?.objects.into_iter();
                fetch.objects.extend(earlier.filter(|(path, _)| missing.contains(path.as_str())));
            }
            let kept = sources.keep_fetch(&fetch)?;
            fetch.objects.retain(|path, _| !missing.contains(path.as_str()));
            Ok((kept, fetch))
        })
        .await?
    }

    /// Also returns messages for the user.
    pub(super) async fn normalise_fetch(&self, fetch: &mut StoredFetch) -> Result<(Batch, Vec<String>)> {
        let (objects, held) = (std::mem::take(&mut fetch.objects), std::mem::take(&mut fetch.held));
        let documents = fetch.documents.clone();
        let normalised = tokio::task::spawn_blocking(move || {
            let mut objects: Objects = objects.into();
            let only_held = objects.hold(held);
            (normalise(&objects, documents.as_ref()), only_held)
        });
        let (batch, only_held) = normalised.await?;
        let (batch, mut notes) = self.correct_by_starter(batch).await?;
        if only_held > 0 {
            let entries = counted(only_held as u64, "entry keeps", "entries keep");
            let note = format!(
                "{entries} facts from an earlier sync, because the first version of the Open5e API now lacks them."
            );
            notes.insert(0, note);
        }
        Ok((batch, notes))
    }
}

/// Returns `None` for all documents.
fn requested_keys(request: &SyncRequest) -> Result<Option<BTreeSet<DocumentKey>>> {
    let Some(texts) = &request.documents else { return Ok(None) };
    if texts.is_empty() {
        return Err(Error::Invalid("the list of documents to fetch is empty".to_owned()));
    }
    Ok(Some(texts.iter().map(|text| DocumentKey::new(&key_meant_by(text))).collect()))
}

fn check_keys(
    keys: Option<&BTreeSet<DocumentKey>>,
    objects: &BTreeMap<String, Vec<serde_json::Value>>,
) -> Result<()> {
    let documents = objects.get(DOCUMENTS_PATH).into_iter().flatten();
    let known: Vec<&str> = documents.filter_map(|document| document.get("key")?.as_str()).collect();
    match keys.into_iter().flatten().find(|key| !known.contains(&key.as_str())) {
        Some(key) => Err(Error::not_found("Open5e has no document", key.as_str(), &known)),
        None => Ok(()),
    }
}
