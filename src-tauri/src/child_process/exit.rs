//! The exit of a process, with the last lines that it wrote to stderr.

use std::collections::VecDeque;
use std::fmt::{self, Display};

use crate::problem::sentence;

const MAX_STDERR_LINES: usize = 8;
/// The exit status of the server's program when it refuses a command.
const REFUSED_STATUS: i32 = 2;
/// The start of the line that states the reason. Advice follows on the next lines.
const ERROR_PREFIX: &str = "error: ";

/// The exit of a process; by default one of which nothing is known.
#[derive(Clone, Debug, Default)]
pub(crate) struct ProcessExit {
    pub(crate) code: Option<i32>,
    pub(crate) signal: Option<i32>,
    /// The last lines of its stderr.
    pub(crate) stderr: VecDeque<String>,
}

#[derive(Debug, PartialEq)]
pub(crate) struct Refusal {
    pub(crate) reason: String,
    pub(crate) advice: Option<String>,
}

impl ProcessExit {
    pub(crate) fn add_stderr(&mut self, line: &str) {
        if !line.trim().is_empty() {
            self.stderr.push_back(line.to_owned());
        }
        if self.stderr.len() > MAX_STDERR_LINES {
            self.stderr.pop_front();
        }
    }

    pub(crate) fn refusal(&self) -> Option<Refusal> {
        if self.code != Some(REFUSED_STATUS) {
            return None;
        }
        let lines = self.stderr.iter().map(|line| line.trim());
        let mut lines = lines.skip_while(|line| !line.starts_with(ERROR_PREFIX));
        let reason = sentence(lines.next()?.trim_start_matches(ERROR_PREFIX));
        let advice = lines.collect::<Vec<_>>().join(" ");
        Some(Refusal { reason, advice: (!advice.is_empty()).then_some(advice) })
    }
}

impl Display for ProcessExit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.code, self.signal) {
            (Some(code), _) => write!(f, "The server ended with exit status {code}.")?,
            (None, Some(signal)) => write!(f, "The server was ended by signal {signal}.")?,
            (None, None) => f.write_str("The server ended.")?,
        }
        self.stderr.back().map_or(Ok(()), |line| write!(f, " Its last message: {line}"))
    }
}

#[cfg(test)]
mod tests;
