//! The HTTP client of the Open5e API: limits, time-outs and the retry policy, and the pages that it returns.

use std::hash::{BuildHasher, RandomState};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use backon::{ExponentialBuilder, Retryable};
use content::error::{Error, Result, in_range};
use reqwest::header::{ACCEPT, HeaderMap, HeaderValue};
use reqwest::{Response, Url, redirect};
use serde::Deserialize;
use serde_json::Value;
use serde_json::error::Category;
use text::{into_plain, plain_json};
use tokio::sync::Semaphore;

use super::failure::Failure;

/// The maximum number of concurrent requests. The API has three workers for everyone.
pub(super) const AT_ONCE: usize = 2;

/// The address of the API, time limits, size limits and the retry policy.
#[derive(Debug, Clone)]
pub struct ClientOptions {
    /// The address before `/v2/…`, with `http` or `https`.
    pub base: String,
    /// Objects per page, from 100 to 500.
    pub page_size: u32,
    /// The time limit for connecting.
    pub connect_timeout: Duration,
    /// The time limit for receiving more data.
    pub silence: Duration,
    /// The time limit for a whole response.
    pub timeout: Duration,
    /// The maximum number of attempts per page.
    pub attempts: usize,
    /// The pause before the second attempt. It doubles each time, plus a random part of up to its length.
    pub first_wait: Duration,
    /// The maximum pause, before the random part.
    pub longest_wait: Duration,
    /// The maximum pause that a `Retry-After` header can request.
    pub longest_retry_after: Duration,
    /// The total time limit for a server that cannot be reached or has never answered.
    pub unreachable_after: Duration,
    /// The total time limit for all attempts at one page.
    pub longest_retrying: Duration,
    /// The minimum rate of a response in bytes per second, once it takes longer than `slow_after`.
    pub slowest: u64,
    /// The time after which the minimum rate applies.
    pub slow_after: Duration,
    /// The maximum size of a response in bytes. The largest known has 3 MB.
    pub largest_answer: usize,
    /// The maximum size of all responses of a sync in bytes. The whole API has 38 MB.
    pub largest_sync: u64,
}

impl Default for ClientOptions {
    fn default() -> Self {
        Self {
            base: "https://api.open5e.com".to_owned(),
            page_size: 500,
            connect_timeout: Duration::from_secs(4),
            silence: Duration::from_secs(30),
            timeout: Duration::from_secs(120),
            attempts: 5,
            first_wait: Duration::from_millis(500),
            longest_wait: Duration::from_secs(10),
            longest_retry_after: Duration::from_secs(20),
            unreachable_after: Duration::from_millis(4_500),
            longest_retrying: Duration::from_secs(60),
            slowest: 1_000,
            slow_after: Duration::from_secs(15),
            largest_answer: 16 << 20,
            largest_sync: 128 << 20,
        }
    }
}

/// Sends requests to the API, at most two at a time with all its clones, and retries where that can help.
#[derive(Debug, Clone)]
pub struct Client {
    http: reqwest::Client,
    base: Url,
    pub(super) options: Arc<ClientOptions>,
    slots: Arc<Semaphore>,
    /// True if the server has ever answered.
    is_reached: Arc<AtomicBool>,
}

/// One page of a list.
#[derive(Debug, Clone, PartialEq)]
pub struct Page {
    /// The number of objects in the whole list.
    pub count: u64,
    /// True if another page follows.
    pub more: bool,
    /// The objects of this page.
    pub objects: Vec<Value>,
}

#[derive(Deserialize)]
struct RawPage {
    count: Option<u64>,
    next: Option<Value>,
    results: Option<Vec<Value>>,
}

#[derive(Debug)]
pub(super) struct Answer {
    pub(super) body: Vec<u8>,
    pub(super) page: Page,
}

impl Client {
    /// Creates a client without connecting.
    ///
    /// # Errors
    /// [`Error::IsNot`] and [`Error::OutOfRange`] for an unusable option; [`Error::Unreachable`] if the
    /// system has no root certificates.
    pub fn new(options: ClientOptions) -> Result<Self> {
        let base = base_address(&options.base)?;
        in_range::<u32>("the number of objects a page", options.page_size, 100..=500)?;
        Ok(Self {
            http: http_client(&base, &options)?,
            base,
            options: Arc::new(options),
            slots: Arc::new(Semaphore::new(AT_ONCE)),
            is_reached: Arc::default(),
        })
    }

