//! The arguments of prompts.

use std::collections::BTreeMap;

use lore::model::shown;
use lore::query::nearest;
use rmcp::ErrorData;
use rmcp::model::JsonObject;
use serde_json::{Value, json};

/// The maximum length of an argument. A question may be a paragraph.
const MAX_ARGUMENT_CHARS: usize = 2_000;

/// An argument that a prompt takes.
#[derive(Debug)]
pub(crate) struct Argument {
    /// The name that programs use.
    pub(crate) name: &'static str,
    /// The title that people see.
    pub(crate) title: &'static str,
    /// The description that people see.
    pub(crate) description: &'static str,
    /// True if the prompt needs it.
    pub(crate) required: bool,
    /// The values that completion suggests.
    pub(crate) suggestion: Suggestion,
}

/// The values that completion suggests for an argument.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Suggestion {
    /// No values, because the argument is free text.
    Nothing,
    /// Document keys, separated by commas.
    Documents,
    /// The key of a homebrew document.
    OwnDocument,
    /// An edition.
    Edition,
    /// A challenge rating.
    Rating,
    /// A creature type or an environment.
    Theme,
    /// The name of an entry.
    Name,
    /// A kind of entry.
    Kind,
}

/// The arguments that a client sent. Empty ones count as absent, because forms send them.
#[derive(Debug, Default)]
pub(crate) struct PromptArguments(BTreeMap<&'static str, String>);

impl PromptArguments {
    /// Reads the arguments of a prompt.
    ///
    /// # Errors
    /// When an argument is unknown, not a text, too long, or missing.
    pub(super) fn read(
        prompt: &str,
        known: &'static [Argument],
        arguments: &JsonObject,
    ) -> Result<Self, ErrorData> {
        let mut values = BTreeMap::new();
        for (name, value) in arguments {
            let Some(argument) = known.iter().find(|argument| argument.name == name) else {
                let names: Vec<&str> = known.iter().map(|argument| argument.name).collect();
                let message = format!("the prompt `{prompt}` takes only {}", names.join(", "));
                return Err(invalid(&shown(name), &message, &nearest(&shown(name), &names, 1)));
            };
            let text = match value {
                Value::Null => continue,
                Value::String(text) => text.trim().to_owned(),
                Value::Number(number) => number.to_string(),
                _ => return Err(invalid(name, "must be a text", &[])),
            };
            if text.chars().nth(MAX_ARGUMENT_CHARS).is_some() {
                let message = format!("is longer than {MAX_ARGUMENT_CHARS} characters; shorten it");
                return Err(invalid(name, &message, &[]));
            }
            if !text.is_empty() {
                values.insert(argument.name, text);
            }
        }
        for argument in known.iter().filter(|argument| argument.required) {
            if !values.contains_key(argument.name) {
                let message = format!("is required by the prompt `{prompt}`: {}", argument.description);
                return Err(invalid(argument.name, &message, &[]));
            }
        }
        Ok(Self(values))
    }

    /// Returns an argument, if the client sent it.
    pub(crate) fn get(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str)
    }

    /// Returns a required argument.
    pub(super) fn required(&self, name: &str) -> &str {
        self.get(name).unwrap_or_default()
    }

    /// Returns an argument that is a whole number from `min` to `max`.
    pub(super) fn number(&self, name: &str, min: u32, max: u32) -> Result<Option<u32>, ErrorData> {
        let Some(text) = self.get(name) else { return Ok(None) };
        match text.parse() {
            Ok(number) if (min..=max).contains(&number) => Ok(Some(number)),
            _ => {
                let message = format!("must be a whole number from {min} to {max}, not `{}`", shown(text));
                Err(invalid(name, &message, &[]))
            }
        }
    }
}

/// Returns the error for an invalid argument, with the nearest valid values.
pub(super) fn invalid(argument: &str, message: &str, nearest: &[String]) -> ErrorData {
    let suggestions = match nearest {
        [] => String::new(),
        nearest => format!("; the nearest: {}", nearest.join(", ")),
    };
    let data = json!({"argument": argument, "nearest": nearest});
    ErrorData::invalid_params(format!("argument `{argument}`: {message}{suggestions}"), Some(data))
}
