use std::collections::HashSet;

use futures::future::try_join_all;
use serde_json::Value;

use super::answer::Page;
use super::client::Client;
use super::endpoints::Endpoint;
use super::failure::Failure;
use super::staging::Staging;
use super::tally::Tally;
use crate::error::{Error, Result};
use crate::progress::Job;

/// More objects than any list can have. The longest known has 4,000.
const LONGEST: u64 = 1_000_000;

/// What every list is fetched with.
pub(super) struct Fetch<'a> {
    pub(super) client: &'a Client,
    pub(super) staging: &'a Staging,
    pub(super) job: &'a Job,
    pub(super) tally: Tally<'a>,
}

/// A list as it was asked for.
#[derive(Debug, Clone)]
pub(super) struct Listing {
    pub(super) endpoint: Endpoint,
    /// The documents to which it is limited, as this endpoint calls them.
    pub(super) documents: Option<Vec<String>>,
}

/// The objects of a list.
#[derive(Debug, Default)]
pub(super) struct Listed {
    pub(super) objects: Vec<Value>,
    /// How many of the announced objects are others over again.
    pub(super) doubled: u64,
}

/// Why a list did not come.
pub(super) enum Trouble {
    /// The server failed.
    Server(Failure),
    /// Something here failed.
    Here(Error),
}

/// Pages that belong together, or why they do not.
enum Pages {
    Whole(Listed),
    Torn { url: reqwest::Url, reason: String, objects: Option<Listed> },
}

impl Fetch<'_> {
    /// Fetches a whole list. When it changes meanwhile, it is fetched once more from the beginning.
    pub(super) async fn list(&self, listing: &Listing) -> Result<Listed, Trouble> {
        if listing.documents.as_ref().is_some_and(Vec::is_empty) {
            // The API would take an empty filter for none at all.
            return Ok(Listed::default());
        }
        if let Pages::Whole(objects) = self.pages(listing, true).await? {
            return Ok(objects);
        }
        tracing::debug!(list = listing.endpoint.path, "the list changed meanwhile and is fetched again");
        self.tally.restart(listing.endpoint.path);
        match self.pages(listing, false).await? {
            Pages::Whole(objects) | Pages::Torn { objects: Some(objects), .. } => Ok(objects),
            Pages::Torn { url, reason, objects: None } => {
                Err(Trouble::Server(Failure::lasting(&url, reason)))
            }
        }
    }

    async fn pages(&self, listing: &Listing, use_staged: bool) -> Result<Pages, Trouble> {
        let path = listing.endpoint.path;
        let url = self.address(listing, 1)?;
        let first = self.page(&url, use_staged).await?;
        let count = first.count;
        self.tally.add(path, first.objects.len(), count);
        if count > LONGEST {
            return Err(Failure::lasting(&url, format!("it announces {count} objects")).into());
        }
        let size = if first.more { first.objects.len() as u64 } else { count.max(1) };
        if size == 0 {
            return Err(Failure::lasting(&url, "a page without objects came, with more to follow").into());
        }
        let last = count.div_ceil(size);
        let others = try_join_all((2..=last).map(async |number| {
            let url = self.address(listing, number)?;
            match self.page(&url, use_staged).await {
                Ok(page) => {
                    self.tally.add(path, page.objects.len(), count);
                    Ok(Some(page))
                }
                // The list has become shorter.
                Err(Trouble::Server(failure)) if failure.is_gone() => Ok(None),
                Err(trouble) => Err(trouble),
            }
        }));
        let others = Box::pin(others).await?;
        Ok(join(listing.endpoint.key, url, first, others))
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

    /// A page: the staged one if it can be read, else it is asked for and staged.
    async fn page(&self, url: &reqwest::Url, use_staged: bool) -> Result<Page, Trouble> {
        self.job.go_on()?;
        if use_staged {
            let (staging, address) = (self.staging.clone(), url.clone());
            let staged = blocking(move || Ok(staging.page(&address).and_then(|body| Page::read(&body).ok())));
            if let Some(page) = staged.await? {
                return Ok(page);
            }
        }
        let answer = self.client.answer(url).await?;
        let (staging, url) = (self.staging.clone(), url.clone());
        Ok(blocking(move || staging.keep(&url, &answer.body).map(|()| answer.page)).await?)
    }
}

/// Joins pages by number: objects that come twice are dropped, and the announced count has to be reached.
fn join(key: &str, url: reqwest::Url, first: Page, others: Vec<Option<Page>>) -> Pages {
    let count = first.count;
    let mut problem = None;
    let (mut more, mut received, mut objects, mut seen) = (first.more, 0, Vec::new(), HashSet::new());
    for page in std::iter::once(Some(first)).chain(others) {
        let Some(page) = page else {
            problem = Some("it became shorter while it was read".to_owned());
            continue;
        };
        if page.count != count {
            problem = Some(format!("its count changed from {count} to {} while it was read", page.count));
        }
        more = page.more;
        received += page.objects.len() as u64;
        for object in page.objects {
            let name = object.get(key).and_then(Value::as_str).map(str::to_owned);
            if name.is_none_or(|name| seen.insert(name)) {
                objects.push(object);
            }
        }
    }
    let kept = objects.len() as u64;
    if more || received != count {
        problem.get_or_insert_with(|| format!("it announces {count} objects but gives {received}"));
    }
    let objects = Listed { objects, doubled: received - kept };
    match problem {
        None if objects.doubled == 0 => Pages::Whole(objects),
        None => Pages::Torn { url, reason: String::new(), objects: Some(objects) },
        Some(reason) => Pages::Torn { url, reason, objects: None },
    }
}

async fn blocking<T: Send + 'static>(work: impl FnOnce() -> Result<T> + Send + 'static) -> Result<T> {
    tokio::task::spawn_blocking(work).await.map_err(|error| Error::Internal(error.to_string()))?
}

impl From<Error> for Trouble {
    fn from(error: Error) -> Self {
        Trouble::Here(error)
    }
}

impl From<Failure> for Trouble {
    fn from(failure: Failure) -> Self {
        Trouble::Server(failure)
    }
}

impl From<Trouble> for Error {
    fn from(trouble: Trouble) -> Self {
        match trouble {
            Trouble::Server(failure) => failure.into(),
            Trouble::Here(error) => error,
        }
    }
}
