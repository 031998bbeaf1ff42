//! Splits a stream into lines of limited length, and those of a client into messages.

use rmcp::model::ClientJsonRpcMessage;
use tokio::io::{AsyncBufReadExt, AsyncRead, BufReader};

use crate::process::malformed::{MalformedMessage, parse, without_byte_order_mark};

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

    /// Returns the next line, or `None` when the stream has ended or failed. Cancel safe.
    pub(super) async fn next(&mut self) -> Option<Line> {
        loop {
            let read = match self.input.fill_buf().await {
                Ok([]) => return None,
                Ok(read) => read,
                Err(error) => {
                    tracing::debug!(%error, "a stream failed");
                    return None;
                }
            };
            let end = memchr::memchr(b'\n', read).map(|at| at + 1);
            let (part, _) = read.split_at(end.unwrap_or(read.len()));
            let used = part.len();
            if self.line.len() + used > MAX_LINE_BYTES {
                self.line = Vec::new();
                self.is_too_long = true;
            }
            if !self.is_too_long {
                self.line.extend_from_slice(part);
            }
            self.input.consume(used);
            if end.is_some() {
                let is_too_long = std::mem::take(&mut self.is_too_long);
                let line = std::mem::take(&mut self.line);
                return Some(if is_too_long { Line::TooLong } else { Line::Complete(line) });
            }
        }
    }
}

pub(super) enum ClientMessage {
    Valid { message: Box<ClientJsonRpcMessage>, line: Vec<u8> },
    Malformed { answer: Vec<u8> },
}

pub(super) struct ClientInput<R>(Lines<R>);

impl<R: AsyncRead + Unpin> ClientInput<R> {
    pub(super) fn new(input: R) -> Self {
        Self(Lines::new(input))
    }

    /// Returns the next message, or `None` when the client has disconnected. Cancel safe.
    pub(super) async fn next(&mut self) -> Option<ClientMessage> {
        loop {
            let parsed = match self.0.next().await? {
                Line::TooLong => Err(MalformedMessage::too_long(MAX_LINE_BYTES)),
                Line::Complete(line) if line.trim_ascii().is_empty() => continue,
                Line::Complete(line) => parse(&line).map(|message| ClientMessage::Valid {
                    message: Box::new(message),
                    line: without_byte_order_mark(&line).to_vec(),
                }),
            };
            return Some(parsed.unwrap_or_else(|malformed| {
                tracing::debug!(?malformed, "a client sent a malformed message");
                ClientMessage::Malformed { answer: format!("{}\n", malformed.answer()).into_bytes() }
            }));
        }
    }
}

#[cfg(test)]
mod tests;
