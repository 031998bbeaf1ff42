//! Fetches every list of the API for a sync.

use std::collections::{BTreeMap, BTreeSet};

use content::error::{Error, Result};
use content::model::DocumentKey;
use content::progress::Job;
use futures::TryStreamExt;
use futures::future::{join_all, try_join};
use futures::stream::FuturesUnordered;
use serde_json::Value;

use super::client::Client;
use super::endpoints::{ENDPOINTS, Endpoint, OLDER_DOCUMENTS, Role, older_slugs};
use super::failure::Failure;
use super::listing::{Fetch, FetchedList};
use super::staging::Staging;

/// `None` for everything. Short lists, and lists that cannot be limited, are always fetched completely.
type Chosen<'a> = Option<&'a BTreeSet<DocumentKey>>;

type Outcome = (&'static Endpoint, Result<FetchedList, Failure>);

/// The result of a fetch.
#[derive(Debug, Default)]
pub struct Fetched {
    /// Objects by the path of their list, such as `/v2/spells/`, in the order of the API.
    pub objects: BTreeMap<String, Vec<Value>>,
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
pub async fn fetch_all(client: &Client, chosen: Chosen<'_>, staging: &Staging, job: &Job) -> Result<Fetched> {
    job.check_cancelled()?;
    staging.prepare()?;
    let fetch = Fetch::new(client, staging, job);
    let everything = try_join(current(&fetch, chosen), older(&fetch, chosen));
    let everything = job.cancellation().run_until_cancelled(Box::pin(everything));
    let (current, older) = everything.await.ok_or(Error::Cancelled)??;
    let mut fetched = Fetched::default();
    for (endpoint, list) in current.into_iter().chain(older) {
        match list {
            Ok(list) => fetched.add(endpoint.path, list),
            Err(failure) if failure.is_servers() => fetched.miss(endpoint, &failure, &fetch),
            Err(failure) => return Err(failure.into()),
        }
    }
    Ok(fetched)
}

async fn current(fetch: &Fetch<'_>, chosen: Chosen<'_>) -> Result<Vec<Outcome>> {
    let list = async |endpoint: &'static Endpoint| {
        let documents = chosen.filter(|_| endpoint.document_filter.is_some());
        let documents: Option<Vec<String>> =
            documents.map(|keys| keys.iter().map(DocumentKey::to_string).collect());
        match fetch.list(endpoint, documents.as_deref()).await {
            // Reference tables come and go; objects that refer to them contain their names.
            Err(failure) if endpoint.role != Role::Reference || !failure.is_gone() => {
                Err(Error::from(failure))
            }
            list => Ok((endpoint, list)),
        }
    };
    let mut endpoints = ENDPOINTS.iter().filter(|endpoint| endpoint.role != Role::Older);
    // The first list is fetched alone, so that an unreachable server is noticed once.
    let mut lists = match endpoints.next() {
        Some(first) => vec![list(first).await?],
        None => Vec::new(),
    };
    // Unordered, so that the first failure ends all.
    let others: FuturesUnordered<_> = endpoints.map(list).collect();
    lists.extend(others.try_collect::<Vec<_>>().await?);
    lists.sort_by_key(|(endpoint, _)| endpoint.path);
    Ok(lists)
}

async fn older(fetch: &Fetch<'_>, chosen: Chosen<'_>) -> Result<Vec<Outcome>> {
    let documents = match fetch.list(&OLDER_DOCUMENTS, None).await {
        Ok(documents) => documents,
        failed => return Ok(vec![(&OLDER_DOCUMENTS, failed)]),
    };
    let slugs = chosen.map(|chosen| older_slugs(&documents.objects, chosen));
    let others = ENDPOINTS.iter().filter(|it| it.role == Role::Older && **it != OLDER_DOCUMENTS);
    let others =
        join_all(others.map(async |endpoint| (endpoint, fetch.list(endpoint, slugs.as_deref()).await)));
    let others: Vec<Outcome> = others.await;
    Ok(std::iter::once((&OLDER_DOCUMENTS, Ok(documents))).chain(others).collect())
}

impl Fetched {
    /// The result of an earlier fetch of some lists, without the objects.
    pub fn of_lists(objects: &BTreeMap<String, Vec<Value>>) -> Self {
        let mut fetched = Self::default();
        for Endpoint { path, .. } in ENDPOINTS {
            match objects.get(path) {
                Some(list) => drop(fetched.counts.insert(path, list.len() as u64)),
                None => drop(fetched.missing.insert(path)),
            }
        }
        fetched
    }

    /// Returns the number of objects of a list; `None` if it is missing.
    pub fn count_of(&self, path: &str) -> Option<u64> {
        self.counts.get(path).copied()
    }

    fn add(&mut self, path: &'static str, list: FetchedList) {
        if list.doubled > 0 {
            self.is_torn = true;
            self.notes.push(format!("{path} gives {} of its objects twice.", list.doubled));
        }
        self.counts.insert(path, list.objects.len() as u64);
        self.objects.insert(path.to_owned(), list.objects);
    }

    /// Notes that a list is missing. Without its documents, all of version 1 is.
    fn miss(&mut self, endpoint: &Endpoint, failure: &Failure, fetch: &Fetch<'_>) {
        let (path, is_version_1) = (endpoint.path, *endpoint == OLDER_DOCUMENTS);
        for other in ENDPOINTS {
            if other == *endpoint || is_version_1 && other.role == Role::Older {
                self.missing.insert(other.path);
                fetch.skip();
            }
        }
        self.resumable |= !failure.is_gone();
        self.notes.push(if is_version_1 {
            let reason = failure.reason();
            let why = if failure.is_gone() { "is gone".to_owned() } else { format!("failed: {reason}") };
            format!(
                "The first version of the Open5e API {why}. What only it holds was not fetched: some magic items, \
                 weapons and armor, and fields of creatures and spells."
            )
        } else if endpoint.role == Role::Reference {
            format!("Open5e has no {path} any more.")
        } else {
            format!("{path} was not fetched: {}.", failure.reason())
        });
    }
}
