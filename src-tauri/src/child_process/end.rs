//! How a process ended, and what it said before.

use std::collections::VecDeque;
use std::fmt::{self, Display};
use std::process::ExitStatus;
use std::sync::{Arc, Mutex, PoisonError};

/// How many lines are kept.
const KEPT: usize = 8;
/// The exit status of the server's program when it could not do what it was asked.
const REFUSED: i32 = 2;
/// How the line begins with which it says why. What to do follows on the next.
const ERROR: &str = "error: ";

/// The last lines that a process wrote to stderr.
#[derive(Clone, Default)]
pub(super) struct LastWords(Arc<Mutex<VecDeque<String>>>);

impl LastWords {
    pub(super) fn add(&self, line: String) {
        let mut lines = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if !line.trim().is_empty() {
            lines.push_back(line);
        }
        while lines.len() > KEPT {
            lines.pop_front();
        }
    }

    pub(super) fn get(&self) -> Vec<String> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).iter().cloned().collect()
    }
}

/// The end of a process.
#[derive(Debug)]
pub(crate) struct End {
    status: std::io::Result<ExitStatus>,
    words: Vec<String>,
}

/// What a program that could not do what it was asked said of it.
#[derive(Debug, PartialEq)]
pub(crate) struct Refusal {
    pub(crate) reason: String,
    /// What to do, if it said so.
    pub(crate) advice: Option<String>,
}

impl End {
    pub(super) fn new(status: std::io::Result<ExitStatus>, words: Vec<String>) -> Self {
        Self { status, words }
    }

    /// Its own words, if it ended because it could not do what it was asked.
    pub(crate) fn refusal(&self) -> Option<Refusal> {
        let code = self.status.as_ref().ok().and_then(ExitStatus::code);
        refusal(code, &self.words)
    }
}

fn refusal(code: Option<i32>, words: &[String]) -> Option<Refusal> {
    if code != Some(REFUSED) {
        return None;
    }
    let mut lines = words.iter().map(|line| line.trim()).skip_while(|line| !line.starts_with(ERROR));
    let reason = sentence(lines.next()?.trim_start_matches(ERROR));
    let advice = lines.collect::<Vec<_>>().join(" ");
    Some(Refusal { reason, advice: (!advice.is_empty()).then_some(advice) })
}

/// What stood after `error: `, as it stands by itself in the window.
fn sentence(text: &str) -> String {
    let mut letters = text.trim().chars();
    let mut sentence: String =
        letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect();
    if !sentence.ends_with(['.', '!', '?']) {
        sentence.push('.');
    }
    sentence
}

impl Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.status {
            Ok(status) => write!(f, "The server ended with {status}.")?,
            Err(error) => write!(f, "The server could not be waited for: {error}.")?,
        }
        match self.words.last() {
            Some(words) => write!(f, " It said: {words}"),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(lines: &[&str]) -> Vec<String> {
        let words = LastWords::default();
        for line in lines {
            words.add((*line).to_owned());
        }
        words.get()
    }

    #[test]
    fn a_refusal_is_told_in_the_programs_own_words() {
        let words = said(&["INFO opening", "", "error: The port is in use.", "Name another one."]);
        let told = Refusal {
            reason: "The port is in use.".to_owned(),
            advice: Some("Name another one.".to_owned()),
        };
        assert_eq!(refusal(Some(2), &words), Some(told));
    }

    #[test]
    fn what_follows_a_colon_becomes_a_sentence() {
        let told = Refusal { reason: "The folder is full.".to_owned(), advice: None };
        assert_eq!(refusal(Some(2), &said(&["error: the folder is full"])), Some(told));
        assert_eq!(sentence("Étretat? "), "Étretat?");
        assert_eq!(sentence("öl und wasser"), "Öl und wasser.");
    }

    #[test]
    fn an_end_without_an_error_or_with_another_status_is_no_refusal() {
        assert_eq!(refusal(Some(2), &said(&["INFO opening"])), None);
        assert_eq!(refusal(Some(101), &said(&["error: x"])), None);
        assert_eq!(refusal(None, &said(&["error: x"])), None, "a signal ended it");
    }

    #[test]
    fn only_the_last_lines_are_kept() {
        let lines: Vec<_> = (0..100).map(|line| line.to_string()).collect();
        let words = said(&lines.iter().map(String::as_str).collect::<Vec<_>>());
        assert_eq!(words.len(), KEPT);
        assert_eq!(words.last().map(String::as_str), Some("99"));
    }
}
