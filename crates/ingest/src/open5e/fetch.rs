//! Fetches every list of the API for a sync by page, and checks that the pages of each are consistent.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::sync::atomic::{AtomicU64, Ordering};

use content::error::{Error, Result};
use content::model::DocumentKey;
use content::progress::{Job, Step};
use futures::future::{join_all, try_join};
use futures::stream::FuturesUnordered;
use futures::{StreamExt, TryStreamExt};
use reqwest::Url;
use serde_json::Value;

use super::client::{AT_ONCE, Client, Page};
use super::endpoints::{ENDPOINTS, Endpoint, OLDER_DOCUMENTS, Role, older_slugs};
use super::failure::Failure;
use super::staging::Staging;

/// More objects than any list can have. The longest known has 4,000.
const LONGEST: u64 = 100_000;
/// More pages than any list can have: the longest known has 40 of the smallest size.
const MOST_PAGES: u64 = 400;

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

struct Fetch<'a> {
    client: &'a Client,
    staging: &'a Staging,
    job: &'a Job,
    received: AtomicU64,
    done: AtomicU64,
    /// The number of pages in all, as far as it is known. Pages take about the same time, whatever they hold.
    total: AtomicU64,
}

#[derive(Debug, Default)]
struct FetchedList {
    objects: Vec<Value>,
    doubled: u64,
    seen: HashSet<String>,
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
    let (received, done) = (AtomicU64::default(), AtomicU64::default());
    // Each list has one page until it says how many.
    let total = AtomicU64::new(ENDPOINTS.len() as u64);
    let fetch = Fetch { client, staging, job, received, done, total };
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

impl Fetch<'_> {
    fn skip(&self) {
        self.total.fetch_sub(1, Ordering::Relaxed);
        self.count_pages(0);
    }

    fn count_pages(&self, number: u64) {
        let done = self.done.fetch_add(number, Ordering::Relaxed) + number;
        self.job.report(Step::Fetching, done, self.total.load(Ordering::Relaxed).max(done));
    }

    /// If its pages are inconsistent, the list is fetched once more.
    async fn list(&self, endpoint: &Endpoint, documents: Option<&[String]>) -> Result<FetchedList, Failure> {
        if documents.is_some_and(<[String]>::is_empty) {
            // The API would treat an empty filter as no filter.
            self.skip();
            return Ok(FetchedList::default());
        }
        match self.pages(endpoint, documents, true).await {
            Ok(list) if list.doubled == 0 => return Ok(list),
            Err(failure) if !failure.again => return Err(failure),
            _ => {}
        }
        tracing::debug!(list = endpoint.path, "the list changed meanwhile and is fetched again");
        self.total.fetch_add(1, Ordering::Relaxed);
        self.pages(endpoint, documents, false).await
    }

    /// Stops at the first inconsistent page. Pages are addressed by number; `next` is ignored.
    async fn pages(
        &self,
        endpoint: &Endpoint,
        documents: Option<&[String]>,
        use_staged: bool,
    ) -> Result<FetchedList, Failure> {
        let url = self.address(endpoint, documents, 1)?;
        let torn = |reason: String| Failure::bad(&url, reason);
        let Page { count, mut more, objects } = self.page(&url, use_staged).await?;
        let size = objects.len() as u64;
        // A staged copy may be at fault.
        let last = self.last_page(count, size, more).map_err(torn)?;
        self.total.fetch_add(last - 1, Ordering::Relaxed);
        self.count_pages(1);
        let mut list = FetchedList::default();
        list.add(endpoint.key, objects);
        let others = futures::stream::iter(2..=last).map(async |number| {
            match self.page(&self.address(endpoint, documents, number)?, use_staged).await {
                Err(failure) if failure.is_gone() => Ok(None),
                page => page.map(Some),
            }
        });
        let mut others = std::pin::pin!(others.buffered(AT_ONCE));
        let broken = |given: u64| torn(format!("it announces {count} objects but gives {given}"));
        while let Some(page) = others.next().await {
            let page: Option<Page> = page?;
            self.count_pages(1);
            let page = page.ok_or_else(|| torn("it became shorter while it was read".to_owned()))?;
            if page.count != count {
                let now = page.count;
                return Err(torn(format!("its count changed from {count} to {now} while it was read")));
            }
            let (came, received) = (page.objects.len() as u64, list.received());
            if came > size || came < size.min(count.saturating_sub(received)) {
                return Err(broken(received + came));
            }
            more = page.more;
            if list.add(endpoint.key, page.objects) == 0 && came > 0 {
                return Err(torn("it gives a page a second time".to_owned()));
            }
        }
        if more || list.received() != count { Err(broken(list.received())) } else { Ok(list) }
    }

