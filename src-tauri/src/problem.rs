//! The problems that the shell itself has; those of the server come with its answers (`envelope`).

use std::fmt::Display;

use crate::page::jobs::Problem;

impl Problem {
    /// A problem with its code, a sentence, and what to do.
    pub(crate) fn new(code: &str, message: impl Into<String>, advice: impl Into<String>) -> Self {
        Self { code: code.to_owned(), message: message.into(), advice: advice.into() }
    }

    /// There is no server to ask.
    pub(crate) fn no_server() -> Self {
        Self::new(
            "no-server",
            "The library's server is not running.",
            "Wait a moment: it is started again by itself. If it has failed, start it again in the window.",
        )
    }

    /// The server ended before it answered.
    pub(crate) fn server_ended() -> Self {
        Self::new("server-ended", "The library's server ended before it answered.", "Try again in a moment.")
    }

    /// The server takes longer than anyone would wait.
    pub(crate) fn slow() -> Self {
        Self::new(
            "slow",
            "The server is taking long to answer; it may be importing.",
            "Wait a moment and try again.",
        )
    }

    /// The server said something that this app does not understand.
    pub(crate) fn unknown_answer(of: &str, error: impl Display) -> Self {
        Self::new(
            "unknown-answer",
            format!("{of} answered in a form that this version does not know: {error}."),
            "Check that the app and its server have the same version.",
        )
    }

    /// Something of the system did not work.
    pub(crate) fn system(what: &str, error: impl Display) -> Self {
        Self::new("system", format!("{what}: {error}."), "Try again; the app's log says more.")
    }

    /// The page asked for something that cannot be.
    pub(crate) fn refused(message: impl Into<String>, advice: &str) -> Self {
        Self::new("refused", message, advice)
    }
}
