//! Splits a stream into lines of limited length, and those of a client into messages.

use rmcp::model::ClientJsonRpcMessage;
use tokio::io::{AsyncBufReadExt as _, AsyncRead, AsyncReadExt as _, BufReader};

use crate::process::malformed::{self, parse, without_byte_order_mark};

/// The longest line that is passed on; rmcp drops longer ones, too.
const MAX_LINE_BYTES: usize = 16 << 20;
const BUFFER_BYTES: usize = 64 << 10;

#[derive(Debug, PartialEq)]
pub(super) enum Line {
    /// A complete line with its line feed.
    Complete(Vec<u8>),
    /// A line of more than [`MAX_LINE_BYTES`], which was discarded.
    TooLong,
}

/// The lines of a stream. Text after the last line feed is discarded.
pub(super) struct Lines<R> {
    input: BufReader<R>,
    line: Vec<u8>,
    is_too_long: bool,
}

impl<R: AsyncRead + Unpin> Lines<R> {
    pub(super) fn new(input: R) -> Self {
        Self { input: BufReader::with_capacity(BUFFER_BYTES, input), line: Vec::new(), is_too_long: false }
    }

    /// Returns the next line; `None` if the stream ended or failed. Cancel safe: the line so far is kept.
    pub(super) async fn next(&mut self) -> Option<Line> {
        loop {
            let room = MAX_LINE_BYTES.saturating_sub(self.line.len()) as u64;
            if let Err(error) = (&mut self.input).take(room).read_until(b'\n', &mut self.line).await {
                tracing::debug!(%error, "a stream failed");
                return None;
            }
            let is_complete = self.line.ends_with(b"\n");
            if !is_complete && self.line.len() < MAX_LINE_BYTES {
                return None;
            }
            let line = std::mem::take(&mut self.line);
            let was_too_long = std::mem::replace(&mut self.is_too_long, !is_complete);
            if is_complete {
                return Some(if was_too_long { Line::TooLong } else { Line::Complete(line) });
            }
        }
    }

    /// Returns the next message of a client with its line, or the answer to text that is none. Returns `None`
    /// when the client has disconnected. Cancel safe.
    pub(super) async fn next_message(&mut self) -> Option<Result<(ClientJsonRpcMessage, Vec<u8>), Vec<u8>>> {
        loop {
            let parsed = match self.next().await? {
                Line::TooLong => Err(malformed::too_long(MAX_LINE_BYTES)),
                Line::Complete(line) if line.trim_ascii().is_empty() => continue,
                Line::Complete(line) => {
                    parse(&line).map(|message| (message, without_byte_order_mark(&line).to_vec()))
                }
            };
            return Some(parsed.map_err(|answer| {
                tracing::debug!(answer, "a client sent a malformed message");
                format!("{answer}\n").into_bytes()
            }));
        }
    }
}

#[cfg(test)]
mod tests;
