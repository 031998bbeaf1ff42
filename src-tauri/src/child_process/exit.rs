//! The exit of a process, with the last lines that it wrote to stderr.

use std::collections::VecDeque;
use std::fmt::{self, Display};
use std::process::ExitStatus;
use std::sync::{Arc, Mutex, PoisonError};

/// The number of lines of stderr that are kept.
const MAX_STDERR_LINES: usize = 8;
/// The exit status of the server's program when it refuses a command.
const REFUSED_STATUS: i32 = 2;
/// The start of the line that states the reason. Advice follows on the next lines.
const ERROR_PREFIX: &str = "error: ";

/// The last lines that a process wrote to stderr.
#[derive(Clone, Default)]
pub(super) struct StderrTail(Arc<Mutex<VecDeque<String>>>);

impl StderrTail {
    pub(super) fn push(&self, line: String) {
        let mut lines = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if !line.trim().is_empty() {
            lines.push_back(line);
        }
        while lines.len() > MAX_STDERR_LINES {
            lines.pop_front();
        }
    }

    pub(super) fn lines(&self) -> Vec<String> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).iter().cloned().collect()
    }
}

/// The exit of a process.
#[derive(Debug)]
pub(crate) struct ProcessExit {
    status: std::io::Result<ExitStatus>,
    stderr: Vec<String>,
}

/// The program's own account of why it refused a command.
#[derive(Debug, PartialEq)]
pub(crate) struct Refusal {
    pub(crate) reason: String,
    pub(crate) advice: Option<String>,
}

impl ProcessExit {
    pub(super) fn new(status: std::io::Result<ExitStatus>, stderr: Vec<String>) -> Self {
        Self { status, stderr }
    }

    /// Returns the program's account if it refused the command.
    pub(crate) fn refusal(&self) -> Option<Refusal> {
        let code = self.status.as_ref().ok().and_then(ExitStatus::code);
        refusal(code, &self.stderr)
    }

    /// Tells whether the process ended without an error.
    pub(crate) fn is_success(&self) -> bool {
        self.status.as_ref().is_ok_and(ExitStatus::success)
    }
}

fn refusal(code: Option<i32>, stderr: &[String]) -> Option<Refusal> {
    if code != Some(REFUSED_STATUS) {
        return None;
    }
    let mut lines = stderr.iter().map(|line| line.trim()).skip_while(|line| !line.starts_with(ERROR_PREFIX));
    let reason = sentence(lines.next()?.trim_start_matches(ERROR_PREFIX));
    let advice = lines.collect::<Vec<_>>().join(" ");
    Some(Refusal { reason, advice: (!advice.is_empty()).then_some(advice) })
}

/// Writes a text as a sentence: with a capital letter and a full stop.
fn sentence(text: &str) -> String {
    let mut letters = text.trim().chars();
    let mut sentence: String =
        letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect();
    if !sentence.ends_with(['.', '!', '?']) {
        sentence.push('.');
    }
    sentence
}

impl Display for ProcessExit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.status {
            Ok(status) => write!(f, "The server ended with {status}.")?,
            Err(error) => write!(f, "Waiting for the server failed: {error}.")?,
        }
        match self.stderr.last() {
            Some(line) => write!(f, " Its last message: {line}"),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tail(lines: &[&str]) -> Vec<String> {
        let tail = StderrTail::default();
        for line in lines {
            tail.push((*line).to_owned());
        }
        tail.lines()
    }

    #[test]
    fn a_refusal_keeps_the_programs_reason_and_advice() {
        let stderr = tail(&["INFO opening", "", "error: The port is in use.", "Name another one."]);
        let expected = Refusal {
            reason: "The port is in use.".to_owned(),
            advice: Some("Name another one.".to_owned()),
        };
        assert_eq!(refusal(Some(2), &stderr), Some(expected));
    }

    #[test]
    fn the_reason_of_a_refusal_is_a_sentence() {
        let expected = Refusal { reason: "The folder is full.".to_owned(), advice: None };
        assert_eq!(refusal(Some(2), &tail(&["error: the folder is full"])), Some(expected));
        assert_eq!(sentence("Étretat? "), "Étretat?");
        assert_eq!(sentence("öl und wasser"), "Öl und wasser.");
    }

    #[test]
    fn other_exits_are_no_refusals() {
        assert_eq!(refusal(Some(2), &tail(&["INFO opening"])), None);
        assert_eq!(refusal(Some(101), &tail(&["error: x"])), None);
        assert_eq!(refusal(None, &tail(&["error: x"])), None, "a signal ended it");
    }

    #[test]
    fn only_the_last_lines_of_stderr_are_kept() {
        let lines: Vec<_> = (0..100).map(|line| line.to_string()).collect();
        let kept = tail(&lines.iter().map(String::as_str).collect::<Vec<_>>());
        assert_eq!(kept.len(), MAX_STDERR_LINES);
        assert_eq!(kept.last().map(String::as_str), Some("99"));
    }
}
