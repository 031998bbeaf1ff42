//! The results of tools: successes and failures, and the envelope that both are published in; the errors of
//! other requests.

use lore::model::{Campaign, excerpt, in_one_line, shown};
use lore::query::Match;
use rmcp::ErrorData;
use schemars::JsonSchema;
use serde::Serialize;

use crate::protocol::size::MAX_MESSAGE_CHARS;

/// The structured content of every tool result. Absent fields are omitted.
#[serde_with_macros::skip_serializing_none]
#[derive(Debug, Default, Serialize, JsonSchema)]
pub(crate) struct Envelope<T> {
    /// True when the tool succeeded.
    success: bool,
    /// The tool's value.
    value: Option<T>,
    /// The kind of name match: exact, by slug, as a part, approximate, or by pattern.
    #[serde(rename = "match")]
    matched: Option<Match>,
    /// The campaign that the answer keeps to: its edition comes first, and only its books count.
    campaign: Option<String>,
    /// Information for the user.
    message: Option<String>,
    /// Advice for the assistant.
    instruction: Option<String>,
    /// The error, in a sentence.
    error: Option<String>,
    /// The type of the failure: `invalid_arguments`, `no_such_document`, `network_error` …
    error_type: Option<&'static str>,
    /// Details of the failure.
    exception: Option<Details>,
}

impl<T> Envelope<T> {
    pub(crate) fn with_notices(self, notices: &[String]) -> Self {
        if notices.is_empty() {
            return self;
        }
        let message = notices.iter().cloned().chain(self.message).collect::<Vec<_>>().join(" ");
        Self { message: Some(excerpt(&message, MAX_MESSAGE_CHARS)), ..self }
    }
}

/// Details of a failure.
#[derive(Debug, Clone, Default, PartialEq, Serialize, JsonSchema)]
pub(crate) struct Details {
    /// The argument at fault.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) field: Option<String>,
    /// The valid values.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) valid: Vec<String>,
    /// The nearest valid values.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) nearest: Vec<String>,
}

#[derive(Debug)]
pub(crate) struct Success<T> {
    pub(crate) value: T,
    pub(crate) matched: Option<Match>,
    pub(crate) campaign: Option<Campaign>,
    pub(crate) message: Option<String>,
    pub(crate) instruction: Option<String>,
    /// The value as text for people. The JSON is used when it is absent.
    pub(crate) text: Option<String>,
}

impl<T> Success<T> {
    pub(crate) fn of(value: T) -> Self {
        Self { value, matched: None, campaign: None, message: None, instruction: None, text: None }
    }

    pub(crate) fn with_messages(mut self, messages: &[String]) -> Self {
        if !messages.is_empty() {
            self.message = Some(messages.join(" "));
        }
        self
    }

    pub(crate) fn into_envelope(self) -> Envelope<T> {
        Envelope {
            success: true,
            value: Some(self.value),
            matched: self.matched,
            campaign: self.campaign.map(|campaign| shown(&campaign.to_string())),
            message: self.message.map(|text| excerpt(&in_one_line(&text), MAX_MESSAGE_CHARS)),
            instruction: self.instruction.map(|text| excerpt(&text, MAX_MESSAGE_CHARS)),
            error: None,
            error_type: None,
            exception: None,
        }
    }
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Failure {
    pub(crate) error: String,
    pub(crate) error_type: &'static str,
    pub(crate) details: Box<Details>,
    pub(crate) instruction: Option<String>,
}

impl Failure {
    pub(crate) fn invalid(field: impl Into<String>, error: impl Into<String>) -> Self {
        Self {
            error: error.into(),
            error_type: "invalid_arguments",
            details: Box::new(Details { field: Some(field.into()), ..Details::default() }),
            instruction: Some("Correct the arguments and call the tool again.".to_owned()),
        }
    }

    pub(crate) fn into_envelope(self) -> Envelope<()> {
        let error = excerpt(&in_one_line(&self.error), MAX_MESSAGE_CHARS);
        let exception = (*self.details != Details::default()).then_some(*self.details);
        Envelope {
            message: Some(error.clone()),
            instruction: self.instruction.map(|text| excerpt(&text, MAX_MESSAGE_CHARS)),
            error: Some(error),
            error_type: Some(self.error_type),
            exception,
            ..Envelope::default()
        }
    }
}

impl From<lore::Error> for Failure {
    fn from(error: lore::Error) -> Self {
        let nearest = match &error {
            lore::Error::NoSuchDocument { nearest, .. } => nearest.clone(),
            _ => Vec::new(),
        };
        Self {
            error: error.to_string(),
            error_type: error.code(),
            details: Box::new(Details { nearest, ..Details::default() }),
            instruction: Some(error.advice().to_owned()),
        }
    }
}

/// The result of a resource, prompt or completion request.
pub(crate) type Result<T, E = RequestError> = std::result::Result<T, E>;

/// The error of a resource, prompt or completion request. Library errors are logged and keep their advice.
#[derive(Debug)]
pub(crate) struct RequestError(ErrorData);

impl From<lore::Error> for RequestError {
    fn from(error: lore::Error) -> Self {
        tracing::error!(%error, "a request failed");
        Self(ErrorData::internal_error(format!("{error}. {}", error.advice()), None))
    }
}

impl From<Failure> for RequestError {
    fn from(failure: Failure) -> Self {
        let Failure { error, error_type, details, .. } = failure;
        let nearest = match details.nearest.as_slice() {
            [] => String::new(),
            nearest => format!(" The nearest: {}.", nearest.join(", ")),
        };
        let message = format!("{error}{nearest}");
        let data = serde_json::to_value(details).ok();
        Self(match error_type {
            "invalid_arguments" | "no_such_document" => ErrorData::invalid_params(message, data),
            _ => ErrorData::internal_error(message, data),
        })
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
