use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::AtomicU64;

use futures::TryStreamExt;
use futures::future::{join_all, try_join};
use futures::stream::FuturesUnordered;
use serde_json::Value;

use super::client::Client;
use super::endpoints::{ENDPOINTS, Endpoint, OLDER_DOCUMENTS, Role, older_slugs};
use super::listing::{Fetch, Listed, Listing, Trouble};
use super::staging::Staging;
use super::tally::Tally;
use crate::error::{Error, Result};
use crate::model::DocumentKey;
use crate::progress::Job;

/// What is to be fetched.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Wanted {
    /// Only the content of these documents, and what belongs to none; without, everything. Lists that cannot be
    /// limited and short ones come whole all the same.
    pub documents: Option<BTreeSet<DocumentKey>>,
}

/// What was fetched.
#[derive(Debug, Default)]
pub struct Fetched {
    /// The objects by the path of their list, such as `/v2/spells/`, in the order of the API.
    pub objects: BTreeMap<String, Vec<Value>>,
    /// How many objects each list gave.
    counts: BTreeMap<&'static str, u64>,
    /// The paths of the lists that could not be had. What the library holds of them should stay.
    pub missing: BTreeSet<&'static str>,
    /// Whether some of what is missing failed and may come the next time. Then the staged pages should stay.
    pub resumable: bool,
    /// Whether a list gave objects twice: then it was in disorder, and others may be missing.
    pub is_torn: bool,
    /// What a person should know, in sentences.
    pub notes: Vec<String>,
}

/// Fetches every list: those of the second version, and what only the first version has. When it breaks off, the next
/// call asks only for the pages that are not staged; after the objects are stored, [`Staging::clear`] is due unless they
/// are [`Fetched::resumable`].
///
/// The first version is on its way out: when it is of no use, the rest is fetched and that is noted.
///
/// # Errors
/// [`Error::Unreachable`] and [`Error::BadAnswer`] when the API fails, [`Error::File`] and [`Error::DiskFull`] when a
/// page cannot be staged, [`Error::Cancelled`] as soon as the job is stopped.
pub async fn fetch_all(client: &Client, wanted: &Wanted, staging: &Staging, job: &Job) -> Result<Fetched> {
    job.check_cancelled()?;
    staging.prepare()?;
    let fetch = Fetch { client, staging, job, tally: Tally::new(job), received: AtomicU64::new(0) };
    let everything = try_join(current(&fetch, wanted), older(&fetch, wanted));
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

async fn current(fetch: &Fetch<'_>, wanted: &Wanted) -> Result<Fetched> {
    let list = async |(place, endpoint): (usize, &'static Endpoint)| {
        let documents = wanted.documents.as_ref().filter(|_| endpoint.document_filter.is_some());
        let documents = documents.map(|keys| keys.iter().map(DocumentKey::to_string).collect());
        match fetch.list(&Listing { endpoint: *endpoint, documents }).await {
            // Tables come and go between versions of the API; what refers to them carries their names.
            Err(Trouble::Server(failure)) if endpoint.role == Role::Reference && failure.is_gone() => {
                Ok((place, endpoint, None))
            }
            list => Ok::<_, Error>((place, endpoint, Some(list?))),
        }
    };
    let mut endpoints = ENDPOINTS.iter().enumerate().filter(|(_, endpoint)| endpoint.role != Role::Older);
    // The first alone: when the server cannot be reached, no other list has to find that out.
    let mut lists = match endpoints.next() {
        Some(first) => vec![list(first).await?],
        None => Vec::new(),
    };
    // In no order, so that the first failure ends all.
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

async fn older(fetch: &Fetch<'_>, wanted: &Wanted) -> Result<Fetched> {
    let mut fetched = Fetched::default();
    let others =
        || ENDPOINTS.iter().filter(|endpoint| endpoint.role == Role::Older && **endpoint != OLDER_DOCUMENTS);
    let documents = match fetch.list(&Listing { endpoint: OLDER_DOCUMENTS, documents: None }).await {
        Ok(documents) => documents,
        Err(Trouble::Here(error)) => return Err(error),
        Err(Trouble::Server(failure)) => {
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
            fetched.missing.insert(OLDER_DOCUMENTS.path);
            fetched.missing.extend(others().map(|endpoint| endpoint.path));
            return Ok(fetched);
        }
    };
    let slugs = wanted.documents.as_ref().map(|wanted| older_slugs(&documents.objects, wanted));
    fetched.add(&OLDER_DOCUMENTS, documents);
    let lists = join_all(others().map(async |endpoint| {
        (endpoint, fetch.list(&Listing { endpoint: *endpoint, documents: slugs.clone() }).await)
    }));
    for (endpoint, list) in lists.await {
        match list {
            Ok(list) => fetched.add(endpoint, list),
            Err(Trouble::Here(error)) => return Err(error),
            Err(Trouble::Server(failure)) => {
                fetch.tally.give_up(endpoint.path);
                fetched.resumable |= !failure.is_gone();
                fetched.miss(endpoint, format!("{} was not fetched: {}.", endpoint.path, failure.reason()));
            }
        }
    }
    Ok(fetched)
}

impl Fetched {
    /// How many objects a list has; `None` for one that was not had.
    pub(crate) fn count_of(&self, path: &str) -> Option<u64> {
        self.counts.get(path).copied()
    }

    fn add(&mut self, endpoint: &Endpoint, list: Listed) {
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
