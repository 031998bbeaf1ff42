//! Problems of the shell itself, for the page. The server's come with its answers (`library_client`).

use std::fmt::Display;

use schemars::JsonSchema;
use serde::Serialize;

/// The advice where the app and its server do not understand each other.
pub(crate) const SAME_VERSION: &str =
    "Quit LoreKeeper and start it again. If that does not help, install it again.";

/// Returns a reason as a sentence: errors begin with a small letter and have no full stop.
pub(crate) fn sentence(reason: &str) -> String {
    let reason = reason.trim();
    let is_address = reason.split(' ').next().is_some_and(|word| word.contains("://"));
    let mut sentence = if is_address { reason.to_owned() } else { text::capitalised(reason) };
    if !sentence.ends_with(['.', '!', '?']) {
        sentence.push('.');
    }
    sentence
}

/// A problem with advice. Only the code is meant for comparisons.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Problem {
    pub(crate) code: String,
    pub(crate) message: String,
    pub(crate) advice: String,
}

impl Problem {
    pub(crate) fn new(code: &str, message: impl Into<String>, advice: impl Into<String>) -> Self {
        Self { code: code.to_owned(), message: message.into(), advice: advice.into() }
    }

    pub(crate) fn no_server() -> Self {
        Self::new(
            "no-server",
            "The library's server is not running.",
            "Wait a moment: it restarts on its own. If it has failed, restart it in the window.",
        )
    }

    pub(crate) fn server_ended() -> Self {
        Self::new("server-ended", "The library's server ended before it answered.", "Try again in a moment.")
    }

    pub(crate) fn slow() -> Self {
        Self::new(
            "slow",
            "The server is taking long to answer; it may be importing.",
            "Wait a moment and try again.",
        )
    }

    pub(crate) fn unknown_answer(source: &str, error: impl Display) -> Self {
        let message = format!("{source} answered in a form that this version does not know: {error}.");
        Self::new("unknown-answer", message, SAME_VERSION)
    }

    pub(crate) fn system(message: &str, error: impl Display) -> Self {
        let message = format!("{message}: {}.", disk::reason(&error));
        Self::new("system", message, "Try again. The app's log has more details.")
    }

    pub(crate) fn refused(message: impl Into<String>, advice: &str) -> Self {
        Self::new("refused", message, advice)
    }
}
