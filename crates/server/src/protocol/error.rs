//! Errors of requests other than tool calls.

use rmcp::ErrorData;

/// The error of a resource, prompt or completion request. Library errors are logged and keep their advice.
#[derive(Debug)]
pub(crate) struct RequestError(ErrorData);

impl From<lore::Error> for RequestError {
    fn from(error: lore::Error) -> Self {
        tracing::error!(%error, "a request failed");
        Self(ErrorData::internal_error(format!("{error}. {}", error.advice()), None))
    }
}

impl From<serde_json::Error> for RequestError {
    fn from(error: serde_json::Error) -> Self {
        Self(ErrorData::internal_error(error.to_string(), None))
    }
}

impl From<ErrorData> for RequestError {
    fn from(error: ErrorData) -> Self {
        Self(error)
    }
}

impl From<RequestError> for ErrorData {
    fn from(RequestError(error): RequestError) -> Self {
        error
    }
}
