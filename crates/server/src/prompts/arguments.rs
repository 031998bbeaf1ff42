use std::collections::BTreeMap;

use lore::query::nearest;
use rmcp::ErrorData;
use rmcp::model::JsonObject;
use serde_json::{Value, json};

use super::Description;
use crate::protocol::arguments::shown;

/// The longest argument, in characters: a question may be a paragraph.
const LONGEST: usize = 2_000;

/// An argument of a prompt.
#[derive(Debug)]
pub(crate) struct Argument {
    /// The name that programs use.
    pub(crate) name: &'static str,
    /// The name for people.
    pub(crate) title: &'static str,
    /// What it means.
    pub(crate) description: &'static str,
    /// Whether it must be given.
    pub(crate) required: bool,
    /// What is suggested while it is typed.
    pub(crate) suggestion: Suggestion,
}

/// What is suggested for an argument.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Suggestion {
    /// Nothing: it is free text.
    Nothing,
    /// Keys of documents, with commas between them.
    Documents,
    /// The key of a document of the user's own.
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

/// The arguments of a prompt that were given. Empty ones count as not given: that is what a form sends.
#[derive(Debug, Default)]
pub(crate) struct Given(BTreeMap<&'static str, String>);

impl Given {
    /// Reads them.
    ///
    /// # Errors
    /// When one is unknown, no text, too long, or missing.
    pub(super) fn read(prompt: &Description, arguments: &JsonObject) -> Result<Self, ErrorData> {
        let Description { name: prompt, arguments: known, .. } = prompt;
        let mut given = BTreeMap::new();
        for (name, value) in arguments {
            let Some(argument) = known.iter().find(|argument| argument.name == name) else {
                let names: Vec<&str> = known.iter().map(|argument| argument.name).collect();
                let words = format!("the prompt `{prompt}` takes only {}", names.join(", "));
                return Err(refused(&shown(name), &words, &nearest(&shown(name), &names, 1)));
            };
            let text = match value {
                Value::Null => continue,
                Value::String(text) => text.trim().to_owned(),
                Value::Number(number) => number.to_string(),
                _ => return Err(refused(name, "must be a text", &[])),
            };
            if text.chars().nth(LONGEST).is_some() {
                return Err(refused(
                    name,
                    &format!("is longer than {LONGEST} characters; say it shorter"),
                    &[],
                ));
            }
            if !text.is_empty() {
                given.insert(argument.name, text);
            }
        }
        for argument in known.iter().filter(|argument| argument.required) {
            if !given.contains_key(argument.name) {
                let words = format!("is required by the prompt `{prompt}`: {}", argument.description);
                return Err(refused(argument.name, &words, &[]));
            }
        }
        Ok(Self(given))
    }

    /// An argument, if it was given.
    pub(crate) fn get(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str)
    }

    /// An argument that is required; empty if it was not given after all.
    pub(super) fn required(&self, name: &str) -> &str {
        self.get(name).unwrap_or_default()
    }

    /// A whole number within limits.
    pub(super) fn number(&self, name: &str, least: u32, most: u32) -> Result<Option<u32>, ErrorData> {
        let Some(text) = self.get(name) else { return Ok(None) };
        match text.parse() {
            Ok(number) if (least..=most).contains(&number) => Ok(Some(number)),
            _ => {
                let words = format!("must be a whole number from {least} to {most}, not `{}`", shown(text));
                Err(refused(name, &words, &[]))
            }
        }
    }
}

/// An argument that cannot be used: why, and what was meant, perhaps.
pub(super) fn refused(argument: &str, words: &str, nearest: &[String]) -> ErrorData {
    let near = match nearest {
        [] => String::new(),
        near => format!("; the nearest: {}", near.join(", ")),
    };
    let data = json!({"argument": argument, "nearest": nearest});
    ErrorData::invalid_params(format!("argument `{argument}`: {words}{near}"), Some(data))
}
