//! Fetches one list page by page and checks that its pages are consistent.

use std::collections::HashSet;
use std::sync::atomic::{AtomicU64, Ordering};

use futures::StreamExt;
use serde_json::Value;

use super::answer::Page;
use super::client::{AT_ONCE, Client};
use super::endpoints::Endpoint;
use super::failure::Failure;
use super::staging::Staging;
use super::tally::Tally;
use crate::error::{Error, Result};
use crate::progress::Job;

/// More objects than any list can have. The longest known has 4,000.
const LONGEST: u64 = 100_000;
/// More pages than any list can have: the longest known has 40 of the smallest size.
const MOST_PAGES: u64 = 400;

/// The shared state of fetching lists.
pub(super) struct Fetch<'a> {
    pub(super) client: &'a Client,
    pub(super) staging: &'a Staging,
    pub(super) job: &'a Job,
    pub(super) tally: Tally<'a>,
    /// The number of bytes received in all lists.
    pub(super) received: AtomicU64,
}

/// A list to fetch.
#[derive(Debug, Clone)]
pub(super) struct Listing {
    pub(super) endpoint: Endpoint,
    /// The documents to which it is limited, as this endpoint names them.
    pub(super) documents: Option<Vec<String>>,
}

/// The objects of a list.
#[derive(Debug, Default)]
pub(super) struct FetchedList {
    pub(super) objects: Vec<Value>,
    /// The number of announced objects that are duplicates.
    pub(super) doubled: u64,
}

/// The reason why a list could not be fetched.
pub(super) enum ListError {
    /// The server failed.
    Server(Failure),
    /// A local error.
    Here(Error),
}

/// Consistent pages, or the reason why they are inconsistent.
enum Pages {
    Whole(FetchedList),
    Torn { url: reqwest::Url, reason: String, objects: Option<FetchedList> },
}

impl Fetch<'_> {
    /// Fetches a complete list. If its pages are inconsistent, it is fetched once more.
    pub(super) async fn list(&self, listing: &Listing) -> Result<FetchedList, ListError> {
        if listing.documents.as_ref().is_some_and(Vec::is_empty) {
            // The API would treat an empty filter as no filter.
            self.tally.end(listing.endpoint.path);
            return Ok(FetchedList::default());
        }
        if let Pages::Whole(objects) = self.pages(listing, true).await? {
            return Ok(objects);
        }
        tracing::debug!(list = listing.endpoint.path, "the list changed meanwhile and is fetched again");
        self.tally.restart(listing.endpoint.path);
        match self.pages(listing, false).await? {
            Pages::Whole(objects) | Pages::Torn { objects: Some(objects), .. } => Ok(objects),
            Pages::Torn { url, reason, objects: None } => {
                Err(ListError::Server(Failure::lasting(&url, reason)))
            }
        }
    }

    /// Fetches pages concurrently, as far as the client permits, and stops at the first inconsistent one.
    /// Pages are addressed by number; `next` is ignored.
    async fn pages(&self, listing: &Listing, use_staged: bool) -> Result<Pages, ListError> {
        let path = listing.endpoint.path;
        let url = self.address(listing, 1)?;
        let first = self.page(&url, use_staged).await?;
        let last = match self.last_page(&first) {
            Ok(last) => last,
            // The staged copy may be at fault.
            Err(reason) => return Ok(Pages::Torn { url, reason, objects: None }),
        };
        self.tally.add(path, last);
        let mut joined = JoinedPages::new(listing.endpoint.key, first);
        let others = futures::stream::iter(2..=last).map(async |number| {
            let url = self.address(listing, number)?;
            match self.page(&url, use_staged).await {
                Ok(page) => Ok(Some(page)),
                // The list has become shorter.
                Err(ListError::Server(failure)) if failure.is_gone() => Ok(None),
                Err(trouble) => Err(trouble),
            }
        });
        let mut others = std::pin::pin!(others.buffered(AT_ONCE));
        while let Some(page) = others.next().await {
            let page: Option<Page> = page?;
            self.tally.add(path, last);
            if let Err(reason) = joined.add(page) {
                return Ok(Pages::Torn { url, reason, objects: None });
            }
        }
        Ok(joined.finish(url))
    }

    /// Computes the number of the last page from the first.
    ///
    /// # Errors
    /// If no list can have this size; the reason as a sentence.
    fn last_page(&self, first: &Page) -> Result<u64, String> {
        let (count, size) = (first.count, first.objects.len() as u64);
        let asked = u64::from(self.client.page_size());
        if size > asked {
            return Err(format!("a page of {size} objects came where {asked} were asked for"));
        }
        if !first.more {
            return Ok(1);
        }
        if size == 0 {
            return Err("a page without objects came, with more to follow".to_owned());
        }
        let last = count.div_ceil(size);
        if count > LONGEST || last > MOST_PAGES {
            return Err(format!("it announces {count} objects, {size} a page; no list of Open5e is so long"));
        }
        Ok(last)
    }

    fn address(&self, listing: &Listing, number: u64) -> Result<reqwest::Url> {
        let Endpoint { path, document_filter, fields, .. } = listing.endpoint;
        let size = self.client.page_size().to_string();
        let number = number.to_string();
        let documents = listing.documents.as_ref().map(|documents| documents.join(","));
        let mut parameters = vec![("limit", size.as_str())];
        parameters.extend(document_filter.zip(documents.as_deref()));
        parameters.extend(fields.map(|fields| ("fields", fields)));
        if number != "1" {
            parameters.push(("page", &number));
        }
        self.client.address(path, &parameters)
    }

    /// Returns a page, from staging if possible, else from the API.
    async fn page(&self, url: &reqwest::Url, use_staged: bool) -> Result<Page, ListError> {
        self.job.check_cancelled()?;
        if use_staged {
            let (staging, address) = (self.staging.clone(), url.clone());
            let staged = blocking(move || Ok(staging.page(&address).and_then(|body| Page::read(&body).ok())));
            if let Some(page) = staged.await? {
                return Ok(page);
            }
        }
        let answer = self.client.answer(url).await?;
        let largest = self.client.largest_sync();
        let received = self.received.fetch_add(answer.body.len() as u64, Ordering::Relaxed);
        if received + answer.body.len() as u64 > largest {
            return Err(Failure::lasting(
                url,
                format!("all answers together are larger than {largest} bytes"),
            )
            .into());
        }
        let (staging, url) = (self.staging.clone(), url.clone());
        Ok(blocking(move || staging.keep(&url, &answer.body).map(|()| answer.page)).await?)
    }
}

