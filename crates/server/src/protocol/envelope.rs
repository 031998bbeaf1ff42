//! What every tool answers, whether it succeeds or fails.

use lore::model::{excerpt, in_one_line};
use lore::query::Match;
use schemars::JsonSchema;
use serde::Serialize;

use crate::protocol::size::LONGEST_WORDS;

/// The structured content of every tool's answer. What is absent is left out.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Envelope<T> {
    /// Whether the tool did what it was asked.
    success: bool,
    /// The answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<T>,
    /// How the names of the entries matched: exactly, by slug, as a part, nearly, or by the pattern.
    #[serde(rename = "match", skip_serializing_if = "Option::is_none")]
    matched: Option<Match>,
    /// What the user should know.
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<String>,
    /// What the assistant should do next.
    #[serde(skip_serializing_if = "Option::is_none")]
    instruction: Option<String>,
    /// What went wrong, in a sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
    /// What sort of failure it is: `invalid_arguments`, `no_such_document`, `network_error` …
    #[serde(skip_serializing_if = "Option::is_none")]
    error_type: Option<&'static str>,
    /// Details of the failure.
    #[serde(skip_serializing_if = "Option::is_none")]
    exception: Option<Details>,
}

impl<T> Envelope<T> {
    /// The same, with what is to be told of the library before every other message.
    pub(crate) fn telling(self, news: &[String]) -> Self {
        if news.is_empty() {
            return self;
        }
        let words = news.iter().cloned().chain(self.message).collect::<Vec<_>>().join(" ");
        Self { message: Some(excerpt(&words, LONGEST_WORDS)), ..self }
    }
}

/// Details of a failure that are safe to show.
#[derive(Debug, Clone, Default, PartialEq, Serialize, JsonSchema)]
pub(crate) struct Details {
    /// The argument at fault.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) field: Option<String>,
    /// What would be valid.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) valid: Vec<String>,
    /// What was meant, perhaps.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) nearest: Vec<String>,
}

/// What a tool gives when it succeeds.
#[derive(Debug)]
pub(crate) struct Success<T> {
    /// The answer.
    pub(crate) value: T,
    /// How names matched.
    pub(crate) matched: Option<Match>,
    /// What the user should know.
    pub(crate) message: Option<String>,
    /// What the assistant should do next.
    pub(crate) instruction: Option<String>,
    /// The answer for a person to read; the JSON when absent.
    pub(crate) text: Option<String>,
}

impl<T> Success<T> {
    /// An answer without any words beside it.
    pub(crate) fn of(value: T) -> Self {
        Self { value, matched: None, message: None, instruction: None, text: None }
    }

    /// Joins the messages, if there are any, into one.
    pub(crate) fn with_messages(mut self, messages: &[String]) -> Self {
        if !messages.is_empty() {
            self.message = Some(messages.join(" "));
        }
        self
    }

    /// The envelope of the answer.
    pub(crate) fn into_envelope(self) -> Envelope<T> {
        Envelope {
            success: true,
            value: Some(self.value),
            matched: self.matched,
            message: self.message.map(|words| excerpt(&in_one_line(&words), LONGEST_WORDS)),
            instruction: self.instruction.map(|words| excerpt(&words, LONGEST_WORDS)),
            error: None,
            error_type: None,
            exception: None,
        }
    }
}

/// What a tool gives when it fails.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Failure {
    /// What went wrong, in a sentence.
    pub(crate) error: String,
    /// What sort of failure it is.
    pub(crate) error_type: &'static str,
    /// Details of the failure.
    pub(crate) details: Box<Details>,
    /// What the assistant should do next.
    pub(crate) instruction: Option<String>,
}

impl Failure {
    /// An argument that cannot be used.
    pub(crate) fn invalid(field: impl Into<String>, error: impl Into<String>) -> Self {
        Self {
            error: error.into(),
            error_type: "invalid_arguments",
            details: Box::new(Details { field: Some(field.into()), ..Details::default() }),
            instruction: Some("Correct the arguments and call the tool again.".to_owned()),
        }
    }

    /// The envelope of the failure.
    pub(crate) fn into_envelope(self) -> Envelope<()> {
        let error = excerpt(&in_one_line(&self.error), LONGEST_WORDS);
        let exception = (*self.details != Details::default()).then_some(*self.details);
        Envelope {
            success: false,
            value: None,
            matched: None,
            message: Some(error.clone()),
            instruction: self.instruction.map(|words| excerpt(&words, LONGEST_WORDS)),
            error: Some(error),
            error_type: Some(self.error_type),
            exception,
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