    /// Returns the address before `/v2/…`, without a trailing slash.
    pub fn base(&self) -> &str {
        self.base.as_str().trim_end_matches('/')
    }

    /// Requests a page of a list, such as `/v2/spells/`, with parameters.
    pub async fn page(&self, path: &str, parameters: &[(&str, &str)]) -> Result<Page, Failure> {
        let url = self.address(path, parameters)?;
        Ok(self.answer(&url).await?.page)
    }

    pub(super) fn address(&self, path: &str, parameters: &[(&str, &str)]) -> Result<Url> {
        let mut url = Url::parse(&format!("{}{path}", self.base()))
            .map_err(|error| Error::Internal(format!("{path} makes no address: {error}")))?;
        if !parameters.is_empty() {
            url.query_pairs_mut().extend_pairs(parameters);
        }
        Ok(url)
    }

    /// The permit is kept during pauses, so that no other request queries a struggling server in turn.
    pub(super) async fn answer(&self, url: &Url) -> Result<Answer, Failure> {
        let _slot = self.slots.acquire().await.map_err(|error| Failure::ours(url, error))?;
        let options = &self.options;
        let waits = ExponentialBuilder::new()
            .with_min_delay(options.first_wait)
            .with_max_delay(options.longest_wait)
            .with_max_times(options.attempts.saturating_sub(1))
            .with_jitter()
            .with_jitter_seed(RandomState::new().hash_one(url.as_str()));
        let began = Instant::now();
        let mut times = 0;
        let answer = (|| {
            times += 1;
            self.attempt(url, began)
        })
        .retry(waits)
        .when(|failure| failure.again)
        .adjust(|failure, wait| {
            let asked = failure.after.unwrap_or_default().min(options.longest_retry_after);
            let in_all =
                if failure.is_unreachable() { options.unreachable_after } else { options.longest_retrying };
            wait.map(|wait| wait.max(asked)).filter(|wait| began.elapsed() + *wait < in_all)
        })
        .notify(|failure, wait| {
            tracing::debug!(%url, wait_ms = wait.as_millis(), reason = failure.reason(), "asking again");
        })
        .await;
        answer.map_err(|failure| failure.tried(times))
    }

    async fn attempt(&self, url: &Url, began: Instant) -> Result<Answer, Failure> {
        let response = self.response(url, began).await?;
        let (status, headers) = (response.status(), response.headers().clone());
        if status.is_redirection() {
            return Err(Failure::lasting(url, format!("it points elsewhere ({status})")));
        }
        let body = self.body(url, response).await;
        if !status.is_success() {
            return Err(Failure::status(url, status, &headers, &told(&body.unwrap_or_default())));
        }
        let body = body?;
        let read = tokio::task::spawn_blocking(move || Page::read(&body).map(|page| Answer { body, page }));
        let read = read.await.map_err(|error| Failure::ours(url, error))?;
        read.map_err(|reason| Failure::bad(url, reason))
    }

    /// A server that has never answered gets less time.
    async fn response(&self, url: &Url, began: Instant) -> Result<Response, Failure> {
        let sent = self.http.get(url.clone()).send();
        let response = if self.is_reached.load(Ordering::Relaxed) {
            sent.await
        } else {
            let until = began + self.options.unreachable_after;
            let silent = |_| Failure::unreachable(url, "no answer began in time");
            tokio::time::timeout_at(until.into(), sent).await.map_err(silent)?
        };
        let response = response.map_err(|error| Failure::transport(url, &error))?;
        self.is_reached.store(true, Ordering::Relaxed);
        Ok(response)
    }

    async fn body(&self, url: &Url, mut response: Response) -> Result<Vec<u8>, Failure> {
        let largest = self.options.largest_answer;
        let too_large = || Failure::lasting(url, format!("the answer is larger than {largest} bytes"));
        let announced = response.content_length().and_then(|length| usize::try_from(length).ok());
        if announced.is_some_and(|length| length > largest) {
            return Err(too_large());
        }
        let began = Instant::now();
        let mut body = Vec::with_capacity(announced.unwrap_or_default().min(1 << 20));
        while let Some(chunk) = response.chunk().await.map_err(|error| Failure::transport(url, &error))? {
            let seconds = began.elapsed().as_secs();
            if began.elapsed() > self.options.slow_after
                && (body.len() as u64) < seconds * self.options.slowest
            {
                let came = body.len();
                let reason = format!("the answer comes too slowly ({came} bytes in {seconds} seconds)");
                return Err(Failure::unreachable(url, reason));
            }
            if body.len() + chunk.len() > largest {
                return Err(too_large());
            }
            body.extend_from_slice(&chunk);
        }
        Ok(body)
    }
}

