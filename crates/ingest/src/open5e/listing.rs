//! Fetches one list page by page and checks that its pages are consistent.

use std::collections::HashSet;
use std::sync::atomic::{AtomicU64, Ordering};

use content::error::{Error, Result};
use content::progress::{Job, Step};
use futures::StreamExt;
use reqwest::Url;
use serde_json::Value;

use super::client::{AT_ONCE, Client, Page};
use super::endpoints::{ENDPOINTS, Endpoint};
use super::failure::Failure;
use super::staging::Staging;

/// More objects than any list can have. The longest known has 4,000.
const LONGEST: u64 = 100_000;
/// More pages than any list can have: the longest known has 40 of the smallest size.
const MOST_PAGES: u64 = 400;

pub(super) struct Fetch<'a> {
    client: &'a Client,
    staging: &'a Staging,
    job: &'a Job,
    received: AtomicU64,
    done: AtomicU64,
    /// The number of pages in all, as far as it is known. Pages take about the same time, whatever they hold.
    total: AtomicU64,
}

#[derive(Debug, Default)]
pub(super) struct FetchedList {
    pub(super) objects: Vec<Value>,
    pub(super) doubled: u64,
    seen: HashSet<String>,
}

impl<'a> Fetch<'a> {
    /// Each list has one page until it says how many.
    pub(super) fn new(client: &'a Client, staging: &'a Staging, job: &'a Job) -> Self {
        let (received, done) = (AtomicU64::default(), AtomicU64::default());
        Self { client, staging, job, received, done, total: AtomicU64::new(ENDPOINTS.len() as u64) }
    }

    pub(super) fn skip(&self) {
        self.total.fetch_sub(1, Ordering::Relaxed);
        self.count_pages(0);
    }

    fn count_pages(&self, number: u64) {
        let done = self.done.fetch_add(number, Ordering::Relaxed) + number;
        self.job.report(Step::Fetching, done, self.total.load(Ordering::Relaxed).max(done));
    }

    /// If its pages are inconsistent, the list is fetched once more.
    pub(super) async fn list(
        &self,
        endpoint: &Endpoint,
        documents: Option<&[String]>,
    ) -> Result<FetchedList, Failure> {
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
            let Some(page) = page else {
                return Err(torn("it became shorter while it was read".to_owned()));
            };
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
