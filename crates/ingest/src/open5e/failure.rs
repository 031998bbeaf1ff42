//! Failures of a request, and whether repeating it can help.

use std::time::{Duration, SystemTime};

use content::error::Error;
use reqwest::header::{HeaderMap, RETRY_AFTER};
use reqwest::{StatusCode, Url};

/// The failure of a request, or of what was to be done with its answer.
#[derive(Debug)]
pub struct Failure {
    error: Error,
    /// True if the same request may soon succeed.
    pub(super) again: bool,
    /// The pause that the server requested.
    pub(super) after: Option<Duration>,
    /// The HTTP status, if it was an error.
    pub status: Option<u16>,
}

impl Failure {
    pub(super) fn bad(url: &Url, reason: impl Into<String>) -> Self {
        let error = Error::BadAnswer { url: url.to_string(), reason: reason.into() };
        Self { again: true, ..error.into() }
    }

    /// An unusable response that a retry would repeat.
    pub(super) fn lasting(url: &Url, reason: impl Into<String>) -> Self {
        Self { again: false, ..Self::bad(url, reason) }
    }

    /// A defect of this program.
    pub(super) fn ours(url: &Url, reason: impl std::fmt::Display) -> Self {
        Error::Internal(format!("{url} could not be asked: {reason}")).into()
    }

    pub(super) fn unreachable(url: &Url, reason: impl Into<String>) -> Self {
        let error = Error::Unreachable { url: url.to_string(), reason: reason.into() };
        Self { again: true, ..error.into() }
    }

    pub(super) fn status(url: &Url, status: StatusCode, headers: &HeaderMap, explanation: &str) -> Self {
        let again = status.is_server_error() || matches!(status.as_u16(), 408 | 429);
        let colon = if explanation.is_empty() { "" } else { ": " };
        let after = headers.get(RETRY_AFTER).and_then(|value| value.to_str().ok());
        Self {
            again,
            after: after.and_then(|text| retry_after(text, SystemTime::now())),
            status: Some(status.as_u16()),
            ..Self::bad(url, format!("the server answered {status}{colon}{explanation}"))
        }
    }

    pub(super) fn transport(url: &Url, error: &reqwest::Error) -> Self {
        let cause = root_cause(error);
        match error {
            _ if error.is_builder() => Self::ours(url, cause),
            _ if error.is_redirect() => Self::lasting(url, format!("it points elsewhere ({cause})")),
            _ if error.is_connect() && error.is_timeout() => {
                Self::unreachable(url, "no connection came about in time")
            }
            _ if error.is_connect() => Self::unreachable(url, format!("no connection ({cause})")),
            _ if error.is_timeout() => Self::unreachable(url, "the answer took too long"),
            _ => Self::unreachable(url, format!("the connection broke off ({cause})")),
        }
    }

    /// Returns true if the server failed, rather than this computer.
    pub(super) fn is_servers(&self) -> bool {
        matches!(self.error, Error::Unreachable { .. } | Error::BadAnswer { .. })
    }

    pub(super) fn is_unreachable(&self) -> bool {
        matches!(self.error, Error::Unreachable { .. })
    }

    pub(super) fn is_gone(&self) -> bool {
        matches!(self.status, Some(404 | 410))
    }

    /// Returns true if the next request will fail, too: the server cannot be reached, or asked for a pause.
    pub fn is_of_the_server(&self) -> bool {
        self.is_unreachable() || self.status == Some(429)
    }

    pub(super) fn tried(mut self, times: usize) -> Self {
        self.again = false;
        if let Error::Unreachable { reason, .. } | Error::BadAnswer { reason, .. } = &mut self.error
            && times > 1
        {
            reason.push_str(&format!(" (tried {times} times)"));
        }
        self
    }

    /// Returns the reason as a sentence.
    pub fn reason(&self) -> String {
        match &self.error {
            Error::Unreachable { reason, .. } | Error::BadAnswer { reason, .. } => reason.clone(),
            error => error.to_string(),
        }
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Self { error, again: false, after: None, status: None }
    }
}

impl From<Failure> for Error {
    fn from(failure: Failure) -> Self {
        failure.error
    }
}

fn root_cause(error: &reqwest::Error) -> String {
    let mut cause: &dyn std::error::Error = error;
    while let Some(source) = cause.source() {
        cause = source;
    }
    disk::reason(&cause)
}

/// Parses a `Retry-After` header: seconds or an HTTP date (RFC 9110, 10.2.3).
fn retry_after(text: &str, now: SystemTime) -> Option<Duration> {
    let text = text.trim();
    if let Ok(seconds) = text.parse() {
        return Some(Duration::from_secs(seconds));
    }
    let until = httpdate::parse_http_date(text).ok()?;
    Some(until.duration_since(now).unwrap_or_default())
}

#[cfg(test)]
mod tests;