    /// Returns the number of the last page; an error, as a sentence, if no list can have this size.
    fn last_page(&self, count: u64, size: u64, more: bool) -> Result<u64, String> {
        let asked = u64::from(self.client.options.page_size);
        if size > asked {
            return Err(format!("a page of {size} objects came where {asked} were asked for"));
        }
        if !more {
            return Ok(1);
        }
        if size == 0 {
            return Err("a page without objects came, with more to follow".to_owned());
        }
        let last = count.div_ceil(size);
        if count > LONGEST || last > MOST_PAGES {
            return Err(format!("it announces {count} objects, {size} a page; no list of Open5e is so long"));
        }
        Ok(last.max(1))
    }

    fn address(&self, endpoint: &Endpoint, documents: Option<&[String]>, number: u64) -> Result<Url> {
        let Endpoint { path, document_filter, fields, .. } = *endpoint;
        let (size, number) = (self.client.options.page_size.to_string(), number.to_string());
        let documents = documents.map(|documents| documents.join(","));
        let mut parameters = vec![("limit", size.as_str())];
        parameters.extend(document_filter.zip(documents.as_deref()));
        parameters.extend(fields.map(|fields| ("fields", fields)));
        parameters.extend((number != "1").then_some(("page", number.as_str())));
        self.client.address(path, &parameters)
    }

    async fn page(&self, url: &Url, use_staged: bool) -> Result<Page, Failure> {
        self.job.check_cancelled()?;
        if use_staged {
            let (staging, address) = (self.staging.clone(), url.clone());
            let staged = blocking(move || Ok(staging.page(&address).and_then(|body| Page::read(&body).ok())));
            if let Some(page) = staged.await? {
                return Ok(page);
            }
        }
        let answer = self.client.answer(url).await?;
        let largest = self.client.options.largest_sync;
        let came = answer.body.len() as u64;
        if self.received.fetch_add(came, Ordering::Relaxed) + came > largest {
            let reason = format!("all answers together are larger than {largest} bytes");
            return Err(Failure::lasting(url, reason));
        }
        let (staging, url) = (self.staging.clone(), url.clone());
        Ok(blocking(move || staging.keep(&url, &answer.body).map(|()| answer.page)).await?)
    }
}

impl FetchedList {
    /// Returns the number of new objects, without duplicates.
    fn add(&mut self, key: &str, objects: Vec<Value>) -> usize {
        let before = self.objects.len();
        for object in objects {
            let name = object.get(key).and_then(Value::as_str).map(str::to_owned);
            if name.is_none_or(|name| self.seen.insert(name)) {
                self.objects.push(object);
            } else {
                self.doubled += 1;
            }
        }
        self.objects.len() - before
    }

    fn received(&self) -> u64 {
        self.objects.len() as u64 + self.doubled
    }
}

async fn blocking<T: Send + 'static>(work: impl FnOnce() -> Result<T> + Send + 'static) -> Result<T> {
    tokio::task::spawn_blocking(work).await.map_err(|error| Error::Internal(error.to_string()))?
}
