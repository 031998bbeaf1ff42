//! The messages that a bridge receives from its client.

use rmcp::model::ClientJsonRpcMessage;
use tokio::io::AsyncRead;

use super::lines::{Line, Lines, MAX_LINE_BYTES};
use crate::process::malformed::{MalformedMessage, parse, without_byte_order_mark};

/// A line from a client.
pub(super) enum ClientMessage {
    /// A message, with the line to pass on.
    Valid { message: Box<ClientJsonRpcMessage>, line: Vec<u8> },
    /// Something else, with the line that answers it.
    Malformed { answer: Vec<u8> },
}

/// The input of a client.
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
