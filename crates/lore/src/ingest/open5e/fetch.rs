//! Fetches every list of the API for a sync.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::AtomicU64;

use futures::TryStreamExt;
use futures::future::{join_all, try_join};
use futures::stream::FuturesUnordered;
use serde_json::Value;

use super::client::Client;
use super::endpoints::{ENDPOINTS, Endpoint, OLDER_DOCUMENTS, Role, older_slugs};
use super::listing::{Fetch, FetchedList, ListError, Listing};
use super::staging::Staging;
use super::tally::Tally;
use crate::error::{Error, Result};
use crate::model::DocumentKey;
use crate::progress::Job;

/// The extent of a fetch.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FetchScope {
    /// The documents to fetch; everything if absent. Short lists, and lists that cannot be limited, are
    /// always fetched completely.
    pub documents: Option<BTreeSet<DocumentKey>>,
}

/// The result of a fetch.
#[derive(Debug, Default)]
pub struct Fetched {
    /// Objects by the path of their list, such as `/v2/spells/`, in the order of the API.
    pub objects: BTreeMap<String, Vec<Value>>,
    /// The number of objects of each list.
    counts: BTreeMap<&'static str, u64>,
    /// The paths of missing lists. The library keeps its entries from them.
    pub missing: BTreeSet<&'static str>,
    /// True if a missing list may be available next time, so staged pages are kept.
    pub resumable: bool,
    /// True if a list contained duplicates, so others may be missing.
    pub is_torn: bool,
    /// Messages for the user.
    pub notes: Vec<String>,
}

/// Fetches every list of version 2, and those that only version 1 has. After an interruption, the next call
/// requests only pages that are not staged. Once the objects are stored, call [`Staging::clear`] unless they
/// are [`Fetched::resumable`].
///
/// Version 1 is being retired: if it fails, the rest is fetched and a message added.
///
/// # Errors
/// [`Error::Unreachable`] and [`Error::BadAnswer`] if the API fails, [`Error::File`] and [`Error::DiskFull`]
/// if a page cannot be staged, [`Error::Cancelled`] if the job was cancelled.
pub async fn fetch_all(client: &Client, scope: &FetchScope, staging: &Staging, job: &Job) -> Result<Fetched> {
    job.check_cancelled()?;
    staging.prepare()?;
    let tally = Tally::new(job, ENDPOINTS.iter().map(|endpoint| endpoint.path));
    let fetch = Fetch { client, staging, job, tally, received: AtomicU64::new(0) };
    let everything = try_join(current(&fetch, scope), older(&fetch, scope));
    let (mut fetched, older) =
        job.cancellation().run_until_cancelled(Box::pin(everything)).await.ok_or(Error::Cancelled)??;
    fetched.objects.extend(older.objects);
    fetched.counts.extend(older.counts);
    fetched.missing.extend(older.missing);
    fetched.resumable |= older.resumable;
    fetched.is_torn |= older.is_torn;
    fetched.notes.extend(older.notes);
    Ok(fetched)
}

async fn current(fetch: &Fetch<'_>, scope: &FetchScope) -> Result<Fetched> {
    let list = async |(place, endpoint): (usize, &'static Endpoint)| {
        let documents = scope.documents.as_ref().filter(|_| endpoint.document_filter.is_some());
        let documents = documents.map(|keys| keys.iter().map(DocumentKey::to_string).collect());
        match fetch.list(&Listing { endpoint: *endpoint, documents }).await {
            // Reference tables come and go; objects that refer to them contain their names.
            Err(ListError::Server(failure)) if endpoint.role == Role::Reference && failure.is_gone() => {
                fetch.tally.end(endpoint.path);
                Ok((place, endpoint, None))
            }
            list => Ok::<_, Error>((place, endpoint, Some(list?))),
        }
    };
    let mut endpoints = ENDPOINTS.iter().enumerate().filter(|(_, endpoint)| endpoint.role != Role::Older);
    // The first list is fetched alone, so that an unreachable server is noticed once.
    let mut lists = match endpoints.next() {
        Some(first) => vec![list(first).await?],
        None => Vec::new(),
    };
    // Unordered, so that the first failure ends all.
    let others: FuturesUnordered<_> = endpoints.map(list).collect();
    lists.extend(others.try_collect::<Vec<_>>().await?);
    lists.sort_by_key(|(place, ..)| *place);
    let mut fetched = Fetched::default();
    for (_, endpoint, list) in lists {
        match list {
            Some(list) => fetched.add(endpoint, list),
            None => fetched.miss(endpoint, format!("Open5e has no {} any more.", endpoint.path)),
        }
    }
    Ok(fetched)
}

async fn older(fetch: &Fetch<'_>, scope: &FetchScope) -> Result<Fetched> {
    let mut fetched = Fetched::default();
    let others =
        || ENDPOINTS.iter().filter(|endpoint| endpoint.role == Role::Older && **endpoint != OLDER_DOCUMENTS);
    let documents = match fetch.list(&Listing { endpoint: OLDER_DOCUMENTS, documents: None }).await {
        Ok(documents) => documents,
        Err(ListError::Here(error)) => return Err(error),
        Err(ListError::Server(failure)) => {
            let why = if failure.is_gone() {
                "is gone".to_owned()
            } else {
                format!("failed: {}", failure.reason())
            };
            fetched.notes.push(format!(
                "The first version of the Open5e API {why}. What only it holds was not fetched: some magic items, \
                 weapons and armor, and fields of creatures and spells."
            ));
            fetched.resumable = !failure.is_gone();
            let missing = others().map(|endpoint| endpoint.path).chain([OLDER_DOCUMENTS.path]);
            fetched.missing.extend(missing.inspect(|path| fetch.tally.end(path)));
            return Ok(fetched);
        }
    };
    let slugs = scope.documents.as_ref().map(|wanted| older_slugs(&documents.objects, wanted));
    fetched.add(&OLDER_DOCUMENTS, documents);
    let lists = join_all(others().map(async |endpoint| {
        (endpoint, fetch.list(&Listing { endpoint: *endpoint, documents: slugs.clone() }).await)
    }));
    for (endpoint, list) in lists.await {
        match list {
            Ok(list) => fetched.add(endpoint, list),
            Err(ListError::Here(error)) => return Err(error),
            Err(ListError::Server(failure)) => {
                fetch.tally.end(endpoint.path);
                fetched.resumable |= !failure.is_gone();
                fetched.miss(endpoint, format!("{} was not fetched: {}.", endpoint.path, failure.reason()));
            }
        }
    }
    Ok(fetched)
}

impl Fetched {
    /// Returns the number of objects of a list; `None` if it is missing.
    pub(crate) fn count_of(&self, path: &str) -> Option<u64> {
        self.counts.get(path).copied()
    }

    fn add(&mut self, endpoint: &Endpoint, list: FetchedList) {
        let path = endpoint.path.to_owned();
        if list.doubled > 0 {
            self.is_torn = true;
            self.notes.push(format!("{path} gives {} of its objects twice.", list.doubled));
        }
        self.counts.insert(endpoint.path, list.objects.len() as u64);
        self.objects.insert(path, list.objects);
    }

    fn miss(&mut self, endpoint: &Endpoint, note: String) {
        self.missing.insert(endpoint.path);
        self.notes.push(note);
    }
}