impl Page {
    /// An error describes what the response is instead of a page.
    pub(super) fn read(body: &[u8]) -> Result<Self, String> {
        let raw: RawPage = serde_json::from_slice(body).map_err(|error| what_came(body, &error))?;
        let objects = raw.results.ok_or("JSON without `results` came instead of a list")?;
        let count = raw.count.ok_or("a list without its `count` came")?;
        if !objects.iter().all(Value::is_object) {
            return Err("a list of something else than objects came".to_owned());
        }
        let objects = objects.into_iter().map(plain_json).collect();
        Ok(Self { count, more: raw.next.is_some_and(|next| !next.is_null()), objects })
    }
}

fn what_came(body: &[u8], error: &serde_json::Error) -> String {
    match body.iter().find(|byte| !byte.is_ascii_whitespace()) {
        None => "the answer is empty".to_owned(),
        Some(b'<') => "a web page came instead of data".to_owned(),
        Some(_) => match error.classify() {
            Category::Eof => format!("the answer breaks off after {} bytes", body.len()),
            Category::Data => format!("JSON of another shape than a list came ({error})"),
            Category::Syntax | Category::Io => format!("the answer is not JSON ({error})"),
        },
    }
}

/// Web pages contain nothing useful, so they give an empty text.
fn told(body: &[u8]) -> String {
    let text = into_plain(String::from_utf8_lossy(body).into_owned());
    let text = text.trim();
    if text.starts_with('<') { String::new() } else { text.chars().take(200).collect() }
}

fn base_address(text: &str) -> Result<Url> {
    let wrong = |why: &str| Error::is_not(text, format!("an address of an Open5e server: {why}"));
    let url = Url::parse(text.trim()).map_err(|error| wrong(&error.to_string()))?;
    if !matches!(url.scheme(), "http" | "https") {
        return Err(wrong("it must begin with http:// or https://"));
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Err(wrong("it must hold no user name or password"));
    }
    if url.query().is_some() || url.fragment().is_some() {
        return Err(wrong("it must end before any `?` or `#`"));
    }
    Ok(url)
}

fn http_client(base: &Url, options: &ClientOptions) -> Result<reqwest::Client> {
    // An error means that a provider is already installed.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let mut builder = reqwest::Client::builder()
        .user_agent(concat!("LoreKeeper/", env!("CARGO_PKG_VERSION")))
        .default_headers(HeaderMap::from_iter([(ACCEPT, HeaderValue::from_static("application/json"))]))
        .connect_timeout(options.connect_timeout)
        .read_timeout(options.silence)
        .timeout(options.timeout)
        .redirect(redirect::Policy::custom(stay_on_host));
    if is_this_machine(base) {
        builder = builder.no_proxy().tls_certs_only([]);
    }
    builder.build().map_err(|error| Error::Unreachable {
        url: base.to_string(),
        reason: format!(
            "no secure connection can be made ({}); is the package ca-certificates installed?",
            std::error::Error::source(&error).map_or_else(|| error.to_string(), ToString::to_string)
        ),
    })
}

/// Returns true for a plain address of this computer, which needs no proxy and no certificates.
fn is_this_machine(base: &Url) -> bool {
    let local = match base.host() {
        Some(url::Host::Ipv4(ip)) => ip.is_loopback(),
        Some(url::Host::Ipv6(ip)) => ip.is_loopback(),
        Some(url::Host::Domain(name)) => name == "localhost",
        None => false,
    };
    local && base.scheme() == "http"
}

/// Follows redirects to the same host only, and never from a secure to an insecure address.
fn stay_on_host(attempt: redirect::Attempt<'_>) -> redirect::Action {
    let stays = attempt.previous().last().is_some_and(|from| {
        let to = attempt.url();
        from.host() == to.host()
            && (from.scheme() == to.scheme() && from.port() == to.port() || to.scheme() == "https")
    });
    if stays && attempt.previous().len() <= 3 {
        attempt.follow()
    } else {
        let to = attempt.url().to_string();
        attempt.error(to)
    }
}