/// Pages joined in order.
struct JoinedPages {
    /// The field that identifies an object.
    key: &'static str,
    count: u64,
    /// The number of objects on every page but the last.
    size: usize,
    more: bool,
    received: u64,
    objects: Vec<Value>,
    seen: HashSet<String>,
}

impl JoinedPages {
    fn new(key: &'static str, first: Page) -> Self {
        let Page { count, more, objects } = first;
        let size = objects.len();
        let mut joined =
            Self { key, count, size, more, received: 0, objects: Vec::new(), seen: HashSet::new() };
        joined.take_in(objects);
        joined
    }

    /// Adds the next page; `None` for one that no longer exists.
    ///
    /// # Errors
    /// The reason why it is inconsistent.
    fn add(&mut self, page: Option<Page>) -> Result<(), String> {
        let Some(page) = page else { return Err("it became shorter while it was read".to_owned()) };
        if page.count != self.count {
            return Err(format!("its count changed from {} to {} while it was read", self.count, page.count));
        }
        let came = page.objects.len();
        let rest = self.count.saturating_sub(self.received);
        if came > self.size || (came < self.size && (came as u64) < rest) {
            return Err(self.broken_promise(came as u64));
        }
        self.more = page.more;
        if self.take_in(page.objects) == 0 && came > 0 {
            return Err("it gives a page a second time".to_owned());
        }
        Ok(())
    }

    /// Adds the objects of a page except duplicates, and returns the number of duplicates.
    fn take_in(&mut self, objects: Vec<Value>) -> usize {
        self.received += objects.len() as u64;
        let before = self.objects.len();
        for object in objects {
            let name = object.get(self.key).and_then(Value::as_str).map(str::to_owned);
            if name.is_none_or(|name| self.seen.insert(name)) {
                self.objects.push(object);
            }
        }
        self.objects.len() - before
    }

    fn broken_promise(&self, more: u64) -> String {
        format!("it announces {} objects but gives {}", self.count, self.received + more)
    }

    /// Returns the complete list if it has the announced number of distinct objects.
    fn finish(self, url: reqwest::Url) -> Pages {
        if self.more || self.received != self.count {
            let reason = self.broken_promise(0);
            return Pages::Torn { url, reason, objects: None };
        }
        let doubled = self.received - self.objects.len() as u64;
        let list = FetchedList { objects: self.objects, doubled };
        if doubled == 0 {
            Pages::Whole(list)
        } else {
            Pages::Torn { url, reason: String::new(), objects: Some(list) }
        }
    }
}

async fn blocking<T: Send + 'static>(work: impl FnOnce() -> Result<T> + Send + 'static) -> Result<T> {
    tokio::task::spawn_blocking(work).await.map_err(|error| Error::Internal(error.to_string()))?
}

impl From<Error> for ListError {
    fn from(error: Error) -> Self {
        ListError::Here(error)
    }
}

impl From<Failure> for ListError {
    fn from(failure: Failure) -> Self {
        ListError::Server(failure)
    }
}

impl From<ListError> for Error {
    fn from(trouble: ListError) -> Self {
        match trouble {
            ListError::Server(failure) => failure.into(),
            ListError::Here(error) => error,
        }
    }
}
