use tokio::io::AsyncRead;

use super::lines::{LONGEST, Line, Lines};
use crate::process::malformed::{self, Malformed};

/// What a client said.
pub(super) enum Said {
    /// A message, to be passed on.
    Message(Vec<u8>),
    /// Something else, and the line that it is answered with.
    Malformed(Vec<u8>),
}

/// The client of a bridge.
pub(super) struct Client<R>(Lines<R>);

impl<R: AsyncRead + Unpin> Client<R> {
    pub(super) fn of(input: R) -> Self {
        Self(Lines::of(input))
    }

    /// What it says next; `None` when it has left. Nothing is lost when this is dropped and asked again.
    pub(super) async fn next(&mut self) -> Option<Said> {
        loop {
            let checked = match self.0.next().await? {
                Line::TooLong => Err(Malformed::too_long(LONGEST)),
                Line::Whole(line) if line.trim_ascii().is_empty() => continue,
                Line::Whole(line) => malformed::check(&line).map(|()| malformed::unmarked(&line).to_vec()),
            };
            return Some(match checked {
                Ok(line) => Said::Message(line),
                Err(malformed) => {
                    tracing::debug!(?malformed, "a client said what is no message");
                    Said::Malformed(format!("{}\n", malformed.answer()).into_bytes())
                }
            });
        }
    }
}
