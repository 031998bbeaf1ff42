//! Failures of a request, and whether repeating it can help.

use std::time::{Duration, SystemTime};

use reqwest::header::{HeaderMap, RETRY_AFTER};
use reqwest::{StatusCode, Url};

use crate::error::Error;

/// The failure of a request.
#[derive(Debug)]
pub(super) struct Failure {
    url: Url,
    kind: Kind,
    reason: String,
    /// True if the same request may soon succeed.
    pub(super) again: bool,
    /// The pause that the server requested.
    pub(super) after: Option<Duration>,
    /// The HTTP status, if it was an error.
    pub(super) status: Option<StatusCode>,
}

#[derive(Debug)]
enum Kind {
    Unreachable,
    BadAnswer,
    Ours,
}

impl Failure {
    fn new(url: &Url, kind: Kind, reason: String, again: bool) -> Self {
        Self { url: url.clone(), kind, reason, again, after: None, status: None }
    }

    /// An unusable response.
    pub(super) fn bad(url: &Url, reason: impl Into<String>) -> Self {
        Self::new(url, Kind::BadAnswer, reason.into(), true)
    }

    /// An unusable response that a retry would repeat.
    pub(super) fn lasting(url: &Url, reason: impl Into<String>) -> Self {
        Self::new(url, Kind::BadAnswer, reason.into(), false)
    }

    /// A defect of this program.
    pub(super) fn ours(url: &Url, reason: impl Into<String>) -> Self {
        Self::new(url, Kind::Ours, reason.into(), false)
    }

    /// The server could not be reached, or stopped sending.
    pub(super) fn unreachable(url: &Url, reason: impl Into<String>) -> Self {
        Self::new(url, Kind::Unreachable, reason.into(), true)
    }

    /// The server accepts requests without answering.
    pub(super) fn silent(url: &Url) -> Self {
        Self::unreachable(url, "no answer began in time")
    }

    /// An HTTP status other than success. `explanation` is the start of its explanation, if it is data.
    pub(super) fn status(url: &Url, status: StatusCode, headers: &HeaderMap, explanation: &str) -> Self {
        let again = status.is_server_error()
            || status == StatusCode::TOO_MANY_REQUESTS
            || status == StatusCode::REQUEST_TIMEOUT;
        let mut reason = format!("the server answered {status}");
        if !explanation.is_empty() {
            reason = format!("{reason}: {explanation}");
        }
        let after = headers.get(RETRY_AFTER).and_then(|value| value.to_str().ok());
        Self {
            after: after.and_then(|text| retry_after(text, SystemTime::now())),
            status: Some(status),
            ..Self::new(url, Kind::BadAnswer, reason, again)
        }
    }

    /// The request could not be sent, or its response not received.
    pub(super) fn transport(url: &Url, error: &reqwest::Error) -> Self {
        if error.is_builder() {
            return Self::ours(url, root_cause(error));
        }
        if error.is_redirect() {
            return Self::lasting(url, format!("it points elsewhere ({})", root_cause(error)));
        }
        let reason = if error.is_connect() && error.is_timeout() {
            "no connection came about in time".to_owned()
        } else if error.is_connect() {
            format!("no connection ({})", root_cause(error))
        } else if error.is_timeout() {
            "the answer took too long".to_owned()
        } else {
            format!("the connection broke off ({})", root_cause(error))
        };
        Self::unreachable(url, reason)
    }

    /// Returns true if the server could not be reached or broke the connection.
    pub(super) fn is_unreachable(&self) -> bool {
        matches!(self.kind, Kind::Unreachable)
    }

    /// Returns true if the resource does not exist, or no longer.
    pub(super) fn is_gone(&self) -> bool {
        matches!(self.status, Some(StatusCode::NOT_FOUND | StatusCode::GONE))
    }

    /// Returns true if the next request to this server will fail, too: it cannot be reached, or asked for a
    /// pause.
    pub(super) fn is_of_the_server(&self) -> bool {
        self.is_unreachable() || self.status == Some(StatusCode::TOO_MANY_REQUESTS)
    }

    /// Adds the number of attempts.
    pub(super) fn tried(mut self, times: usize) -> Self {
        if times > 1 {
            self.reason = format!("{} (tried {times} times)", self.reason);
        }
        self
    }

    /// Returns the reason as a sentence.
    pub(super) fn reason(&self) -> &str {
        &self.reason
    }
}

impl From<Failure> for Error {
    fn from(failure: Failure) -> Self {
        let Failure { url, kind, reason, .. } = failure;
        let url = url.to_string();
        match kind {
            Kind::Unreachable => Error::Unreachable { url, reason },
            Kind::BadAnswer => Error::BadAnswer { url, reason },
            Kind::Ours => Error::Internal(format!("{url} could not be asked: {reason}")),
        }
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
mod tests {
    use super::*;

    #[test]
    fn retry_after_is_seconds_or_a_date() {
        let now = SystemTime::UNIX_EPOCH + Duration::from_secs(784_111_770);
        assert_eq!(retry_after(" 120 ", now), Some(Duration::from_secs(120)));
        assert_eq!(retry_after("Sun, 06 Nov 1994 08:49:37 GMT", now), Some(Duration::from_secs(7)));
        assert_eq!(retry_after("Sun, 06 Nov 1983 08:49:37 GMT", now), Some(Duration::ZERO));
        assert_eq!(retry_after("soon", now), None);
    }
}
